"""The best ladders of one leg, from a start to a target: the shortest ones, the commonest ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.ladder.search import explore, paths_down

if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

    from solvers.deadline import Deadline
    from solvers.ladder.graph import Graph

Drawn = tuple[list[int], int]
"""A path of nodes, drawn uniformly from all that are as good, and their count."""


def shortest(
    graph: Graph,
    start: int,
    target: int,
    *,
    avoid: Collection[int],
    rng: Random,
    deadline: Deadline,
) -> Drawn | None:
    """Draw one of the paths of the fewest steps; None when there is no path."""
    left, exact = graph.guide.steps(start, target)
    if exact and not avoid:
        paths = paths_down(graph.out, graph.ones, start, target, far=left)
        return paths.draw(rng), paths.total
    steps = explore(graph.out, graph.ones, start, target, bound=left, shut=avoid, deadline=deadline)
    if steps is None:
        return None
    paths = paths_down(graph.into, graph.ones, target, start, far=steps)
    return paths.draw(rng)[::-1], paths.total


def commonest(
    graph: Graph,
    start: int,
    target: int,
    *,
    avoid: Collection[int],
    rng: Random,
    deadline: Deadline,
) -> Drawn | None:
    """Draw one of the paths of the lowest rareness, and of the fewest steps among those."""
    left = graph.guide.tolls(target)
    paid = explore(graph.out, graph.tolls, start, target, bound=left, shut=avoid, deadline=deadline)
    if paid is None:
        return None
    paths = paths_down(graph.into, graph.tolls, target, start, far=paid)
    return paths.draw(rng)[::-1], paths.total
