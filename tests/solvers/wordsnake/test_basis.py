"""Bases that stay valid for programs with more arcs."""

from __future__ import annotations

import numpy as np
import pytest

import solvers.wordsnake.large.sifting as sifting_module
from solvers.deadline import Deadline
from solvers.wordsnake.contract import contract
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large.sifting import Sifting
from solvers.wordsnake.lp import Constraints, highs_basis
from tests.solvers.wordsnake.lists import empty_start, grown


def matrix(instance: Instance) -> np.ndarray:
    """Return an instance's constraints as rows, its arcs as columns, then a slack for each row."""
    constraints = Constraints.of(instance)
    row, column, value = constraints.entries
    entries = np.zeros((len(constraints.lower), len(instance.graph.tail)))
    np.add.at(entries, (row, column), value)
    return np.hstack([entries, np.eye(len(constraints.lower))])


def test_a_basis_is_still_one_with_more_arcs(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[np.ndarray] = []

    def recorded(columns: np.ndarray, rows: np.ndarray) -> object:
        passed.append(np.concatenate([columns, rows]))
        return highs_basis(columns, rows)

    monkeypatch.setattr(sifting_module, "highs_basis", recorded)
    later = 0
    for seed in range(3):
        instance = Instance.of(tuple(grown(seed, 60)), "containment")
        sifting = Sifting(instance, empty_start(instance))
        passed.clear()  # the first basis is a guess
        while not sifting.done:
            assert sifting.sift(Deadline.never()) is not None
            if passed:
                basic = matrix(sifting.restricted.instance)[:, passed.pop()]
                rows, columns = basic.shape
                assert np.linalg.matrix_rank(basic) == columns == rows
                later += 1
    assert later > 3


@pytest.mark.parametrize("seed", range(4))
def test_contraction_leaves_a_basis_of_a_basis(seed: int) -> None:
    graph = Instance.of(tuple(grown(seed, 100)), "containment").whole
    # A tree of ways from everywhere to the root is a basis of all balances except the root's.
    ways = np.random.default_rng(seed).permutation(len(graph.tail))
    basic, reached = np.zeros(len(graph.tail), bool), np.zeros(graph.nodes, bool)
    reached[0] = True
    while len(out := ways[~reached[graph.tail[ways]] & reached[graph.head[ways]]]):
        basic[out[0]] = reached[graph.tail[out[0]]] = True
    made = contract(graph, basic)
    assert basic[made.merged].all()
    assert len(made.merged) < len(contract(graph).merged)
    smaller = made.graph
    arcs = np.flatnonzero(basic[made.origin])
    balance = np.zeros((smaller.nodes, len(arcs)))
    np.add.at(balance, (smaller.tail[arcs], np.arange(len(arcs))), 1)
    np.add.at(balance, (smaller.head[arcs], np.arange(len(arcs))), -1)
    assert np.linalg.matrix_rank(balance) == len(arcs) == smaller.nodes - 1
