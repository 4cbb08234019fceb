"""The snake as a flow: the states that a growing snake passes, and what each step earns.

Nodes, by the automaton's nodes s (`n` of them):
  snake(s)    the snake ends with s; later words depend on nothing else
  begun(s)    a word that begins with s is being laid; later letters depend on nothing else
  longer(s)   the same where s is a word itself and the word being laid is a longer one
  own(w)      pairs only: the word w was just laid, so w may not follow
  both(s, h)  a word that begins with h is being laid while the snake ends with s, longer than h
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.automaton import Automaton
    from solvers.wordsnake.types import Rule

    Ints = NDArray[np.integer]


SNAKE, BEGUN, LONGER, OWN, BOTH = range(5)


@dataclass(frozen=True, slots=True)
class Graph:
    """Arcs tail -> head. An arc lays at most one `word` and reveals at most one (else -1).

    `gain` is the overlap squared where a word is begun. Under containment, the arc that ends a word
    loses the word's length squared, which the word would have earned inside; `base` is the sum of
    these squares. Node 0 is the empty snake, where every snake begins. Node kind * states + s is
    the node of that kind for the automaton's node s; the both-nodes follow, with (s, h) stored in
    `pairs` as s * states + h.
    """

    tail: Ints
    head: Ints
    gain: Ints
    word: Ints
    reveal: Ints
    nodes: int
    base: int
    states: int
    pairs: Ints

    def is_resting(self, node: Ints) -> NDArray[np.bool_]:
        """Mark the nodes that are snake(s) or own(w): no word is half laid there."""
        kind = node // self.states
        return np.asarray((kind == SNAKE) | (kind == OWN))


class _Arcs:
    """Arcs collected in bulk."""

    def __init__(self) -> None:
        self.parts: list[tuple[Ints, ...]] = []

    def add(
        self,
        tail: Ints,
        head: Ints,
        gain: Ints | int = 0,
        word: Ints | int = -1,
        reveal: Ints | int = -1,
    ) -> None:
        columns = np.broadcast_arrays(tail, head, gain, word, reveal)
        self.parts.append(tuple(column.astype(np.int64) for column in columns))

    def columns(self) -> tuple[Ints, ...]:
        return tuple(np.concatenate(column) for column in zip(*self.parts, strict=True))


def build(auto: Automaton, rule: Rule) -> Graph:
    """Build the flow of a list of words under a rule."""
    n = len(auto)
    arcs = _Arcs()
    states = _suffixes(auto)
    both = _Both.empty() if rule == "pairs" else _Both.of(auto, states)
    is_word = auto.word >= 0
    has_child = np.zeros(n, bool)
    has_child[auto.parent[1:]] = True
    snake, begun, longer, own = (np.arange(n) + n * kind for kind in range(BOTH))
    longer = np.where(is_word, longer, begun)
    square = _squares(auto)

    some = np.flatnonzero(states)[1:]
    arcs.add(snake[some], snake[auto.fail[some]])
    some = np.flatnonzero(states & has_child)
    arcs.add(snake[some], longer[some], square[some])
    some = np.arange(1, n)
    arcs.add(longer[auto.parent[some]], begun[some])
    some = np.flatnonzero(is_word & has_child)
    arcs.add(begun[some], longer[some])
    end = auto.node
    if rule == "pairs":
        arcs.add(begun[end], own[end], 0, auto.word[end])
        arcs.add(own[end], snake[auto.fail[end]])
        arcs.add(snake[end], begun[end], square[end])
        some = np.flatnonzero(is_word & has_child)
        arcs.add(own[some], longer[some], square[some])
    else:
        arcs.add(begun[end], snake[end], -square[end], auto.word[end])
        both.add_arcs(auto, arcs, BOTH * n, square)
    base = 0 if rule == "pairs" else int(square[auto.node].sum())
    tail, head, gain, word, reveal = arcs.columns()
    nodes = BOTH * n + len(both.keys)
    return Graph(
        tail=tail,
        head=head,
        gain=gain,
        word=word,
        reveal=reveal,
        nodes=nodes,
        base=base,
        states=n,
        pairs=both.keys,
    )


def _squares(auto: Automaton) -> Ints:
    depth = auto.depth.astype(np.int64)
    return depth * depth


def _suffixes(auto: Automaton) -> NDArray[np.bool_]:
    """Mark the nodes that are suffixes of words."""
    marked = np.zeros(len(auto), bool)
    here = auto.node
    while len(here):
        marked[here] = True
        here = np.unique(auto.fail[here])
        here = here[~marked[here]]
    return marked


def maximal(auto: Automaton) -> NDArray[np.bool_]:
    """Mark the words that are no part of another, by their number."""
    part = np.zeros(len(auto), bool)
    part[auto.parent[1:]] = True
    part[auto.fail] = True
    return ~part[auto.node]


@dataclass(frozen=True, slots=True)
class _Both:
    """The both-nodes that matter: from them a word can be revealed, or ended at a longer state.

    A node (s, h) is kept as the number s * n + h, sorted.
    """

    keys: Ints

    @classmethod
    def empty(cls) -> _Both:
        return cls(np.zeros(0, np.int64))

    @classmethod
    def of(cls, auto: Automaton, states: NDArray[np.bool_]) -> _Both:
        """Find them; `states` gains the longer states that a snake can reach through them."""
        n = len(auto)
        is_leaf_word = np.zeros(n, bool)
        is_leaf_word[auto.node[maximal(auto)]] = True
        found = []
        s: Ints = np.arange(n)
        h: Ints = auto.fail
        while True:
            s, h = s[h > 0], h[h > 0]
            if not len(s):
                break
            end = (auto.word[h] >= 0) | (is_leaf_word[s] & _leads_elsewhere(auto, s, h))
            found.append(s[end] * n + h[end].astype(np.int64))
            h = np.asarray(auto.fail[h])
        layers = [np.concatenate(found) if found else np.zeros(0, np.int64)]
        while len(layers[-1]):
            s, h = np.divmod(layers[-1], n)
            s, h = auto.parent[s].astype(np.int64), auto.parent[h].astype(np.int64)
            layers.append(np.unique((s * n + h)[h > 0]))
        return cls(_reached(auto, np.unique(np.concatenate(layers)), states))

    def find(self, keys: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return each key's index, and whether it is one of ours."""
        at = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        return at, (self.keys[at] == keys) if len(self.keys) else np.zeros(len(keys), bool)

    def add_arcs(self, auto: Automaton, arcs: _Arcs, offset: int, square: Ints) -> None:
        """Add the arcs that begin, continue, end and leave the both-nodes."""
        n = len(auto)
        if not len(self.keys):
            return
        node = offset + np.arange(len(self.keys))
        s, h = np.divmod(self.keys, n)
        above_s, above_h = auto.parent[s].astype(np.int64), auto.parent[h].astype(np.int64)
        arcs.add(above_s, node, square[above_h])
        at, known = self.find(above_s * n + above_h)
        arcs.add(offset + at[known], node[known])
        leaf = np.zeros(n, bool)
        leaf[auto.node[maximal(auto)]] = True
        reveal = np.where(leaf[s], auto.word[s], -1)
        end = auto.word[h] >= 0
        arcs.add(node[end], s[end], -square[h[end]], auto.word[h[end]], reveal[end])
        # After a reveal nothing continues from so long a state: remember less of it.
        some = np.flatnonzero(leaf[s] & _leads_elsewhere(auto, s, h))
        arcs.add(node[some], BEGUN * n + h[some], 0, -1, reveal[some])
        t = auto.fail[s[some]].astype(np.int64)
        while len(some := some[open_ := t != h[some]]):
            t = t[open_]
            at, known = self.find(t * n + h[some])
            arcs.add(node[some[known]], offset + at[known], 0, -1, reveal[some[known]])
            t = auto.fail[t].astype(np.int64)


