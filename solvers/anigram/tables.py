"""The letter sets of a word list, numbered by size and key, with the words that each spells."""

from __future__ import annotations

from bisect import bisect_left
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solvers.growth import LetterGraph, letter_graph_tables, tables_of_policies
from solvers.growth.keys import key, prefix_keys
from solvers.lexicon import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solvers.growth.keys import Array
    from solvers.lexicon import Lexicon, WordTable


def build(words: WordTable) -> dict[str, Array]:
    """Return the tables of the letter sets and of their letter graph.

    keys         uint64 by set: the key of its sorted letters, ascending within a size
    salts        uint8 by size: the salt of its keys
    spell_start, spell   CSR: the ids of the words that a set spells, commonest first; words that
                         games do not choose come after the others, flagged words last
    """
    sizes = [_sets(words, size) for size in range(1, words.longest + 1)]
    spelled = np.concatenate([sets.words for sets in sizes])
    per_set = np.concatenate([np.bincount(sets.number, minlength=len(sets.keys)) for sets in sizes])
    blocks = {size: sets.letters for size, sets in enumerate(sizes, 1)}
    spell_start = np.concatenate(([0], np.cumsum(per_set))).astype(np.int32)
    least_flagged = np.minimum.reduceat(words.flagged[spelled], spell_start[:-1])
    graph = letter_graph_tables(blocks, "anywhere")
    return {
        **graph,
        **tables_of_policies(graph, lambda level: np.flatnonzero(least_flagged > level)),
        "keys": np.concatenate([sets.keys for sets in sizes]),
        "salts": np.array([0, *(sets.salt for sets in sizes)], np.uint8),
        "spell_start": spell_start,
        "spell": spelled.astype(np.int32),
    }


PART = Part("anigram", 3, build)


class _Sets(NamedTuple):
    """The letter sets of one size: their keys and letters; their words, and each word's set."""

    salt: int
    keys: Array
    letters: Array
    words: Array
    number: Array


def _sets(words: WordTable, size: int) -> _Sets:
    """Return the distinct rows of sorted letters, ordered by unique keys."""
    rows = np.sort(words.letters(size) - ord("a"), axis=1)
    ids = np.array(words.ids_of_length(size), np.int64)
    for salt in count():
        keys, first, number = np.unique(
            prefix_keys(rows, salt)[-1], return_index=True, return_inverse=True
        )
        if (rows == rows[first][number]).all():
            break
    known = -words.familiarity[ids].astype(int)
    odd = 2 * words.flagged[ids] + words.left_out[ids]
    order = np.lexsort((ids, known, words.rareness[ids], odd, number))
    return _Sets(salt, keys, rows[first], ids[order], number[order])


class Named(NamedTuple):
    """A letter set, named by one of its words."""

    node: int
    name: str


class LetterSets:
    """The letter sets of a lexicon, found by their letters, with their letter graph.

    Words to avoid, and words that the lexicon's policy hides unless somebody typed them, do not
    exist here, nor do sets that spell nothing else.
    """

    __slots__ = (
        "_avoid",
        "_keys",
        "_salts",
        "_size_start",
        "_spell",
        "_spell_start",
        "_typed",
        "graph",
        "lexicon",
    )

    def __init__(
        self, lexicon: Lexicon, avoid: Iterable[str] = (), typed: Iterable[str] = ()
    ) -> None:
        def view(name: str) -> memoryview:
            return lexicon.view(f"{PART.name}.{name}")

        self.lexicon = lexicon
        self._keys, self._salts = view("keys"), view("salts")
        self._spell_start, self._spell = view("spell_start"), view("spell")
        self._size_start = view("size_start")
        self._typed = frozenset(id_ for word in typed if (id_ := lexicon.find(word)) >= 0)
        given = frozenset(self._node(word) for word in map(lexicon.word, self._typed))
        self._avoid = frozenset(map(lexicon.require, avoid))
        touched = map(self._node, map(lexicon.word, self._avoid))
        gone = frozenset(node for node in touched if not self._spelled(node))
        self.graph = LetterGraph.open(lexicon, PART.name, gone, given)

    def find(self, letters: str) -> int:
        """Return the set with these letters, in any order, or -1 if they spell no word."""
        node = self._node(letters)
        return node if node >= 0 and self._spelled(node) else -1

    def _node(self, letters: str) -> int:
        """Return the set with these letters, even if its words do not exist here, or -1."""
        ordered = "".join(sorted(letters))
        if len(ordered) + 1 >= len(self._size_start):
            return -1
        first, after = self._size_start[len(ordered)], self._size_start[len(ordered) + 1]
        sought = key(ordered, self._salts[len(ordered)]) if first < after else 0
        node = bisect_left(self._keys, sought, first, after)
        if node >= after or self._keys[node] != sought:
            return -1
        return node if self.letters(node) == ordered else -1

    def letters(self, node: int) -> str:
        """Return the sorted letters of a set."""
        return "".join(sorted(self.lexicon.word(self._spell[self._spell_start[node]])))

    def first_word(self, node: int) -> str:
        """Return the first word that a set spells: the commonest that games choose."""
        return self.lexicon.word(self._spelled(node)[0])

    def named(self, node: int, typed: str) -> Named:
        """Return a set named by the word that a person typed for it, or else by its first word."""
        return Named(node, typed if typed in self.words(node) else self.first_word(node))

    def commonest(self, nodes: Iterable[int]) -> list[str]:
        """Return the first words of some sets, commonest first and flagged ones last."""
        rareness, flagged = self.lexicon.rareness, self.lexicon.flagged
        ids = [self._spelled(node)[0] for node in nodes]
        ids.sort(key=lambda id_: (flagged[id_], rareness[id_], id_))
        return [self.lexicon.word(id_) for id_ in ids]

    def words(self, node: int) -> tuple[str, ...]:
        """Return every word that a set spells, in the order of the table."""
        return tuple(self.lexicon.word(id_) for id_ in self._spelled(node))

    def _spelled(self, node: int) -> Sequence[int]:
        """Return the ids of the words that a set spells, in the order of the table."""
        ids = self._spell[self._spell_start[node] : self._spell_start[node + 1]]
        hidden = self.lexicon.hidden
        return [
            id_ for id_ in ids if id_ not in self._avoid and (id_ in self._typed or not hidden(id_))
        ]
