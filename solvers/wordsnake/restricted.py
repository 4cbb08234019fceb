"""A task with only some of its arcs, and jumps instead of all the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.contract import contract
from solvers.wordsnake.model import BEGUN, LONGER, SNAKE
from solvers.wordsnake.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Restricted:
    """A smaller task, its graph contracted once more.

    Steps have keys: an arc of the larger task its number, the jump to begin a word at node v as
    many as there are arcs plus v, the jump to forget all at v as many as arcs and nodes plus v.
    `key` tells the step of each arc of the smaller graph, `merged` those that contracting took;
    `basic` which arcs are basic as far as is known. `larger` is the graph of the larger task.
    """

    task: Task
    key: Ints
    merged: Ints
    basic: Bools
    larger: Graph

    def lives(self) -> Bools:
        """Tell which nodes of the larger graph are in this one, if merged with others."""
        lives = np.zeros(self.larger.nodes, bool)
        steps = np.concatenate([self.key, self.merged])
        arcs = steps[steps < len(self.larger.tail)]
        lives[self.larger.tail[arcs]] = lives[self.larger.head[arcs]] = True
        jumps = steps[steps >= len(self.larger.tail)] - len(self.larger.tail)
        lives[jumps % self.larger.nodes] = lives[0] = True
        return lives


class Restriction:
    """Restricts a task; a jump does several steps of the full flow in one.

    It forgets everything, or begins a word with letters that overlap nothing. So whatever arcs
    are chosen, there is a way to lay any word of which an arc that lays it is chosen.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        whole = task.whole
        old = np.arange(whole.nodes)
        kind, here = old // whole.states, task.contracted.into >= 0
        offset = task.contracted.offset
        self._begin = self._best(here & ((kind == BEGUN) | (kind == LONGER)), offset)
        self._forget = self._best(here & (kind == SNAKE), -offset)

    def _best(self, which: Bools, gain: Ints) -> tuple[Ints, Ints]:
        """Return the new nodes of some old ones, but the root, and the highest gain of each."""
        into = self._task.contracted.into
        highest = np.full(self._task.graph.nodes, np.iinfo(np.int64).min)
        np.maximum.at(highest, into[which], gain[which])
        highest[0] = np.iinfo(np.int64).min
        nodes = np.flatnonzero(highest > np.iinfo(np.int64).min)
        return nodes, highest[nodes]

    def plainest(self, gained: Floats) -> Bools:
        """Choose for each word that must come an arc that lays it and that a jump leads to."""
        task, graph = self._task, self._task.graph
        begun = np.zeros(graph.nodes, bool)
        begun[self._begin[0]] = begun[0] = True
        laying = np.flatnonzero((graph.word >= 0) & begun[graph.tail])
        laying = laying[np.argsort(gained[laying], kind="stable")]
        best = np.full(len(task.words), -1)
        best[graph.word[laying]] = laying  # the last one written, which is the best, stays
        chosen = np.zeros(len(graph.tail), bool)
        chosen[best[(task.must | task.may) & (best >= 0)]] = True
        return chosen

    def to(self, some: Bools, basis: Callable[[Graph, Ints], Bools] | None = None) -> Restricted:
        """Return the task with only some arcs, and with jumps.

        `basis`, if there is one, tells of a graph and its arcs' keys which of them are basic;
        contracting then takes no others.
        """
        task, graph = self._task, self._task.graph
        arcs = np.flatnonzero(some)
        (begun, earned), (snake, lost) = self._begin, self._forget
        idle = np.full(len(begun) + len(snake), -1)
        smaller = replace(
            graph,
            tail=np.concatenate([graph.tail[arcs], np.zeros(len(begun), np.int64), snake]),
            head=np.concatenate([graph.head[arcs], begun, np.zeros(len(snake), np.int64)]),
            gain=np.concatenate([graph.gain[arcs], earned, lost]),
            word=np.concatenate([graph.word[arcs], idle]),
            reveal=np.concatenate([graph.reveal[arcs], idle]),
            states=graph.nodes,  # so that contracting takes every node for one where a snake rests
        )
        jumps = len(graph.tail) + np.concatenate([begun, graph.nodes + snake])
        key = np.concatenate([arcs, jumps])
        basic = None if basis is None else basis(smaller, key)
        made = contract(smaller, basic)
        made_task = Task(task.words, task.rule, task.auto, smaller, made, task.must, task.may)
        kept = np.zeros(len(made.origin), bool) if basic is None else basic[made.origin]
        return Restricted(made_task, key[made.origin], key[made.merged], kept, graph)
