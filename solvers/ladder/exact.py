"""Ladders of an exact number of steps, no word twice: exact search with bounds from walks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.errors import BadInput, GaveUp
from solvers.ladder.best import Drawn
from solvers.ladder.graph import SCALE
from solvers.ladder.walks import EXACT, INFINITE, ReachableSubgraph, Walks, reachable_subgraph

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.ladder.graph import Graph

LISTED = 5_000
"""Up to this many ladders are listed one by one, to count them and to draw one."""
DRAWS = 1_000
"""How often a walk is drawn in the hope of one that repeats no word."""
MOST_CELLS = 16_000_000
"""Cells of the tables of walks; each takes 16 bytes."""
RESTART_AFTER = 1_000
"""How many words the first search tries before restarting."""
TRIED = 20_000
"""How many words to try to count the ladders of the lowest cost, once one is known."""


def exact(
    kind: str,
    steps: int,
    graph: Graph,
    stops: Sequence[int],
    *,
    avoid: Collection[int],
    rng: Random,
    deadline: Deadline,
) -> Iterator[Drawn]:
    """Draw paths of `steps` steps through the stops; "common" ones have the lowest cost.

    Yields nothing if it is proven that none exists. Raises GaveUp at the deadline.
    """
    walks = walks_of(kind, steps, graph, stops, avoid=avoid, deadline=deadline)
    if walks is None:
        return
    found = False
    for drawn in _from_walks(walks, rng, deadline):
        found = True
        yield _in_graph(drawn, walks)
    while not found and (searched := _from_search(walks, rng, deadline)):
        yield _in_graph(searched, walks)


def walks_of(
    kind: str,
    steps: int,
    graph: Graph,
    stops: Sequence[int],
    *,
    avoid: Collection[int],
    deadline: Deadline,
) -> Walks | None:
    """Return the walks of `steps` steps through the stops, or None."""
    subgraph = reachable_subgraph(graph, stops, steps, avoid=avoid, deadline=deadline)
    if subgraph is None or len(subgraph.nodes) <= steps:
        return None
    _check_size(subgraph, steps)
    cost = [graph.costs[node] // SCALE if kind == "common" else 0 for node in subgraph.nodes]
    walks = Walks(subgraph, cost, steps, deadline)
    return walks if walks.least < INFINITE else None


def _in_graph(drawn: Drawn, walks: Walks) -> Drawn:
    return replace(drawn, path=[walks.subgraph.nodes[place] for place in drawn.path])


def _check_size(subgraph: ReachableSubgraph, steps: int) -> None:
    most = MOST_CELLS // (len(subgraph.nodes) * len(subgraph.stops)) - 1
    if steps > most:
        raise BadInput(
            f"{steps} steps are too many where {len(subgraph.nodes):,} words can take part; ask for"
            f" {most} at most, or allow fewer moves.",
            code="steps_out_of_range",
        )


def _from_walks(walks: Walks, rng: Random, deadline: Deadline) -> Iterator[Drawn]:
    """Draw paths among the cheapest walks, until `DRAWS` walks in a row are no path."""
    if walks.total <= LISTED:
        paths = list(Search(walks, rng, deadline, limit=walks.least).paths())
        while paths:
            yield Drawn(rng.choice(paths), len(paths), uniform=True)
        return
    counted = int(walks.total) if walks.simple and walks.total < EXACT else None
    failed = 0
    while failed < DRAWS and not deadline.passed():
        failed += 1
        if path := walks.draw(rng):
            failed = 0
            yield Drawn(path, counted, walks.total < EXACT)


def _from_search(walks: Walks, rng: Random, deadline: Deadline) -> Drawn | None:
    """Find a cheapest path by branch and bound, then count equally cheap ones if they are few.

    A depth-first search may spend all its time in an empty part, so it restarts at random with
    twice the patience, until one search is complete: that is the proof.
    """
    best, limit, patience = None, INFINITE, RESTART_AFTER
    while limit >= walks.least:
        search = Search(walks, rng, deadline, limit=limit, patience=patience)
        try:
            for best in search.paths():
                search.limit = walks.cost_of(best) - 1
                if search.limit < walks.least:
                    break
        except GaveUp:
            if deadline.passed():
                raise
            limit, patience = search.limit, 2 * patience
        else:
            break
    if best is None:
        return None
    again = Search(walks, rng, deadline, limit=walks.cost_of(best), patience=TRIED)
    try:
        paths = list(again.paths())
    except GaveUp:
        return Drawn(best, None, uniform=False)
    return Drawn(rng.choice(paths), len(paths), uniform=True)


class Search:
    """A depth-first search for paths that cost at most `limit`, which may be lowered meanwhile."""

    def __init__(
        self, walks: Walks, rng: Random, deadline: Deadline, *, limit: int, patience: int = INFINITE
    ) -> None:
        self.limit = limit
        self._walks = walks
        self._rng = rng
        self._deadline = deadline
        self._patience = patience

    def paths(self) -> Iterator[list[int]]:
        """Yield paths, lowest bounds first. Raises GaveUp when time or patience runs out."""
        walks = self._walks
        start, steps = walks.subgraph.stops[0], walks.steps
        path, used, spent = [start], {start}, [0]
        branches = [self._branches(start, 0, steps)]
        tried = 0
        while branches:
            if not branches[-1]:
                branches.pop()
                spent.pop()
                used.remove(path.pop())
                continue
            rest, _, place, behind = branches[-1].pop()
            if spent[-1] + rest > self.limit:
                branches[-1].clear()  # sorted: the others cost no less
            elif place not in used:
                tried += 1
                if tried > self._patience or (tried % 64 == 0 and self._deadline.passed()):
                    raise GaveUp("I ran out of time.")
                left = steps - len(path)
                if not left:
                    yield [*path, place]
                    continue
                path.append(place)
                used.add(place)
                spent.append(spent[-1] + walks.cost[place])
                branches.append(self._branches(place, behind, left))

    def _branches(self, place: int, behind: int, left: int) -> list[tuple[int, float, int, int]]:
        """Return the next places, lowest bound last, equals in random order."""
        draw = self._rng.random
        onward = self._walks.onward(place, behind, left)
        return sorted(((rest, draw(), near, then) for rest, near, then in onward), reverse=True)
