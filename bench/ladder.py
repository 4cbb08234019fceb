"""Ladders on the `full` tier: this solver compared with igraph and networkx on the same words."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import igraph
import networkx as nx
import numpy as np

from bench.frame import Report, Table
from solvers.deadline import Deadline
from solvers.ladder import LadderRequest, solve
from solvers.ladder.best import commonest, shortest
from solvers.ladder.graph import graph_for
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.lexicon import Lexicon

    Way = Callable[[], Any]


LENGTHS = range(3, 9)
PAIRS = 1_000
SEED = 20_201_207
TIE = 1 << 16
"""The weight of one step in the peers' weights: floats hold it exactly."""
ROUNDS = 3
LEGS = {"shortest": shortest, "common": commonest}
CHANGE = frozenset({"change"})
NEVER = Deadline.never()
CONTENDERS = ("solver", "whole request", "igraph", "networkx")
NOTE = (
    f"Each pair's time is the best of {ROUNDS}. Solver: ready graph, node numbers in, a uniform"
    " draw and the exact count out. Whole request: words in, words out, all checks. Peers: ready"
    " graph of one length, vertex numbers in, one path out."
)


@dataclass(frozen=True, slots=True)
class Peers:
    """The words of one length as graphs, vertex 0 being the word id `first`.

    Only words of one length link, so a careful user would build this, and it is faster than one
    graph of the whole list. Weights lie on links, each the mean of its ends' costs: from a given
    start to a given target, they order ladders as the sum over the words after the start does.
    """

    first: int
    igraph: Any
    networkx: Any


