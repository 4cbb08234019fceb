"""Under pairs: the best flow and the prices that prove it, without a linear program.

Take two words in front and two behind. If x is the longest of their four overlaps, joining by x and
then the other two words is at least as good as the other two joins. So joining by the longest
overlap first, cycles allowed, gives a best flow. Joins are counted by state, not by word.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.lp import LpAnswer
from solvers.wordsnake.model import BEGUN, LONGER, OWN, SNAKE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance

    Ints = NDArray[np.integer]

_PASSES = 1_000
"""Far more steps than any path along which one price follows from another."""
_NONE = -(2**40)


def match(instance: Instance) -> LpAnswer:
    """Return the best flow under pairs of an instance, connected or not, and its prices."""
    whole, contracted = instance.whole, instance.contracted
    times = _Joins.of(instance).flow(instance)
    price = _prices(instance, times)
    own = np.flatnonzero((contracted.group == np.arange(whole.nodes)) & (contracted.into >= 0))
    node = np.zeros(instance.graph.nodes)
    node[contracted.into[own]] = price[own]
    none = np.zeros(0)
    return LpAnswer(times[contracted.origin].astype(float), node, none, none, {})


@dataclass(frozen=True, slots=True)
class _Joins:
    """How often each step is taken at a state: one entry per node of the automaton.

    A snake's end at the state is joined to a `longer` word, to the `word` that the state is, or
    `forgets` a letter or more. A word just laid there is joined to a longer one (`own`) or forgets
    too. `into` counts words that enter the state from the one a letter shorter, `on` words that
    continue to longer ones.
    """

    longer: Ints
    word: Ints
    forgets: Ints
    own: Ints
    into: Ints
    on: Ints

    @classmethod
    def of(cls, instance: Instance) -> _Joins:
        """Join by the longest overlap first; words left over are joined by a shorter one."""
        auto = instance.auto
        ends, begins = np.zeros((2, len(auto)), np.int64)  # of longer states and words
        made = cls(*np.zeros((6, len(auto)), np.int64))
        for low, high in reversed(list(pairwise(auto.level))):
            here = slice(low, high)
            is_word = (auto.word[here] >= 0).astype(np.int64)
            own = np.minimum(is_word, begins[here])
            word = np.minimum(is_word, ends[here])
            longer = np.minimum(ends[here] - word, begins[here] - own)
            made.own[here], made.word[here], made.longer[here] = own, word, longer
            made.forgets[here] = ends[here] - word - longer
            made.on[here] = begins[here] - own - longer
            made.into[here] = made.on[here] + is_word - word
            if low:
                np.add.at(ends, auto.fail[here], made.forgets[here] + is_word - own)
                np.add.at(begins, auto.parent[here], made.into[here])
        return made

    def flow(self, instance: Instance) -> Ints:
        """Return how often each arc of the whole flow is used."""
        whole = instance.whole
        (tail_kind, tail), (head_kind, head) = (
            np.divmod(nodes, whole.states) for nodes in (whole.tail, whole.head)
        )
        begun = np.where(instance.auto.word >= 0, self.word, self.longer)
        times = np.where(tail == head, self.on[tail], self.into[head])
        for kind, onward, taken in (
            (SNAKE, SNAKE, self.forgets),
            (SNAKE, BEGUN, begun),
            (SNAKE, LONGER, self.longer),
            (OWN, SNAKE, 1 - self.own),
            (OWN, LONGER, self.own),
        ):
            some = (tail_kind == kind) & (head_kind == onward)
            times[some] = taken[tail[some]]
        times[whole.word >= 0] = 1
        return times


def _prices(instance: Instance, times: Ints) -> Ints:
    """Return prices of the whole flow's nodes: idle arcs never gain, arcs in use lose nothing.

    They are the lengths of longest paths from the root (R. Bellman, L. Ford), on which arcs in use
    may be taken backwards.
    """
    graph = instance.whole
    idle = np.flatnonzero(graph.word < 0)
    used = idle[times[idle] > 0]
    tail = np.concatenate([graph.tail[idle], graph.head[used]])
    head = np.concatenate([graph.head[idle], graph.tail[used]])
    gain = np.concatenate([graph.gain[idle], -graph.gain[used]])
    price = np.full(graph.nodes, _NONE)
    price[0] = 0
    for _ in range(_PASSES):
        before = price.copy()
        np.maximum.at(price, tail, gain + price[head])
        if np.array_equal(price, before):
            break
    return price
