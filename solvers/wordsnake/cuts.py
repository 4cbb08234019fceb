"""Separation: find the cuts that a flow violates.

There are two kinds of violation: parts of the flow that are cut off from the root, and words in
fractions whose one half comes from where only the other half leads.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.instance import Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Instance

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_NEAR = 1e-6
_MOST_WORDS = 200


def separate_cuts(
    instance: Instance, flow: Floats, deadline: Deadline, *, fractional: bool = True
) -> list[Cut]:
    """Return cuts that the flow violates; none if it is whole and connected.

    With `fractional`, words in fractions are examined too, if no part is cut off, as many as the
    deadline allows.
    """
    return _component_cuts(instance, flow) or (
        _fractional_cuts(instance, flow, deadline) if fractional else []
    )


def _component_cuts(instance: Instance, flow: Floats) -> list[Cut]:
    """Cut off every component of the flow that does not hold the root."""
    graph = instance.graph
    used = np.flatnonzero(flow > _NEAR)
    label = components(graph.tail[used], graph.head[used], graph.nodes)
    labels = label[graph.head]
    laying, revealing = used[graph.word[used] >= 0], used[graph.reveal[used] >= 0]
    needed = instance.mandatory | instance.coverable
    flows = np.bincount(graph.word[laying], flow[laying], len(needed))
    flows += np.bincount(graph.reveal[revealing], flow[revealing], len(needed))
    cuts = []
    for part in np.unique(labels[laying[labels[laying] != 0]]).tolist():
        here = laying[labels[laying] == part]
        inside = np.bincount(graph.word[here], flow[here], len(needed))
        most = int(np.argmax(inside))
        here = revealing[labels[revealing] == part]
        inside += np.bincount(graph.reveal[here], flow[here], len(needed))
        lacking = np.where(needed & (inside > 0), 1 - flows + inside, 0)
        word = int(np.argmax(lacking))
        covering = bool(lacking[word] > _NEAR)
        cuts.append(Cut(np.flatnonzero(label == part), word if covering else most, covering))
    return cuts


def components(tail: Ints, head: Ints, nodes: int) -> NDArray[np.int64]:
    """Return for each node the least node of its component, arcs taken as undirected."""
    label = np.arange(nodes)
    while True:
        before = label.copy()
        low = np.minimum(label[tail], label[head])
        np.minimum.at(label, before[tail], low)
        np.minimum.at(label, before[head], low)
        label = label[label]
        if np.array_equal(label, before):
            return label


def _fractional_cuts(instance: Instance, flow: Floats, deadline: Deadline) -> list[Cut]:
    """Find a violated cut for each word in fractions, by maximum flow from the root to the word.

    If less can flow there than the word needs, the nodes from which the word can still be reached
    are the cut.
    """
    graph = instance.graph
    used = np.flatnonzero(flow > _NEAR)
    partly = used[np.abs(flow[used] - np.rint(flow[used])) > _NEAR]
    words = np.unique(np.concatenate([graph.word[partly], graph.reveal[partly]]))
    words = words[words >= 0][:_MOST_WORDS]
    if not len(words):
        return []
    network = _ResidualNetwork(instance, flow, used)
    cuts = []
    for word in words.tolist():
        if deadline.passed():
            break
        for covering in (True, False):
            if covering and not (instance.coverable[word] or instance.mandatory[word]):
                continue
            nodes = network.violated(word, covering=covering)
            if nodes is not None:
                cuts.append(Cut(np.array(sorted(nodes)), word, covering))
                break
    return cuts


class _ResidualNetwork:
    """The used arcs with their flow as capacity, for augmenting paths (Ford and Fulkerson, 1956).

    Capacities are floats and a word's arcs are all sinks, so this is done by hand.
    """

    def __init__(self, instance: Instance, flow: Floats, used: Ints) -> None:
        graph = instance.graph
        self.tail: dict[int, int] = dict(zip(used.tolist(), graph.tail[used].tolist(), strict=True))
        self.head: dict[int, int] = dict(zip(used.tolist(), graph.head[used].tolist(), strict=True))
        self.flow: dict[int, float] = dict(zip(used.tolist(), flow[used].tolist(), strict=True))
        self.into: defaultdict[int, list[int]] = defaultdict(list)
        self.out: defaultdict[int, list[int]] = defaultdict(list)
        self.lays: defaultdict[int, list[int]] = defaultdict(list)
        self.reveals: defaultdict[int, list[int]] = defaultdict(list)
        for arc in used.tolist():
            self.into[self.head[arc]].append(arc)
            self.out[self.tail[arc]].append(arc)
            self.lays[int(graph.word[arc])].append(arc)
            self.reveals[int(graph.reveal[arc])].append(arc)

    def violated(self, word: int, *, covering: bool) -> set[int] | None:
        """Return a set of nodes for which the word's cut is violated, or None."""
        ends = self.lays[word] + (self.reveals[word] if covering else [])
        ends = list(dict.fromkeys(ends))
        need = 1.0 if covering else sum(self.flow[arc] for arc in ends)
        own = set(ends)
        used: defaultdict[int, float] = defaultdict(float)
        got = 0.0
        while got < need - 1e-4:
            seen, path = self._search(ends, own, used)
            if path is None:
                return seen or None
            width = min(
                used[arc] if backward else self.flow[arc] - used[arc] for arc, backward in path
            )
            for arc, backward in path:
                used[arc] += -width if backward else width
            got += width
        return None

    def _search(
        self, ends: list[int], own: set[int], used: defaultdict[int, float]
    ) -> tuple[set[int], list[tuple[int, bool]] | None]:
        """Search backwards from the word for an augmenting path; without one, return the nodes."""
        came: dict[int, tuple[int, bool]] = {}
        queue: list[int] = []
        for arc in ends:
            node = self.tail[arc]
            if node not in came and self.flow[arc] - used[arc] > _NEAR:
                came[node] = (arc, False)
                queue.append(node)
        for node in queue:
            if node == 0:
                return set(), self._path(came, own)
            for arc in self.into[node]:
                before = self.tail[arc]
                if arc not in own and before not in came and self.flow[arc] - used[arc] > _NEAR:
                    came[before] = (arc, False)
                    queue.append(before)
            for arc in self.out[node]:
                before = self.head[arc]
                if arc not in own and before not in came and used[arc] > _NEAR:
                    came[before] = (arc, True)
                    queue.append(before)
        return set(came), None

    def _path(self, came: dict[int, tuple[int, bool]], own: set[int]) -> list[tuple[int, bool]]:
        path = []
        node = 0
        while True:
            arc, backward = came[node]
            path.append((arc, backward))
            if arc in own:
                return path
            node = self.tail[arc] if backward else self.head[arc]
