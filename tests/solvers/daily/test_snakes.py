"""Snakes of two years: unbroken, of many shapes, with decoys and more than one solution."""

from itertools import pairwise, permutations
from math import factorial
from statistics import mean

import pytest

from solvers import lexicon_of
from solvers.daily import EditionRequest, make, planned_game, snake
from solvers.daily.snake import results
from solvers.deadline import Deadline
from solvers.errors import NoAnswer
from solvers.wordsnake.solver import solve
from solvers.wordsnake.types import SnakeRequest
from tests.solvers.daily import golden
from tests.solvers.daily.brute import greed, share
from tests.solvers.daily.orders import scores
from tests.sweeps import by_turns

MONTH = 30
RARE = 100_000
"""On each day at least one order in RARE solves the snake."""


def row(line):
    return tuple(share(a, b) for a, b in pairwise(line.solution))


def decoys(line):
    """Return joins of three letters or more that the best does not use."""
    joined = set(pairwise(line.solution))
    return sum(share(*p) >= 3 for p in permutations(line.given, 2) if p not in joined)


def snakes(lines):
    return [line for line in lines if line.game == "snake"]


def check_shapes(lines):
    last, letters, weekend = {}, [], []
    for line in lines:
        joins = row(line)
        assert min(joins) > 0, line
        assert sum(k * k for k in joins) == line.par, line
        shape = min(joins, joins[::-1])
        assert line.number - last.get(shape, -MONTH) > MONTH, line
        last[shape] = line.number
        letters += joins
        weekend += joins if line.level >= 6 else ()
        assert decoys(line) >= (line.level > 1), line
    assert {1, 2, 3, 4, 5} <= set(letters)
    assert sum(k >= 4 for k in letters) > 0.5 * len(lines)
    assert sum(k >= 4 for k in weekend) >= 10
    by_level = [[decoys(line) for line in lines if line.level == level] for level in (1, 4, 7)]
    assert all(mean(some) < mean(more) for some, more in pairwise(by_level))


def check_goals(lines):
    for line in lines:
        counts = scores(line.given)
        assert counts.total() == factorial(len(line.given))
        assert max(counts) == line.par, line
        assert any(line.goal < score < line.par for score in counts), line
        solved = sum(count for score, count in counts.items() if score >= line.goal)
        assert solved * RARE >= counts.total(), line


def test_counts_are_right_where_all_orders_can_be_tried():
    words = ("desire", "resides", "estate", "ternary", "nausea", "seasick")
    tried = [sum(share(a, b) ** 2 for a, b in pairwise(o)) for o in permutations(words)]
    assert dict(scores(words)) == {score: tried.count(score) for score in set(tried)}
    assert results(words) == [tried.count(score) for score in range(max(tried) + 1)]


@pytest.mark.parametrize("number", [0, 60])
def test_a_word_list_without_a_snake_is_said_to_have_none(number, plain, monkeypatch):
    monkeypatch.setattr(snake, "LISTS", 10_000)
    few = lexicon_of(["an", *sorted(plain.known)[:number]])
    edition = next(n for n in golden.NUMBERS if planned_game(n) == "snake")
    with pytest.raises(NoAnswer, match="use a larger one"):
        make(EditionRequest(edition), few, Deadline.never())


def test_bests_are_unbroken_and_of_many_shapes():
    check_shapes(snakes(map(golden.parse, golden.read().values())))


def test_goals_leave_results_below_the_best():
    check_goals(snakes(map(golden.parse, golden.read().values()))[::9])


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("secret", by_turns("", "a", "b"))
def test_two_years_of_snakes_are_as_they_should_be(full, secret):
    numbers = [n for n in golden.NUMBERS if planned_game(n) == "snake"]
    made = [make(EditionRequest(n, secret), full, Deadline.never()) for n in numbers]
    lines = [golden.parse(golden.line(edition)) for edition in made]
    check_shapes(lines)
    check_goals(lines)
    given = {}
    for line in lines:
        best = solve(SnakeRequest(line.given, seed=0), None, Deadline.never())
        assert (best.score, best.proven) == (line.par, True), line
        assert line.level < 5 or greed(line.given) < min(line.goal, 0.92 * line.par), line
        for word in line.given:
            assert line.number - given.get(word, -99) > 60, (line, word)
            given[word] = line.number
