"""The best flow under pairs without a linear program: it equals the program's, with a proof."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.lp import FlowLp
from solvers.wordsnake.matching import match
from solvers.wordsnake.prices import SCALE, round_duals
from tests.solvers.wordsnake.lists import grown

LISTS = st.one_of(
    st.lists(st.text(letters, min_size=1, max_size=7), min_size=2, max_size=30, unique=True)
    for letters in ("a", "ab", "abc")
)


@settings(max_examples=60, deadline=None)
@example(words=["a", "aa", "aaa"])  # a word's end is not joined to its own beginning
@example(words=["ab", "bab", "abab", "b"])
@given(words=LISTS)
def test_it_gains_as_much_as_the_linear_program_and_its_prices_prove_it(words: list[str]) -> None:
    instance = Instance.of(tuple(words), "pairs")
    graph, found = instance.graph, match(instance)
    enters, leaves = (
        np.bincount(node, found.flow, graph.nodes) for node in (graph.head, graph.tail)
    )
    assert (enters == leaves).all()
    laying = graph.word >= 0
    assert (np.bincount(graph.word[laying], found.flow[laying]) == 1).all()
    best = FlowLp(instance).solve(Deadline.never())
    assert best is not None
    gained = graph.gain @ found.flow
    assert gained == pytest.approx(graph.gain @ best.flow)
    assert round_duals(instance, found, (), {}).bound == gained * SCALE


def test_a_larger_list() -> None:
    instance = Instance.of(tuple(grown(5, 1500)), "pairs")
    found = match(instance)
    assert round_duals(instance, found, (), {}).bound == instance.graph.gain @ found.flow * SCALE
