"""Walks of a given number of steps, on which words may come twice: the lowest cost and the number.

They bound the ladders of so many steps, and a ladder is drawn by drawing walks until one repeats
no word.
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
    from solvers.ladder.search import Links, Weights

NEVER = 1 << 60
EXACT = 1 << 53
"""Below this, counts held in floats are exact."""


class Field(NamedTuple):
    """The words that a ladder of so many steps may touch, numbered anew as places.

    nodes   the graph's node of each place
    out     where each leads: never back to the start, and nowhere from the target
    stops   the places of start, words to pass and target
    """

    nodes: list[int]
    out: list[list[int]]
    stops: list[int]


def field(
    graph: Graph, stops: Sequence[int], steps: int, *, avoid: Collection[int], deadline: Deadline
) -> Field | None:
    """Return the field between the stops, None where some stop is out of reach."""
    start, target = stops[0], stops[-1]
    bounds, _ = graph.guide.steps(start, target)
    gone = _within(steps, graph.out, start, rest=bounds, shut=frozenset(avoid), deadline=deadline)
    back = _within(steps, graph.into, target, rest=gone, shut=(), deadline=deadline)
    nodes = sorted(back)
    place = {node: i for i, node in enumerate(nodes)}
    if not all(stop in place for stop in stops):
        return None
    out = [
        [place[near] for near in graph.out[node] if near in place and near != start]
        for node in nodes
    ]
    out[place[target]] = []
    return Field(nodes, out, [place[stop] for stop in stops])


def _within(
    steps: int,
    links: Links,
    source: int,
    *,
    rest: Weights,
    shut: Collection[int],
    deadline: Deadline,
) -> Costs:
    """Return the steps from the source to all nodes where these and the rest are few enough."""
    depth = Costs({source: 0})
    order = [source]
    for node in order:  # it grows while we walk it
        if len(order) % 256 == 0 and deadline.passed():
            raise GaveUp("The time was up before the words in reach were found.")
        onward = depth[node] + 1
        for near in links[node]:
            if near not in depth and near not in shut and onward + rest[near] <= steps:
                depth[near] = onward
                order.append(near)
    return depth


class Walks:
    """The walks of 0, 1, … steps from each place to the target that take what is left to pass.

    Tables are indexed by steps left, by stops behind, by place. `lowest` is the lowest cost of a
    walk, NEVER where there is none, `number` how many cost that, in floats.
    """

    def __init__(self, field: Field, cost: Sequence[int], steps: int, deadline: Deadline) -> None:
        self.field = field
        self.cost = cost
        self.steps = steps
        self._stop_at = {stop: i for i, stop in enumerate(field.stops)}
        count, last = len(field.nodes), len(field.stops) - 1
        # A place beyond the others, which leads nowhere, is everybody's last neighbour: no row of
        # links is empty then.
        links = np.array([near for out in field.out for near in (*out, count)])
        source = np.repeat(np.arange(count), [len(out) + 1 for out in field.out])
        first = np.searchsorted(source, np.arange(count))
        entry = np.array([*cost, 0], np.int64)[links]
        self.lowest = np.full((steps + 1, last + 1, count + 1), NEVER)
        self.number = np.zeros(self.lowest.shape)
        self.lowest[0, last, field.stops[-1]] = 0
        self.number[0, last, field.stops[-1]] = 1
        for left in range(1, steps + 1):
            if deadline.passed():
                raise GaveUp("The time was up before all walks were counted.")
            for behind in range(last):
                lowest, number = self._entered(left - 1, behind)
                costs = lowest[links] + entry
                best = np.minimum(np.minimum.reduceat(costs, first), NEVER)
                as_good = np.where(costs == best[source], number[links], 0.0)
                self.lowest[left, behind, :-1] = best
                self.number[left, behind, :-1] = np.add.reduceat(as_good, first)

    def _entered(self, left: int, behind: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the tables as seen by who enters a place: only the next stop may be entered."""
        lowest, number = self.lowest[left, behind].copy(), self.number[left, behind].copy()
        stops, following = self.field.stops, self.field.stops[behind + 1]
        lowest[stops], number[stops] = NEVER, 0
        lowest[following] = self.lowest[left, behind + 1, following]
        number[following] = self.number[left, behind + 1, following]
        return lowest, number

    def onward(self, place: int, behind: int, left: int) -> Iterator[tuple[int, int, int]]:
        """Yield (cost of all the rest, place, stops behind) for each next place that leads on."""
        lowest, cost, stop_at = self.lowest[left - 1], self.cost, self._stop_at
        for near in self.field.out[place]:
            passed = stop_at.get(near)
            if passed is None:
                then = behind
            elif passed == behind + 1:
                then = passed
            else:
                continue
            rest = int(lowest[then, near]) + cost[near]
            if rest < NEVER:
                yield rest, near, then

    def cost_of(self, path: Sequence[int]) -> int:
        """Return what a path costs."""
        return sum(self.cost[place] for place in path[1:])

    @property
    def least(self) -> int:
        """The lowest cost of a walk of all steps, NEVER if there is none."""
        return int(self.lowest[self.steps, 0, self.field.stops[0]])

    @property
    def total(self) -> float:
        """How many walks of all steps cost that; exact below EXACT."""
        return float(self.number[self.steps, 0, self.field.stops[0]])

    @property
    def simple(self) -> bool:
        """Whether it is certain that no walk repeats a word.

        With a loop of two steps or more cut out, it would be shorter than any walk can be.
        """
        start = self.field.stops[0]
        shorter = self.lowest[: max(0, self.steps - 1), 0, start]
        return len(self.field.stops) == 2 and bool((shorter >= NEVER).all())

    def draw(self, rng: Random) -> list[int] | None:
        """Draw one of the walks of the lowest cost, each as likely as any other.

        None if it repeats a word: those that are returned are still equally likely.
        """
        place, behind = self.field.stops[0], 0
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
