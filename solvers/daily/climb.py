"""Shortest ways between two words, where familiar words are enough for one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.common import familiar, strangeness
from solvers.ladder.moves import neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from solvers.lexicon import Lexicon

MOST_STEPS = 10
"""No way is longer that is searched for."""


class Ways(NamedTuple):
    """The shortest ways from one word to another.

    ways      how many there are
    familiar  how many of them have familiar words only
    path      the one of these whose words are least strange in sum
    """

    ways: int
    familiar: int
    path: tuple[str, ...]

    @property
    def steps(self) -> int:
        """How many steps each of them has."""
        return len(self.path) - 1


class Climber:
    """Finds ways by one kind of moves and the words of a lexicon; it prefers the familiar ones.

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
        """Return the shortest ways; None where none is short and familiar."""
        end = self._lexicon.find(target)
        for ways, best in self._layers(start):
            if end in ways:
                return Ways(ways[end], *_ranked(best[end])) if end in best else None
        return None

    def reached(self, start: str) -> Iterator[tuple[str, Ways]]:
        """Yield the words to which a shortest way of familiar words leads, the nearest first."""
        for ways, best in self._layers(start):
            for id_ in sorted(best):
                yield self._lexicon.word(id_), Ways(ways[id_], *_ranked(best[id_]))

    def _layers(
        self, start: str
    ) -> Iterator[tuple[dict[int, int], dict[int, tuple[int, float, tuple[str, ...]]]]]:
        """Search breadth first. Yield, of the words so many steps away, how many ways lead there.

        Then the same by familiar words: ways, strangeness, path.
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
