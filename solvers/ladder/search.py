"""Finds all best ladders between two words at once, counts them, and draws one uniformly.

Nodes are numbers. An `Adjacency` maps a node to its neighbours; `Weights` are the costs of entering
a node: positive integers.
"""

from __future__ import annotations

from array import array
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, Protocol

from solvers.errors import GaveUp

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from solvers.deadline import Deadline


class Adjacency(Protocol):
    """Maps a node to its neighbours."""

    def __getitem__(self, node: int, /) -> Iterable[int]: ...


class Weights(Protocol):
    """Maps a node to a number."""

    def __getitem__(self, node: int, /) -> int: ...


class Chances(Protocol):
    """Maps a node to its relative likelihood."""

    def __getitem__(self, node: int, /) -> float: ...


UNREACHED = 1 << 62
_MOST = (1 << 16) - 1


class Costs(dict[int, int]):
    """The cost of reaching each node found so far; UNREACHED for all others."""

    def __missing__(self, node: int) -> int:
        return UNREACHED


def explore(
    out: Adjacency,
    weight: Weights,
    start: int,
    target: int,
    *,
    bound: Weights,
    most: int = UNREACHED,
    blocked: Iterable[int],
    deadline: Deadline,
) -> Costs | None:
    """Return the cost from the start to every node that a best path to the target may touch.

    A* (Hart, Nilsson and Raphael, 1968) with a bucket of nodes for each f-value: the cost so far
    plus `bound`, a consistent lower bound on the cost from a node to the target (it never drops by
    more than the weight of the node entered). `blocked` nodes are not entered. None if no path
    costs at most `most`. Raises GaveUp at the deadline.
    """
    best = Costs(dict.fromkeys(blocked, -1))
    best[start] = 0
    f_value = bound[start]
    buckets, f_values = {f_value: [start]}, [f_value]
    while f_values:
        if deadline.passed():
            raise GaveUp("I ran out of time before the search was over.")
        f_value = heappop(f_values)
        for node in buckets[f_value]:  # it grows during the loop
            cost = best[node]
            if cost + bound[node] != f_value:
                continue  # a better way to the node was found meanwhile
            for near in out[node]:
                entered = cost + weight[near]
                if near not in best or best[near] > entered:
                    f_near = entered + bound[near]
                    if f_near > most:
                        continue
                    best[near] = entered
                    if f_near in buckets:
                        buckets[f_near].append(near)
                    else:
                        buckets[f_near] = [near]
                        heappush(f_values, f_near)
        if best[target] == f_value:
            return best
        del buckets[f_value]
    return None


def explore_steps(
    out: Adjacency,
    size: int,
    start: int,
    target: int,
    *,
    bound: Weights,
    blocked: Iterable[int],
    deadline: Deadline,
) -> Weights | None:
    """Like `explore`, but faster, for steps that cost 1 and nodes 0 … size-1.

    The bound changes by at most 1 from a node to the next, so the next f-value is the same or one
    or two more: three lists are enough as buckets.
    """
    # Use two bytes per node if they suffice, for the processor's caches. No path has as many steps
    # as there are nodes.
    depth = array("H", [_MOST]) * size if size <= _MOST else array("L", [size]) * size
    for node in blocked:
        depth[node] = 0
    depth[start] = 0
    f_value = bound[start]
    now: list[int] = [start]
    soon: list[int] = []
    later: list[int] = []
    while now or soon or later:
        done = 0
        while batch := now[done : done + 512]:
            if deadline.passed():
                raise GaveUp("I ran out of time before the search was over.")
            done += len(batch)
            for node in batch:
                step = depth[node] + 1
                if step + bound[node] <= f_value:
                    continue  # a shorter way to the node was found meanwhile
                for near in out[node]:
                    if depth[near] > step:
                        depth[near] = step
                        more = step + bound[near] - f_value
                        (later if more > 1 else soon if more else now).append(near)
        if depth[target] == f_value:
            return depth
        f_value += 1
        now, soon, later = soon, later, []
    return None


class Paths(NamedTuple):
    """All best paths from a top node down to a bottom node, with their numbers.

    `onward` maps a node to the nodes that follow it, `ways` to the number of paths from it to the
    bottom. `chances`, the sum over these paths of the product of their nodes' appeals, is None if
    all paths are equally likely.
    """

    top: int
    onward: dict[int, list[int]]
    ways: dict[int, int]
    chances: dict[int, float] | None

    @property
    def total(self) -> int:
        """The number of paths."""
        return self.ways[self.top]

    def draw(self, rng: Random) -> list[int]:
        """Return one of the paths, by drawing and unranking a number."""
        if self.chances is not None:
            return self._draw_by(self.chances, rng)
        node, onward, ways, _ = self
        rank = rng.randrange(ways[node])
        path = [node]
        while choices := onward[node]:
            for node in choices:  # we go on from the one we stop at
                if rank < ways[node]:
                    break
                rank -= ways[node]
            path.append(node)
        return path

    def _draw_by(self, chances: dict[int, float], rng: Random) -> list[int]:
        node, onward = self.top, self.onward
        path = [node]
        while choices := onward[node]:
            if len(choices) > 1:
                total = 0.0
                for near in choices:
                    total += chances[near]
                rank = rng.random() * total
                for near in choices:  # the last one with a chance, if rounding left a rest
                    if chance := chances[near]:
                        node = near
                        rank -= chance
                        if rank < 0:
                            break
            else:
                (node,) = choices
            path.append(node)
        return path


def best_paths(
    links: Adjacency,
    weight: Weights,
    top: int,
    bottom: int,
    *,
    far: Weights,
    even: bool = False,
    appeal: Chances | None = None,
) -> Paths:
    """Return the best paths, given the distance from the bottom of each node that matters.

    A path may go from a node to one that is nearer by exactly the weight of the node it leaves. If
    `far` ignores that `links` lack some nodes, there may be no path of that length. `even` says
    that all weights are equal.
    """
    onward: dict[int, list[int]] = {bottom: []}
    ways = {bottom: 1, top: 0}
    order = [top]
    for node in order:  # it grows during the loop
        left = far[node] - weight[node]
        if not left:
            onward[node] = [bottom]
            continue
        onward[node] = nearer = []
        for near in links[node]:
            if far[near] == left:
                nearer.append(near)
                if near not in ways:
                    ways[near] = 0
                    order.append(near)
    if even:
        order.reverse()  # breadth first is farthest first
    else:
        order.sort(key=far.__getitem__)
    if appeal is None:
        for node in order:
            total = 0
            for near in onward[node]:
                total += ways[near]
            ways[node] = total
        return Paths(top, onward, ways, None)
    chances = {bottom: 1.0}
    for node in order:
        total, chance = 0, 0.0
        for near in onward[node]:
            total += ways[near]
            chance += chances[near]
        ways[node] = total
        chances[node] = chance * appeal[node]
    return Paths(top, onward, ways, chances)
