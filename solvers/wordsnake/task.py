"""One list of words as a problem on the contracted flow, and the cuts that hold for all snakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake import automaton, model
from solvers.wordsnake.contract import contract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.contract import Contracted
    from solvers.wordsnake.types import Rule

    Ints = NDArray[np.integer]
    Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cut:
    """All begins outside of `nodes`, so before `word` comes from there, they are entered.

    Count the flow from outside that enters `nodes` or lays (or, if `shown`, reveals) the word. If
    the word must be laid or revealed (`shown`), that is at least 1, for it comes a first time;
    else it is at least the flow that lays the word.
    """

    nodes: Ints
    word: int
    shown: bool


@dataclass(frozen=True)
class Task:
    """A list of words under a rule: the full flow (`whole`), the contracted one (`graph`).

    Every word is laid at most once; `must` are laid; `may` are laid or revealed; the others lie
    within other words, so that they need neither.
    """

    words: Sequence[str]
    rule: Rule
    auto: automaton.Automaton
    whole: model.Graph
    contracted: Contracted
    must: Bools
    may: Bools

    @classmethod
    def of(cls, words: Sequence[str], rule: Rule) -> Task:
        """Build automaton, flow and contraction."""
        auto = automaton.build(words)
        whole = model.build(auto, rule)
        contracted = contract(whole)
        may = np.zeros(len(words), bool)
        reveal = contracted.graph.reveal
        may[reveal[reveal >= 0]] = True
        must = np.ones(len(words), bool) if rule == "pairs" else model.maximal(auto) & ~may
        return cls(words, rule, auto, whole, contracted, must, may)

    @property
    def graph(self) -> model.Graph:
        """Return the contracted flow."""
        return self.contracted.graph

    @cached_property
    def worth(self) -> int:
        """Return more than any snake of these words scores."""
        return sum(len(word) ** 2 for word in self.words) + 1

    def arcs_of(self, key: int) -> Ints:
        """Return the arcs that a limit's key stands for: an arc itself, or ~w, all that lay w."""
        return np.array([key]) if key >= 0 else np.flatnonzero(self.graph.word == ~key)

    def row(self, cut: Cut) -> tuple[NDArray[np.int64], int]:
        """Return a cut as a row: a coefficient for each arc, and what the sum is at least."""
        graph = self.graph
        inside = np.zeros(graph.nodes, bool)
        inside[cut.nodes] = True
        lays = graph.word == cut.word
        shows = lays | (graph.reveal == cut.word) if cut.shown else lays
        counted = ~inside[graph.tail] & (inside[graph.head] | shows)
        return counted.astype(np.int64) - (lays & (not cut.shown)), int(cut.shown)
