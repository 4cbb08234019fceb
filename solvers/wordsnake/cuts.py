"""Separation: finds the cuts that a flow violates.

There are two kinds of violation: parts of the flow that are cut off from the root, and fractional
words where one half comes from a place that only the other half leads to.
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
_SMALL = 2_000
"""In a flow with at most this many nodes, a word gets its largest cut as well as its smallest."""


def separate_cuts(
    instance: Instance, flow: Floats, deadline: Deadline, *, fractional: bool = True
) -> list[Cut]:
    """Return cuts that the flow violates; none if it is whole and connected.

    With `fractional`, and if no part is cut off, fractional words are examined too, as many as the
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
    """Return for each node the least node of its component, treating arcs as undirected."""
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
    """Find a violated cut for each fractional word, by maximum flow from the root to the word.

    If less can flow there than the word needs, the nodes from which the word can still be reached
    are a cut, and so are the nodes that cannot be reached from the root. Using both (T. Koch and A.
    Martin, 1998) takes half as many rounds as one.
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
            if nodes := network.violated(word, covering=covering):
                cuts += [Cut(np.array(sorted(each)), word, covering) for each in nodes]
                break
    return cuts


class _ResidualNetwork:
    """The used arcs with their flow as capacity, for augmenting paths (Ford and Fulkerson, 1956).

    Capacities are floats and a word's arcs are all sinks, so this is done by hand. Used arcs are
    numbered from 0, twice: arc a is `2 * a`, and `2 * a + 1` backwards. `left` is the remaining
    capacity of each, by that number.
    """

    def __init__(self, instance: Instance, flow: Floats, used: Ints) -> None:
        graph = instance.graph
        self.capacity = [0.0] * (2 * len(used))
        self.capacity[::2] = flow[used].tolist()
        self.left = self.capacity.copy()
        tails, heads = graph.tail[used].tolist(), graph.head[used].tolist()
        self.tail = [node for ends in zip(tails, heads, strict=True) for node in ends]
        self.nodes = graph.nodes
        self.into: dict[int, list[tuple[int, int]]] = {node: [] for node in self.tail}
        self.brings: defaultdict[int, list[int]] = defaultdict(list)
        self.lays: defaultdict[int, list[int]] = defaultdict(list)
        words, reveals = graph.word[used].tolist(), graph.reveal[used].tolist()
        for at, (tail, head, word, reveal) in enumerate(
            zip(tails, heads, words, reveals, strict=True)
        ):
            self.into[head].append((2 * at, tail))
            self.into[tail].append((2 * at + 1, head))
            self.lays[word].append(2 * at)
            for brought in {word, reveal}:
                self.brings[brought].append(2 * at)

    def violated(self, word: int, *, covering: bool) -> list[set[int]]:
        """Return sets of nodes for which the word's cut is violated: the smallest, the largest."""
        ends = self.brings[word] if covering else self.lays[word]
        need = 1.0 if covering else sum(self.capacity[arc] for arc in ends)
        left, changed = self.left, ends.copy()
        for arc in ends:
            left[arc] = 0.0  # only the last arc of a path may be one
        last = {arc: self.capacity[arc] for arc in ends}
        got = 0.0
        sets: list[set[int]] = []
        while got < need - 1e-4:
            came, found = self._search(left, last)
            if not found:
                if came:
                    sets.append(set(came))
                if came and self.nodes <= _SMALL:
                    sets.append(set(range(self.nodes)) - self._reached(left))
                break
            path, node = [], 0
            while (arc := came[node]) not in last:
                path.append(arc)
                node = self.tail[arc ^ 1]
            width = min([last[arc], *(left[other] for other in path)])
            last[arc] -= width
            for other in path:
                left[other] -= width
                left[other ^ 1] += width
            changed += path
            got += width
        for arc in changed:
            left[arc], left[arc ^ 1] = self.capacity[arc], self.capacity[arc ^ 1]
        return sets

    def _reached(self, left: list[float]) -> set[int]:
        """Return the nodes that can receive more flow from the root."""
        reached = {0}
        queue = [0]
        for node in queue:
            for arc, other in self.into.get(node, ()):
                if left[arc ^ 1] > _NEAR and other not in reached:
                    reached.add(other)
                    queue.append(other)
        return reached

    def _search(self, left: list[float], last: dict[int, float]) -> tuple[dict[int, int], bool]:
        """Search backwards from the word: return each node's arc, and whether we met the root."""
        came = {self.tail[arc]: arc for arc, width in last.items() if width > _NEAR}
        if 0 in came:
            return came, True
        queue = list(came)
        for node in queue:
            for arc, before in self.into[node]:
                if left[arc] > _NEAR and before not in came:
                    came[before] = arc
                    if before == 0:
                        return came, True
                    queue.append(before)
        return came, False
