"""Which arcs a program of only some arcs lacks, and prices that say so.

A linear program that knows only some arcs has an optimum at many prices: where nothing flows,
hardly anything says what a node is worth, and simplex leaves it at some extreme, at which a
hundred thousand of the other arcs seem to gain. So only the prices along the flow are believed.
Any other node is worth the best way out of it, on whatever arcs. If an arc gains even so, there
is a way off the flow and back to it that gains: its arcs are what the program lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.task import Task

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_PASSES = 40
"""Ways off the flow are shorter. Should one go round in circles and gain each time, its arcs are
found all the same."""

_NOWHERE = -1e12


@dataclass(frozen=True, slots=True)
class Duals:
    """Prices of nodes, of laying each word oftener than once, and of laying or revealing it."""

    node: Floats
    lay: Floats
    show: Floats

    def worth(self, task: Task, gain: Floats | Ints) -> Floats:
        """Return by arc what it earns, with and for its words, but for what its nodes cost."""
        graph = task.graph
        worth = gain.astype(np.float64)
        laid, shown = np.flatnonzero(graph.word >= 0), np.flatnonzero(graph.reveal >= 0)
        word = graph.word[laid]
        worth[laid] += np.where(task.may[word], self.show[word], 0) - self.lay[word]
        worth[shown] += self.show[graph.reveal[shown]]
        return worth

    def gained(self, task: Task, gain: Floats | Ints) -> Floats:
        """Return by arc what it gains: 0 where it is just worth its while, else less."""
        graph = task.graph
        return self.worth(task, gain) + self.node[graph.head] - self.node[graph.tail]


def price(
    task: Task, gain: Floats, duals: Duals, flows: Bools, tolerance: float
) -> tuple[Floats, Bools]:
    """Return what nodes are worth, and the arcs of ways that gain more than the tolerance.

    `gain` is what arcs earn; `flows` tells the nodes that the best flow on some of the arcs
    passes, and the `duals` are its prices.
    """
    graph = task.graph
    worth = duals.worth(task, gain)
    off = np.flatnonzero(~flows[graph.tail])
    tail, head, value = graph.tail[off], graph.head[off], worth[off]
    node = np.where(flows, duals.node, _NOWHERE)
    for _ in range(_PASSES):
        before = node.copy()
        np.maximum.at(node, tail, value + node[head])
        if np.array_equal(node, before):
            break
    node = np.where(node < _NOWHERE / 2, duals.node, node)

    best = np.full(graph.nodes, -1)
    rising = np.argsort(value + node[head], kind="stable")
    best[tail[rising]] = off[rising]  # the last one written, which is the best, stays
    wanted = worth + node[graph.head] - node[graph.tail] > tolerance
    here = graph.head[wanted]
    while len(here):
        onward = best[np.unique(here)]
        onward = onward[onward >= 0]
        onward = onward[~wanted[onward]]
        wanted[onward] = True
        here = graph.head[onward]
    return node, wanted
