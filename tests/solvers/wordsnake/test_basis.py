"""Bases that go on in programs with more arcs."""

from __future__ import annotations

import numpy as np
import pytest

import solvers.wordsnake.sifting as sifting_module
from solvers.deadline import Deadline
from solvers.wordsnake.basis import told
from solvers.wordsnake.contract import contract
from solvers.wordsnake.lp import Rules
from solvers.wordsnake.sifting import Sifting
from solvers.wordsnake.task import Task
from tests.solvers.wordsnake.test_sifting import knowing_nothing
from tests.solvers.wordsnake.test_solve import grown


def matrix(task: Task) -> np.ndarray:
    """The rules of a task by row, its arcs by column, then a slack for each row."""
    rules = Rules.of(task)
    row, column, value = rules.entries
    entries = np.zeros((len(rules.lower), len(task.graph.tail)))
    np.add.at(entries, (row, column), value)
    return np.hstack([entries, np.eye(len(rules.lower))])


def test_a_basis_is_one_with_more_arcs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[np.ndarray] = []

    def heard(columns: np.ndarray, rows: np.ndarray) -> object:
        passed.append(np.concatenate([columns, rows]))
        return told(columns, rows)

    monkeypatch.setattr(sifting_module, "told", heard)
    later = 0
    for seed in range(20):
        task = Task.of(tuple(grown(seed, 100)), "containment")
        sifting = Sifting(task, knowing_nothing(task))
        passed.clear()  # the first basis is a guess
        while not sifting.done:
            assert sifting.sift(Deadline.never()) is not None
            if passed:
                basic = matrix(sifting.restricted.task)[:, passed.pop()]
                rows, columns = basic.shape
                assert np.linalg.matrix_rank(basic) == columns == rows
                later += 1
    assert later > 20


@pytest.mark.parametrize("seed", range(8))
def test_of_a_basis_contracting_leaves_a_basis(seed: int) -> None:
    graph = Task.of(tuple(grown(seed, 100)), "containment").whole
    # A tree that leads from everywhere to the root is a basis of the balances but the root's.
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
