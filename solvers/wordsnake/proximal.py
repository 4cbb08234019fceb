"""Near-best flows, and the prices that prove it, of lists too large for a linear program.

Proximal points in entropy (M. Teboulle, 1992): each step multiplies an arc's flow by the
exponential of what it gains at today's prices, divided by a temperature; then the flow is made to
keep the rules again, one rule after the other, by scaling the arcs that the rule is about
(L. Bregman, 1967; R. Sinkhorn, 1967), and each scaling is a change of the rule's price. At any
temperature the flow comes to the best one; the lower it is, the sharper are the prices. (For
transport problems: Y. Xie and others, *A fast proximal point method*, 2018.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np
from numba import njit

from solvers.wordsnake.lp import LpAnswer
from solvers.wordsnake.prices import settle
from solvers.wordsnake.pricing import Duals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.task import Task

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]
    Flow = NDArray[np.float32]
    Arrays = tuple[NDArray[Any], ...]

P = ParamSpec("P")

_START = 0.13
_LEAST = 1e-9
"""Flows never fall below, so that an arc that was given up early can come back in a few steps."""

_STRIDE = 3.0
"""No step multiplies a flow by more than e to this power."""

_LITTLE, _WAIT = 1e-6, 7
"""Nodes with so little flow wait for so many steps until they are balanced again."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """For each of some things, its arcs: of[first[i]:first[i + 1]]."""

    first: Ints
    of: Ints

    @classmethod
    def by(cls, key: Ints, count: int) -> _Lists:
        """List the arcs by a key; -1 stands for none."""
        some = np.flatnonzero(key >= 0)
        of = some[np.argsort(key[some], kind="stable")].astype(np.int32)
        sizes = np.bincount(key[some], minlength=count)
        return cls(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), of)


class Proximal:
    """A flow by arc and prices, which each step makes better."""

    def __init__(self, task: Task) -> None:
        graph = task.graph
        self._task = task
        # By tail, so that the arcs out of a node are neighbours in memory.
        self._order = np.argsort(graph.tail, kind="stable")
        ends = np.stack([graph.tail, graph.head, graph.word, graph.reveal]).astype(np.int32)
        self._ends = tuple(ends[:, self._order])
        tail, head, word, reveal = self._ends
        self._out, self._in = _Lists.by(tail, graph.nodes), _Lists.by(head, graph.nodes)
        self._lays = _Lists.by(word, len(task.words))
        self._shows = _Lists.by(reveal, len(task.words))
        # Numbers of half the usual length, as it is the memory that the loops wait for.
        self._flow = np.full(len(tail), _START, np.float32)
        self._waits = np.zeros(graph.nodes, np.int8)  # for so many steps, by node
        self._prices = tuple(np.zeros(size) for size in (graph.nodes, *2 * [len(task.words)]))
        self._forward = True
        self.shake(np.zeros(len(tail)))

    def step(self, temperature: float) -> None:
        """Take a step, then let every rule be kept once, first to last or last to first."""
        _advance(self._flow, self._prices, (self._gain, *self._ends, self._task.may), temperature)
        node, lay, show = self._prices
        arcs = self._out.first, self._in.first, self._in.of, self._waits
        _balance(self._flow, node, arcs, temperature, self._forward)
        lists = self._lays.first, self._lays.of, self._shows.first, self._shows.of
        _cover(self._flow, (lay, show), lists, (self._task.must, self._task.may), temperature)
        self._forward = not self._forward

    def run(self, temperatures: Iterable[float], deadline: Deadline) -> None:
        """Take a step at each temperature, until the deadline."""
        for temperature in temperatures:
            if deadline.passed():
                return
            self.step(temperature)

    def shake(self, more: Floats) -> None:
        """Let every arc earn so much more than it does."""
        self._gain = (self._task.graph.gain + more)[self._order].astype(np.float32)

    def flow(self) -> Floats:
        """Return the flow by arc of the task's graph; it keeps the rules only nearly."""
        flow = np.empty(len(self._flow))
        flow[self._order] = self._flow
        return flow

    def duals(self) -> Duals:
        """Return the prices as they are."""
        return Duals(*(price.copy() for price in self._prices))

    def prices(self) -> Prices:
        """Return the prices in whole numbers, with the bound that they prove."""
        node, _, show = self._prices
        none = np.zeros(0)
        return settle(self._task, LpAnswer(none, node, show[self._task.may], none, {}), (), {})


# The three loops below are compiled. `prices` are those of nodes, of laying a word oftener than
# once, and of laying or revealing it at all; `arcs` their gain, tail, head, word and reveal, and
# which words may be laid or revealed.


def compiled(loop: Callable[P, None]) -> Callable[P, None]:
    """Have Numba compile a loop, once for all runs if there is a place to keep what it made."""
    # Numba tells no types. Its model of errors is NumPy's, so that no division stops a search.
    try:
        return njit(cache=True, error_model="numpy")(loop)  # type: ignore[no-any-return]
    except RuntimeError:  # neither the code's folder nor the user's cache can be written to
        return njit(error_model="numpy")(loop)  # type: ignore[no-any-return]


@compiled
def _advance(flow: Flow, prices: Arrays, arcs: Arrays, temperature: float) -> None:
    """Multiply each flow by the exponential of what its arc gains at the prices.

    Most arcs were given up and lose, so the time for their exponentials is saved.
    """
    node, lay, show = prices
    gain, tail, head, word, reveal, may = arcs
    for arc in range(len(flow)):
        gained = gain[arc] + node[head[arc]] - node[tail[arc]]
        if word[arc] >= 0:
            gained -= lay[word[arc]]
            if may[word[arc]]:
                gained += show[word[arc]]
        if reveal[arc] >= 0:
            gained += show[reveal[arc]]
        if gained <= 0 and flow[arc] < 2 * _LEAST:
            flow[arc] = _LEAST
        else:
            flow[arc] = max(_LEAST, flow[arc] * np.exp(min(gained / temperature, _STRIDE)))


@compiled
def _balance(flow: Flow, node: Floats, arcs: Arrays, temperature: float, forward: bool) -> None:
    """Let as much leave each node as enters it, one after the other.

    Nodes with next to no flow have a turn only now and then.
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
    """Let each word be laid once if it must be, else at most once; and laid or revealed if it may.

    What is an inequality has a price of 0 or more, and is scaled back no further than to that.
    """
    lay, show = prices
    lays_first, lays, shows_first, shows = lists
    must, may = needs
    for word in range(len(lay)):
        first, last = lays_first[word], lays_first[word + 1]
        laid = 0.0
        for i in range(first, last):
            laid += flow[lays[i]]
        if laid == 0:
            continue
        scale = 1 / laid
        if not must[word]:
            scale = min(scale, np.exp(lay[word] / temperature))
        lay[word] -= temperature * np.log(scale)
        for i in range(first, last):
            flow[lays[i]] *= scale
        if not may[word]:
            continue
        shown = laid * scale
        for i in range(shows_first[word], shows_first[word + 1]):
            shown += flow[shows[i]]
        scale = max(1 / shown, np.exp(-show[word] / temperature))
        show[word] += temperature * np.log(scale)
        for i in range(first, last):
            flow[lays[i]] *= scale
        for i in range(shows_first[word], shows_first[word + 1]):
            flow[shows[i]] *= scale
