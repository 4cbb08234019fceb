"""A list of words as a problem on the contracted flow, and cuts that hold for all snakes."""

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
    """A linear inequality: `nodes`, which lack the root, are entered before `word` comes from them.

    Sum the flow from outside of `nodes` that enters them or lays the word or, if `covering`,
    reveals it. If the word must be laid or revealed (`covering`), the sum is at least 1, as the
    word comes a first time. Otherwise it is at least the flow that lays the word.
    """

    nodes: Ints
    word: int
    covering: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A cut by arcs: their flow times `values` sums to at least `least`."""

    arcs: Ints
    values: NDArray[np.int64]
    least: int


@dataclass(frozen=True)
class Instance:
    """A list of words under a rule: the full flow (`whole`), the contracted one (`graph`).

    Every word is laid at most once. Words are `mandatory` (must be laid), `coverable` (must be laid
    or revealed) or neither, if they lie within other words. Both masks have one entry per word.
    """

    words: Sequence[str]
    rule: Rule
    auto: automaton.Automaton
    whole: model.Graph
    contracted: Contracted
    mandatory: Bools
    coverable: Bools

    @classmethod
    def of(cls, words: Sequence[str], rule: Rule) -> Instance:
        """Build automaton, flow and contraction."""
        auto = automaton.build(words)
        whole = model.build(auto, rule)
        contracted = contract(whole)
        coverable = np.zeros(len(words), bool)
        reveal = contracted.graph.reveal
        coverable[reveal[reveal >= 0]] = True
        if rule == "pairs":
            mandatory = np.ones(len(words), bool)
        else:
            mandatory = model.maximal(auto) & ~coverable
        return cls(
            words=words,
            rule=rule,
            auto=auto,
            whole=whole,
            contracted=contracted,
            mandatory=mandatory,
            coverable=coverable,
        )

    @property
    def graph(self) -> model.Graph:
        """Return the contracted flow."""
        return self.contracted.graph

    @cached_property
    def worth(self) -> int:
        """Return a number greater than any score the words allow."""
        return sum(len(word) ** 2 for word in self.words) + 1

    def arcs_of(self, key: int) -> Ints:
        """Return the arcs that a limit's key stands for: an arc itself, or ~w, all that lay w."""
        return np.array([key]) if key >= 0 else np.flatnonzero(self.graph.word == ~key)

    def row(self, cut: Cut) -> Row:
        """Return a cut as a row of coefficients."""
        graph = self.graph
        inside = np.zeros(graph.nodes, bool)
        inside[cut.nodes] = True
        lays = graph.word == cut.word
        brings = lays | (graph.reveal == cut.word) if cut.covering else lays
        counted = ~inside[graph.tail] & (inside[graph.head] | brings)
        values = counted.astype(np.int64) - (lays & (not cut.covering))
        arcs = np.flatnonzero(values)
        return Row(arcs, values[arcs], int(cut.covering))
