"""Finds nearly best flows, with prices as proof, for lists too large for a linear program.

It uses proximal points in entropy (M. Teboulle, 1992). Each step multiplies an arc's flow by the
exponential of what it gains at the current prices, divided by a temperature. Then the constraints
are restored one after the other, by scaling the arcs of each (L. Bregman, 1967; R. Sinkhorn, 1967).
Each scaling changes the constraint's price. At any temperature the flow converges to the best one.
The lower the temperature, the sharper the prices. (For transport problems: Y. Xie and others, *A
fast proximal point method*, 2018.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.wordsnake.large.compiled import compiled
from solvers.wordsnake.large.pricing import Duals
from solvers.wordsnake.lp import LpAnswer
from solvers.wordsnake.prices import round_duals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.prices import Prices

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]
    Flow = NDArray[np.float32]
    Arrays = tuple[NDArray[Any], ...]

_START = 0.13
_LEAST = 1e-9
"""The least flow, so that an arc abandoned early can come back in a few steps."""

_STRIDE = 3.0
"""No step multiplies a flow by more than e to this power."""

_LITTLE, _WAIT = 1e-6, 7
"""Nodes with less flow than `_LITTLE` wait `_WAIT` steps between two balancings."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """Arcs grouped by a key: key i has the arcs of[first[i]:first[i + 1]]."""

    first: Ints
    of: Ints

    @classmethod
    def by(cls, key: Ints, count: int) -> _Lists:
        """Group arcs by `key`, one entry per arc: 0 to count - 1, or -1 for none."""
        some = np.flatnonzero(key >= 0)
        of = some[np.argsort(key[some], kind="stable")].astype(np.int32)
        sizes = np.bincount(key[some], minlength=count)
        return cls(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), of)


class Proximal:
    """A flow by arc, and prices in points, which each step improves."""

    def __init__(self, instance: Instance) -> None:
        graph = instance.graph
        self._instance = instance
        # Sorted by tail, so that the arcs out of a node are neighbours in memory.
        self._order = np.argsort(graph.tail, kind="stable")
        ends = np.stack([graph.tail, graph.head, graph.word, graph.reveal]).astype(np.int32)
        self._ends = tuple(ends[:, self._order])
        tail, head, word, reveal = self._ends
        self._out, self._in = _Lists.by(tail, graph.nodes), _Lists.by(head, graph.nodes)
        self._lays = _Lists.by(word, len(instance.words))
        self._reveals = _Lists.by(reveal, len(instance.words))
        # Single precision, as the loops are limited by memory bandwidth.
        self._flow = np.full(len(tail), _START, np.float32)
        self._waits = np.zeros(graph.nodes, np.int8)  # steps until its next turn, by node
        self._prices = tuple(np.zeros(size) for size in (graph.nodes, *2 * [len(instance.words)]))
        self._forward = True
        self.perturb(np.zeros(len(tail)))

    def step(self, temperature: float) -> None:
        """Take a step, then restore every constraint once, first to last or last to first."""
        _advance(
            self._flow,
            self._prices,
            (self._gain, *self._ends, self._instance.coverable),
            temperature,
        )
        node, lay, reveal = self._prices
        arcs = self._out.first, self._in.first, self._in.of, self._waits
        _balance(self._flow, node, arcs, temperature, self._forward)
        lists = self._lays.first, self._lays.of, self._reveals.first, self._reveals.of
        needs = self._instance.mandatory, self._instance.coverable
        _cover(self._flow, (lay, reveal), lists, needs, temperature)
        self._forward = not self._forward

    def run(self, temperatures: Iterable[float], deadline: Deadline) -> None:
        """Take a step at each temperature, until the deadline."""
        for temperature in temperatures:
            if deadline.passed():
                return
            self.step(temperature)

    def perturb(self, more: Floats) -> None:
        """Let every arc earn extra points: `more` has one entry per arc."""
        self._gain = (self._instance.graph.gain + more)[self._order].astype(np.float32)

    def flow(self) -> Floats:
        """Return the flow by arc of the instance's graph; constraints hold only nearly."""
        flow = np.empty(len(self._flow))
        flow[self._order] = self._flow
        return flow

    def duals(self) -> Duals:
        """Return the current prices."""
        return Duals(*(price.copy() for price in self._prices))

    def prices(self) -> Prices:
        """Return the prices as whole numbers, with the bound that they prove."""
        node, _, reveal = self._prices
        none = np.zeros(0)
        answer = LpAnswer(none, node, reveal[self._instance.coverable], none, {})
        return round_duals(self._instance, answer, (), {})


