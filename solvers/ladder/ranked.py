"""Lists equally good ladders in order: lowest cost first, then alphabetically."""

from __future__ import annotations

from graphlib import TopologicalSorter
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from solvers.errors import GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from solvers.deadline import Deadline
    from solvers.ladder.search import Paths
    from solvers.ladder.walks import Walks

    State = tuple[int, ...]
    Name = Callable[[int], str]
    Onward = Callable[[list[State]], Iterable[tuple[int, int, State]]]


def ranked_legs(
    legs: Sequence[Paths],
    stops: Sequence[int],
    weight: Callable[[int], int],
    word: Name,
    deadline: Deadline,
) -> Iterator[list[int]]:
    """Yield the best paths through the stops, in order. A state is a leg's number and a node."""
    goal: State = (len(legs), stops[-1])
    out: dict[State, list[State]] = {goal: []}
    for leg, (paths, start, end) in enumerate(zip(legs, stops, stops[1:], strict=False)):
        for node, following in paths.onward.items():
            for near in following:
                one, other = (node, near) if paths.top == start else (near, node)
                out.setdefault((leg, one), []).append((leg + (other == end), other))
    rest = {goal: 0}
    for state in TopologicalSorter(out).static_order():  # goal first
        ways = [weight(near[1]) + rest[near] for near in out.get(state, ()) if near in rest]
        if ways:
            rest[state] = min(ways)

    def onward(path: list[State]) -> Iterator[tuple[int, int, State]]:
        for near in out[path[-1]]:
            if near in rest:
                yield weight(near[1]), rest[near], near

    first: State = (0, stops[0])
    for path in _best_first(first, goal, onward, lambda state: word(state[1]), deadline):
        yield [node for _, node in path]


def ranked_walks(walks: Walks, word: Name, deadline: Deadline) -> Iterator[list[int]]:
    """Yield the walks that repeat no word, as places, in order.

    A state is a place, the number of stops passed, and the number of steps left.
    """
    stops, cost = walks.subgraph.stops, walks.cost

    def onward(path: list[State]) -> Iterator[tuple[int, int, State]]:
        place, behind, left = path[-1]
        used = {state[0] for state in path}
        for rest, near, then in walks.onward(place, behind, left):
            if near not in used:
                yield cost[near], rest - cost[near], (near, then, left - 1)

    first, goal = (stops[0], 0, walks.steps), (stops[-1], len(stops) - 1, 0)
    for path in _best_first(first, goal, onward, lambda state: word(state[0]), deadline):
        yield [state[0] for state in path]


def _best_first(
    first: State, goal: State, onward: Onward, word: Callable[[State], str], deadline: Deadline
) -> Iterator[list[State]]:
    """Yield the paths from the first state to the goal, by cost and then by words.

    `onward` yields for each next state of a path: the cost to enter it, a lower bound on the cost
    from there on, and the state. As a path grows, its bound never falls and its words sort behind
    its beginning, so a complete path at the top of the heap is the next in order.
    """
    heap: list[tuple[int, tuple[str, ...], int, list[State]]] = [(0, (word(first),), 0, [first])]
    popped = 0
    while heap:
        popped += 1
        if popped % 256 == 0 and deadline.passed():
            raise GaveUp("I ran out of time before all these ladders were listed.")
        _, words, spent, path = heappop(heap)
        if path[-1] == goal:
            yield path
            continue
        for cost, rest, state in onward(path):
            entry = spent + cost + rest, (*words, word(state)), spent + cost, [*path, state]
            heappush(heap, entry)
