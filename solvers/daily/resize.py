"""A daily resize: from one word to another, by a letter more or a letter less at each step.

The pairs come from `data/resizes.txt`, each with its level. One shortest way has familiar words
only, and does not arrive by a plain s, d or r.

The lines are dealt into shares that have no word in common and take turns, so a word returns in a
solution only after a full round of shares.

Difficulty: 1.05 for each step, plus 2.6 divided by the square root of the number of shortest ways
with familiar words only, plus 3 times the `strangeness` of the strangest word between, minus 11.2.
These weights best predict how many of the simulated people in `bench/forms.py` find a way.
"""

from __future__ import annotations

from functools import cache, partial
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.climb import Climber, Ways
from solvers.daily.common import (
    EVERYDAY,
    check,
    familiar,
    is_plain,
    level_of_difficulty,
    measured,
    strangeness,
)
from solvers.daily.edition import Puzzle
from solvers.daily.ladder import best, departure, distances
from solvers.daily.makers import Maker
from solvers.library import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.daily.draw import Draw
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

RESIZES = DATA / "resizes.txt"
SINCE = 336
"""The first edition that plays it, in place of truncates: 2 December 2026."""
MOVES = ("delete", "insert")
LENGTHS = range(3, 7)
"""How many letters the ends may have."""
BETWEEN = range(2, 12)
"""How many letters the words between them may have."""
STEPS = range(4, 10)
SHARES = 16
DRAWS = 60
"""From this many everyday words ways are searched for besides `data/resizes.txt`."""


class Line(NamedTuple):
    """A line of the file: the puzzle from the first word to the last.

    ways      the number of shortest ways
    familiar  how many have familiar words only; `words` is the least strange one
    """

    level: int
    share: int
    ways: int
    familiar: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(map(str, (*self[:4], *self.words)))

    @classmethod
    def of(cls, ways: Ways, lexicon: Lexicon) -> Line:
        """Return the line for some ways, not yet in a share."""
        return cls(level_of_difficulty(difficulty_of(ways, lexicon)), 0, *ways)


@cache
def listed(level: int) -> list[Line]:
    """Return the lines of a level."""
    rows = (line.split() for line in RESIZES.read_text("ascii").splitlines() if line[0] != "#")
    lines = (
        Line(int(level), int(share), int(ways), int(known), tuple(words))
        for level, share, ways, known, *words in rows
    )
    return [line for line in lines if line.level == level]


def climber(lexicon: Lexicon) -> Climber:
    """Return a Climber for the ways of a resize."""
    return Climber(lexicon, BETWEEN, MOVES)


def difficulty_of(ways: Ways, lexicon: Lexicon) -> float:
    """Return how hard it is to find a shortest way."""
    strangest = max(strangeness(lexicon, word) for word in ways.path[1:-1])
    return measured(1.05 * ways.steps + 2.6 / sqrt(ways.familiar) + 3 * strangest - 11.2)


def is_good(ways: Ways) -> bool:
    """Return whether ways are long enough, and the shown one does not arrive by a plain letter."""
    return ways.steps in STEPS and not is_plain(*ways.path[-2:])


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the resizes of a level, beginning with the one whose turn it is."""
    for line in draw.in_turn_by_share(listed(level), lambda line: line.share, str):
        check(deadline)
        if all(word in lexicon for word in line.words):
            yield _puzzle(level, Ways(*line[2:]), lexicon)


def more(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield resizes between any two everyday words."""
    words = familiar(lexicon, LENGTHS, EVERYDAY)
    ends, search = set(words), climber(lexicon)
    for start in draw.rng.sample(words, min(DRAWS, len(words))):
        check(deadline)
        good = [ways for word, ways in search.reached(start) if word in ends and is_good(ways)]
        for ways in draw.rng.sample(good, len(good)):
            puzzle = _puzzle(level, ways, lexicon)
            if level_of_difficulty(puzzle.difficulty) == level:
                yield puzzle


def _puzzle(level: int, ways: Ways, lexicon: Lexicon) -> Puzzle:
    given = ways.path[0], ways.path[-1]
    difficulty = difficulty_of(ways, lexicon)
    return Puzzle(
        game="resize",
        level=level,
        difficulty=difficulty,
        given=given,
        par=ways.steps,
        goal=0,
        solution=ways.path,
        ways=ways.ways,
    )


MAKER = Maker(
    "resize",
    SINCE,
    0,
    in_turn,
    more,
    key=sorted,
    instead_of="truncate",
    best=partial(best, moves=MOVES),
    departure=partial(departure, moves=MOVES),
    distances=partial(distances, moves=MOVES),
)