def _leads_elsewhere(auto: Automaton, s: Ints, h: Ints) -> NDArray[np.bool_]:
    """Mark where another word than s itself begins with h: no word is revealed only to be laid."""
    own = auto.rank[auto.word[s]] - auto.first[h]
    return auto.below[h] - ((own >= 0) & (own < auto.below[h])) > 0


def _reached(auto: Automaton, keys: Ints, states: NDArray[np.bool_]) -> Ints:
    """Keep the both-nodes that can be reached, and mark the states that they lead to."""
    n = len(auto)
    s, h = np.divmod(keys, n)
    above_s, above_h = auto.parent[s].astype(np.int64), auto.parent[h].astype(np.int64)
    above = np.searchsorted(keys, above_s * n + above_h)
    begins = above_h == 0
    above[begins] = 0
    reached = np.zeros(len(keys), bool)
    # Keys are sorted by state, and states by length, so each level reads only shorter ones.
    cut = np.searchsorted(s, auto.level)
    for low, high in zip(cut[:-1].tolist(), cut[1:].tolist(), strict=True):
        here = slice(low, high)
        reached[here] = states[above_s[here]] | (reached[above[here]] & ~begins[here])
        ends = reached[here] & (auto.word[h[here]] >= 0)
        states[s[here][ends]] = True
    return keys[reached]
