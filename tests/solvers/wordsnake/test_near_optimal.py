"""Results where proof takes too long, on lists small enough to know the best."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers.wordsnake.large.near_optimal as near_optimal
import solvers.wordsnake.solver as solver
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, SnakeRequest, score
from solvers.wordsnake.decode import decode_flow
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large.near_optimal import NearOptimal
from solvers.wordsnake.large.proximal import compiled
from solvers.wordsnake.prices import initial_duals
from solvers.wordsnake.types import Scored
from solvers.wordsnake.verify import verify
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.lists import check, grown, solved


@pytest.fixture(scope="module")
def english() -> list[str]:
    """Words; many overlap, contain one another, or appear where two others are joined."""
    common = open_lexicon("common")
    return random.Random(1).sample([common.word(i) for i in range(len(common))], 3000)


def plain(words: list[str]) -> tuple[Instance, object]:
    """Return a list's instance under containment, and the snake of its words in their order."""
    start = score(ScoreRequest(tuple(words), rule="containment"))
    return Instance.of(tuple(words), "containment"), start


def improved(
    words: list[str], deadline: Deadline, reports: list[tuple[int, int]] | None = None
) -> tuple[int, NearOptimal]:
    """Return the score of the words in their order, and the result found from there."""
    instance, start = plain(words)

    def report(snake, prices) -> None:
        if reports is not None:
            reports.append((snake.score, prices.floor))

    found = NearOptimal(instance, start, initial_duals(instance), report)
    found.run(deadline)
    return start.score, found


@settings(max_examples=4, deadline=None)
@given(words=st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=6, unique=True))
def test_no_snake_is_above_the_bound_nor_what_is_found_below_the_start(words: list[str]) -> None:
    start, found = improved(words, Deadline.never())
    assert start <= found.snake.score <= BEST["containment"](words) <= found.prices.floor


def test_it_gets_close_to_the_proven_best(english: list[str]) -> None:
    exact = solved(english, "containment")
    assert exact.proven
    reports: list[tuple[int, int]] = []
    _, found = improved(english, Deadline.never(), reports)
    assert exact.score * 0.9995 <= found.snake.score <= exact.score
    assert exact.score <= found.prices.floor <= exact.score * 1.0001
    assert [best for best, _ in reports] == sorted(best for best, _ in reports)
    bounds = [bound for _, bound in reports]
    assert bounds == sorted(bounds, reverse=True)
    assert len(set(bounds)) > 1


@pytest.mark.parametrize("seconds", [0, 0.02, 0.5])
def test_a_deadline_leaves_a_snake_and_a_true_bound(seconds: float) -> None:
    words = grown(4, 100)
    start, found = improved(words, Deadline.after(seconds))
    exact = solved(words, "containment")
    assert start <= found.snake.score <= exact.bound
    assert exact.score <= found.prices.floor


def test_a_start_cut_short_is_not_decoded(english, monkeypatch) -> None:
    used: list[float] = []

    def recorded(instance: Instance, flow: np.ndarray) -> Scored:
        used.append(flow.sum() / len(english))
        return decode_flow(instance, flow)

    monkeypatch.setattr(near_optimal, "decode_flow", recorded)
    monkeypatch.setattr(near_optimal, "_MORE_STEPS", 0)
    for steps in (8, 100):
        monkeypatch.setattr(near_optimal, "_STEPS", steps)
        improved(english[:2000], Deadline.never())
    assert all(times < 10 for times in used)
    assert len(used) > 2


def test_a_large_list_is_solved_and_certified_that_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_LARGE", 0)
    words = grown(5, 150)
    request = SnakeRequest(tuple(words), "containment", certify=True)
    result = solver.solve(request, None, Deadline.never())
    check(result)
    verdict = verify(words, json.loads(json.dumps(result.certificate)))
    assert verdict.valid, verdict.reason
    assert (verdict.score, verdict.bound) == (result.score, result.bound)


def test_loops_are_compiled_even_without_a_place_for_the_cache() -> None:
    no_file: dict[str, object] = {}
    exec("def double(numbers):\n    numbers *= 2\n", no_file)  # Numba finds no file for it
    numbers = np.arange(3)
    compiled(no_file["double"])(numbers)
    assert numbers.tolist() == [0, 2, 4]
