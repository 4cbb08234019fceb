"""What is found where proof takes too long, on lists small enough to know the best."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers.wordsnake.solve as solving
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, SnakeRequest, score
from solvers.wordsnake.approach import approach, restricted
from solvers.wordsnake.lp import FlowLp, Rules
from solvers.wordsnake.prices import guess
from solvers.wordsnake.proximal import Proximal, compiled
from solvers.wordsnake.rounding import rounded
from solvers.wordsnake.task import Task
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


@settings(max_examples=25, deadline=None)
@given(words=st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=6, unique=True))
def test_no_snake_is_above_the_bound_nor_what_is_found_below_the_start(words: list[str]) -> None:
    task, start = plain(words)
    best, prices = approach(task, start, guess(task), Deadline.never())
    assert start.score <= best.score <= BEST["containment"](words) <= prices.floor


def test_it_comes_near_the_proven_best(english: list[str]) -> None:
    exact = solved(english, "containment")
    assert exact.proven
    task, start = plain(english)
    told: list[tuple[int, int]] = []
    best, prices = approach(
        task, start, guess(task), Deadline.never(), lambda *pair: told.append(pair)
    )
    assert exact.score * 0.995 <= best.score <= exact.score
    assert exact.score <= prices.floor <= exact.score * 1.001
    bounds = [bound for _, bound in told]
    assert bounds == sorted(bounds, reverse=True)
    assert len(set(bounds)) > 1


@pytest.mark.parametrize("seconds", [0, 0.02])
def test_a_deadline_leaves_a_snake_and_a_true_bound(seconds: float) -> None:
    words = grown(4, 200)
    task, start = plain(words)
    best, prices = approach(task, start, guess(task), Deadline.after(seconds))
    exact = solved(words, "containment")
    assert start.score <= best.score <= exact.bound
    assert exact.score <= prices.floor


def test_a_large_list_is_solved_and_certified_that_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_LARGE", 0)
    words = grown(5, 150)
    request = SnakeRequest(tuple(words), "containment", certify=True)
    result = solving.solve(request, None, Deadline.never())
    check(result)
    verdict = verify(words, json.loads(json.dumps(result.certificate)))
    assert verdict.valid, verdict.reason
    assert (verdict.score, verdict.bound) == (result.score, result.bound)


def test_jumps_for_arcs_change_nothing_if_all_arcs_stay_and_always_leave_a_way() -> None:
    task, _ = plain(grown(6, 100))
    everything = np.ones(len(task.graph.tail), bool)
    bases = [best_flow(task), best_flow(restricted(task, everything))]
    assert bases[0] == pytest.approx(bases[1])
    laying = (task.graph.word >= 0) & (task.graph.reveal < 0)
    assert best_flow(restricted(task, laying)) <= bases[0] + 1e-6


def best_flow(task: Task) -> float:
    answer = FlowLp(task).solve(Deadline.never())
    assert answer is not None
    return float(task.graph.gain @ answer.flow)


def test_rounding_mends_the_rules_that_a_flow_breaks(english: list[str]) -> None:
    task, _ = plain(english)
    proximal = Proximal(task)
    proximal.run([4.0] * 100, Deadline.never())
    proximal.shake(0.5)
    proximal.run([1.0] * 200, Deadline.never())
    smaller = restricted(task, np.ones(len(task.graph.tail), bool))
    jumps = len(smaller.whole.tail) - len(task.graph.tail)
    flow = np.concatenate([proximal.flow(), np.zeros(jumps)])[smaller.contracted.origin]
    assert broken(smaller, np.rint(flow)) > 0
    whole = rounded(smaller, flow, Deadline.never())
    assert broken(smaller, whole) == 0
    assert smaller.graph.gain @ whole == pytest.approx(best_flow(task), rel=0.001)
    assert (rounded(smaller, flow, Deadline.after(0)) == np.rint(flow)).all()


def test_loops_are_compiled_even_where_nothing_can_be_kept() -> None:
    homeless: dict[str, object] = {}
    exec("def double(numbers):\n    numbers *= 2\n", homeless)  # Numba finds no file of it
    numbers = np.arange(3)
    compiled(homeless["double"])(numbers)
    assert numbers.tolist() == [0, 2, 4]


def broken(task: Task, flow: np.ndarray) -> int:
    rules = Rules.of(task)
    row, column, value = rules.entries
    sums = np.bincount(row, value * flow[column], len(rules.lower))
    return int(((sums < rules.lower) | (sums > rules.upper)).sum())
