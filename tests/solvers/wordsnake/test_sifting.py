"""Linear programs solved with few arcs at a time, compared with solving them at once."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large.proximal import Proximal
from solvers.wordsnake.large.restricted import Restriction
from solvers.wordsnake.large.sifting import Sifting, Start, fractional_arcs
from solvers.wordsnake.lp import Constraints, FlowLp, LpAnswer
from solvers.wordsnake.prices import SCALE, round_duals
from tests.solvers.wordsnake.lists import empty_start, grown

NEVER = Deadline.never()


def instance_of(words: list[str]) -> Instance:
    """Return a list's instance under containment."""
    return Instance.of(tuple(words), "containment")


def best_flow(instance: Instance) -> float:
    """Return the best flow's gain, with all arcs at once."""
    lp = FlowLp(instance)
    while not (answer := lp.solve(NEVER)).done:  # on a busy machine it is interrupted
        pass
    return float(instance.graph.gain @ answer.flow)


def sifted(instance: Instance, start: Start) -> tuple[Sifting, list[int]]:
    """Return the finished program, and its bounds on the way there."""
    sifting = Sifting(instance, start)
    bounds = []
    while not sifting.done:
        prices = sifting.sift(NEVER)
        assert prices is not None
        bounds.append(prices.bound)
    return sifting, bounds


def gained(sifting: Sifting) -> float:
    return float(sifting.restricted.instance.graph.gain @ sifting.flow())


@example(words=["c", "ba", "aba", "acacb", "bbaca"])  # off the flow, a cycle that gains nothing
# Off the flow, a cycle that gains only by rounding.
@example(words=["b", "ab", "cc", "aaca", "acbb", "ccbc", "babcbc", "bbbbac", "cbbbba"])
@settings(max_examples=25, deadline=None)
@given(words=st.lists(st.text("abc", min_size=1, max_size=6), min_size=2, max_size=9, unique=True))
def test_from_nothing_to_the_best_flow_and_its_prices(words: list[str]) -> None:
    instance = instance_of(words)
    best = best_flow(instance)
    sifting, bounds = sifted(instance, empty_start(instance))
    assert gained(sifting) == pytest.approx(best)
    assert bounds[-1] / SCALE == pytest.approx(instance.graph.base + best, abs=0.01)
    assert min(bounds) >= (instance.graph.base + best - 0.01) * SCALE


@pytest.mark.parametrize("words", [grown(7, 300), None], ids=["grown", "english"])
def test_larger_lists_from_a_bad_start(words: list[str] | None) -> None:
    if words is None:
        common = open_lexicon("common")
        words = random.Random(2).sample([common.word(i) for i in range(len(common))], 4000)
    instance = instance_of(words)
    best = best_flow(instance)
    start = empty_start(instance)
    wrong = replace(start, flow=np.random.default_rng(1).integers(0, 2, len(start.flow)) * 1.0)
    for given_start in (start, wrong):
        sifting, bounds = sifted(instance, given_start)
        assert gained(sifting) == pytest.approx(best)
        assert bounds[-1] / SCALE == pytest.approx(instance.graph.base + best, abs=0.1)


def test_few_arcs_are_enough_from_a_good_start() -> None:
    common = open_lexicon("common")
    instance = instance_of(random.Random(3).sample([*common], 4000))
    start = empty_start(instance)
    proximal = Proximal(instance)
    proximal.perturb(start.perturbation)
    proximal.run([4.0] * 100 + [1.0] * 100, NEVER)
    good = replace(start, flow=proximal.flow(), duals=proximal.duals())
    sifting, bounds = sifted(instance, good)
    assert gained(sifting) == pytest.approx(best_flow(instance))
    arcs = (sifting.restricted.key < len(instance.graph.tail)).sum()
    assert arcs < 0.9 * len(instance.graph.tail)
    assert len(bounds) < len(sifted(instance, start)[1])


def test_whole_flows_keep_the_constraints_and_leave_the_program_as_it_was() -> None:
    fractional = 0
    for seed in range(12):
        words = [a + b + c for a in "ab" for b in "abc" for c in "abc"] + grown(seed, 100)
        instance = instance_of(words)
        sifting, _ = sifted(instance, empty_start(instance))
        best = gained(sifting)
        before = len(fractional_arcs(sifting.restricted.instance, sifting.flow()))
        whole = sifting.whole(NEVER)
        sums, constraints = row_sums(sifting.restricted.instance, whole)
        kept = ((constraints.lower <= sums) & (sums <= constraints.upper)).all()
        fractional += before > 0 and bool(kept)
        assert sifting.sift(NEVER) is not None
        assert gained(sifting) == pytest.approx(best)
    assert fractional > 3


def row_sums(instance: Instance, flow: np.ndarray) -> tuple[np.ndarray, Constraints]:
    constraints = Constraints.of(instance)
    row, column, value = constraints.entries
    return np.bincount(row, value * flow[column], len(constraints.lower)), constraints


@pytest.mark.parametrize("wild", [1e14, -1e14, 1e300, np.inf, -np.inf, np.nan])
def test_a_price_beyond_all_limits_makes_no_false_bound(wild: float) -> None:
    instance = instance_of(grown(3, 27))
    best = instance.graph.base + best_flow(instance)
    for at in range(instance.graph.nodes):
        node = np.zeros(instance.graph.nodes)
        node[at] = wild
        reveal, none = np.full(int(instance.coverable.sum()), wild), np.zeros(0)
        rounded = round_duals(instance, LpAnswer(none, node, reveal, none, {}), (), {})
        assert rounded.bound >= best * SCALE


def test_no_time_no_prices() -> None:
    instance = instance_of(grown(4, 50))
    sifting = Sifting(instance, empty_start(instance))
    assert sifting.sift(Deadline.after(0)) is None
    assert not sifting.done


def test_jumps_for_arcs_change_nothing_if_all_arcs_stay_and_always_leave_a_way() -> None:
    instance = instance_of(grown(6, 100))
    restriction = Restriction(instance)
    everything = restriction.to(np.ones(len(instance.graph.tail), bool))
    assert best_flow(everything.instance) == pytest.approx(best_flow(instance))
    few = restriction.to(restriction.simplest(np.zeros(len(instance.graph.tail))))
    assert best_flow(few.instance) <= best_flow(instance) + 1e-6
