"""The word table: a word list sorted into ids, with links and groups, while an index is built."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon import choice, groups, links

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from solvers.lexicon.wordlist import WordList


class WordTable:
    """Every word under its id: 0 … n-1, sorted by length and then alphabetically.

    words          the words by id
    rareness       uint32 by id: the word's cost
    sizes          uint8 by id: SCOWL size class, 0 if unknown
    flagged        uint8 by id: 0, or MILD or STRONG for a word not shown unless somebody typed it
    familiarity    uint8 by id: ten times its frequency on the Zipf scale, else UNMEASURED
    skipped        how many lines of the list were skipped
    length_start   int64, longest + 2: ids of length k are length_start[k] … length_start[k + 1] - 1
    """

    def __init__(self, listed: WordList) -> None:
        order = sorted(range(len(listed)), key=listed.words.__getitem__)
        order.sort(key=lambda i: len(listed.words[i]))  # keeps alphabetical order within a length
        self.words: Sequence[str] = [listed.words[i] for i in order]
        self.rareness: NDArray[np.uint32] = listed.rareness[order]
        self.sizes: NDArray[np.uint8] = listed.sizes[order]
        self.flagged: NDArray[np.uint8] = listed.flagged[order]
        self.familiarity: NDArray[np.uint8] = listed.familiarity[order]
        self.skipped = listed.skipped
        counts = np.bincount([len(word) for word in self.words])
        self.length_start: NDArray[np.int64] = np.array([0, *accumulate(counts.tolist())])

    def __len__(self) -> int:
        return len(self.words)

    @property
    def longest(self) -> int:
        """The length of the longest word."""
        return len(self.length_start) - 2

    def ids_of_length(self, length: int) -> range:
        """Return the ids of the words of one length."""
        if not 0 <= length <= self.longest:
            return range(0)
        return range(int(self.length_start[length]), int(self.length_start[length + 1]))

    def letters(self, length: int) -> NDArray[np.uint8]:
        """Return the words of one length as a matrix of ASCII codes, one row for each id."""
        ids = self.ids_of_length(length)
        text = "".join(self.words[ids.start : ids.stop]).encode("ascii")
        return np.frombuffer(text, np.uint8).reshape(len(ids), length)

    @cached_property
    def left_out(self) -> NDArray[np.bool_]:
        """Which words games do not choose, found by reading."""
        return choice.left_out(self.words, self.familiarity)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The length of each word."""
        return np.arange(self.longest + 1).repeat(np.diff(self.length_start))

    @cached_property
    def word_start(self) -> NDArray[np.uint32]:
        """Where each word begins in the concatenation of all words; n + 1 entries."""
        return np.concatenate(([0], np.cumsum(self.lengths))).astype(np.uint32)

    @cached_property
    def edges(self) -> NDArray[np.int32]:
        """Every edge (link), both ways, as (word, neighbour) rows in ascending order."""
        found = [
            links.find_edges(self.letters(length)) + self.ids_of_length(length).start
            for length in range(1, self.longest + 1)
        ]
        return np.concatenate(found).astype(np.int32)

    @cached_property
    def link_start(self) -> NDArray[np.uint32]:
        """The links of i are links[link_start[i] : link_start[i + 1]]; n + 1 entries."""
        degrees = np.bincount(self.edges[:, 0], minlength=len(self))
        return np.concatenate(([0], np.cumsum(degrees))).astype(np.uint32)

    @cached_property
    def links(self) -> NDArray[np.int32]:
        """The neighbours of every word, word after word, each in ascending order."""
        return np.ascontiguousarray(self.edges[:, 1])

    @cached_property
    def groups(self) -> groups.Groups:
        """The connected components (groups), numbered."""
        return groups.number(groups.connected_components(len(self), self.edges), self.lengths)
