"""Writes down why a bound holds: prices, cuts and, if the search branched, the branches.

The format is described in docs/wordsnake.md; `verify` reads it without any of the solver's code.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake import model
from solvers.wordsnake.prices import SCALE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Cut, Instance
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.search import Branch, Search
    from solvers.wordsnake.types import Scored

    Json = dict[str, object]

FORMAT = "wordsnake certificate 1"
_KINDS = ("snake", "begun", "longer", "own")


def write(snake: Scored, bound: int, search: Search | None) -> Json:
    """Return the certificate of a snake and a bound, ready for JSON."""
    branches: list[Json] = []
    cuts: list[Json] = []
    if search is not None:
        writer = _Writer(search.instance, bound)
        branches = writer.branches(search.root)
        cuts = [writer.cut(search.cuts[at]) for at in writer.numbers]
    content: Json = {
        "format": FORMAT,
        "rule": snake.rule,
        "score": snake.score,
        "bound": bound,
        "order": [[placed.word, placed.position] for placed in snake.order],
        "scale": SCALE,
        "cuts": cuts,
        "branches": branches,
    }
    return content | {"sha256": digest(content)}


def digest(content: Json) -> str:
    """Return the hash of a certificate's content, to detect accidental changes."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class _Writer:
    """Names for an instance's nodes, and the prices that must be written."""

    instance: Instance
    bound: int
    numbers: dict[int, int] = field(default_factory=dict)  # numbers of the cuts with a price

    @cached_property
    def letters(self) -> list[str]:
        """Return the letters that each of the automaton's nodes spells."""
        auto = self.instance.auto
        spelt = [""]
        letter = auto.letter.tolist()
        for node, parent in enumerate(auto.parent.tolist()[1:], 1):
            spelt.append(spelt[parent] + chr(ord("a") + letter[node]))
        return spelt

    def name(self, node: int) -> str:
        """Name a node of the whole flow."""
        whole = self.instance.whole
        kind, state = divmod(node, whole.states)
        if kind < model.BOTH:
            return f"{_KINDS[kind]}:{self.letters[state]}"
        pair = int(whole.pairs[node - model.BOTH * whole.states])
        longer, begun = divmod(pair, whole.states)
        return f"both:{self.letters[longer]}:{self.letters[begun]}"

    def cut(self, cut: Cut) -> Json:
        """Write a cut with its nodes' names."""
        nodes = np.flatnonzero(self._inside(cut)).tolist()
        return {
            "word": self.instance.words[cut.word],
            "shown": cut.covering,
            "nodes": [self.name(node) for node in nodes],
        }

    def _inside(self, cut: Cut) -> NDArray[np.bool_]:
        """Mark the nodes of the whole flow that a cut of the contracted one holds.

        A group that was merged along its only labelled arc follows the node behind that arc. It is
        also held if the cut counts that arc, which is then counted where the group is entered.
        """
        contracted, whole = self.instance.contracted, self.instance.whole
        chosen = np.zeros(contracted.graph.nodes + 1, bool)
        chosen[cut.nodes] = True
        group_in = np.zeros(whole.nodes, bool)
        representative = contracted.group == np.arange(whole.nodes)
        group_in[representative] = chosen[contracted.into[representative]]
        for node, target, word, reveal in reversed(contracted.hops):
            counted = word == cut.word or (cut.covering and reveal == cut.word)
            group_in[node] = counted or group_in[target]
        return np.asarray(group_in[contracted.group])

    def branches(self, root: Branch) -> list[Json]:
        """Write a tree of branches, root first; a split refers to its parts by index."""
        branches = [root]
        written: list[Json] = []
        for branch in branches:
            done = branch.prices.floor <= self.bound
            if done or branch.split is None or branch.below is None or branch.above is None:
                written.append(self._leaf(branch.prices))
                continue
            key, times = branch.split
            below = len(branches)
            branches += (branch.below, branch.above)
            written.append({**self._limit(key), "most": times, "below": below, "above": below + 1})
        return written

    def _leaf(self, prices: Prices) -> Json:
        reveal = prices.reveal.tolist()
        return {
            "prices": self._node_prices(prices.node),
            "reveal": {
                self.instance.words[word]: price for word, price in enumerate(reveal) if price
            },
            "cuts": {
                str(self.numbers.setdefault(at, len(self.numbers))): price
                for at, price in enumerate(prices.cuts)
                if price
            },
            "limits": [
                {**self._limit(key), "price": price} for key, price in prices.limits.items()
            ],
        }

    def _limit(self, key: int) -> Json:
        if key < 0:
            return {"word": self.instance.words[~key]}
        arc = int(self.instance.contracted.origin[key])
        return {"arc": [self.name(int(self.instance.whole.tail[arc])), self._head(arc)]}

    def _head(self, arc: int) -> str:
        return self.name(int(self.instance.whole.head[arc]))

    def _node_prices(self, price: NDArray[np.integer]) -> dict[str, int]:
        """Write a resting state's price if it differs from the price of the state it forgets to."""
        instance = self.instance
        into, n = instance.contracted.into, instance.whole.states
        full = np.append(price, 0)[into] + instance.contracted.offset
        resting = np.zeros(instance.whole.nodes, bool)
        resting[: model.BOTH * n] = instance.whole.is_resting(np.arange(model.BOTH * n))
        known = np.flatnonzero((into >= 0) & resting)
        forgets = instance.auto.fail[known % n]
        written = known[(full[known] != full[forgets]) | (known == 0)]
        return {self.name(node): int(full[node]) for node in written.tolist()}
