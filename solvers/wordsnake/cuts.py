"""Find the cuts that a flow breaks: parts cut off from the root, and words that feed themselves."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.task import Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.task import Task

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_NEAR = 1e-6
_MOST_WORDS = 200


def missing_cuts(task: Task, flow: Floats, *, starved: bool = True) -> list[Cut]:
    """Return cuts that the flow breaks; none if it is whole and hangs together.

    With `starved` words in fractions are looked at, too, if nothing else is wrong.
    """
    return _parts(task, flow) or (_starved(task, flow) if starved else [])


def _parts(task: Task, flow: Floats) -> list[Cut]:
    """Cut off every part of the flow that hangs together but not with the root."""
    graph = task.graph
    used = np.flatnonzero(flow > _NEAR)
    label = components(graph.tail[used], graph.head[used], graph.nodes)
    labels = label[graph.head]
    laid, shown = used[graph.word[used] >= 0], used[graph.reveal[used] >= 0]
    needed = task.must | task.may
    flows = np.bincount(graph.word[laid], flow[laid], len(needed))
    flows += np.bincount(graph.reveal[shown], flow[shown], len(needed))
    cuts = []
    for part in np.unique(labels[laid[labels[laid] != 0]]).tolist():
        here = laid[labels[laid] == part]
        inside = np.bincount(graph.word[here], flow[here], len(needed))
        most = int(np.argmax(inside))
        here = shown[labels[shown] == part]
        inside += np.bincount(graph.reveal[here], flow[here], len(needed))
        lacking = np.where(needed & (inside > 0), 1 - flows + inside, 0)
        word = int(np.argmax(lacking))
        is_shown = bool(lacking[word] > _NEAR)
        cuts.append(Cut(np.flatnonzero(label == part), word if is_shown else most, is_shown))
    return cuts


def components(tail: Ints, head: Ints, nodes: int) -> NDArray[np.int64]:
    """Return for each node the least node it hangs together with by the arcs."""
    label = np.arange(nodes)
    while True:
        before = label.copy()
        low = np.minimum(label[tail], label[head])
        np.minimum.at(label, before[tail], low)
        np.minimum.at(label, before[head], low)
        label = label[label]
        if np.array_equal(label, before):
            return label


def _starved(task: Task, flow: Floats) -> list[Cut]:
    """Find words that half come from where only their other half leads.

    For each word that comes in fractions: less than it needs can flow from the root to where it
    comes from. The cut is what can still be reached, backwards, from there.
    """
    graph = task.graph
    used = np.flatnonzero(flow > _NEAR)
    partly = used[np.abs(flow[used] - np.rint(flow[used])) > _NEAR]
    words = np.unique(np.concatenate([graph.word[partly], graph.reveal[partly]]))
    words = words[words >= 0][:_MOST_WORDS]
    if not len(words):
        return []
    pipes = _Pipes(task, flow, used)
    cuts = []
    for word in words.tolist():
        for shown in (True, False):
            if shown and not (task.may[word] or task.must[word]):
                continue
            nodes = pipes.starved(word, shown=shown)
            if nodes is not None:
                cuts.append(Cut(np.array(sorted(nodes)), word, shown))
                break
    return cuts


class _Pipes:
    """The used arcs as pipes as wide as their flow."""

    def __init__(self, task: Task, flow: Floats, used: Ints) -> None:
        graph = task.graph
        self.tail: dict[int, int] = dict(zip(used.tolist(), graph.tail[used].tolist(), strict=True))
        self.head: dict[int, int] = dict(zip(used.tolist(), graph.head[used].tolist(), strict=True))
        self.flow: dict[int, float] = dict(zip(used.tolist(), flow[used].tolist(), strict=True))
        self.into: defaultdict[int, list[int]] = defaultdict(list)
        self.out: defaultdict[int, list[int]] = defaultdict(list)
        self.lays: defaultdict[int, list[int]] = defaultdict(list)
        self.shows: defaultdict[int, list[int]] = defaultdict(list)
        for arc in used.tolist():
            self.into[self.head[arc]].append(arc)
            self.out[self.tail[arc]].append(arc)
            self.lays[int(graph.word[arc])].append(arc)
            self.shows[int(graph.reveal[arc])].append(arc)

    def starved(self, word: int, *, shown: bool) -> set[int] | None:
        """Return a set of nodes that the word's cut is broken for, or None."""
        ends = self.lays[word] + (self.shows[word] if shown else [])
        ends = list(dict.fromkeys(ends))
        need = 1.0 if shown else sum(self.flow[arc] for arc in ends)
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
        """Search backwards from the word for a way that begins at the root and is not full."""
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
