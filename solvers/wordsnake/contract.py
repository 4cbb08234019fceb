"""Shrinks a flow without changing what it can do: removes nodes with one way in or out."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Arcs:
    """Arcs as columns, one entry per arc: a `Graph`'s, and `origin`, the old arc's number."""

    tail: Ints
    head: Ints
    gain: Ints
    word: Ints
    reveal: Ints
    origin: Ints

    @classmethod
    def of(cls, graph: Graph) -> Arcs:
        """Return all arcs of a graph."""
        number = np.arange(len(graph.tail))
        return cls(
            tail=graph.tail,
            head=graph.head,
            gain=graph.gain,
            word=graph.word,
            reveal=graph.reveal,
            origin=number,
        )

    def __len__(self) -> int:
        return len(self.tail)

    def take(self, which: Bools | Ints) -> Arcs:
        """Return some of the arcs, chosen by a mask or by their places."""
        return Arcs(*(getattr(self, column.name)[which] for column in fields(self)))

    def ends(self, *, forward: bool) -> tuple[Ints, Ints]:
        """Return tails and heads, if `forward`; else heads and tails."""
        return (self.tail, self.head) if forward else (self.head, self.tail)

    def without_dead_ends(self, nodes: int) -> Arcs:
        """Drop arcs that lead nowhere or come from nowhere; node 0 is always both."""
        arcs = self
        while True:
            has_in, has_out = np.zeros(nodes, bool), np.zeros(nodes, bool)
            has_in[arcs.head] = has_out[arcs.tail] = True
            has_in[0] = has_out[0] = True
            keep = has_in[arcs.tail] & has_out[arcs.head]
            if keep.all():
                return arcs
            arcs = arcs.take(keep)


@dataclass(frozen=True, slots=True)
class Contracted:
    """The smaller graph, with renumbered nodes, and how the old nodes relate to the new.

    An old node u became new node `into[u]` (-1: none), and its price is that node's price plus
    `offset[u]`. A new arc passes the old arc `origin`, and no other new arc does. Each node that
    was removed took an arc with it, one of `merged`. Some nodes were merged along a labelled arc,
    their only one: `hops` has, in the order of removal, such a node, the arc's head, its word and
    its reveal. Old node u was removed together with node `group[u]`.
    """

    graph: Graph
    into: Ints
    offset: Ints
    origin: Ints
    group: Ints
    hops: tuple[tuple[int, ...], ...]
    merged: Ints


def contract(graph: Graph, basic: Bools | None = None) -> Contracted:
    """Contract a graph; flows, gains, words and reveals stay the same.

    With `basic`, a mask of arcs, only those arcs are merged. If they were a basis of the flow, the
    remaining ones are a basis of the smaller flow.
    """
    into = np.arange(graph.nodes)
    offset = np.zeros(graph.nodes, np.int64)
    hops: list[tuple[int, ...]] = []
    merged: list[Ints] = []
    arcs = Arcs.of(graph).without_dead_ends(graph.nodes)
    while True:
        before = len(arcs)
        for forward, labelled in ((True, False), (False, False), (True, True)):
            single = _single(arcs, graph, basic, forward=forward, labelled=labelled)
            some = arcs.take(single)
            if labelled:
                columns = (some.tail, some.head, some.word, some.reveal)
                hops += zip(*(column.tolist() for column in columns), strict=True)
            merged.append(some.origin)
            arcs = _merge(arcs, single, into, offset, forward=forward, labelled=labelled)
            arcs = arcs.take((arcs.tail != arcs.head) | (arcs.word >= 0))  # idle loops
        if len(arcs) == before:
            break
    alive = np.zeros(graph.nodes, bool)
    alive[arcs.tail] = alive[arcs.head] = alive[0] = True
    number = np.where(alive, np.cumsum(alive) - 1, -1)
    smaller = replace(
        graph,
        tail=number[arcs.tail],
        head=number[arcs.head],
        gain=arcs.gain,
        word=arcs.word,
        reveal=arcs.reveal,
        nodes=int(alive.sum()),
    )
    gone = np.concatenate(merged)
    return Contracted(
        graph=smaller,
        into=number[into],
        offset=offset,
        origin=arcs.origin,
        group=into,
        hops=tuple(hops),
        merged=gone,
    )


def _single(
    arcs: Arcs, graph: Graph, basic: Bools | None, *, forward: bool, labelled: bool
) -> Ints:
    """Find the arcs that are the only way out of their tail (forward) or into their head.

    Arcs that lay or reveal a word (`labelled`) are handled separately. A merged arc may lay only
    one word and reveal only one. As the removed node's price does not follow from its neighbour's,
    that node must not be a resting state. Node 0 stays.
    """
    near, far = arcs.ends(forward=forward)
    degree = np.bincount(near, minlength=graph.nodes)
    single = degree[near] == 1
    single &= (near != 0) & (near != far)
    single &= ((arcs.word >= 0) | (arcs.reveal >= 0)) == labelled
    if basic is not None:
        single &= basic[arcs.origin]
    if not labelled:
        return np.flatnonzero(single)
    for label in (arcs.word, arcs.reveal):
        # The arc may carry a label only if no arc on the node's other side carries one.
        other = np.zeros(graph.nodes, bool)
        other[far[label >= 0]] = True
        single &= (label < 0) | ~other[near]
    only = np.flatnonzero(single)
    only = only[~graph.is_resting(near[only])]
    taken = np.zeros(graph.nodes, bool)
    taken[near[only]] = True
    follows = taken[far[only]]  # they must not follow one another either
    return np.asarray(only[~follows])


def _merge(
    arcs: Arcs, only: Ints, into: Ints, offset: Ints, *, forward: bool, labelled: bool
) -> Arcs:
    """Remove the nodes whose single arc out (forward) or in is among `only`.

    Keeps `into` and `offset` (see Contracted) up to date, in place.
    """
    if not len(only):
        return arcs
    near, far = arcs.ends(forward=forward)
    arc_of = np.full(len(into), -1, np.int64)
    arc_of[near[only]] = only
    follow, gain, word, reveal = _followed(arcs, arc_of, far)
    rest = np.ones(len(arcs), bool)
    rest[only] = False
    arcs = arcs.take(rest)
    end = far[rest]
    moved = {"head": follow[end]} if forward else {"tail": follow[end]}
    merged = replace(
        arcs,
        gain=arcs.gain + gain[end],
        word=np.maximum(arcs.word, word[end]),
        reveal=np.maximum(arcs.reveal, reveal[end]),
        **moved,
    )
    if not labelled:
        offset += np.where(follow[into] != into, gain[into] if forward else -gain[into], 0)
        into[:] = follow[into]
    return merged


def _followed(arcs: Arcs, arc_of: Ints, far: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Follow merged nodes to their ends by doubling, adding up gains and labels on the way.

    `arc_of` has for each node its single arc or -1. Returns for each node where it ends, and the
    gain, word and reveal of the arcs on the way there.
    """
    nodes = len(arc_of)
    at = arc_of >= 0
    follow = np.arange(nodes)
    gain = np.zeros(nodes, np.int64)
    word = np.full(nodes, -1, np.int64)
    reveal = word.copy()
    follow[at] = far[arc_of[at]]
    for column, old in ((gain, arcs.gain), (word, arcs.word), (reveal, arcs.reveal)):
        column[at] = old[arc_of[at]]
    while True:
        further = follow[follow]
        if np.array_equal(further, follow):
            return follow, gain, word, reveal
        gain += gain[follow]
        word = np.maximum(word, word[follow])
        reveal = np.maximum(reveal, reveal[follow])
        follow = further
