"""What is found where proof takes too long, on lists small enough to know the best."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers.wordsnake.approach as approach_module
import solvers.wordsnake.solve as solving
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, SnakeRequest, score
from solvers.wordsnake.approach import Approach
from solvers.wordsnake.arrange import arrange
from solvers.wordsnake.prices import guess
from solvers.wordsnake.proximal import compiled
from solvers.wordsnake.task import Task
from solvers.wordsnake.types import Scored
from solvers.wordsnake.verify import verify
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.test_solve import check, grown, solved


@pytest.fixture(scope="module")
def english() -> list[str]:
    """Words of which many overlap, hold one another, or turn up where two are joined."""
    common = open_lexicon("common")
    return random.Random(1).sample([common.word(i) for i in range(len(common))], 5000)


def plain(words: list[str]) -> tuple[Task, object]:
    """A list as a task under containment, and the snake that lays its words as they come."""
    return (
        Task.of(tuple(words), "containment"),
        score(ScoreRequest(tuple(words), rule="containment")),
    )


def approached(
    words: list[str], deadline: Deadline, told: list[tuple[int, int]] | None = None
) -> tuple[int, Approach]:
    """What the words score as they come, and what is found from there."""
    task, start = plain(words)
    report = None if told is None else lambda *pair: told.append(pair)
    approach = Approach(task, start, guess(task), report)
    approach.run(deadline)
    return start.score, approach


@settings(max_examples=25, deadline=None)
@given(words=st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=6, unique=True))
def test_no_snake_is_above_the_bound_nor_what_is_found_below_the_start(words: list[str]) -> None:
    start, found = approached(words, Deadline.never())
    assert start <= found.snake.score <= BEST["containment"](words) <= found.prices.floor


def test_it_comes_near_the_proven_best(english: list[str]) -> None:
    exact = solved(english, "containment")
    assert exact.proven
    told: list[tuple[int, int]] = []
    _, found = approached(english, Deadline.never(), told)
    assert exact.score * 0.9995 <= found.snake.score <= exact.score
    assert exact.score <= found.prices.floor <= exact.score * 1.0001
    assert [best for best, _ in told] == sorted(best for best, _ in told)
    bounds = [bound for _, bound in told]
    assert bounds == sorted(bounds, reverse=True)
    assert len(set(bounds)) > 1


@pytest.mark.parametrize("seconds", [0, 0.02, 0.5])
def test_a_deadline_leaves_a_snake_and_a_true_bound(seconds: float) -> None:
    words = grown(4, 200)
    start, found = approached(words, Deadline.after(seconds))
    exact = solved(words, "containment")
    assert start <= found.snake.score <= exact.bound
    assert exact.score <= found.prices.floor


def test_a_start_cut_short_is_not_laid(english: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[float] = []

    def noted(task: Task, flow: np.ndarray) -> Scored:
        laid.append(flow.sum() / len(english))
        return arrange(task, flow)

    monkeypatch.setattr(approach_module, "arrange", noted)
    monkeypatch.setattr(approach_module, "_EVEN_STEPS", 0)
    for steps in (8, 200):
        monkeypatch.setattr(approach_module, "_WARM_STEPS", steps)
        approached(english[:2000], Deadline.never())
    assert all(taken < 10 for taken in laid)
    assert len(laid) > 2


def test_a_large_list_is_solved_and_certified_that_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_LARGE", 0)
    words = grown(5, 150)
    request = SnakeRequest(tuple(words), "containment", certify=True)
    result = solving.solve(request, None, Deadline.never())
    check(result)
    verdict = verify(words, json.loads(json.dumps(result.certificate)))
    assert verdict.valid, verdict.reason
    assert (verdict.score, verdict.bound) == (result.score, result.bound)


def test_loops_are_compiled_even_where_nothing_can_be_kept() -> None:
    homeless: dict[str, object] = {}
    exec("def double(numbers):\n    numbers *= 2\n", homeless)  # Numba finds no file of it
    numbers = np.arange(3)
    compiled(homeless["double"])(numbers)
    assert numbers.tolist() == [0, 2, 4]
