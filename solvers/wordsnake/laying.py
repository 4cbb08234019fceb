"""Tables of every way to lay a word behind a snake, which local search steps through."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake import model

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance

    Ints = NDArray[np.integer]

_MOST = 2_000_000
"""With more ways than this the tables would take more than a second, and too much memory."""
_PART = 100_000
"""About this many are made at a time, which takes little more memory than the tables themselves."""


@dataclass(frozen=True, slots=True)
class Laying:
    """The ways to lay each word at each state of the snake, longest overlap first.

    The ways of word w at state s are numbered `first[s * words + w]` to before the next entry. Each
    has its `overlap`, the state `after` it, and the needed words that it completes, which are
    `completes[start[way]:start[way + 1]]`. Under containment the needed words are those inside no
    other, as words inside a laid one score in full. State `empty` is the empty snake's.
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
        resting = _resting(instance)
        state, prefix = _suffixes(instance, resting)
        begun = np.zeros(len(instance.auto), np.int64)
        np.add.at(begun, state, instance.auto.below[prefix])
        if begun.sum() > _MOST:
            return None
        parts = np.split(resting, np.flatnonzero(np.diff(np.cumsum(begun[resting]) // _PART)) + 1)
        ways = (_ways(instance, part) for part in parts)
        if instance.rule == "containment":
            return cls._containment(instance, resting, ways)
        return cls._pairs(instance, ways)

    @classmethod
    def _pairs(cls, instance: Instance, ways: Iterable[tuple[Ints, ...]]) -> Laying:
        """Make a state for each word laid last, and keep the longest overlap of each pair."""
        n = len(instance.words)
        most = np.zeros(((n + 1) * n), np.int32)
        for state, word, overlap in ways:
            at_word = state > 0
            ends = instance.auto.word[state[at_word]].astype(np.int64)
            np.maximum.at(most, ends * n + word[at_word], overlap[at_word])
        every = np.arange(len(most) + 1, dtype=np.int32)
        after = np.tile(np.arange(n, dtype=np.int32), n + 1)
        return cls(
            words=n,
            empty=n,
            first=every,
            overlap=most,
            after=after,
            start=every,
            completes=after,
            needed=np.ones(n, bool),
        )

    @classmethod
    def _containment(
        cls, instance: Instance, resting: Ints, ways: Iterable[tuple[Ints, ...]]
    ) -> Laying:
        auto, n = instance.auto, len(instance.words)
        letters, length = _letters(instance)
        whole = model.maximal(auto)
        ending = np.where((auto.word >= 0) & whole[auto.word], auto.word, -1).astype(np.int64)
        for low, high in pairwise(auto.level):
            here = np.arange(low, high)[ending[low:high] < 0]
            ending[here] = ending[auto.fail[here]]
        number = np.zeros(len(auto), np.int64)
        number[resting] = np.arange(len(resting))
        columns = []
        for state, word, overlap in ways:
            grows = overlap < length[word]  # otherwise the word is there already
            key = (number[state] * n + word)[grows]
            order = np.lexsort((-overlap[grows], key))
            way = np.arange(len(order))
            laid, at, after = word[grows][order], overlap[grows][order], state[grows][order]
            part = [key[order], at.copy()]
            completing, completed = [], []
            while len(way):
                after[way] = auto.step[after[way], letters[laid[way], at[way]]]
                ended = ending[after[way]]
                completing.append(way[ended >= 0])
                completed.append(ended[ended >= 0])
                at[way] += 1
                way = way[at[way] < length[laid[way]]]
            by = np.concatenate(completing)
            completes = np.concatenate(completed)[np.argsort(by, kind="stable")]
            part += [number[after], np.bincount(by, minlength=len(order)), completes]
            columns.append([column.astype(np.int32) for column in part])
        key, overlap, after, count, completes = map(np.concatenate, zip(*columns, strict=True))
        start = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
        first = np.searchsorted(key, np.arange(len(resting) * n + 1)).astype(np.int32)
        return cls(
            words=n,
            empty=0,
            first=first,
            overlap=overlap,
            after=after,
            start=start,
            completes=completes,
            needed=whole,
        )


def _ways(instance: Instance, states: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the ways to lay words at these nodes: node, word and overlap of each."""
    auto = instance.auto
    state, prefix = _suffixes(instance, states)
    below = auto.below[prefix].astype(np.int64)
    row = np.repeat(np.arange(len(below)), below)
    place = np.arange(len(row)) - np.repeat(np.cumsum(below) - below, below)
    word = np.argsort(auto.rank)[auto.first[prefix[row]] + place]
    return state[row], word, auto.depth[prefix[row]].astype(np.int64)


def _resting(instance: Instance) -> Ints:
    """Return the automaton's nodes where a snake can be after laying a word, and the root.

    Under containment they end with a word, under pairs they are a word.
    """
    auto = instance.auto
    ends = auto.word >= 0
    if instance.rule == "containment":
        for low, high in pairwise(auto.level):  # failure links lead to lower levels
            ends[low:high] |= ends[auto.fail[low:high]]
    ends[0] = True
    return np.flatnonzero(ends)


def _suffixes(instance: Instance, states: Ints) -> tuple[Ints, Ints]:
    """Return each state with each of its suffixes that words begin with, including itself."""
    state, prefix = states, states
    found = [(state, prefix)]
    while len(state := state[prefix > 0]):
        prefix = instance.auto.fail[prefix[prefix > 0]]
        found.append((state, prefix))
    pairs = zip(*found, strict=True)
    state, prefix = map(np.concatenate, pairs)
    return state, prefix


def _letters(instance: Instance) -> tuple[NDArray[np.int8], Ints]:
    """Return the words as rows of letters 0 to 25, and their lengths."""
    length = np.array([len(word) for word in instance.words])
    letters = np.zeros((len(length), int(length.max())), np.int8)
    for row, word in enumerate(instance.words):
        letters[row, : len(word)] = np.frombuffer(word.encode(), np.uint8) - ord("a")
    return letters, length
