"""Write down why a bound holds: prices, cuts and, where the search branched, the branches.

The format is told in docs/wordsnake.md; `verify` reads it without any of the solver's code.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake import model
from solvers.wordsnake.prices import SCALE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.search import Branch, Search
    from solvers.wordsnake.task import Cut, Task
    from solvers.wordsnake.types import Scored

    Json = dict[str, object]

FORMAT = "wordsnake certificate 1"
_KINDS = ("snake", "begun", "longer", "own")


def write(snake: Scored, bound: int, search: Search | None) -> Json:
    """Return the certificate of a snake and a bound, ready for JSON."""
    writer = None if search is None else _Writer(search.task, bound)
    content: Json = {
        "format": FORMAT,
        "rule": snake.rule,
        "score": snake.score,
        "bound": bound,
        "order": [[placed.word, placed.position] for placed in snake.order],
        "scale": SCALE,
        "cuts": [] if search is None or writer is None else [writer.cut(c) for c in search.cuts],
        "branches": [] if search is None or writer is None else writer.branches(search.root),
    }
    return content | {"sha256": digest(content)}


def digest(content: Json) -> str:
    """Return the hash of a certificate's content, against accidents."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class _Writer:
    """Names for a task's nodes, and what is worth writing of prices at them."""

    task: Task
    bound: int

    @cached_property
    def letters(self) -> list[str]:
        """Return what each of the automaton's nodes spells."""
        auto = self.task.auto
        spelt = [""]
        letter = auto.letter.tolist()
        for node, parent in enumerate(auto.parent.tolist()[1:], 1):
            spelt.append(spelt[parent] + chr(ord("a") + letter[node]))
        return spelt

    def name(self, node: int) -> str:
        """Name a node of the whole flow."""
        whole = self.task.whole
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
            "word": self.task.words[cut.word],
            "shown": cut.shown,
            "nodes": [self.name(node) for node in nodes],
        }

    def _inside(self, cut: Cut) -> NDArray[np.bool_]:
        """Mark the nodes of the whole flow that a cut of the contracted one holds.

        A group that went with the one labelled arc behind it stays with what follows, or is held
        too when that arc is one that the cut counts: it is counted where it is entered then.
        """
        contracted, whole = self.task.contracted, self.task.whole
        chosen = np.zeros(contracted.graph.nodes + 1, bool)
        chosen[cut.nodes] = True
        group_in = np.zeros(whole.nodes, bool)
        representative = contracted.group == np.arange(whole.nodes)
        group_in[representative] = chosen[contracted.into[representative]]
        for node, target, word, reveal in reversed(contracted.hops):
            counted = word == cut.word or (cut.shown and reveal == cut.word)
            group_in[node] = counted or group_in[target]
        return np.asarray(group_in[contracted.group])

    def branches(self, root: Branch) -> list[Json]:
        """Write a tree of branches, the root first; a split tells its parts by their place."""
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
            "reveal": {self.task.words[word]: price for word, price in enumerate(reveal) if price},
            "cuts": {str(at): price for at, price in enumerate(prices.cuts) if price},
            "limits": [
                {**self._limit(key), "price": price} for key, price in prices.limits.items()
            ],
        }

    def _limit(self, key: int) -> Json:
        if key < 0:
            return {"word": self.task.words[~key]}
        arc = int(self.task.contracted.origin[key])
        return {"arc": [self.name(int(self.task.whole.tail[arc])), self._head(arc)]}

    def _head(self, arc: int) -> str:
        return self.name(int(self.task.whole.head[arc]))

    def _node_prices(self, price: NDArray[np.integer]) -> dict[str, int]:
        """Write a resting state's price where it differs from that of the state it forgets to."""
        task = self.task
        into, n = task.contracted.into, task.whole.states
        full = np.append(price, 0)[into] + task.contracted.offset
        resting = np.zeros(task.whole.nodes, bool)
        resting[: model.BOTH * n] = task.whole.is_resting(np.arange(model.BOTH * n))
        known = np.flatnonzero((into >= 0) & resting)
        forgets = task.auto.fail[known % n]
        told = known[(full[known] != full[forgets]) | (known == 0)]
        return {self.name(node): int(full[node]) for node in told.tolist()}
