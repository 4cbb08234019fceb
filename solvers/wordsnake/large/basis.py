"""The simplex basis of a program, kept for a warm start when the program has more arcs.

Contraction merges different arcs of a larger program than of a smaller one. So a basis is kept for
the program before contraction. There each arc that contraction merges together with a node is
basic, as it carries whatever the node's other arcs bring. And if contraction merges only basic
arcs, the remaining basic ones are a basis of what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.contract import Arcs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.large.restricted import Restricted
    from solvers.wordsnake.model import Graph

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SavedBasis:
    """A basis of a restricted program, in terms of the larger instance.

    `steps` (a mask by key, see Restricted) are the basic columns. Basic rows are the balances of
    `nodes` (numbers in the larger graph) and the words' rows marked in `rules`. `lives` marks the
    nodes of the larger graph that are in the program at all. `gained`, by arc of the larger graph
    in points, is what arcs gain at corrected prices (see pricing.py).
    """

    steps: Bools
    nodes: Ints
    rules: Bools
    lives: Bools
    gained: Floats

    @classmethod
    def of(cls, restricted: Restricted, highs: highspy.Highs, gained: Floats) -> SavedBasis:
        """Return the basis that HiGHS reached for a restricted program."""
        larger, contracted = restricted.larger, restricted.instance.contracted
        basis, basic = highs.getBasis(), highspy.HighsBasisStatus.kBasic
        steps = np.zeros(len(larger.tail) + 2 * larger.nodes, bool)
        steps[restricted.key] = [status == basic for status in basis.col_status]
        steps[restricted.merged] = True
        rows = np.array([status == basic for status in basis.row_status])
        own = (contracted.group == np.arange(larger.nodes)) & (contracted.into >= 0)
        smaller = restricted.instance.graph.nodes
        nodes = np.flatnonzero(own & rows[:smaller][contracted.into])
        return cls(steps, nodes, rows[smaller:], restricted.lives(), gained)

    def grown(self, graph: Graph, key: Ints) -> Bools:
        """Mark the basic arcs of a graph with more arcs, given the key of each arc.

        At each new node it is the best way out: the arc that gains most. (If such arcs form a
        cycle, HiGHS breaks it.)
        """
        arcs = Arcs.of(graph).without_dead_ends(graph.nodes).origin
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
        """Mark the basic rows of a restricted program."""
        rows = np.zeros(restricted.instance.graph.nodes, bool)
        into = restricted.instance.contracted.into[self.nodes]
        rows[into[into >= 0]] = True
        return np.concatenate([rows, self.rules])
