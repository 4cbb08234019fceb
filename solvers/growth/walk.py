"""Walks on a letter graph: neighbours, longest paths, and uniformly drawn paths."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from solvers.errors import GaveUp
from solvers.growth.build import tables_without
from solvers.growth.paths import PathCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


class LetterGraph:
    """The tables of `letter_graph_tables`, read in place; `view` returns a table by its name."""

    __slots__ = (
        "_down",
        "_down_start",
        "_size_start",
        "_up",
        "_up_start",
        "_view",
        "longest_ends",
        "paths_down",
        "paths_up",
    )

    def __init__(self, view: Callable[[str], memoryview]) -> None:
        self._view = view
        self._size_start = view("size_start")
        self._down_start, self._down = view("down_start"), view("down")
        self._up_start, self._up = view("up_start"), view("up")
        self.paths_down = PathCounts(view("paths_down_start"), view("paths_down"))
        self.paths_up = PathCounts(view("paths_up_start"), view("paths_up"))
        self.longest_ends = view("longest_ends")

    @classmethod
    def open(
        cls,
        lexicon: Lexicon,
        name: str,
        avoid: Collection[int] = (),
        typed: Collection[int] = (),
    ) -> LetterGraph:
        """Return the graph of a game's tables, with the nodes that the lexicon's policy shows.

        Nodes to `avoid` are left out, too; nodes that somebody `typed` are included, even if
        hidden.
        """
        own = f"{name}.{lexicon.policy}"
        gone = frozenset(lexicon.view(f"{own}.gone")) if lexicon.has_table(f"{own}.gone") else ()
        if gone and gone.isdisjoint(typed):
            return cls(lambda table: lexicon.view(f"{own}.{table}")).without(avoid)
        everything = cls(lambda table: lexicon.view(f"{name}.{table}"))
        return everything.without(frozenset(gone).difference(typed).union(avoid))

    def without(self, gone: Collection[int]) -> LetterGraph:
        """Return the graph without some nodes, so that no path passes through them."""
        if not gone:
            return self
        tables = tables_without(self._view, gone)
        return LetterGraph(lambda name: tables[name].data)

    def nodes(self, size: int) -> range:
        """Return the nodes with `size` letters, including removed ones."""
        if not 0 <= size < len(self._size_start) - 1:
            return range(0)
        return range(self._size_start[size], self._size_start[size + 1])

    def size(self, node: int) -> int:
        """Return the number of a node's letters."""
        return bisect_right(self._size_start, node) - 1

    def down(self, node: int) -> memoryview:
        """Return the nodes with one letter less."""
        return self._down[self._down_start[node] : self._down_start[node + 1]]

    def up(self, node: int) -> memoryview:
        """Return the nodes with one letter more."""
        return self._up[self._up_start[node] : self._up_start[node + 1]]

    def draw_up(self, node: int, steps: int, rng: Random) -> list[int]:
        """Draw uniformly one of the paths of `steps` steps up from a node, which comes first."""
        path = [node]
        for left in range(steps - 1, -1, -1):
            onward = self.up(path[-1])
            path.append(draw(onward, (self.paths_up.count(there, left) for there in onward), rng))
        return path

    def draw_down(self, node: int, steps: int, rng: Random) -> list[int]:
        """Draw uniformly one of the paths of `steps` steps up to a node, which comes last."""
        path = [node]
        for left in range(steps - 1, -1, -1):
            back = self.down(path[-1])
            path.append(draw(back, (self.paths_down.count(there, left) for there in back), rng))
        return path[::-1]

    def highest(self, node: int, within: Callable[[int], bool], deadline: Deadline) -> int:
        """Return a largest node above this one, reached by steps that stay `within`."""
        return self._farthest(node, self.up, within, deadline)

    def lowest(self, node: int, within: Callable[[int], bool], deadline: Deadline) -> int:
        """Return a smallest node below this one, reached by steps that stay `within`."""
        return self._farthest(node, self.down, within, deadline)

    @staticmethod
    def _farthest(
        node: int,
        neighbours: Callable[[int], memoryview],
        within: Callable[[int], bool],
        deadline: Deadline,
    ) -> int:
        layer = {node}
        while layer:
            check(deadline)
            node = min(layer)
            layer = {next_ for here in layer for next_ in neighbours(here)}
            layer = {here for here in layer if within(here)}
        return node


class Routes:
    """All paths from one node up to another, counted."""

    __slots__ = ("_graph", "_high", "_low", "_ways", "count")

    def __init__(self, graph: LetterGraph, low: int, high: int, deadline: Deadline) -> None:
        """Search from both ends, always on the smaller side; `high` is no smaller than `low`.

        Raises GaveUp when the deadline passes.
        """
        self._graph, self._low, self._high = graph, low, high
        gap = graph.size(high) - graph.size(low)
        below, above = [{low}], [{high}]
        for _ in range(gap):
            check(deadline)
            if len(below[-1]) <= len(above[-1]):
                below.append({node for here in below[-1] for node in graph.up(here)})
            else:
                above.append({node for here in above[-1] for node in graph.down(here)})
        middle = below.pop() & above.pop()
        self._ways = {low: 1}
        for layer in [*below, middle, *reversed(above)]:
            self._spread(layer)
        self.count = self._ways.get(high, 0)

    def _spread(self, layer: Iterable[int]) -> None:
        ways = self._ways
        for node in layer:
            paths = sum(ways.get(back, 0) for back in self._graph.down(node))
            if paths:
                ways[node] = paths

    def draw(self, rng: Random) -> list[int]:
        """Draw one of the paths uniformly; there must be at least one."""
        path = [self._high]
        while path[-1] != self._low:
            back = self._graph.down(path[-1])
            path.append(draw(back, (self._ways.get(node, 0) for node in back), rng))
        return path[::-1]


def draw(options: Sequence[int], weights: Iterable[int], rng: Random) -> int:
    """Draw an option with a probability exactly proportional to its weight, an integer."""
    sums = list(accumulate(weights))
    return options[bisect_right(sums, rng.randrange(sums[-1]))]


def check(deadline: Deadline) -> None:
    """Raise GaveUp once the deadline has passed."""
    if deadline.passed():
        raise GaveUp("I ran out of time before I’d looked at all the ways. Try a shorter word.")
