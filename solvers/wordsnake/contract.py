"""Shrink a flow without changing what it can do: nodes with one way in or one way out go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Contracted:
    """The smaller graph, its nodes numbered anew, and how the old nodes hang on the new.

    An old node u became new node `into[u]` (-1: none), and its price is that node's price plus
    `offset[u]`. A new arc passes the old arc `origin`, and no other does. Each node that went took
    an arc with it, one of `merged`. Some nodes went with the one labelled arc behind them: `hops`
    tells, in the order they went, such a node, where the arc led, its word and its reveal. Old node
    u went together with node `group[u]`.
    """

    graph: Graph
    into: Ints
    offset: Ints
    origin: Ints
    group: Ints
    hops: tuple[tuple[int, ...], ...]
    merged: Ints


def contract(graph: Graph, basic: Bools | None = None) -> Contracted:
    """Contract a graph; flows, gains, words and reveals stay what they were.

    Of `basic` arcs, if they are told, only such are taken; so if they were a basis of the flow, the
    rest of them is one of the smaller flow.
    """
    arcs = np.stack(
        [graph.tail, graph.head, graph.gain, graph.word, graph.reveal, np.arange(len(graph.tail))]
    )
    into = np.arange(graph.nodes)
    offset = np.zeros(graph.nodes, np.int64)
    hops: list[tuple[int, ...]] = []
    merged: list[Ints] = []
    arcs = without_dead_ends(arcs, graph.nodes)
    while True:
        before = arcs.shape[1]
        for forward, labelled in ((True, False), (False, False), (True, True)):
            single = _single(arcs, graph, basic, forward=forward, labelled=labelled)
            if labelled:
                hops += map(tuple, arcs[[0, 1, 3, 4]][:, single].T.tolist())
            merged.append(arcs[5, single])
            arcs = _merge(arcs, single, into, offset, forward=forward, labelled=labelled)

            arcs = arcs[:, (arcs[0] != arcs[1]) | (arcs[3] >= 0)]  # idle loops
        if arcs.shape[1] == before:
            break
    alive = np.zeros(graph.nodes, bool)
    alive[arcs[0]] = alive[arcs[1]] = alive[0] = True
    number = np.where(alive, np.cumsum(alive) - 1, -1)
    tail, head = number[arcs[0]], number[arcs[1]]
    smaller = replace(
        graph,
        tail=tail,
        head=head,
        gain=arcs[2],
        word=arcs[3],
        reveal=arcs[4],
        nodes=int(alive.sum()),
    )
    went = np.concatenate(merged)
    return Contracted(smaller, number[into], offset, arcs[5], into, tuple(hops), went)


def without_dead_ends(arcs: Ints, nodes: int) -> Ints:
    """Drop arcs, whose tails and heads come first, that lead nowhere or come from nowhere."""
    while True:
        has_in, has_out = np.zeros(nodes, bool), np.zeros(nodes, bool)
        has_in[arcs[1]] = has_out[arcs[0]] = True
        has_in[0] = has_out[0] = True
        keep = has_in[arcs[0]] & has_out[arcs[1]]
        if keep.all():
            return arcs
        arcs = arcs[:, keep]


def _single(
    arcs: Ints, graph: Graph, basic: Bools | None, *, forward: bool, labelled: bool
) -> Ints:
    """Find the arcs that are the one way out of their tail (forward) or into their head.

    Those that lay or reveal a word (`labelled`) have a turn of their own: on a merged arc only
    one word may be laid and one revealed, and as the price of the node that goes does not follow
    from its neighbour's, it must not be a resting state. Node 0 stays.
    """
    near, far = (0, 1) if forward else (1, 0)
    degree = np.bincount(arcs[near], minlength=graph.nodes)
    single = degree[arcs[near]] == 1
    single &= (arcs[near] != 0) & (arcs[near] != arcs[far])
    single &= ((arcs[3] >= 0) | (arcs[4] >= 0)) == labelled
    if basic is not None:
        single &= basic[arcs[5]]
    if not labelled:
        return np.flatnonzero(single)
    for label in (3, 4):
        # The arc may carry a label only if no arc on the node's other side carries one.
        other = np.zeros(graph.nodes, bool)
        other[arcs[far, arcs[label] >= 0]] = True
        single &= (arcs[label] < 0) | ~other[arcs[near]]
    only = np.flatnonzero(single)
    only = only[~graph.is_resting(arcs[near, only])]
    taken = np.zeros(graph.nodes, bool)
    taken[arcs[near, only]] = True
    follows = taken[arcs[far, only]]  # they must not follow one another either
    return np.asarray(only[~follows])


def _merge(
    arcs: Ints, only: Ints, into: Ints, offset: Ints, *, forward: bool, labelled: bool
) -> Ints:
    """Take out the nodes whose one arc out (forward) or in is among `only`."""
    if not len(only):
        return arcs
    near, far = (0, 1) if forward else (1, 0)
    arc_of = np.full(len(into), -1, np.int64)
    arc_of[arcs[near, only]] = only
    follow, gain, word, reveal = _followed(arcs, arc_of, far)
    rest = np.ones(arcs.shape[1], bool)
    rest[only] = False
    arcs = arcs[:, rest]
    end = arcs[far]
    merged = arcs.copy()
    merged[far] = follow[end]
    merged[2] += gain[end]
    merged[3] = np.maximum(arcs[3], word[end])
    merged[4] = np.maximum(arcs[4], reveal[end])
    if not labelled:
        offset += np.where(follow[into] != into, gain[into] if forward else -gain[into], 0)
        into[:] = follow[into]
    return merged


def _followed(arcs: Ints, arc_of: Ints, far: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Follow merged nodes to where they end, by doubling; add up what lies on the way."""
    nodes = len(arc_of)
    at = arc_of >= 0
    follow = np.arange(nodes)
    gain = np.zeros(nodes, np.int64)
    word = np.full(nodes, -1, np.int64)
    reveal = word.copy()
    follow[at] = arcs[far, arc_of[at]]
    gain[at], word[at], reveal[at] = arcs[2:5, arc_of[at]]
    while True:
        further = follow[follow]
        if np.array_equal(further, follow):
            return follow, gain, word, reveal
        gain += gain[follow]
        word = np.maximum(word, word[follow])
        reveal = np.maximum(reveal, reveal[follow])
        follow = further
