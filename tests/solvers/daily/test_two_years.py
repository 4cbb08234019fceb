"""The golden file's two years of editions, each measured again; some or all made again."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from statistics import mean, median
from typing import NamedTuple

import pytest

from solvers.daily import GAMES, LEVELS, day_of, game_of, level_of
from tests.solvers.daily import golden
from tests.solvers.daily.brute import greedy_snake
from tests.solvers.daily.measures import MEASURES
from tests.solvers.daily.test_daily import ROUND, check, made

YEAR = 366


class Line(NamedTuple):
    number: int
    game: str
    level: int
    difficulty: float
    par: int
    ways: int
    given: tuple


def read(text):
    number, day, game, level, difficulty, par, ways, given = text.split()
    assert day == day_of(int(number)).isoformat()
    words = tuple(given.split(","))
    return Line(int(number), game, int(level), float(difficulty), int(par), int(ways), words)


@pytest.fixture(scope="module")
def lines():
    return [read(text) for text in golden.read().values()]


@pytest.mark.slow
def test_every_day_of_two_years_has_its_game_at_its_level(lines):
    assert [line.number for line in lines] == list(golden.NUMBERS)
    for line in lines:
        assert (line.game, line.level) == (game_of(line.number), level_of(line.number))
        low = line.level if line.level > 1 else 0
        assert low <= line.difficulty < (line.level + 1 if line.level < 7 else 99)


def check_figures(lines, plain):
    for line in lines:
        par, ways, difficulty = MEASURES[line.game](plain, line.given)
        assert (line.par, line.ways) == (par, ways), line
        assert line.difficulty == pytest.approx(difficulty, abs=0.006), line


@pytest.mark.slow
def test_par_ways_and_difficulty_are_as_the_plain_measure_has_them(lines, plain):
    check_figures(lines[::9], plain)  # every game, and every level of it


@pytest.mark.slow
def test_they_are_so_on_every_day(lines, plain):
    check_figures(lines, plain)


@pytest.mark.slow
def test_nothing_that_is_shown_is_flagged_or_uncommon(lines, plain):
    for line in lines:
        shown = set() if line.game == "anigram" else set(line.given)
        assert shown <= plain.shown, line


def same(line):
    """What makes a puzzle the same again: whichever way round, in whatever order."""
    if line.game == "anigram":
        return line.game, "".join(sorted("".join(line.given)))
    return line.game, frozenset(line.given)


@pytest.mark.slow
def test_nothing_comes_back_within_a_year(lines):
    seen = {}
    for line in lines:
        assert line.number - seen.get(same(line), -YEAR) >= YEAR, line
        seen[same(line)] = line.number


def figures(line, plain):
    """What makes a puzzle hard for its players, apart from the difficulty itself."""
    if line.game == "ladder":
        return line.par
    if line.game == "snake":
        return len(line.given) + (1 - greedy_snake(line.given) / line.par)
    if line.game == "anigram":
        letters = ["".join(sorted("".join(line.given[:n]))) for n in range(1, 7)]
        return mean(min(map(plain.strange, plain.spelled[few])) for few in letters)
    return line.par + 1 / line.ways


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_days_grow_harder_towards_sunday(lines, plain, game):
    difficulty, hardness = defaultdict(list), defaultdict(list)
    for line in lines:
        if line.game == game:
            difficulty[line.level].append(line.difficulty)
            hardness[line.level].append(figures(line, plain))
    assert all(len(difficulty[level]) >= 26 for level in LEVELS)
    medians = [median(difficulty[level]) for level in LEVELS]
    assert all(b - a > 0.5 for a, b in pairwise(medians))
    # By figures that a player feels, too: not on each day, but clearly over the week.
    monday, thursday, sunday = (mean(hardness[level]) for level in (1, 4, 7))
    assert monday < thursday < sunday


def remake(numbers, full, plain):
    lines = golden.read()
    for number in numbers:
        edition = made(number, full)
        assert golden.line(edition) == lines[number]
        check(edition, plain)


@pytest.mark.slow
def test_four_rounds_are_made_as_they_are_in_the_golden_file(full, plain):
    remake(range(300, 300 + 4 * ROUND), full, plain)


@pytest.mark.full
def test_two_years_are_made_as_they_are_in_the_golden_file(full, plain):
    remake(golden.NUMBERS, full, plain)
