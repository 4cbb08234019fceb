"""The best ladders with any number of steps: the shortest and the commonest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.ladder.search import best_paths, explore, explore_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.ladder.graph import Graph
    from solvers.ladder.search import Paths

    Leg = Callable[[Graph, int, int, Collection[int], Deadline], Paths | None]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A path of nodes, the number of equally good ones if known, and whether all were as likely."""

    path: list[int]
    count: int | None
    uniform: bool = True


def legs(
    leg: Leg, graph: Graph, stops: Sequence[int], avoid: Collection[int], deadline: Deadline
) -> list[Paths] | None:
    """Return the best paths of each leg, from stop to stop; None if a leg has none."""
    found = []
    for start, target in pairwise(stops):
        paths = leg(graph, start, target, avoid, deadline)
        if paths is None:
            return None
        found.append(paths)
    return found


def best(
    leg: Leg,
    graph: Graph,
    stops: Sequence[int],
    *,
    avoid: Collection[int],
    rng: Random,
    deadline: Deadline,
) -> Iterator[Drawn]:
    """Draw best paths through the stops, one after the other; yields nothing if there is none."""
    found = legs(leg, graph, stops, avoid, deadline)
    while found:
        path, count = [stops[0]], 1
        for start, paths in zip(stops, found, strict=False):
            part = paths.draw(rng)
            path += part[1:] if part[0] == start else part[-2::-1]
            count *= paths.total
        yield Drawn(path, count, uniform=graph.appeal is None)


def shortest(
    graph: Graph, start: int, target: int, avoid: Collection[int], deadline: Deadline
) -> Paths | None:
    """Return the paths with the fewest steps, from either end; None if there is none."""
    left, exact = graph.heuristic.steps(start, target)
    if exact and not avoid:
        paths = best_paths(
            graph.out, graph.ones, start, target, far=left, even=True, appeal=graph.appeal
        )
        if paths.total:  # otherwise each shortest one has a hidden word
            return paths
    steps = explore_steps(
        graph.out, graph.size, start, target, bound=left, blocked=avoid, deadline=deadline
    )
    if steps is None:
        return None
    return best_paths(
        graph.into, graph.ones, target, start, far=steps, even=True, appeal=graph.appeal
    )


def commonest(
    graph: Graph, start: int, target: int, avoid: Collection[int], deadline: Deadline
) -> Paths | None:
    """Return the paths with the lowest cost and, among equals, the fewest steps."""
    left = graph.heuristic.costs(target)
    search = partial(
        explore, graph.out, graph.costs, start, target, bound=left, blocked=avoid, deadline=deadline
    )
    most = graph.heuristic.most(start, target)
    paid = None if most is None else search(most=most)
    if paid is None:  # no bound is known, or the way this cheap has a word that must not be used
        paid = search()
    if paid is None:
        return None
    return best_paths(graph.into, graph.costs, target, start, far=paid, appeal=graph.appeal)
