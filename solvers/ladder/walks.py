"""Walks with a given number of steps, where words may repeat: their lowest cost and number.

They bound the ladders with that many steps; to draw a ladder, walks are drawn until one repeats no
word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solvers.errors import GaveUp
from solvers.ladder.search import Costs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.ladder.graph import Graph
    from solvers.ladder.search import Adjacency, Weights

INFINITE = 1 << 60
EXACT = 1 << 53
"""Below this, counts held in floats are exact."""


class ReachableSubgraph(NamedTuple):
    """The part of the graph that a ladder with a given number of steps may touch.

    Its nodes are renumbered as places.

    nodes   the graph's node of each place
    out     the places that each leads to: never the start, and none from the target
    stops   the places of start, words to pass and target
    """

    nodes: list[int]
    out: list[list[int]]
    stops: list[int]


def reachable_subgraph(
    graph: Graph, stops: Sequence[int], steps: int, *, avoid: Collection[int], deadline: Deadline
) -> ReachableSubgraph | None:
    """Return the nodes near enough to both ends; None if some stop is out of reach."""
    start, target = stops[0], stops[-1]
    bounds, _ = graph.heuristic.steps(start, target)
    gone = _within(
        steps, graph.out, start, rest=bounds, blocked=frozenset(avoid), deadline=deadline
    )
    back = _within(steps, graph.into, target, rest=gone, blocked=(), deadline=deadline)
    nodes = sorted(back)
    place = {node: i for i, node in enumerate(nodes)}
    if not all(stop in place for stop in stops):
        return None
    out = [
        [place[near] for near in graph.out[node] if near in place and near != start]
        for node in nodes
    ]
    out[place[target]] = []
    return ReachableSubgraph(nodes, out, [place[stop] for stop in stops])


def _within(
    steps: int,
    links: Adjacency,
    source: int,
    *,
    rest: Weights,
    blocked: Collection[int],
    deadline: Deadline,
) -> Costs:
    """Return the steps from the source to each node, where these plus the rest are few enough."""
    depth = Costs({source: 0})
    order = [source]
    for node in order:  # it grows while we walk it
        if len(order) % 256 == 0 and deadline.passed():
            raise GaveUp("I ran out of time before I found all words in reach.")
        onward = depth[node] + 1
        for near in links[node]:
            if near not in depth and near not in blocked and onward + rest[near] <= steps:
                depth[near] = onward
                order.append(near)
    return depth


class Walks:
    """The walks of 0, 1, … steps from each place to the target that pass the stops still ahead.

    Tables are indexed by steps left, by stops already passed (`behind`), by place. `lowest` is the
    lowest cost of a walk, INFINITE if there is none; `number` is how many walks cost that, as
    floats.
    """

    def __init__(
        self, subgraph: ReachableSubgraph, cost: Sequence[int], steps: int, deadline: Deadline
    ) -> None:
        self.subgraph = subgraph
        self.cost = cost
        self.steps = steps
        self._stop_at = {stop: i for i, stop in enumerate(subgraph.stops)}
        count, last = len(subgraph.nodes), len(subgraph.stops) - 1
        # An extra place, which leads nowhere, is the last neighbour of every place, so that no row
        # of edges is empty (`reduceat` needs that).
        heads = np.array([near for out in subgraph.out for near in (*out, count)])
        tails = np.repeat(np.arange(count), [len(out) + 1 for out in subgraph.out])
        first = np.searchsorted(tails, np.arange(count))
        entry = np.array([*cost, 0], np.int64)[heads]
        self.lowest = np.full((steps + 1, last + 1, count + 1), INFINITE)
        self.number = np.zeros(self.lowest.shape)
        self.lowest[0, last, subgraph.stops[-1]] = 0
        self.number[0, last, subgraph.stops[-1]] = 1
        for left in range(1, steps + 1):
            if deadline.passed():
                raise GaveUp("I ran out of time before all ways were counted.")
            for behind in range(last):
                lowest, number = self._entered(left - 1, behind)
                costs = lowest[heads] + entry
                best = np.minimum(np.minimum.reduceat(costs, first), INFINITE)
                as_good = np.where(costs == best[tails], number[heads], 0.0)
                self.lowest[left, behind, :-1] = best
                self.number[left, behind, :-1] = np.add.reduceat(as_good, first)

    def _entered(self, left: int, behind: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the tables for entering a place, where the next stop is the only stop allowed."""
        lowest, number = self.lowest[left, behind].copy(), self.number[left, behind].copy()
        stops, following = self.subgraph.stops, self.subgraph.stops[behind + 1]
        lowest[stops], number[stops] = INFINITE, 0
        lowest[following] = self.lowest[left, behind + 1, following]
        number[following] = self.number[left, behind + 1, following]
        return lowest, number

    def onward(self, place: int, behind: int, left: int) -> Iterator[tuple[int, int, int]]:
        """Yield (cost of the rest of the walk, place, stops behind) for each next place."""
        lowest, cost, stop_at = self.lowest[left - 1], self.cost, self._stop_at
        for near in self.subgraph.out[place]:
            passed = stop_at.get(near)
            if passed is None:
                then = behind
            elif passed == behind + 1:
                then = passed
            else:
                continue
            rest = int(lowest[then, near]) + cost[near]
            if rest < INFINITE:
                yield rest, near, then

    def cost_of(self, path: Sequence[int]) -> int:
        """Return the cost of a path."""
        return sum(self.cost[place] for place in path[1:])

    @property
    def least(self) -> int:
        """The lowest cost of a walk of all steps, INFINITE if there is none."""
        return int(self.lowest[self.steps, 0, self.subgraph.stops[0]])

    @property
    def total(self) -> float:
        """The number of walks of all steps that cost `least`; exact below EXACT."""
        return float(self.number[self.steps, 0, self.subgraph.stops[0]])

    @property
    def simple(self) -> bool:
        """Whether it is certain that no walk repeats a word.

        Without a loop of two or more steps, it would be shorter than any walk can be.
        """
        start = self.subgraph.stops[0]
        shorter = self.lowest[: max(0, self.steps - 1), 0, start]
        return len(self.subgraph.stops) == 2 and bool((shorter >= INFINITE).all())

    def draw(self, rng: Random) -> list[int] | None:
        """Draw one of the walks with the lowest cost, all equally likely.

        None if it repeats a word; returned walks are still equally likely.
        """
        place, behind = self.subgraph.stops[0], 0
        path = [place]
        for left in range(self.steps, 0, -1):
            least = int(self.lowest[left, behind, place])
            rank = rng.randrange(int(self.number[left, behind, place]))
            choices = [step for step in self.onward(place, behind, left) if step[0] == least]
            for _, place, behind in choices:  # the one we stop at is where we go on
                rank -= int(self.number[left - 1, behind, place])
                if rank < 0:
                    break
            if place in path:
                return None
            path.append(place)
        return path
