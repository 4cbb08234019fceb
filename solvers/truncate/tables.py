"""The letter graph of a list's words and one-letter words; edges add one letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solvers.errors import BadInput
from solvers.growth import LetterGraph, letter_graph_tables, tables_of_policies
from solvers.lexicon import Part
from solvers.truncate.request import MODES, SINGLES, Mode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.growth.keys import Array
    from solvers.lexicon import Lexicon, WordTable


def blocks_of(words: WordTable) -> dict[int, Array]:
    """Return the words by length, as letters 0 to 25, with `SINGLES` among one-letter words."""
    blocks = {size: words.letters(size) - ord("a") for size in range(1, words.longest + 1)}
    singles = {ord(letter) - ord("a") for letter in SINGLES}
    singles.update(blocks[1].flatten().tolist())
    return blocks | {1: np.array(sorted(singles), np.uint8).reshape(-1, 1)}


def build(words: WordTable) -> dict[str, Array]:
    """Return the letter graph's tables for each mode, and `singles`, the words of one letter."""
    blocks = blocks_of(words)
    tables = {"singles": blocks[1][:, 0]}
    shift = len(blocks[1]) - len(words.ids_of_length(1))
    for mode in MODES:
        grown = letter_graph_tables(blocks, mode)
        grown |= tables_of_policies(
            grown, lambda level: np.flatnonzero(words.flagged > level) + shift
        )
        tables.update((f"{mode}.{key}", table) for key, table in grown.items())
    return tables


PART = Part("truncate", 2, build)


class GrowingWords:
    """The words of a lexicon, and one-letter words, as nodes of a letter graph.

    Hidden words and words to avoid keep their nodes, but no edge leads there, unless somebody typed
    them.
    """

    __slots__ = ("_gone", "_lexicon", "_shift", "_singles", "graph")

    def __init__(
        self,
        lexicon: Lexicon,
        mode: Mode,
        avoid: Iterable[str] = (),
        typed: Iterable[str] = (),
    ) -> None:
        self._lexicon = lexicon
        self._singles = [chr(code + ord("a")) for code in lexicon.view(f"{PART.name}.singles")]
        self._shift = len(self._singles) - len(lexicon.ids_of_length(1))
        self._gone = frozenset(map(self._node, avoid))
        given = frozenset(map(self._node, typed))
        self.graph = LetterGraph.open(lexicon, f"{PART.name}.{mode}", self._gone, given)

    def avoids(self, word: str) -> bool:
        """Return whether a word must be avoided."""
        return self._node(word) in self._gone

    def require(self, word: str) -> int:
        """Return a word's node. Raises UnknownWord, or BadInput for a word to avoid."""
        node = self._node(word)
        if node in self._gone:
            raise BadInput(
                f"“{word}” can’t be in the line and avoided, too.",
                code="contradiction",
            )
        return node

    def _node(self, word: str) -> int:
        if word in self._singles:
            return self._singles.index(word)
        return self._lexicon.require(word) + self._shift

    def word(self, node: int) -> str:
        """Return the word of a node."""
        if node < len(self._singles):
            return self._singles[node]
        return self._lexicon.word(node - self._shift)
