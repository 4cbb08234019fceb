"""From a flow that is nearly whole, and nearly keeps the rules, to one that is and does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.lp import Rules, program

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.task import Task

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_NEAR = 0.02
_FEW = 200
"""Rules that are about more arcs are left to those arcs that are in fractions themselves."""
_STIFF = 4.0
"""To break a rule by one costs so many times what the longest word is worth."""


def rounded(task: Task, flow: Floats, deadline: Deadline) -> Ints:
    """Round a flow; where that breaks a rule, or is no rounding, a linear program decides.

    It is about the arcs of the rules that are broken, or that an arc in fractions is part of; all
    others stay. It is elastic: where nothing helps, a rule stays broken. If the deadline passes
    first, the plain rounding is returned.
    """
    rules = Rules.of(task)
    row, column, value = rules.entries
    rows = len(rules.lower)
    whole = np.rint(flow)
    sums = np.bincount(row, value * whole[column], rows)
    astray = (sums < rules.lower) | (sums > rules.upper)
    astray[row[np.abs(flow - whole)[column] > _NEAR]] = True
    free = np.zeros(len(flow), bool)
    free[column[np.abs(flow - whole)[column] > _NEAR]] = True
    astray &= np.bincount(row, minlength=rows) <= _FEW
    free[column[astray[row]]] = True
    if not free.any():
        return whole.astype(np.int64)

    whole[free] = 0
    sums = np.bincount(row, value * whole[column], rows)
    about = free[column]
    used, row = np.unique(row[about], return_inverse=True)
    lower, upper = (rules.lower - sums)[used], (rules.upper - sums)[used]
    lower, upper = np.minimum(lower, upper), np.where(used == 0, np.inf, upper)
    lower[used == 0] = -np.inf
    arcs, slack = int(free.sum()), np.arange(len(used))
    column = np.concatenate([(np.cumsum(free) - 1)[column[about]], arcs + slack])
    column = np.concatenate([column, arcs + len(used) + slack])
    entries = (
        np.concatenate([row, slack, slack]),
        column,
        np.concatenate([value[about], np.ones(len(used)), -np.ones(len(used))]),
    )
    dear = _STIFF * max(map(len, task.words)) ** 2
    cost = np.concatenate([-task.graph.gain[free].astype(float), np.full(2 * len(used), dear)])
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", min(1e9, deadline.remaining()))
    solver.passModel(program(cost, np.full(len(cost), np.inf), entries, lower, upper))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return np.rint(flow).astype(np.int64)
    whole[free] = np.rint(np.array(solver.getSolution().col_value)[:arcs])
    return whole.astype(np.int64)
