"""What simplex knows of a program, kept so that it can go on when the program has more arcs.

Contracting takes other arcs of a larger program than of a smaller one. So a basis is kept for the
program as it is before contracting: there each arc that contracting takes out together with a node
is basic, as it carries whatever the node's other arcs bring. And if contracting takes only basic
arcs, the others that are basic are a basis of what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.contract import without_dead_ends

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph
    from solvers.wordsnake.restricted import Restricted

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Known:
    """Which `steps` are basic, by their keys; which `nodes`' balance is, and which words' `rules`.

    `lives` tells which nodes of the larger graph are in the program at all; `gained`, what each
    of its arcs gains where prices off the flow are mended (see pricing.py).
    """

    steps: Bools
    nodes: Ints
    rules: Bools
    lives: Bools
    gained: Floats

    @classmethod
    def of(cls, restricted: Restricted, highs: highspy.Highs, gained: Floats) -> Known:
        """Return the basis that HiGHS came to in solving a restricted program."""
        larger, contracted = restricted.larger, restricted.task.contracted
        basis, basic = highs.getBasis(), highspy.HighsBasisStatus.kBasic
        steps = np.zeros(len(larger.tail) + 2 * larger.nodes, bool)
        steps[restricted.key] = [status == basic for status in basis.col_status]
        steps[restricted.merged] = True
        rows = np.array([status == basic for status in basis.row_status])
        own = (contracted.group == np.arange(larger.nodes)) & (contracted.into >= 0)
        smaller = restricted.task.graph.nodes
        nodes = np.flatnonzero(own & rows[:smaller][contracted.into])
        return cls(steps, nodes, rows[smaller:], restricted.lives(), gained)

    def grown(self, graph: Graph, key: Ints) -> Bools:
        """Return which arcs of a graph with more arcs are basic, given the keys of their steps.

        At each node that is new it is the best way out: the arc that gains most. (Should such ways
        go round in a circle, HiGHS breaks it.)
        """
        arcs = np.arange(len(key))
        arcs = without_dead_ends(np.stack([graph.tail, graph.head, arcs]), graph.nodes)[2]
        arcs = arcs[~self.lives[graph.tail[arcs]] & (graph.tail[arcs] != graph.head[arcs])]
        jumps = np.full(len(self.steps) - len(self.gained), -np.inf)
        gained = np.concatenate([self.gained, jumps])[key[arcs]]
        best = np.full(graph.nodes, -1)
        rising = arcs[np.argsort(gained, kind="stable")]
        best[graph.tail[rising]] = rising  # the last one written, which is the best, stays
        basic = self.steps[key]
        basic[best[best >= 0]] = True
        return basic

    def rows(self, restricted: Restricted) -> Bools:
        """Return which rows are basic in a restricted program."""
        rows = np.zeros(restricted.task.graph.nodes, bool)
        into = restricted.task.contracted.into[self.nodes]
        rows[into[into >= 0]] = True
        return np.concatenate([rows, self.rules])


def told(columns: Bools, rows: Bools) -> highspy.HighsBasis:
    """Return which columns and rows are basic as HiGHS wants to be told."""
    states = (highspy.HighsBasisStatus.kLower, highspy.HighsBasisStatus.kBasic)
    basis = highspy.HighsBasis()
    basis.col_status = [states[basic] for basic in columns.tolist()]
    basis.row_status = [states[basic] for basic in rows.tolist()]
    basis.valid = basis.alien = True  # HiGHS takes of it what makes a basis
    return basis
