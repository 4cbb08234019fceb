"""The golden files: scores of snakes, and best scores of lists."""

from __future__ import annotations

import pytest

from solvers.deadline import Deadline
from solvers.wordsnake import ScoreRequest, SnakeRequest, score
from solvers.wordsnake.solver import solve
from tests.paths import GOLDEN
from tests.solvers.wordsnake.brute import BEST


def rows(name: str) -> list[tuple[str, int, list[str]]]:
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    cells = [line.split() for line in lines if not line.startswith("#")]
    assert cells
    return [(rule, int(points), words) for rule, points, *words in cells]


@pytest.mark.parametrize(("rule", "points", "words"), rows("snake-scores.txt"))
def test_scores(rule: str, points: int, words: list[str]) -> None:
    positions = None
    if words[1].isdigit():
        words, positions = words[::2], tuple(map(int, words[1::2]))
    assert score(ScoreRequest(tuple(words), positions, rule)).score == points


@pytest.mark.parametrize(("rule", "best", "words"), rows("snake-best.txt"))
def test_best(rule: str, best: int, words: list[str]) -> None:
    result = solve(SnakeRequest(tuple(words), rule), None, Deadline.after(60))
    assert (result.score, result.proven) == (best, True)
    if len(words) < 8:
        assert BEST[rule](words) == best
