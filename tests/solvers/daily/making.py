"""Making daily puzzles, and checking what holds for each."""

from collections import Counter
from itertools import pairwise
from math import ceil

import pytest

from solvers.daily import DAILY_GAMES, LEVELS, EditionRequest, level_of, make, planned_game
from solvers.deadline import Deadline
from tests.solvers.daily.brute import greed, share
from tests.solvers.daily.measures import MEASURES, easiest, stages

ROUND = len(DAILY_GAMES) * len(LEVELS)
"""Days until a game is on the same weekday again."""


def made(number, lexicon, secret=""):
    return make(EditionRequest(number, secret), lexicon, Deadline.never())


def in_level(puzzle):
    low = puzzle.level if puzzle.level > 1 else 0
    return puzzle.difficulty >= low and (puzzle.difficulty < puzzle.level + 1 or low == 7)


def check(edition, plain):
    """Compare an edition with the plain answers."""
    puzzle = edition.puzzle
    assert puzzle.game == planned_game(edition.number)
    assert puzzle.level == level_of(edition.number)
    assert in_level(puzzle), edition
    assert not plain.flagged & {*puzzle.solution, *puzzle.given}
    par, ways, difficulty = MEASURES[puzzle.game](plain, puzzle.given)
    assert (puzzle.par, puzzle.ways) == (par, ways)
    assert puzzle.difficulty == pytest.approx(difficulty, abs=0.006)
    CHECKS[puzzle.game](puzzle, plain)


def check_ladder(puzzle, plain):
    assert puzzle.ways >= 2
    check_way(puzzle, plain, plain.ladders)
    for x, y in pairwise(puzzle.solution):
        assert sum(a != b for a, b in zip(x, y, strict=True)) == 1


def check_resize(puzzle, plain):
    check_way(puzzle, plain, plain.resizes)
    for x, y in pairwise(puzzle.solution):
        assert y in plain.beside(x)


def check_way(puzzle, plain, ways):
    start, target = puzzle.given
    *_, (strange, _) = ways(start, target)
    assert (puzzle.solution[0], puzzle.solution[-1]) == (start, target)
    assert len(puzzle.solution) == puzzle.par + 1
    assert puzzle.goal == 0
    assert set(puzzle.solution) <= plain.known
    assert sum(map(plain.strange, puzzle.solution[1:])) == pytest.approx(strange)


def check_snake(puzzle, plain):
    words = puzzle.given
    assert 7 <= len(words) <= 12
    assert list(words) == sorted(set(words))
    assert set(words) <= plain.known
    assert sorted(puzzle.solution) == list(words)
    assert sum(share(a, b) ** 2 for a, b in pairwise(puzzle.solution)) == puzzle.par
    assert all(share(a, b) for a, b in pairwise(puzzle.solution))
    assert puzzle.goal < puzzle.par
    if puzzle.level >= 5:
        assert greed(words) < min(puzzle.goal, 0.92 * puzzle.par)


def check_anigram(puzzle, plain):
    assert len(puzzle.given) == len(puzzle.solution) == puzzle.par == puzzle.goal == 6
    assert set(puzzle.solution) <= plain.known
    letters = Counter()
    for size, new, word in zip(range(4, 10), puzzle.given, puzzle.solution, strict=True):
        letters += Counter(new)
        assert letters == Counter(word)
        assert len(word) == size
    for before, after in pairwise(stages(plain, puzzle.given)):
        assert not {word[:-1] for word in after} & set(before)


def check_truncate(puzzle, plain):
    (start,) = puzzle.given
    assert puzzle.par >= 4
    assert puzzle.solution in plain.growths(start)
    strange = [sum(map(plain.strange, way)) for way in (puzzle.solution, easiest(plain, start))]
    assert strange[0] == pytest.approx(strange[1])
    assert set(puzzle.solution) <= plain.known
    for before, word in pairwise(puzzle.solution):
        assert before in {word[1:], word[:-1]}
    assert puzzle.goal == 1 + ceil(0.6 * (puzzle.par - 1))


CHECKS = {
    "ladder": check_ladder,
    "snake": check_snake,
    "anigram": check_anigram,
    "truncate": check_truncate,
    "resize": check_resize,
}