def run(quick: bool) -> Report:
    """Time random connected pairs: a tenth of them in a quick run."""
    lexicon = open_lexicon()
    rng = Random(SEED)
    pairs = list(_pairs(lexicon, rng, PAIRS // 10 if quick else PAIRS))
    peers = {length: _peers(lexicon, lexicon.ids_of_length(length)) for length in LENGTHS}
    for one, _ in pairs:
        graph_for(lexicon, one, CHANGE)  # built in advance, like the peers' graphs
    figures, tables = {}, []
    for kind in LEGS:
        table, figures[kind] = _table(kind, _race(lexicon, pairs, kind, peers))
        tables.append(table)
    tables.append(_setups(lexicon, pairs, peers))
    return Report(tables, figures)


def _pairs(lexicon: Lexicon, rng: Random, count: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of word ids, lengths by turns, each drawn until the two are connected."""
    for number in range(count):
        ids = lexicon.ids_of_length(LENGTHS[number % len(LENGTHS)])
        while True:
            one, other = rng.choice(ids), rng.choice(ids)
            if one != other and _connected(lexicon, one, other):
                yield one, other
                break


def _connected(lexicon: Lexicon, one: int, other: int) -> bool:
    """Return whether a ladder joins two words that may be shown."""
    group = lexicon.group(one)
    if group is None or group != lexicon.group(other) or len(lexicon.shown((one, other))) < 2:
        return False
    graph = graph_for(lexicon, one, CHANGE)
    start, target = graph.nodes((one, other))
    return shortest(graph, start, target, (), NEVER) is not None


def _links(lexicon: Lexicon, ids: range) -> tuple[np.ndarray, np.ndarray]:
    start, links = lexicon.table("link_start").astype(np.int64), lexicon.table("links")
    heads = links[start[ids.start] : start[ids.stop]].astype(np.int64)
    tails = np.repeat(np.arange(ids.start, ids.stop), np.diff(start[ids.start : ids.stop + 1]))
    hidden = np.zeros(len(lexicon), bool)
    hidden[lexicon.hidden_ids] = True
    once = (tails < heads) & ~hidden[tails] & ~hidden[heads]
    return tails[once], heads[once]


def _peers(lexicon: Lexicon, ids: range) -> Peers:
    tails, heads = _links(lexicon, ids)
    costs = lexicon.table("ladder.weights_familiarity").astype(np.float64) * TIE + 1
    weights = (costs[tails] + costs[heads]) / 2
    edges = np.stack([tails, heads], axis=1) - ids.start
    for_igraph = igraph.Graph(n=len(ids), edges=edges.tolist())
    for_igraph.es["weight"] = weights.tolist()
    for_networkx = nx.Graph()
    for_networkx.add_nodes_from(range(len(ids)))
    for_networkx.add_weighted_edges_from(
        (one, other, weight)
        for (one, other), weight in zip(edges.tolist(), weights.tolist(), strict=True)
    )
    return Peers(ids.start, for_igraph, for_networkx)


def _ours(lexicon: Lexicon, kind: str, pair: tuple[int, int], seed: int) -> dict[str, Way]:
    graph = graph_for(lexicon, pair[0], CHANGE)
    start, target = graph.nodes(pair)
    leg, rng = LEGS[kind], Random(seed)

    def solver() -> tuple[list[int], int]:
        paths = leg(graph, start, target, (), NEVER)
        assert paths is not None
        return paths.draw(rng), paths.total

    words = lexicon.word(pair[0]), lexicon.word(pair[1])
    request = LadderRequest(*words, seed=seed, want=(kind,))
    return {"solver": solver, "whole request": lambda: solve(request, lexicon, NEVER)}


def _theirs(kind: str, peers: Peers, one: int, other: int) -> dict[str, Way]:
    one, other = one - peers.first, other - peers.first
    by_igraph, by_networkx = peers.igraph, peers.networkx
    if kind == "shortest":
        return {
            "igraph": lambda: by_igraph.get_shortest_path(one, other),
            "networkx": lambda: nx.bidirectional_shortest_path(by_networkx, one, other),
        }
    return {
        "igraph": lambda: by_igraph.get_shortest_path(one, other, weights="weight"),
        "networkx": lambda: nx.bidirectional_dijkstra(by_networkx, one, other)[1],
    }


def _race(
    lexicon: Lexicon, pairs: list[tuple[int, int]], kind: str, peers: dict[int, Peers]
) -> dict[int, dict[str, list[float]]]:
    """Return the seconds for each pair, by length and contender: the best of ROUNDS.

    In a round, each contender takes all pairs of a length in one go, so that none is measured with
    another's data in the processor's caches.
    """
    times: dict[int, dict[str, list[float]]] = {}
    for length in LENGTHS:
        chosen = [pair for pair in pairs if len(lexicon.word(pair[0])) == length]
        contenders: dict[str, list[Way]] = {}
        for number, pair in enumerate(chosen):
            ways = _ours(lexicon, kind, pair, number) | _theirs(kind, peers[length], *pair)
            for name, way in ways.items():
                contenders.setdefault(name, []).append(way)
        _agree(contenders)
        measured: dict[str, list[list[float]]] = {name: [] for name in contenders}
        for _ in range(ROUNDS):
            for name, turns in contenders.items():
                measured[name].append([_seconds(way) for way in turns])
        times[length] = {
            name: [min(seconds) for seconds in zip(*rounds, strict=True)]
            for name, rounds in measured.items()
        }
    return times


def _agree(contenders: dict[str, list[Way]]) -> None:
    """Check that all contenders find ladders of the same length."""
    solver, igraphs, networkxs = (contenders[name] for name in ("solver", "igraph", "networkx"))
    for ours, one, other in zip(solver, igraphs, networkxs, strict=True):
        path, _ = ours()
        assert len(path) == len(one()) == len(other())


def _seconds(way: Way) -> float:
    began = time.perf_counter()
    way()
    return time.perf_counter() - began


def _table(kind: str, times: dict[int, dict[str, list[float]]]) -> tuple[Table, dict[str, Any]]:
    rows, summary = [], {}
    aim = 0.5 if kind == "shortest" else 1.0
    for length, by_name in times.items():
        middle = {name: median(seconds) * 1e6 for name, seconds in by_name.items()}
        ratio = middle["solver"] / middle["igraph"]
        rows.append(
            (
                f"{length} letters",
                len(by_name["solver"]),
                *(middle[name] for name in CONTENDERS),
                ratio,
                "yes" if ratio <= aim else "no",
            )
        )
        summary[str(length)] = {
            "solver_us": middle["solver"],
            "igraph_us": middle["igraph"],
            "ratio": ratio,
        }
    columns = [kind, "pairs", *(f"{name}, µs" for name in CONTENDERS)]
    columns += ["solver : igraph", f"at most {aim:g}"]
    return Table(f"{kind}: medians", columns, rows, NOTE), summary


def _setups(lexicon: Lexicon, pairs: list[tuple[int, int]], peers: dict[int, Peers]) -> Table:
    """Show why igraph gets a graph of a single length: that is its fastest set-up."""
    everything = _peers_whole(lexicon)
    rows = []
    for length in LENGTHS:
        chosen = [pair for pair in pairs if len(lexicon.word(pair[0])) == length][:60]
        one, first = peers[length].igraph, peers[length].first
        ours = [(start - first, target - first) for start, target in chosen]
        rows.append(
            (
                f"{length} letters",
                _median(one.get_shortest_path, ours),
                _median(everything.get_shortest_path, chosen),
                _median(one.get_all_shortest_paths, ours),
            )
        )
    columns = ("µs", "graph of one length", "graph of all words", "all shortest paths, for a count")
    return Table("igraph's set-ups, unweighted: medians", columns, rows)


def _peers_whole(lexicon: Lexicon) -> Any:
    tails, heads = _links(lexicon, range(len(lexicon)))
    return igraph.Graph(n=len(lexicon), edges=np.stack([tails, heads], axis=1).tolist())


def _median(way: Callable[[int, int], object], pairs: list[tuple[int, int]]) -> float:
    return median(_seconds(partial(way, *pair)) for pair in pairs) * 1e6
