"""An instance with only some of its arcs, and jumps instead of all the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.contract import contract
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.model import BEGUN, LONGER, SNAKE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.model import Graph

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Restricted:
    """A smaller instance, with its graph contracted again.

    The larger instance, with `larger` as its graph, has A arcs and N nodes. Steps have keys: arc a
    has key a, the jump to begin a word at node v has A + v, the jump to forget all at v has A + N +
    v. `key` has the step of each arc of the smaller graph, `merged` the steps that contraction
    merged. `basic` marks the arcs known to be basic.
    """

    instance: Instance
    key: Ints
    merged: Ints
    basic: Bools
    larger: Graph

    def lives(self) -> Bools:
        """Mark the nodes of the larger graph that are in this one, merged ones included."""
        lives = np.zeros(self.larger.nodes, bool)
        steps = np.concatenate([self.key, self.merged])
        arcs = steps[steps < len(self.larger.tail)]
        lives[self.larger.tail[arcs]] = lives[self.larger.head[arcs]] = True
        jumps = steps[steps >= len(self.larger.tail)] - len(self.larger.tail)
        lives[jumps % self.larger.nodes] = lives[0] = True
        return lives


class Restriction:
    """Restricts an instance to some of its arcs, and adds jumps.

    A jump does several steps of the full flow in one: it forgets everything, or begins a word with
    letters that overlap nothing. So each word can be laid if one arc that lays it is chosen.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        whole = instance.whole
        old = np.arange(whole.nodes)
        kind, here = old // whole.states, instance.contracted.into >= 0
        offset = instance.contracted.offset
        self._begin = self._best(here & ((kind == BEGUN) | (kind == LONGER)), offset)
        self._forget = self._best(here & (kind == SNAKE), -offset)

    def _best(self, which: Bools, gain: Ints) -> tuple[Ints, Ints]:
        """Return the new nodes of some old ones, without the root, and the highest gain of each.

        `which` and `gain` have one entry per node of the full flow.
        """
        into = self._instance.contracted.into
        highest = np.full(self._instance.graph.nodes, np.iinfo(np.int64).min)
        np.maximum.at(highest, into[which], gain[which])
        highest[0] = np.iinfo(np.int64).min
        nodes = np.flatnonzero(highest > np.iinfo(np.int64).min)
        return nodes, highest[nodes]

    def simplest(self, gained: Floats) -> Bools:
        """Choose an arc for each mandatory or coverable word, from a node that a jump reaches.

        Among several it is the arc with the highest `gained` (by arc, in points). Returns a mask of
        arcs.
        """
        instance, graph = self._instance, self._instance.graph
        begun = np.zeros(graph.nodes, bool)
        begun[self._begin[0]] = begun[0] = True
        laying = np.flatnonzero((graph.word >= 0) & begun[graph.tail])
        laying = laying[np.argsort(gained[laying], kind="stable")]
        best = np.full(len(instance.words), -1)
        best[graph.word[laying]] = laying  # the last one written, which is the best, stays
        chosen = np.zeros(len(graph.tail), bool)
        chosen[best[(instance.mandatory | instance.coverable) & (best >= 0)]] = True
        return chosen

    def to(self, some: Bools, basis: Callable[[Graph, Ints], Bools] | None = None) -> Restricted:
        """Return the instance with only `some` arcs (a mask), and with jumps.

        `basis`, if given, is called with a graph and the keys of its arcs, and marks the basic
        ones; then contraction merges no others.
        """
        instance, graph = self._instance, self._instance.graph
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
            states=graph.nodes,  # makes contraction treat every node as a resting state
        )
        jumps = len(graph.tail) + np.concatenate([begun, graph.nodes + snake])
        key = np.concatenate([arcs, jumps])
        basic = None if basis is None else basis(smaller, key)
        made = contract(smaller, basic)
        made_instance = Instance(
            words=instance.words,
            rule=instance.rule,
            auto=instance.auto,
            whole=smaller,
            contracted=made,
            mandatory=instance.mandatory,
            coverable=instance.coverable,
        )
        kept = np.zeros(len(made.origin), bool) if basic is None else basic[made.origin]
        return Restricted(made_instance, key[made.origin], key[made.merged], kept, graph)
