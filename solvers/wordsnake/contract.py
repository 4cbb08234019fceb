"""Shrink a flow without changing what it can do: nodes with one way in or one way out go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Contracted:
    """The smaller graph, its nodes numbered anew, and how the old nodes hang on the new.

    An old node u became new node `into[u]` (-1: nothing can pass through it), and its price is
    that node's price plus `offset[u]`. A new arc passes the old arc `origin`, and no other does.
    """

    graph: Graph
    into: Ints
    offset: Ints
    origin: Ints


def contract(graph: Graph) -> Contracted:
    """Contract a graph; flows, gains, words and reveals stay what they were."""
    arcs = np.stack(
        [graph.tail, graph.head, graph.gain, graph.word, graph.reveal, np.arange(len(graph.tail))]
    )
    into = np.arange(graph.nodes)
    offset = np.zeros(graph.nodes, np.int64)
    arcs = _without_dead_ends(arcs, graph.nodes)
    while True:
        before = arcs.shape[1]
        for forward, labelled in ((True, False), (False, False), (True, True)):
            arcs = _merge(arcs, graph, into, offset, forward=forward, labelled=labelled)
            arcs[4, arcs[3] == arcs[4]] = -1  # to reveal a word and then lay it is to lay it
            arcs = arcs[:, (arcs[0] != arcs[1]) | (arcs[3] >= 0)]  # and idle loops are idle
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
    return Contracted(smaller, number[into], offset, arcs[5])


def _without_dead_ends(arcs: Ints, nodes: int) -> Ints:
    """Drop arcs from where nothing comes and to where nothing goes on."""
    while True:
        has_in, has_out = np.zeros(nodes, bool), np.zeros(nodes, bool)
        has_in[arcs[1]] = has_out[arcs[0]] = True
        has_in[0] = has_out[0] = True
        keep = has_in[arcs[0]] & has_out[arcs[1]]
        if keep.all():
            return arcs
        arcs = arcs[:, keep]


def _merge(
    arcs: Ints, graph: Graph, into: Ints, offset: Ints, *, forward: bool, labelled: bool
) -> Ints:
    """Merge each node with one arc out (forward) into that arc's head, or one in into its tail.

    Those whose one arc lays or reveals a word (`labelled`) have a turn of their own: a merged
    arc may lay only one word and reveal only one, and as the price of such a node does not follow
    from its neighbour's, it must not be a resting state. Node 0 stays.
    """
    nodes = graph.nodes
    near, far = (0, 1) if forward else (1, 0)
    degree = np.bincount(arcs[near], minlength=nodes)
    single = degree[arcs[near]] == 1
    single &= (arcs[near] != 0) & (arcs[near] != arcs[far])
    for label in (3, 4):
        # Its arc may carry a label only if no arc on the node's other side carries one.
        other = np.zeros(nodes, bool)
        other[arcs[far, arcs[label] >= 0]] = True
        single &= (arcs[label] < 0) | ~other[arcs[near]]
    single &= ((arcs[3] >= 0) | (arcs[4] >= 0)) == labelled
    only = np.flatnonzero(single)
    if labelled:  # they must not follow one another either: take every other one
        only = only[~graph.is_resting(arcs[near, only])]
        taken = np.zeros(nodes, bool)
        taken[arcs[near, only]] = True
        only = only[~taken[arcs[far, only]]]
    if not len(only):
        return arcs
    arc_of = np.full(nodes, -1, np.int64)
    arc_of[arcs[near, only]] = only
    follow, gain, word, reveal = _followed(arcs, arc_of, nodes, far)
    rest = np.ones(arcs.shape[1], bool)
    rest[only] = False
    arcs = arcs[:, rest]
    end = arcs[far]
    merged = arcs.copy()
    merged[far] = follow[end]
    merged[2] += gain[end]
    merged[3] = np.maximum(arcs[3], word[end])
    merged[4] = np.maximum(arcs[4], reveal[end])
    offset += np.where(follow[into] != into, gain[into] if forward else -gain[into], 0)
    into[:] = follow[into]
    return merged


def _followed(arcs: Ints, arc_of: Ints, nodes: int, far: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Follow merged nodes to where they end, by doubling; add up what lies on the way."""
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