# The three loops below are compiled. `prices` are the prices of nodes, of laying a word more than
# once, and of laying or revealing it at all (see pricing.Duals). `arcs` are columns by arc (gain,
# tail, head, word, reveal), and which words are coverable.


@compiled
def _advance(flow: Flow, prices: Arrays, arcs: Arrays, temperature: float) -> None:
    """Multiply each flow by the exponential of its arc's gain at these prices.

    Most arcs are abandoned and lose; they need no exponential.
    """
    node, lay, reveal = prices
    gain, tail, head, word, revealed, coverable = arcs
    for arc in range(len(flow)):
        gained = gain[arc] + node[head[arc]] - node[tail[arc]]
        if word[arc] >= 0:
            gained -= lay[word[arc]]
            if coverable[word[arc]]:
                gained += reveal[word[arc]]
        if revealed[arc] >= 0:
            gained += reveal[revealed[arc]]
        if gained <= 0 and flow[arc] < 2 * _LEAST:
            flow[arc] = _LEAST
        else:
            flow[arc] = max(_LEAST, flow[arc] * np.exp(min(gained / temperature, _STRIDE)))


@compiled
def _balance(flow: Flow, node: Floats, arcs: Arrays, temperature: float, forward: bool) -> None:
    """Balance what leaves and enters each node, one node after the other.

    Nodes with almost no flow wait (`_WAIT`).
    """
    out, into_first, into, waits = arcs
    nodes = len(node)
    for turn in range(nodes):
        at = turn if forward else nodes - 1 - turn
        if waits[at]:
            waits[at] -= 1
            continue
        leaves, enters = 0.0, 0.0
        for arc in range(out[at], out[at + 1]):
            leaves += flow[arc]
        for i in range(into_first[at], into_first[at + 1]):
            enters += flow[into[i]]
        if leaves == 0 or enters == 0:
            continue
        if leaves + enters < _LITTLE:
            waits[at] = _WAIT
        scale = np.sqrt(leaves / enters)
        node[at] += temperature * np.log(scale)
        for i in range(into_first[at], into_first[at + 1]):
            flow[into[i]] *= scale
        for arc in range(out[at], out[at + 1]):
            flow[arc] /= scale


@compiled
def _cover(flow: Flow, prices: Arrays, lists: Arrays, needs: Arrays, temperature: float) -> None:
    """Let each mandatory word be laid once, others at most once, coverable ones laid or revealed.

    An inequality's price is at least 0, and its arcs are scaled back only as far as that allows.
    """
    lay, reveal = prices
    lays_first, lays, reveals_first, reveals = lists
    mandatory, coverable = needs
    for word in range(len(lay)):
        first, last = lays_first[word], lays_first[word + 1]
        laid = 0.0
        for i in range(first, last):
            laid += flow[lays[i]]
        if laid == 0:
            continue
        scale = 1 / laid
        if not mandatory[word]:
            scale = min(scale, np.exp(lay[word] / temperature))
        lay[word] -= temperature * np.log(scale)
        for i in range(first, last):
            flow[lays[i]] *= scale
        if not coverable[word]:
            continue
        covered = laid * scale
        for i in range(reveals_first[word], reveals_first[word + 1]):
            covered += flow[reveals[i]]
        scale = max(1 / covered, np.exp(-reveal[word] / temperature))
        reveal[word] += temperature * np.log(scale)
        for i in range(first, last):
            flow[lays[i]] *= scale
        for i in range(reveals_first[word], reveals_first[word + 1]):
            flow[reveals[i]] *= scale
