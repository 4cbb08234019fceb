"""The graphs that ladders are searched in: words as nodes, their edges, costs and heuristic.

A large group (a connected component) has its own cached graph, whose nodes are places in the group
and whose heuristic is read from the index. Every other search, in small groups or with other moves,
uses the word ids as nodes and a heuristic from the letters only.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solvers.ladder.heuristic import Heuristic, LandmarkHeuristic, LazyMap, LetterHeuristic
from solvers.ladder.moves import backwards, neighbours
from solvers.ladder.request import COSTS
from solvers.ladder.tables import PART, neighbours_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from solvers.ladder.request import Cost
    from solvers.ladder.search import Adjacency, Chances, Weights
    from solvers.ladder.tables import Array
    from solvers.lexicon import Lexicon

SCALE = 1 << 20
"""One unit of weight in steps: no ladder has this many steps, so steps only break ties."""

MOST_FAMILIAR = 50
"""Familiarity beyond this makes no difference."""


@cache
def appeal(familiarity: int, rareness: int, flagged: int) -> float:
    """Return the factor by which a word makes drawing a ladder more likely.

    A word a hundred times as frequent counts ten times, one ten thousand times as rare a tenth, a
    flagged one a millionth. So known words take turns, and others are drawn only when there is no
    other way.
    """
    often = 10.0 ** (min(familiarity, MOST_FAMILIAR) / 20)
    return float(often / max(1, rareness) ** 0.25 / (1_000_000 if flagged else 1))


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes 0 … size-1, each a word.

    out, into   the nodes that a node leads to, and the nodes that lead to it
    ones        1 for each node: the cost of a step
    costs       the cost of entering a node when its weight counts first and steps second
    ids         the word id of each node, ascending
    heuristic   lower bounds on the distance to a target
    appeal      how much likelier a ladder through the node is drawn; None: all are equally likely
    """

    size: int
    out: Adjacency
    into: Adjacency
    ones: Weights
    costs: Weights
    ids: Sequence[int]
    heuristic: Heuristic
    appeal: Chances | None

    def nodes(self, ids: Iterable[int]) -> Iterator[int]:
        """Yield the nodes of the word ids that are in this graph."""
        for id_ in ids:
            node = bisect_left(self.ids, id_)
            if node < self.size and self.ids[node] == id_:
                yield node


def graph_for(
    lexicon: Lexicon,
    id: int,  # noqa: A002
    moves: frozenset[str],
    cost: Cost = COSTS[0],
) -> Graph:
    """Return the graph for ladders that begin with this word, without edges to hidden words.

    Counts and draws in it are exact for shown words. The heuristics are for all words: leaving
    words out makes no way shorter, so lower bounds stay valid.
    """
    if moves == {"change"}:
        group = lexicon.group(id)
        place = _landmarked(lexicon).get(group.number) if group else None
        if place is not None:
            return _group_graph(lexicon, place, cost)
    return _plain_graph(lexicon, moves, cost)


def _plain_graph(lexicon: Lexicon, moves: frozenset[str], cost: Cost) -> Graph:
    size, weights = len(lexicon), lexicon.view(f"{PART.name}.weights_{cost}")
    out = LazyMap(_shown(lexicon, moves))
    back = backwards(moves)
    costs = LazyMap(lambda node: weights[node] * SCALE + 1)
    cheapest = int(lexicon.table(f"{PART.name}.weights_{cost}").min()) * SCALE + 1
    return Graph(
        size=size,
        out=out,
        into=out if back == moves else LazyMap(_shown(lexicon, back)),
        ones=b"\1" * size,
        costs=costs,
        ids=range(size),
        heuristic=LetterHeuristic(lexicon.word, costs, cheapest),
        appeal=_appeals(lexicon),
    )


def _appeals(lexicon: Lexicon) -> Chances | None:
    """Return the appeal of every word; None if their familiarity is unknown."""
    known, rareness, flagged = lexicon.familiarity, lexicon.rareness, lexicon.flagged
    if not lexicon.measured:
        return None
    return LazyMap(lambda node: appeal(known[node], rareness[node], flagged[node]))


def _shown(lexicon: Lexicon, moves: frozenset[str]) -> Callable[[int], list[int]]:
    """Return the function from a word's id to the shown words one move away."""
    near = neighbours(lexicon, moves)
    return lambda node: lexicon.shown(near(node))


@lru_cache(maxsize=8)
def _landmarked(lexicon: Lexicon) -> dict[int, int]:
    """Return the numbers of groups with landmarks, with their places in the tables."""
    numbers = lexicon.view(f"{PART.name}.numbers").tolist()
    return {number: place for place, number in enumerate(numbers)}


@lru_cache(maxsize=64)
def _group_graph(lexicon: Lexicon, group: int, cost: Cost) -> Graph:
    """Return the graph of a group with landmarks; cached, as it takes some milliseconds.

    Graphs for other costs share the edges; graphs for other policies share everything except edges
    to hidden words.
    """
    if cost != COSTS[0]:
        costs, heuristic = _priced(lexicon, group, cost)
        return replace(_group_graph(lexicon, group, COSTS[0]), costs=costs, heuristic=heuristic)
    if lexicon.policy == "all":
        return _whole_graph(lexicon, group)
    whole = _group_graph(lexicon.showing("all"), group, cost)
    hidden = set(whole.nodes(lexicon.hidden_ids.tolist()))
    near = [
        edges if hidden.isdisjoint(edges) else tuple([i for i in edges if i not in hidden])
        for edges in map(whole.out.__getitem__, range(whole.size))
    ]
    return replace(whole, out=near, into=near)


def _whole_graph(lexicon: Lexicon, group: int) -> Graph:
    ids = _section(lexicon, "member", "members", group)
    start, heads = neighbours_within(ids, lexicon.table("link_start"), lexicon.table("links"))
    # Share one object among equal numbers, to save memory.
    nodes, flat = list(range(len(ids))), heads.tolist()
    near = [tuple([nodes[i] for i in flat[a:b]]) for a, b in pairwise(start.tolist())]
    ratings = (lexicon.table(n)[ids].tolist() for n in ("familiarity", "rareness", "flagged"))
    costs, heuristic = _priced(lexicon, group, COSTS[0])
    return Graph(
        size=len(ids),
        out=near,
        into=near,
        ones=b"\1" * len(ids),
        costs=costs,
        ids=ids.data,
        heuristic=heuristic,
        appeal=list(map(appeal, *ratings)) if lexicon.measured else None,
    )


def _priced(lexicon: Lexicon, group: int, cost: Cost) -> tuple[list[int], Heuristic]:
    """Return the costs of entering each node of a group, and the bounds based on them."""
    ids = _section(lexicon, "member", "members", group)
    weights = lexicon.table(f"{PART.name}.weights_{cost}")[ids]
    distinct, kind = np.unique(weights, return_inverse=True)
    kinds = (distinct * SCALE + 1).tolist()
    steps, costs = (
        _section(lexicon, *names, group).reshape(-1, len(ids))
        for names in (("step", "steps"), ("cost", f"costs_{cost}"))
    )
    heuristic = LandmarkHeuristic(steps, costs, weights, SCALE)
    return [kinds[i] for i in kind.tolist()], heuristic


def _section(lexicon: Lexicon, kind: str, table: str, group: int) -> Array:
    start = lexicon.view(f"{PART.name}.{kind}_start")
    return lexicon.table(f"{PART.name}.{table}")[start[group] : start[group + 1]]
