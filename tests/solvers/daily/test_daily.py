"""Editions: made from number and secret, solvable, par right, as hard as their weekday demands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from datetime import date
from itertools import pairwise
from math import ceil

import pytest

from solvers.daily import (
    DAILY_GAMES,
    GAMES,
    LEVELS,
    EditionRequest,
    day_of,
    level_of,
    make,
    number_of,
    planned_game,
    rotation,
)
from solvers.daily.draw import Draw
from solvers.daily.rotation import Rotation, turns_of
from solvers.deadline import Deadline
from solvers.errors import GaveUp
from tests.paths import ROOT
from tests.patience import PATIENCE
from tests.solvers.daily.brute import greed, share
from tests.solvers.daily.measures import MEASURES, easiest, stages

ROUND = len(DAILY_GAMES) * len(LEVELS)
"""After so many days a game is on the same weekday again."""
LATELY = rotation.rotations()[-1].since


def made(number, lexicon, secret=""):
    return make(EditionRequest(number, secret), lexicon, Deadline.never())


def in_level(puzzle):
    low = puzzle.level if puzzle.level > 1 else 0
    return puzzle.difficulty >= low and (puzzle.difficulty < puzzle.level + 1 or low == 7)


def check(edition, plain):
    """Hold an edition against the plain answers."""
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


def test_the_days():
    assert number_of(date(2026, 1, 1)) == 1
    assert number_of(date(2027, 1, 1)) == 366
    assert all(number_of(day_of(number)) == number for number in (-400, 0, 1, 59, 60, 10_000))
    assert day_of(5) == date(2026, 1, 5)  # a Monday
    assert [level_of(number) for number in range(5, 12)] == list(LEVELS)
    days = range(LATELY, LATELY + ROUND)
    assert {(planned_game(n), level_of(n)) for n in days} == {
        (game, level) for game in DAILY_GAMES for level in LEVELS
    }
    assert Counter(map(planned_game, days)) == dict.fromkeys(DAILY_GAMES, 7)


def test_the_same_number_makes_the_same_edition_in_another_process(full):
    numbers = [n for n in range(LATELY - ROUND, LATELY + ROUND) if level_of(n) == 2]
    assert {planned_game(n) for n in numbers} == set(GAMES)
    code = (
        "from tests.solvers.daily.test_daily import made\n"
        "from solvers.library import open_lexicon\n"
        "full = open_lexicon('full')\n"
        f"for n in {numbers}: print(repr(made(n, full)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert run.stdout.splitlines() == [repr(made(n, full)) for n in numbers]


def test_puzzles_take_turns_in_an_order_of_the_secrets_own():
    puzzles = list("abcdefg")

    def turns_by(secret):
        numbers = range(3, 3 + 14 * ROUND, ROUND)
        return [Draw(n, secret, turns_of(n)).in_turn(puzzles, str)[0] for n in numbers]

    turns = turns_by("ours")
    assert turns[:7] == turns[7:]
    assert sorted(turns[:7]) == puzzles
    assert turns != turns_by("theirs")


def test_words_are_dealt_and_dealt_again_only_after_all_other_shares():
    words = [f"word{n}" for n in range(100)]
    shares = [
        Draw(n, "ours", turns_of(n)).share(words, str, 16) for n in range(1, 129, len(DAILY_GAMES))
    ]
    assert sorted(word for share in shares[:16] for word in share) == sorted(words)
    assert shares[:16] == shares[16:]


def test_no_turn_of_a_game_comes_again_whatever_joins_or_leaves(monkeypatch):
    more = (Rotation(533, (*DAILY_GAMES, "toy")), Rotation(700, ("toy", *GAMES[:2])))
    before = [(planned_game(n), turns_of(n)) for n in range(533)]
    assert [turns for _, turns in before] == [(n // 4, n // ROUND) for n in range(533)]
    planned = (*rotation.rotations(), *more)
    monkeypatch.setattr(rotation, "rotations", lambda: planned)
    assert [(planned_game(n), turns_of(n)) for n in range(533)] == before
    numbers = range(1, 2_000)
    assert {planned_game(n) for n in numbers[700:]} == {"toy", *GAMES[:2]}
    of_game = {(planned_game(n), turns_of(n).of_game) for n in numbers}
    of_weekday = {(planned_game(n), level_of(n), turns_of(n).of_weekday) for n in numbers}
    assert len(of_game) == len(of_weekday) == len(numbers)


def test_what_is_made_never_depends_on_the_time_it_takes(full):
    with pytest.raises(GaveUp, match="tried again soon"):
        make(EditionRequest(3), full, Deadline.after(-1))


@pytest.mark.parametrize("number", [*range(120, 124), LATELY + 3], ids=planned_game)
def test_who_does_not_know_the_secret_does_not_know_the_edition(full, number):
    several = [made(number, full, secret) for secret in ("", "ours", "theirs", "others")]
    assert len({edition.puzzle.given for edition in several}) >= 3
    assert made(number, full, "ours") == several[1]
    assert all(in_level(edition.puzzle) for edition in several)
