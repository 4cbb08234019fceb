"""The graphs that ladders are searched in: words as nodes, their edges, costs and heuristic.

A large group (a connected component) has a graph of its own, kept once made, whose nodes are places
in the group and whose heuristic is read from the index. Every other search, in small groups or with
other moves, uses the word ids as nodes and a heuristic from the letters alone.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solvers.ladder.heuristic import Heuristic, LandmarkHeuristic, LazyMap, LetterHeuristic
from solvers.ladder.moves import backwards, neighbours
from solvers.ladder.tables import PART, neighbours_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from solvers.ladder.search import Adjacency, Weights
    from solvers.ladder.tables import Array
    from solvers.lexicon import Lexicon

SCALE = 1 << 24
"""One unit of rareness, in steps: no ladder has as many, so steps only break ties."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes 0 … size-1, each a word.

    out, into   where a node leads, and what leads to it
    ones        1 for each node: what a step costs
    costs       what entering a node costs where rareness counts first and steps second
    ids         the word id of each node, ascending
    heuristic   lower bounds on what is left to a target
    """

    size: int
    out: Adjacency
    into: Adjacency
    ones: Weights
    costs: Weights
    ids: Sequence[int]
    heuristic: Heuristic

    def nodes(self, ids: Iterable[int]) -> Iterator[int]:
        """Yield the nodes of those word ids that are in this graph."""
        for id_ in ids:
            node = bisect_left(self.ids, id_)
            if node < self.size and self.ids[node] == id_:
                yield node


def graph_for(lexicon: Lexicon, id: int, moves: frozenset[str]) -> Graph:  # noqa: A002
    """Return the graph to search for ladders that begin with this word."""
    if moves == {"change"}:
        group = lexicon.group(id)
        place = _landmarked(lexicon).get(group.number) if group else None
        if place is not None:
            return _group_graph(lexicon, place)
    return _plain_graph(lexicon, moves)


def _plain_graph(lexicon: Lexicon, moves: frozenset[str]) -> Graph:
    size, rareness = len(lexicon), lexicon.rareness
    out = LazyMap(neighbours(lexicon, moves))
    back = backwards(moves)
    costs = LazyMap(lambda node: rareness[node] * SCALE + 1)
    cheapest = int(lexicon.table("rareness").min()) * SCALE + 1
    return Graph(
        size=size,
        out=out,
        into=out if back == moves else LazyMap(neighbours(lexicon, back)),
        ones=b"\1" * size,
        costs=costs,
        ids=range(size),
        heuristic=LetterHeuristic(lexicon.word, costs, cheapest),
    )


@lru_cache(maxsize=8)
def _landmarked(lexicon: Lexicon) -> dict[int, int]:
    """Return the groups that have landmarks: their numbers, with their places in the tables."""
    numbers = lexicon.view(f"{PART.name}.numbers").tolist()
    return {number: place for place, number in enumerate(numbers)}


@lru_cache(maxsize=64)
def _group_graph(lexicon: Lexicon, group: int) -> Graph:
    """Return the graph of a group that has landmarks; kept, as it takes some milliseconds."""
    ids = _section(lexicon, "member", group)
    start, heads = neighbours_within(ids, lexicon.table("link_start"), lexicon.table("links"))
    # One int object for each node, however many edges lead to it.
    nodes, flat = list(range(len(ids))), heads.tolist()
    near = [tuple([nodes[i] for i in flat[a:b]]) for a, b in pairwise(start.tolist())]
    rareness = lexicon.table("rareness")[ids].astype(np.int64)
    steps, costs = (_section(lexicon, kind, group).reshape(-1, len(ids)) for kind in _ROWS)
    return Graph(
        size=len(ids),
        out=near,
        into=near,
        ones=b"\1" * len(ids),
        costs=(rareness * SCALE + 1).tolist(),
        ids=ids.tolist(),
        heuristic=LandmarkHeuristic(steps, costs, rareness, SCALE),
    )


_ROWS = ("step", "cost")


def _section(lexicon: Lexicon, kind: str, group: int) -> Array:
    start = lexicon.view(f"{PART.name}.{kind}_start")
    return lexicon.table(f"{PART.name}.{kind}s")[start[group] : start[group + 1]]
