"""Every way to lay a word behind a snake, as tables: what local search steps through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake import model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance

    Ints = NDArray[np.int64]

_MOST = 1_000_000
"""With more ways than this the tables would take more than a second, and too much memory."""


@dataclass(frozen=True, slots=True)
class Laying:
    """The ways to lay each word at each state of the snake, the longest overlap first.

    The ways of word w at state s are numbered `first[s * words + w]` to before the next entry. Each
    has its `overlap`, the state `after` it, and the needed words that it completes, which are
    `completes[start[way]:start[way + 1]]`. Needed are, under containment, the words within no
    other: those within a laid one score in full. State `empty` is the empty snake's.
    """

    words: int
    empty: int
    first: Ints
    overlap: Ints
    after: Ints
    start: Ints
    completes: Ints
    needed: NDArray[np.bool_]

    @classmethod
    def of(cls, instance: Instance) -> Laying | None:
        """Return the tables of an instance, or None if they were too large."""
        state, prefix = _suffixes(instance)
        below = instance.auto.below[prefix].astype(np.int64)
        if below.sum() > _MOST:
            return None
        row = np.repeat(np.arange(len(below)), below)
        place = np.arange(len(row)) - np.repeat(np.cumsum(below) - below, below)
        sorted_words = np.argsort(instance.auto.rank)
        word = sorted_words[instance.auto.first[prefix[row]] + place]
        overlap = instance.auto.depth[prefix[row]].astype(np.int64)
        state = state[row]
        if instance.rule == "containment":
            return cls._containment(instance, state, word, overlap)
        return cls._pairs(instance, state, word, overlap)

    @classmethod
    def _pairs(cls, instance: Instance, state: Ints, word: Ints, overlap: Ints) -> Laying:
        """Make a state of each word, laid last, and keep the longest overlap of each pair."""
        n = len(instance.words)
        most = np.zeros(((n + 1) * n), np.int64)
        ends = np.append(instance.auto.word, -1)[state]
        at_word = ends >= 0
        np.maximum.at(most, (ends * n + word)[at_word], overlap[at_word])
        every = np.arange(len(most) + 1)
        after = np.tile(np.arange(n), n + 1)
        return cls(n, n, every, most, after, every, after, np.ones(n, bool))

    @classmethod
    def _containment(cls, instance: Instance, state: Ints, word: Ints, overlap: Ints) -> Laying:
        auto, n = instance.auto, len(instance.words)
        letters, length = _letters(instance)
        grows = overlap < length[word]  # else the word is there already
        state, word, overlap = state[grows], word[grows], overlap[grows]
        order = np.lexsort((-overlap, word, state))
        state, word, overlap = state[order], word[order], overlap[order]
        whole = model.maximal(auto)
        ending = np.where((auto.word >= 0) & whole[auto.word], auto.word, -1).astype(np.int64)
        for level in range(len(auto.level) - 1):
            here = np.arange(auto.level[level], auto.level[level + 1])
            here = here[ending[here] < 0]
            ending[here] = ending[auto.fail[here]]
        after, completing, completed = state.copy(), [], []
        way, at = np.arange(len(state)), overlap.copy()
        while len(way):
            after[way] = auto.step[after[way], letters[word[way], at]]
            ended = ending[after[way]]
            completing.append(way[ended >= 0])
            completed.append(ended[ended >= 0])
            at += 1
            way, at = way[at < length[word[way]]], at[at < length[word[way]]]
        by = np.concatenate(completing)
        completes = np.concatenate(completed)[np.argsort(by, kind="stable")]
        start = np.searchsorted(np.sort(by), np.arange(len(state) + 1))
        first = np.searchsorted(state * n + word, np.arange(len(auto) * n + 1))
        return cls(n, 0, first, overlap, after, start, completes, whole)


def _suffixes(instance: Instance) -> tuple[Ints, Ints]:
    """Return all pairs of a state and a suffix of it with which words begin, itself included."""
    state = prefix = np.arange(len(instance.auto))
    found = [(state, prefix)]
    while len(state := state[prefix > 0]):
        prefix = instance.auto.fail[prefix[prefix > 0]].astype(np.int64)
        found.append((state, prefix))
    states, prefixes = zip(*found, strict=True)
    return np.concatenate(states), np.concatenate(prefixes)


def _letters(instance: Instance) -> tuple[NDArray[np.int8], Ints]:
    """Return the words as rows of letters 0 to 25, and their lengths."""
    length = np.array([len(word) for word in instance.words])
    letters = np.zeros((len(length), int(length.max())), np.int8)
    for row, word in enumerate(instance.words):
        letters[row, : len(word)] = np.frombuffer(word.encode(), np.uint8) - ord("a")
    return letters, length
