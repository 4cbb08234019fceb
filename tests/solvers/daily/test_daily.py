"""Editions: made from number and secret, solvable, par right, as hard as their weekday demands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from datetime import date
from itertools import pairwise
from math import ceil
from pathlib import Path

import pytest

from solvers.daily import (
    GAMES,
    LEVELS,
    EditionRequest,
    day_of,
    game_of,
    level_of,
    make,
    number_of,
)
from solvers.daily.draw import ROUND, Draw
from solvers.deadline import Deadline
from solvers.errors import GaveUp
from tests.patience import PATIENCE
from tests.solvers.daily.brute import greed, share
from tests.solvers.daily.measures import MEASURES, easiest, stages

ROOT = Path(__file__).parents[3]


def made(number, lexicon, secret=""):
    return make(EditionRequest(number, secret), lexicon, Deadline.never())


def in_level(edition):
    low = edition.level if edition.level > 1 else 0
    return edition.difficulty >= low and (edition.difficulty < edition.level + 1 or low == 7)


def check(edition, plain):
    """Hold an edition against the plain answers."""
    assert edition.game == game_of(edition.number)
    assert edition.level == level_of(edition.number)
    assert in_level(edition), edition
    assert not plain.flagged & {*edition.solution, *edition.given}
    par, ways, difficulty = MEASURES[edition.game](plain, edition.given)
    assert (edition.par, edition.ways) == (par, ways)
    assert edition.difficulty == pytest.approx(difficulty, abs=0.006)
    CHECKS[edition.game](edition, plain)


def check_ladder(edition, plain):
    start, target = edition.given
    _, ways, _, strange = plain.ladders(start, target)
    assert ways >= 2
    assert (edition.solution[0], edition.solution[-1]) == (start, target)
    assert len(edition.solution) == edition.par + 1
    assert edition.goal == 0
    assert set(edition.solution) <= plain.known
    assert all(
        sum(a != b for a, b in zip(x, y, strict=True)) == 1 for x, y in pairwise(edition.solution)
    )
    assert sum(map(plain.strange, edition.solution[1:])) == pytest.approx(strange)


def check_snake(edition, plain):
    words = edition.given
    assert 7 <= len(words) <= 12
    assert list(words) == sorted(set(words))
    assert set(words) <= plain.known
    assert sorted(edition.solution) == list(words)
    assert sum(share(a, b) ** 2 for a, b in pairwise(edition.solution)) == edition.par
    assert edition.goal <= edition.par
    if edition.level >= 5:
        assert greed(words) < min(edition.goal, 0.92 * edition.par)


def check_anigram(edition, plain):
    assert len(edition.given) == len(edition.solution) == edition.par == edition.goal == 6
    assert set(edition.solution) <= plain.known
    letters = Counter()
    for size, new, word in zip(range(4, 10), edition.given, edition.solution, strict=True):
        letters += Counter(new)
        assert letters == Counter(word)
        assert len(word) == size
    for before, after in pairwise(stages(plain, edition.given)):
        assert not {word[:-1] for word in after} & set(before)


def check_truncate(edition, plain):
    (start,) = edition.given
    assert edition.par >= 4
    assert edition.solution in plain.growths(start)
    strange = [sum(map(plain.strange, way)) for way in (edition.solution, easiest(plain, start))]
    assert strange[0] == pytest.approx(strange[1])
    assert set(edition.solution) <= plain.known
    for before, word in pairwise(edition.solution):
        assert before in {word[1:], word[:-1]}
    assert edition.goal == 1 + ceil(0.6 * (edition.par - 1))


CHECKS = {
    "ladder": check_ladder,
    "snake": check_snake,
    "anigram": check_anigram,
    "truncate": check_truncate,
}


def test_the_days():
    assert number_of(date(2026, 1, 1)) == 1
    assert number_of(date(2027, 1, 1)) == 366
    assert all(number_of(day_of(number)) == number for number in (-400, 0, 1, 59, 60, 10_000))
    assert day_of(5) == date(2026, 1, 5)  # a Monday
    assert [level_of(number) for number in range(5, 12)] == list(LEVELS)
    assert {(game_of(n), level_of(n)) for n in range(1, ROUND + 1)} == {
        (game, level) for game in GAMES for level in LEVELS
    }
    assert Counter(map(game_of, range(1, ROUND + 1))) == dict.fromkeys(GAMES, 7)


def test_the_same_number_makes_the_same_edition_in_another_process(full):
    numbers = [n for n in range(120, 120 + ROUND) if level_of(n) == 2]
    assert {game_of(n) for n in numbers} == set(GAMES)
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
    turns = [Draw(n, "ours").in_turn(puzzles, str)[0] for n in range(3, 3 + 14 * ROUND, ROUND)]
    assert turns[:7] == turns[7:]
    assert sorted(turns[:7]) == puzzles
    assert turns[:7] != [Draw(n, "theirs").in_turn(puzzles, str)[0] for n in range(3, 199, ROUND)]


def test_words_are_dealt_and_dealt_again_only_after_all_other_shares():
    words = [f"word{n}" for n in range(100)]
    shares = [Draw(n, "ours").share(words, str, 16) for n in range(1, 129, len(GAMES))]
    assert sorted(word for share in shares[:16] for word in share) == sorted(words)
    assert shares[:16] == shares[16:]


def test_what_is_made_never_depends_on_the_time_it_takes(full):
    with pytest.raises(GaveUp, match="tried again soon"):
        make(EditionRequest(3), full, Deadline.after(-1))


@pytest.mark.parametrize("number", range(120, 120 + len(GAMES)), ids=game_of)
def test_who_does_not_know_the_secret_does_not_know_the_edition(full, number):
    several = [made(number, full, secret) for secret in ("", "ours", "theirs", "others")]
    assert len({edition.given for edition in several}) >= 3
    assert made(number, full, "ours") == several[1]
    assert all(in_level(edition) for edition in several)
