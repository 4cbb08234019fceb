"""A daily ladder: between two common words, its par reached by common words alone.

Difficulty: 0.9 for each step of par beyond two, up to 0.8 more the fewer par ladders there are
(none from 100 on), and 0.8 for each tenfold of rareness, on average, of the words to be found on
the commonest par ladder.
"""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.common import COMMON, check, fits, measured, none_left, showable, strangeness
from solvers.daily.draw import is_own
from solvers.daily.edition import Edition

if TYPE_CHECKING:
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

LENGTHS = {1: (4,), 2: (4,), 3: (4, 5), 4: (4, 5), 5: (4, 5), 6: (4, 5), 7: (4, 5, 6)}
"""Of how many letters the words are, by level."""
STEPS = {1: (3,), 2: (3, 4), 3: (4, 5), 4: (5, 6), 5: (6, 7), 6: (7, 8), 7: (8, 9, 10)}
STARTS = 60


class Reach(NamedTuple):
    """All words within some steps of a start.

    steps, ways   by word: the fewest steps to it, and how many ladders have so few
    strange       by word: the least sum of strangeness over the words between, of such ladders
                  wholly of common words; absent where there is none
    before        by word: what comes before it on that ladder
    """

    steps: dict[int, int]
    ways: dict[int, int]
    strange: dict[int, float]
    before: dict[int, int]


def reach(lexicon: Lexicon, start: int, farthest: int) -> Reach:
    """Search breadth first over the whole lexicon, up to so many steps."""
    rareness, flagged = lexicon.rareness, lexicon.flagged
    found = Reach({start: 0}, {start: 1}, {start: 0.0}, {})
    layer = [start]
    for step in range(1, farthest + 1):
        onward = []
        for here in layer:
            passing = found.strange.get(here)
            if passing is not None and step > 1:
                passing += strangeness(rareness[here])
            for near in lexicon.neighbours(here):
                if found.steps.setdefault(near, step) != step:
                    continue
                if near not in found.ways:
                    found.ways[near] = 0
                    onward.append(near)
                found.ways[near] += found.ways[here]
                if passing is None or flagged[near] or rareness[near] > COMMON:
                    continue
                if near not in found.strange or passing < found.strange[near]:
                    found.strange[near] = passing
                    found.before[near] = here
        layer = onward
    return found


def difficulty_of(steps: int, ways: int, strange: float) -> float:
    """Return the difficulty, given the sum of strangeness over the words to be found."""
    scarce = max(0.0, 2 - log10(ways)) * 0.4
    return measured(0.9 * (steps - 2) + scarce + 0.8 * strange / max(1, steps - 1))


def make(number: int, level: int, lexicon: Lexicon, rng: Random, deadline: Deadline) -> Edition:
    """Make a ladder of a level."""
    starts = [
        id_
        for length in LENGTHS[level]
        for id_ in showable(lexicon, lexicon.ids_of_length(length), COMMON // 100)
    ]
    rng.shuffle(starts)
    for start in starts[:STARTS]:
        check(deadline)
        word = lexicon.word(start)
        found = reach(lexicon, start, STEPS[level][-1])
        targets = [
            target
            for target, steps in found.steps.items()
            if steps in STEPS[level]
            and target in found.strange
            and lexicon.rareness[target] <= COMMON // 100
            and is_own(number, word, lexicon.word(target))
        ]
        rng.shuffle(targets)
        for target in targets:
            steps, ways = found.steps[target], found.ways[target]
            difficulty = difficulty_of(steps, ways, found.strange[target])
            if fits(difficulty, level):
                solution = tuple(map(lexicon.word, _path(found, start, target)))
                given = (word, solution[-1])
                return Edition(number, "ladder", level, difficulty, given, steps, 0, solution, ways)
    raise none_left(number)


def _path(found: Reach, start: int, target: int) -> list[int]:
    path = [target]
    while path[-1] != start:
        path.append(found.before[path[-1]])
    return path[::-1]
