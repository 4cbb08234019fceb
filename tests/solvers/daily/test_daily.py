"""Editions: made from number and secret, solvable, with the right par, as hard as their weekday."""

import os
import sys
from collections import Counter
from datetime import date

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
from tests.programs import ran
from tests.solvers.daily.making import ROUND, in_level, made

LATELY = rotation.rotations()[-1].since


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
    env = os.environ | {"PYTHONHASHSEED": "7"}
    run = ran(sys.executable, "-c", code, cwd=ROOT, env=env, check=True)
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
    draws = [Draw(n, "ours", turns_of(n)) for n in range(1, 129, len(DAILY_GAMES))]
    shares = [draw.share(words, str, 16) for draw in draws]
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
