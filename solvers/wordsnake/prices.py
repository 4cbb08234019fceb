"""Bounds that can be trusted: integer prices, and the score no snake can exceed at them.

Lagrangian relaxation: price every node's flow balance, every cut and every limit. At any prices
each word earns at most what its best arc earns, and the sum over the words bounds every snake. The
linear program only suggests good prices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.lp import LpAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance, Row
    from solvers.wordsnake.lp import Limits

    Ints = NDArray[np.integer]

SCALE = 5040
"""Prices are whole multiples of 1/5040, which hold the prices of small linear programs exactly."""

_MOST = 2e8
"""Prices are clipped to this, so that sums over hundreds of thousands of words stay exact."""
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


def initial_duals(instance: Instance) -> Prices:
    """Return prices without a linear program: a share of what each state's overlap may earn.

    Nodes that are not resting states get the lowest price at which no path to them gains.
    """
    graph, whole = instance.graph, instance.whole
    of_state = np.arange(whole.nodes) % whole.states
    resting = whole.is_resting(np.arange(whole.nodes)) & (instance.contracted.into >= 0)
    at = instance.contracted.into[resting]
    offset = instance.contracted.offset[resting]
    earns = instance.auto.depth[of_state[resting]].astype(np.int64) ** 2
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
        none = np.zeros(int(instance.coverable.sum()))
        found.append(
            round_duals(instance, LpAnswer(none, node.astype(float), none, none[:0], {}), (), {})
        )
    return min(found, key=lambda prices: prices.bound)


def round_duals(
    instance: Instance, answer: LpAnswer, cuts: Sequence[Row], limits: Limits
) -> Prices:
    """Round an answer's duals to prices, repair what rounding broke, and compute the bound.

    `cuts` and `limits` are those that the linear program had. The bound holds for any duals.
    """
    graph = instance.graph
    node = _whole(answer.price)
    reveal = np.zeros(len(instance.words), np.int64)
    reveal[instance.coverable] = np.maximum(_whole(answer.reveal), 0)
    paid = tuple(np.maximum(_whole(answer.cuts), 0).tolist())
    held = {key: _limit_price(answer.limits[key], *limits[key]) for key in limits}

    value = graph.gain * SCALE
    revealing = graph.reveal >= 0
    value[revealing] += reveal[graph.reveal[revealing]]
    bound = graph.base * SCALE
    for cut, price in zip(cuts, paid, strict=True):
        if price:
            value[cut.arcs] += price * cut.values
            bound -= price * cut.least
    for key, price in held.items():
        value[instance.arcs_of(key)] -= price
        bound += price * int(limits[key][price > 0]) if price else 0
    _raise_tails(instance, node, value)
    value += node[graph.head] - node[graph.tail]
    return Prices(node, reveal, paid, held, bound + _earned(instance, value, reveal))


def _earned(instance: Instance, value: Ints, reveal: Ints) -> int:
    """Sum the most each word can earn, given its arcs' values."""
    graph = instance.graph
    laid = graph.word >= 0
    best = np.full(len(instance.words), _NEVER, np.int64)
    np.maximum.at(best, graph.word[laid], value[laid])
    earned = np.where(instance.mandatory, best, np.maximum(best + reveal, 0) - reveal)
    return int(earned.sum())


def _raise_tails(instance: Instance, node: Ints, value: Ints) -> None:
    """Raise prices until no arc without a word gains: such arcs form no cycle, so this ends."""
    graph = instance.graph
    idle = np.flatnonzero(graph.word < 0)
    while True:
        lacking = value[idle] + node[graph.head[idle]] > node[graph.tail[idle]]
        idle_now = idle[lacking]
        if not len(idle_now):
            return
        np.maximum.at(node, graph.tail[idle_now], value[idle_now] + node[graph.head[idle_now]])


def _limit_price(dual: float, low: int, high: float) -> int:
    """Round a limit's dual: positive for an upper limit, negative for a lower one."""
    price = round(dual * SCALE)
    if (price > 0 and high == np.inf) or (price < 0 and not low):
        return 0
    return price


def _whole(duals: NDArray[np.float64]) -> Ints:
    return np.rint(np.clip(np.nan_to_num(duals), -_MOST, _MOST) * SCALE).astype(np.int64)
