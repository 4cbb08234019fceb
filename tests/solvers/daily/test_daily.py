"""Editions: made of their number alone, solvable, par right, as hard as their day asks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from datetime import date
from itertools import pairwise
from math import log10
from pathlib import Path

import pytest

from solvers.daily import (
    CLASSES,
    GAMES,
    LEVELS,
    EditionRequest,
    day_of,
    game_of,
    level_of,
    make,
    number_of,
)
from solvers.daily.draw import ROUND, is_own
from solvers.deadline import Deadline
from solvers.errors import GaveUp
from solvers.library import open_lexicon
from tests.solvers.daily import golden
from tests.solvers.daily.brute import Plain, best_snake, share

ROOT = Path(__file__).parents[3]
SAMPLE = range(120, 120 + ROUND)  # every game at every level
YEAR = 366


@pytest.fixture(scope="module")
def full():
    return open_lexicon("full")


@pytest.fixture(scope="module")
def plain(full):
    return Plain(full)


@pytest.fixture(scope="module")
def sample(full):
    return {number: made(number, full) for number in SAMPLE}


def made(number, lexicon):
    return make(EditionRequest(number), lexicon, Deadline.never())


def in_level(edition):
    low = edition.level if edition.level > 1 else 0
    return edition.difficulty >= low and (edition.difficulty < edition.level + 1 or low == 7)


def check(edition, plain):
    """Hold an edition against the plain answers."""
    assert edition.game == game_of(edition.number)
    assert edition.level == level_of(edition.number)
    assert in_level(edition), edition
    assert not plain.flagged & {*edition.solution, *edition.given}
    CHECKS[edition.game](edition, plain)


def check_ladder(edition, plain):
    start, target = edition.given
    assert {start, target} <= plain.common
    steps, ways, strange = plain.ladders(start, target)
    assert (edition.par, edition.ways, edition.goal) == (steps, ways, 0)
    assert (edition.solution[0], edition.solution[-1]) == (start, target)
    assert len(edition.solution) == steps + 1
    assert set(edition.solution) <= plain.common
    assert all(
        sum(a != b for a, b in zip(x, y, strict=True)) == 1 for x, y in pairwise(edition.solution)
    )
    between = edition.solution[1:-1]
    assert sum(map(plain.strange, between)) == pytest.approx(strange)
    scarce = max(0, 2 - log10(ways)) * 0.4
    measured = 0.9 * (steps - 2) + scarce + 0.8 * strange / len(between)
    assert edition.difficulty == pytest.approx(measured, abs=0.006)


def check_snake(edition, plain):
    words = edition.given
    assert 7 <= len(words) <= 12
    assert list(words) == sorted(set(words))
    assert set(words) <= plain.common
    assert sorted(edition.solution) == list(words)
    assert sum(share(a, b) ** 2 for a, b in pairwise(edition.solution)) == edition.par
    assert best_snake(words) == edition.par
    assert 0 < edition.goal <= edition.par


def check_anigram(edition, plain):
    assert len(edition.given) == len(edition.solution) == edition.par == edition.goal == 6
    assert set(edition.solution) <= plain.common
    letters, ways, asks = Counter(), 1, 0.0
    spelled = defaultdict(list)
    for word in plain.rareness:
        spelled["".join(sorted(word))].append(word)
    for size, new, word in zip(range(4, 10), edition.given, edition.solution, strict=True):
        letters += Counter(new)
        assert letters == Counter(word)
        assert len(word) == size
        options = spelled["".join(sorted(word))]
        ways *= len(options)
        asks += 2.2 * min(map(plain.strange, set(options) & plain.shown))
        asks += {1: 1.3, 2: 0.6}.get(len(options), 0) + 0.4 * max(0, size - 6)
    assert edition.ways == ways
    assert edition.difficulty == pytest.approx(asks / 6, abs=0.006)


def check_truncate(edition, plain):
    (start,) = edition.given
    length, ways, strange = plain.growths(start)
    assert (edition.par, edition.ways) == (length, ways)
    assert length >= 4
    assert edition.solution[0] == start
    assert len(edition.solution) == length
    for before, word in pairwise(edition.solution):
        assert word in plain.rareness
        assert before in {word[1:], word[:-1]}
    measured = 1.2 * (length - 4) + 1.1 * strange / (length - 1) + 0.5 * max(0, 1 - log10(ways))
    assert edition.difficulty == pytest.approx(measured, abs=0.006)
    assert 2 <= edition.goal <= length


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


def test_a_round_of_editions_is_solvable_par_is_right_and_each_is_as_hard_as_asked(sample, plain):
    for edition in sample.values():
        check(edition, plain)


def test_the_same_number_makes_the_same_edition_in_another_process(sample):
    numbers = [n for n in SAMPLE if level_of(n) == 2]
    assert {game_of(n) for n in numbers} == set(GAMES)
    code = (
        "from tests.solvers.daily.test_daily import made, open_lexicon\n"
        f"for n in {numbers}: print(repr(made(n, open_lexicon('full'))))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert run.stdout.splitlines() == [repr(sample[n]) for n in numbers]


def test_the_golden_file_has_a_round_as_it_is_made(sample):
    lines = golden.read()
    assert {number: golden.line(edition) for number, edition in sample.items()} == {
        number: lines[number] for number in SAMPLE
    }


def test_the_golden_file_has_two_years_within_their_difficulty_and_nothing_comes_back():
    lines = golden.read()
    assert list(lines) == list(golden.NUMBERS)
    seen = {}
    for number, text in lines.items():
        _, day, game, level, difficulty, par, _, given = text.split()
        assert (day, game, int(level)) == (
            day_of(number).isoformat(),
            game_of(number),
            level_of(number),
        )
        low = int(level) if level != "1" else 0
        assert low <= float(difficulty) < (int(level) + 1 if level != "7" else 99)
        assert int(par) >= 3
        puzzle = (game, frozenset(given.split(",")))
        assert number - seen.get(puzzle, -YEAR) >= YEAR, text
        seen[puzzle] = number


def test_classes_come_round_only_after_more_than_a_year():
    assert CLASSES * ROUND > YEAR
    for n in range(1, ROUND + 1):
        own = [m for m in range(n, n + YEAR, ROUND) if is_own(m, "some", "puzzle")]
        assert len(own) <= 1
        assert own == [m for m in range(n, n + YEAR, ROUND) if is_own(m, "puzzle", "some")]


def test_what_is_made_never_depends_on_the_time_it_takes(full):
    with pytest.raises(GaveUp, match="tried again soon"):
        make(EditionRequest(3), full, Deadline.after(-1))


@pytest.mark.full
def test_two_years_of_editions(full, plain):
    lines = golden.read()
    for number in golden.NUMBERS:
        edition = made(number, full)
        assert golden.line(edition) == lines[number]
        check(edition, plain)
