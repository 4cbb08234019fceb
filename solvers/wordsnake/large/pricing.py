"""Finds the arcs that a restricted program lacks, and prices that show it.

A linear program of only some arcs is optimal at many prices. Where nothing flows, hardly anything
determines the price of a node, and simplex leaves it at some extreme, at which a hundred thousand
of the other arcs seem to gain. So only the prices along the flow are used. Any other node is worth
the best way out of it, over all arcs. If an arc gains even so, there is a path off the flow and
back to it that gains: the program lacks the arcs of that path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_PASSES = 40
"""Paths off the flow are shorter than this. If one is a cycle that gains each time around, its arcs
are still found."""

_ROUNDING = 1e-9
"""Points by which an idle cycle may seem to gain."""
_NOWHERE = -1e12


@dataclass(frozen=True, slots=True)
class Duals:
    """Duals of a flow, in points.

    `node`: price of each node. `lay`: price of laying each word more than once. `reveal`: price of
    laying or revealing each word at all; it counts only for coverable words.
    """

    node: Floats
    lay: Floats
    reveal: Floats

    def worth(self, instance: Instance, gain: Floats | Ints) -> Floats:
        """Return `gain` by arc plus the prices of the words that the arc lays or reveals."""
        graph = instance.graph
        worth = gain.astype(np.float64)
        laying, revealing = np.flatnonzero(graph.word >= 0), np.flatnonzero(graph.reveal >= 0)
        word = graph.word[laying]
        worth[laying] += np.where(instance.coverable[word], self.reveal[word], 0) - self.lay[word]
        worth[revealing] += self.reveal[graph.reveal[revealing]]
        return worth

    def gained(self, instance: Instance, gain: Floats | Ints) -> Floats:
        """Return each arc's reduced gain: 0 if it is just worth using, otherwise less."""
        graph = instance.graph
        return self.worth(instance, gain) + self.node[graph.head] - self.node[graph.tail]


def price(
    instance: Instance, gain: Floats, duals: Duals, flows: Bools, tolerance: float
) -> tuple[Floats, Bools]:
    """Return new node prices, and a mask of the arcs on paths that gain more than the tolerance.

    `gain` is what each arc earns, in points. `flows` marks the nodes that the best flow on some of
    the arcs passes, and `duals` are that flow's prices.
    """
    graph = instance.graph
    worth = duals.worth(instance, gain)
    off = np.flatnonzero(~flows[graph.tail])
    tail, head, value = graph.tail[off], graph.head[off], worth[off]
    node = np.where(flows, duals.node, _NOWHERE)
    best = np.full(graph.nodes, -1)  # the arc that last raised a node: never around an idle cycle
    for _ in range(_PASSES):
        before, ways = node.copy(), value + node[head]
        np.maximum.at(node, tail, ways)
        raising = np.flatnonzero((ways > before[tail] + _ROUNDING) & (ways == node[tail]))
        if not len(raising):
            break
        best[tail[raising]] = off[raising]
    node = np.where(node < _NOWHERE / 2, duals.node, node)

    lacking = worth + node[graph.head] - node[graph.tail] > tolerance
    here = graph.head[lacking]
    while len(here):
        onward = best[np.unique(here)]
        onward = onward[onward >= 0]
        onward = onward[~lacking[onward]]
        lacking[onward] = True
        here = graph.head[onward]
    return node, lacking
