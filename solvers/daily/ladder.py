"""A daily ladder between two everyday words that belong together: opposites, kinds, companions.

The pairs are those of `data/pairs.txt`, each at its level. There are at least two shortest ways,
and one of them has familiar words only.

Difficulty: 1.75 for each step beyond three, and 2.4 divided by the number of the shortest ways that
have familiar words only, and 0.55.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.common import (
    check,
    familiar,
    level_of_difficulty,
    measured,
    strangeness,
)
from solvers.daily.edition import Puzzle
from solvers.library import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from solvers.daily.draw import Draw
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

PAIRS = DATA / "pairs.txt"
STEPS = range(3, 11)
"""How many steps a ladder may have."""


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
    def difficulty(self) -> float:
        """How hard it is to find one."""
        return measured(1.75 * (len(self.path) - 4) + 2.4 / self.familiar + 0.55)


@cache
def pairs(level: int) -> list[tuple[str, str]]:
    """Return the pairs of a level."""
    rows = (line.split() for line in PAIRS.read_text("ascii").splitlines() if line[0] != "#")
    return [(one, other) for at, one, other, _ in rows if int(at) == level]


class Climber:
    """Finds ladders by the words of a lexicon, of which it prefers the familiar ones."""

    def __init__(self, lexicon: Lexicon, length: int) -> None:
        self._lexicon = lexicon
        self._familiar: AbstractSet[int] = {
            lexicon.find(word) for word in familiar(lexicon, [length])
        }

    def ways(self, start: str, target: str) -> Ways | None:
        """Search breadth first; None where no familiar way is among the shortest."""
        lexicon, end = self._lexicon, self._lexicon.find(target)
        first = lexicon.find(start)
        ways = {first: 1}  # by word of the newest layer
        # The same by familiar words: ways, strangeness, path.
        best: dict[int, tuple[int, float, tuple[str, ...]]] = {first: (1, 0.0, (start,))}
        seen = {first}
        for _ in range(STEPS[-1]):
            onward: dict[int, int] = {}
            easy: dict[int, tuple[int, float, tuple[str, ...]]] = {}
            for here, count in ways.items():
                for near in lexicon.neighbours(here):
                    if near in seen:
                        continue
                    onward[near] = onward.get(near, 0) + count
                    if here in best and near in self._familiar:
                        word = lexicon.word(near)
                        number, strange, path = best[here]
                        new = strange + strangeness(lexicon, word), (*path, word)
                        known = easy.get(near, (0, *new))
                        easy[near] = (known[0] + number, *min(known[1:], new))
            ways, best = onward, easy
            seen.update(ways)
            if end in ways:
                return Ways(ways[end], best[end][0], best[end][2]) if end in best else None
        return None


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the ladders of a level, the one whose turn it is first."""
    for pair in draw.in_turn(pairs(level), " ".join):
        check(deadline)
        start, target = draw.rng.sample(pair, 2)
        if start not in lexicon or target not in lexicon:
            continue
        found = Climber(lexicon, len(start)).ways(start, target)
        if found is None or level_of_difficulty(found.difficulty) != level:
            continue
        steps = len(found.path) - 1
        given = (start, target)
        yield Puzzle("ladder", level, found.difficulty, given, steps, 0, found.path, found.ways)
