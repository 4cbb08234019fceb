"""A truncate: from a start of two to five letters, grow as far as familiar words lead.

It was a daily puzzle until edition 335.

Best and goal count familiar words only; a player who knows others may get further.

Difficulty: 2.2 for each word of best beyond four, plus 3.5 divided by the square root of the number
of longest sequences, plus 3 times the amount by which the average `strangeness` of the easiest
sequence's words exceeds 2.
"""

from __future__ import annotations

import string
from dataclasses import replace
from functools import cache
from math import ceil, sqrt
from typing import TYPE_CHECKING

from solvers.daily.common import (
    EVERYDAY,
    check,
    familiar,
    level_of_difficulty,
    measured,
    strangeness,
)
from solvers.daily.edition import Puzzle
from solvers.daily.makers import ONLY_HIDDEN, Maker, OwnResult
from solvers.errors import NoAnswer
from solvers.truncate.request import TruncateRequest
from solvers.truncate.solver import solve as solve_truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.daily.draw import Draw
    from solvers.daily.makers import LineRequest, OwnRequest
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

STARTS = range(2, 6)
"""How many letters the start has."""
FEWEST = 4
"""The fewest words that make a game."""
SOLVED = 0.6
"""The share of the possible growth that counts as solved."""


class Growth:
    """The longest sequences by the familiar words of a lexicon.

    ways   by word: the number of longest sequences that begin there
    path   by word: the longest sequence that adds the fewest s, then has the least strange words
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.ways: dict[str, int] = {}
        self.path: dict[str, tuple[str, ...]] = {}
        merit: dict[str, tuple[int, float]] = {}
        for word in reversed(familiar(lexicon, range(2, lexicon.longest + 1))):
            own = strangeness(lexicon, word)
            self.ways.setdefault(word, 1)
            path = self.path[word] = (word, *self.path.get(word, ()))
            merit.setdefault(word, (0, 0.0))
            for shorter in {word[1:], word[:-1]}:
                length = len(self.path.get(shorter, ()))
                if length > len(path):
                    continue
                if length < len(path):
                    self.ways[shorter] = 0
                self.ways[shorter] += self.ways[word]
                added, strange = merit[word]
                new = added + (word == f"{shorter}s"), strange + own
                if length < len(path) or new < merit[shorter]:
                    merit[shorter], self.path[shorter] = new, path

    def difficulty(self, start: str) -> float:
        """Return how hard it is to find a longest sequence."""
        found = self.path[start][1:]
        strange = sum(strangeness(self._lexicon, word) for word in found) / len(found)
        length = 2.2 * (len(found) + 1 - FEWEST)
        return measured(length + 3.5 / sqrt(self.ways[start]) + 3 * (strange - 2))


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the truncates of a level, beginning with the one whose turn it is."""
    check(deadline)
    growth = Growth(lexicon)
    starts = [
        word
        for word in familiar(lexicon, STARTS, EVERYDAY)
        if len(growth.path[word]) >= FEWEST
        and level_of_difficulty(growth.difficulty(word)) == level
    ]
    for start in draw.in_turn(starts, str):
        path = growth.path[start]
        goal = 1 + ceil((len(path) - 1) * SOLVED)
        difficulty, ways = growth.difficulty(start), growth.ways[start]
        yield Puzzle(
            game="truncate",
            level=level,
            difficulty=difficulty,
            given=(start,),
            par=len(path),
            goal=goal,
            solution=path,
            ways=ways,
        )


def best(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a longest sequence from a person's own start."""
    (start,) = request.given
    asked = TruncateRequest(start, avoid=request.avoid, policy=request.policy, seed=0)
    shown = solve_truncate(asked, lexicon, deadline).sequence
    best = solve_truncate(replace(asked, policy="all"), lexicon, deadline).sequence
    if len(best) > len(shown):
        raise NoAnswer(ONLY_HIDDEN, code="only_hidden")
    if len(best) < 2:
        raise NoAnswer(f"No word grows from “{start}”. Try another start.")
    return OwnResult(shown, len(shown))


def departure(request: LineRequest, lexicon: Lexicon, _deadline: Deadline) -> int | None:
    """Return the number of the word, perhaps missing, where a sequence leaves every longest one."""
    line, left = request.line, _growth(lexicon, frozenset(request.avoid))
    most = left(line[0])
    off = (number for number, word in enumerate(line) if number + left(word) != most)
    return next(off, None if len(line) > most else len(line))


def _growth(lexicon: Lexicon, avoid: frozenset[str]) -> Callable[[str], int]:
    """Return a function that tells how many words can follow a word."""

    @cache
    def left(word: str) -> int:
        letters = string.ascii_lowercase
        longer = {*(x + word for x in letters), *(word + x for x in letters)} - avoid
        return max((1 + left(one) for one in longer if one in lexicon), default=0)

    return left


MAKER = Maker("truncate", 0, 3, in_turn, best=best, departure=departure)
