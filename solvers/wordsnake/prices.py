"""Bounds that can be trusted: prices in whole numbers, and what no snake can exceed at them.

Lagrange's idea: price every node's flow balance, every cut and every limit. At any prices each
word then earns at most its best arc, alone, and the sum over the words bounds every snake. The
linear program only suggests which prices are good.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.lp import LpAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.lp import Limits
    from solvers.wordsnake.task import Cut, Task

    Ints = NDArray[np.integer]

SCALE = 5040
"""Prices are whole multiples of 1/5040: all that small linear programs are made of."""

_MOST = 2e8
"""No price is taken for higher, so that sums over hundreds of thousands of words stay exact."""
_NEVER = -(2**62)
_FAR = 2**40
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices in units of 1/SCALE: of nodes, of revealing each word, of cuts and limits."""

    node: Ints
    reveal: Ints
    cuts: tuple[int, ...]
    limits: Mapping[int, int]
    bound: int

    @property
    def floor(self) -> int:
        """Return the bound as a score: no snake within the limits scores more."""
        return self.bound // SCALE


def guess(task: Task) -> Prices:
    """Return prices that need no linear program: a share of what a state's overlap may earn.

    Half-laid nodes get the lowest price that no way to them gains at.
    """
    graph, whole = task.graph, task.whole
    of_state = np.arange(whole.nodes) % whole.states
    resting = whole.is_resting(np.arange(whole.nodes)) & (task.contracted.into >= 0)
    at = task.contracted.into[resting]
    offset = task.contracted.offset[resting]
    earns = task.auto.depth[of_state[resting]].astype(np.int64) ** 2
    idle = np.flatnonzero(graph.word < 0)
    tail, head, gain = graph.tail[idle], graph.head[idle], graph.gain[idle]
    found = []
    for share in _SHARES:
        node = np.full(graph.nodes, _FAR)
        np.minimum.at(node, at, (earns * share).astype(np.int64) - offset)
        fixed = node < _FAR
        while True:
            before = node.copy()
            np.minimum.at(node, head, np.where(fixed[head], _FAR, node[tail] - gain))
            if np.array_equal(node, before):
                break
        node[node >= _FAR // 2] = 0
        none = np.zeros(int(task.may.sum()))
        found.append(settle(task, LpAnswer(none, node.astype(float), none, none[:0], {}), (), {}))
    return min(found, key=lambda prices: prices.bound)


def settle(task: Task, answer: LpAnswer, cuts: Sequence[Cut], limits: Limits) -> Prices:
    """Round an answer's duals to prices, mend what rounding broke, and work out the bound."""
    graph = task.graph
    node = _whole(answer.price)
    reveal = np.zeros(len(task.words), np.int64)
    reveal[task.may] = np.maximum(_whole(answer.reveal), 0)
    paid = tuple(np.maximum(_whole(answer.cuts), 0).tolist())
    held = {key: _limit_price(answer.limits[key], *limits[key]) for key in limits}

    value = graph.gain * SCALE
    shown = graph.reveal >= 0
    value[shown] += reveal[graph.reveal[shown]]
    bound = graph.base * SCALE
    for cut, price in zip(cuts, paid, strict=True):
        if price:
            row, least = task.row(cut)
            value += price * row
            bound -= price * least
    for key, price in held.items():
        value[task.arcs_of(key)] -= price
        bound += price * int(limits[key][price > 0]) if price else 0
    _raise_tails(task, node, value)
    value += node[graph.head] - node[graph.tail]
    return Prices(node, reveal, paid, held, bound + _earned(task, value, reveal))


def _earned(task: Task, value: Ints, reveal: Ints) -> int:
    """Add up what each word earns at most, given its arcs' values."""
    graph = task.graph
    laid = graph.word >= 0
    best = np.full(len(task.words), _NEVER, np.int64)
    np.maximum.at(best, graph.word[laid], value[laid])
    earned = np.where(task.must, best, np.maximum(best + reveal, 0) - reveal)
    return int(earned.sum())


def _raise_tails(task: Task, node: Ints, value: Ints) -> None:
    """Raise prices until no arc without a word gains: such arcs form no cycle, so this ends."""
    graph = task.graph
    idle = np.flatnonzero(graph.word < 0)
    while True:
        lacking = value[idle] + node[graph.head[idle]] > node[graph.tail[idle]]
        idle_now = idle[lacking]
        if not len(idle_now):
            return
        np.maximum.at(node, graph.tail[idle_now], value[idle_now] + node[graph.head[idle_now]])


def _limit_price(dual: float, low: int, high: float) -> int:
    """Round a limit's dual: positive where the arc may be used no more, negative where it must."""
    price = round(dual * SCALE)
    if (price > 0 and high == np.inf) or (price < 0 and not low):
        return 0
    return price


def _whole(duals: NDArray[np.float64]) -> Ints:
    return np.rint(np.clip(np.nan_to_num(duals), -_MOST, _MOST) * SCALE).astype(np.int64)
