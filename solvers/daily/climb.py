"""Shortest ways between two words, at least one of them through familiar words only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.common import familiar, strangeness
from solvers.ladder.moves import neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from solvers.lexicon import Lexicon

MOST_STEPS = 10
"""Longer ways are not searched for."""


class Ways(NamedTuple):
    """The shortest ways from one word to another.

    ways      their number
    familiar  how many have familiar words only
    path      the familiar one with the least total strangeness
    """

    ways: int
    familiar: int
    path: tuple[str, ...]

    @property
    def steps(self) -> int:
        """How many steps each way has."""
        return len(self.path) - 1


class Climber:
    """Finds ways through a lexicon's words by some kinds of moves, preferring familiar words.

    `lengths`: how many letters a familiar word may have.
    """

    def __init__(
        self, lexicon: Lexicon, lengths: Iterable[int], moves: tuple[str, ...] = ("change",)
    ) -> None:
        self._lexicon = lexicon
        self._near = neighbours(lexicon, frozenset(moves))
        self._familiar: AbstractSet[int] = {
            lexicon.find(word) for word in familiar(lexicon, lengths)
        }

    def ways(self, start: str, target: str) -> Ways | None:
        """Return the shortest ways; None if none is short enough and familiar."""
        end = self._lexicon.find(target)
        for ways, best in self._layers(start):
            if end in ways:
                return Ways(ways[end], *_ranked(best[end])) if end in best else None
        return None

    def reached(self, start: str) -> Iterator[tuple[str, Ways]]:
        """Yield the words that a shortest way of familiar words reaches, nearest first."""
        for ways, best in self._layers(start):
            for id_ in sorted(best):
                yield self._lexicon.word(id_), Ways(ways[id_], *_ranked(best[id_]))

    def _layers(
        self, start: str
    ) -> Iterator[tuple[dict[int, int], dict[int, tuple[int, float, tuple[str, ...]]]]]:
        """Search breadth first; for each distance yield the words there with their numbers of ways.

        Then the same through familiar words only: ways, strangeness, path.
        """
        first = self._lexicon.find(start)
        ways = {first: 1}
        best: dict[int, tuple[int, float, tuple[str, ...]]] = {first: (1, 0.0, (start,))}
        seen = {first}
        for _ in range(MOST_STEPS):
            onward: dict[int, int] = {}
            easy: dict[int, tuple[int, float, tuple[str, ...]]] = {}
            for here, count in ways.items():
                for near in self._near(here):
                    if near in seen:
                        continue
                    onward[near] = onward.get(near, 0) + count
                    if here in best and near in self._familiar:
                        word = self._lexicon.word(near)
                        number, strange, path = best[here]
                        new = strange + strangeness(self._lexicon, word), (*path, word)
                        known = easy.get(near, (0, *new))
                        easy[near] = (known[0] + number, *min(known[1:], new))
            ways, best = onward, easy
            seen.update(ways)
            yield ways, best


def _ranked(found: tuple[int, float, tuple[str, ...]]) -> tuple[int, tuple[str, ...]]:
    number, _, path = found
    return number, path
