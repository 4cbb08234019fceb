"""A daily resize: from one word to another, by a letter more or a letter less at each step.

The pairs are those of `data/resizes.txt`, each at its level. A shortest way has familiar words
only, and does not arrive by a plain s, d or r.

The lines are dealt into shares, which have no word in common and take turns; so no word is in two
solutions within as many turns as there are shares.

Difficulty: 1.05 for each step, 2.6 divided by the square root of the number of shortest ways that
have familiar words only, and 3 for each power of ten by which the strangest word between is strange
(`strangeness`), less 11.2. With these weights it tells best how many of the simulated
people of `bench/forms.py` find a way.
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
"""The edition from which on it is played, in place of truncates: that of 2 December 2026."""
MOVES = ("delete", "insert")
LENGTHS = range(3, 7)
"""How many letters the ends may have."""
BETWEEN = range(2, 12)
"""How many letters the words between them may have."""
STEPS = range(4, 10)
SHARES = 16
DRAWS = 60
"""From so many everyday words ways are looked for beyond those of `data/resizes.txt`."""


class Line(NamedTuple):
    """A line of the file: the puzzle from the first word to the last.

    ways      how many shortest ways there are
    familiar  how many of them have familiar words only; `words` is the least strange of these
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
        """Return the line of some ways, that is in no share yet."""
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
    """Return what finds the ways of a resize."""
    return Climber(lexicon, BETWEEN, MOVES)


def difficulty_of(ways: Ways, lexicon: Lexicon) -> float:
    """Return how hard it is to find a shortest way."""
    strangest = max(strangeness(lexicon, word) for word in ways.path[1:-1])
    return measured(1.05 * ways.steps + 2.6 / sqrt(ways.familiar) + 3 * strangest - 11.2)


def is_good(ways: Ways) -> bool:
    """Return whether ways are long enough, and the one that is shown does not arrive plainly."""
    return ways.steps in STEPS and not is_plain(*ways.path[-2:])


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the resizes of a level, the one whose turn it is first."""
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
