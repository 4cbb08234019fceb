"""Linear programs solved with few arcs at a time, beside the same ones solved at once."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake.lp import FlowLp, LpAnswer, Rules
from solvers.wordsnake.prices import SCALE, settle
from solvers.wordsnake.pricing import Duals
from solvers.wordsnake.proximal import Proximal
from solvers.wordsnake.restricted import Restriction
from solvers.wordsnake.sifting import Sifting, Start, knots
from solvers.wordsnake.task import Task
from tests.solvers.wordsnake.test_solve import grown

NEVER = Deadline.never()


def task_of(words: list[str]) -> Task:
    """A list as a task under containment."""
    return Task.of(tuple(words), "containment")


def knowing_nothing(task: Task, chance: float = 0.5) -> Start:
    """A start without any flow, and with prices of 0."""
    arcs, words = len(task.graph.tail), len(task.words)
    duals = Duals(np.zeros(task.graph.nodes), np.zeros(words), np.zeros(words))
    return Start(np.zeros(arcs), duals, chance * np.random.default_rng(0).random(arcs))


def best_flow(task: Task) -> float:
    """What the best flow gains, all arcs at once."""
    answer = FlowLp(task).solve(NEVER)
    assert answer is not None
    return float(task.graph.gain @ answer.flow)


def sifted(task: Task, start: Start) -> tuple[Sifting, list[int]]:
    """The program at its end, and the bounds on the way there."""
    sifting = Sifting(task, start)
    bounds = []
    while not sifting.done:
        prices = sifting.sift(NEVER)
        assert prices is not None
        bounds.append(prices.bound)
    return sifting, bounds


def gained(sifting: Sifting) -> float:
    return float(sifting.restricted.task.graph.gain @ sifting.flow())


@settings(max_examples=50, deadline=None)
@given(words=st.lists(st.text("abc", min_size=1, max_size=6), min_size=2, max_size=9, unique=True))
def test_from_nothing_to_the_best_flow_and_its_prices(words: list[str]) -> None:
    task = task_of(words)
    best = best_flow(task)
    sifting, bounds = sifted(task, knowing_nothing(task))
    assert gained(sifting) == pytest.approx(best)
    assert bounds[-1] / SCALE == pytest.approx(task.graph.base + best, abs=0.01)
    assert min(bounds) >= (task.graph.base + best - 0.01) * SCALE


@pytest.mark.parametrize("words", [grown(7, 300), None], ids=["grown", "english"])
def test_larger_lists_from_a_bad_start(words: list[str] | None) -> None:
    if words is None:
        common = open_lexicon("common")
        words = random.Random(2).sample([common.word(i) for i in range(len(common))], 4000)
    task = task_of(words)
    best = best_flow(task)
    start = knowing_nothing(task)
    wrong = replace(start, flow=np.random.default_rng(1).integers(0, 2, len(start.flow)) * 1.0)
    for given_start in (start, wrong):
        sifting, bounds = sifted(task, given_start)
        assert gained(sifting) == pytest.approx(best)
        assert bounds[-1] / SCALE == pytest.approx(task.graph.base + best, abs=0.1)


def test_few_arcs_are_enough_from_a_good_start() -> None:
    common = open_lexicon("common")
    task = task_of(random.Random(3).sample([common.word(i) for i in range(len(common))], 4000))
    start = knowing_nothing(task)
    proximal = Proximal(task)
    proximal.shake(start.chance)
    proximal.run([4.0] * 100 + [1.0] * 100, NEVER)
    good = replace(start, flow=proximal.flow(), duals=proximal.duals())
    sifting, bounds = sifted(task, good)
    assert gained(sifting) == pytest.approx(best_flow(task))
    arcs = (sifting.restricted.key < len(task.graph.tail)).sum()
    assert arcs < 0.9 * len(task.graph.tail)
    assert len(bounds) < len(sifted(task, start)[1])


def test_whole_flows_keep_the_rules_and_leave_the_program_as_it_was() -> None:
    knotted = 0
    for seed in range(12):
        words = [a + b + c for a in "ab" for b in "abc" for c in "abc"] + grown(seed, 100)
        task = task_of(words)
        sifting, _ = sifted(task, knowing_nothing(task))
        best = gained(sifting)
        before = len(knots(sifting.restricted.task, sifting.flow()))
        whole = sifting.whole(NEVER)
        sums, rules = kept(sifting.restricted.task, whole)
        knotted += before > 0 and bool(((rules.lower <= sums) & (sums <= rules.upper)).all())
        assert sifting.sift(NEVER) is not None
        assert gained(sifting) == pytest.approx(best)
    assert knotted > 3


def kept(task: Task, flow: np.ndarray) -> tuple[np.ndarray, Rules]:
    rules = Rules.of(task)
    row, column, value = rules.entries
    return np.bincount(row, value * flow[column], len(rules.lower)), rules


@pytest.mark.parametrize("wild", [1e14, -1e14, 1e300, np.inf, -np.inf, np.nan])
def test_a_price_beyond_all_measure_makes_no_false_bound(wild: float) -> None:
    task = task_of(grown(3, 27))
    best = task.graph.base + best_flow(task)
    for at in range(task.graph.nodes):
        node = np.zeros(task.graph.nodes)
        node[at] = wild
        reveal, none = np.full(int(task.may.sum()), wild), np.zeros(0)
        assert settle(task, LpAnswer(none, node, reveal, none, {}), (), {}).bound >= best * SCALE


def test_no_time_no_prices() -> None:
    task = task_of(grown(4, 50))
    sifting = Sifting(task, knowing_nothing(task))
    assert sifting.sift(Deadline.after(0)) is None
    assert not sifting.done


def test_jumps_for_arcs_change_nothing_if_all_arcs_stay_and_always_leave_a_way() -> None:
    task = task_of(grown(6, 100))
    restriction = Restriction(task)
    everything = restriction.to(np.ones(len(task.graph.tail), bool))
    assert best_flow(everything.task) == pytest.approx(best_flow(task))
    few = restriction.to(restriction.plainest(np.zeros(len(task.graph.tail))))
    assert best_flow(few.task) <= best_flow(task) + 1e-6
