"""The lexicon: one word list with all that is precomputed about it, read from its index file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import UnknownWord
from solvers.lexicon.close import close_words
from solvers.lexicon.complete import complete
from solvers.lexicon.lookup import Lookup
from solvers.lexicon.tiers import tier_of_rareness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.lexicon.definitions import Definition, Definitions
    from solvers.lexicon.indexfile import Array, IndexFile


@dataclass(frozen=True, slots=True)
class Group:
    """Words that links connect: the group's number, from 1, and how many words it has."""

    number: int
    size: int


class Lexicon:
    """A word list opened for play. Words have ids 0 … n-1, by length and then alphabetically.

    name          "full", "standard", "common", or the name of the file a person brought
    fingerprint   short hex of what the index was built from
    rareness, sizes, flagged   by id: what a word costs, its SCOWL size class (0 where unknown),
                  and 1 where it must not be shown unasked
    link_start, links   the neighbours of i are links[link_start[i] : link_start[i + 1]], ascending
    """

    def __init__(self, index: IndexFile, definitions: Definitions | None = None) -> None:
        self._index = index
        self._definitions = definitions
        self.name: str = index.meta["name"]
        self.fingerprint: str = index.meta["fingerprint"]
        self.rareness = index.view("rareness")
        self.sizes = index.view("sizes")
        self.flagged = index.view("flagged")
        self.link_start = index.view("link_start")
        self.links = index.view("links")
        self._length_start: list[int] = index.table("length_start").tolist()
        self._word_start = index.view("word_start")
        self._letters = index.offset("letters")
        self._groups = index.view("group_number")
        self._group_sizes = index.view("group_sizes")
        lookup = Lookup(index.buffer, self._letters, self._word_start, index.view("slots"))
        self.find = lookup.find
        """Return the id of a word in lower case, or -1."""

    def __len__(self) -> int:
        return len(self.rareness)

    def __contains__(self, word: str) -> bool:
        return self.find(word) >= 0

    def __iter__(self) -> Iterator[str]:
        return map(self.word, range(len(self)))

    def require(self, word: str) -> int:
        """Return the id of a word as a person typed it, or raise UnknownWord with close words."""
        folded = word.strip().lower()
        found = self.find(folded)
        if found < 0:
            raise UnknownWord(folded, self.close_words(folded))
        return found

    def word(self, id: int) -> str:  # noqa: A002 - the word this project has for it
        """Return the word of an id in 0 … n-1."""
        base, start = self._letters, self._word_start
        return self._index.buffer[base + start[id] : base + start[id + 1]].decode("ascii")

    @property
    def longest(self) -> int:
        """The length of the longest word."""
        return len(self._length_start) - 2

    def ids_of_length(self, length: int) -> range:
        """Return the ids of the words of one length, in alphabetical order of the words."""
        if not 0 <= length <= self.longest:
            return range(0)
        return range(self._length_start[length], self._length_start[length + 1])

    def letters(self, length: int) -> Array:
        """Return the words of one length as a matrix of ASCII codes, one row for each id."""
        ids = self.ids_of_length(length)
        if not ids:
            return self.table("letters")[:0].reshape(0, length)
        first = self._word_start[ids.start]
        text = self.table("letters")[first : first + len(ids) * length]
        return text.reshape(len(ids), length)

    def table(self, name: str) -> Array:
        """Return a read-only array of the index; a part's tables are named "part.key"."""
        return self._index.table(name)

    def view(self, name: str) -> memoryview:
        """Return such an array as a memoryview: several times faster to read single numbers."""
        return self._index.view(name)

    def neighbours(self, id: int) -> list[int]:  # noqa: A002
        """Return the ids of the words that one changed letter leads to, ascending."""
        return self.links[self.link_start[id] : self.link_start[id + 1]].tolist()

    def group(self, id: int) -> Group | None:  # noqa: A002
        """Return the group of a word, None for a word without links."""
        number = self._groups[id]
        return Group(number, self._group_sizes[number]) if number else None

    def tier_of(self, id: int) -> str | None:  # noqa: A002
        """Return the smallest tier that has the word, as its rareness tells; None beyond `full`."""
        return tier_of_rareness(self.rareness[id])

    def close_words(self, word: str, limit: int = 5) -> tuple[str, ...]:
        """Return words at most two slips of the pen away, closest and then commonest first."""
        return close_words(self, word.strip().lower(), limit)

    def complete(self, prefix: str, length: int | None = None, limit: int = 25) -> list[str]:
        """Return words that begin so, of this length if one is given, commonest first.

        The prefix itself comes first if it is a word. Flagged words are left out otherwise.
        """
        return complete(self, prefix.strip().lower(), length, limit)

    @property
    def has_definitions(self) -> bool:
        """Tell whether definitions were set up at all."""
        return self._definitions is not None

    def define(self, word: str) -> tuple[Definition, ...]:
        """Return up to two senses of a word or of what it is an inflection of; () if none."""
        return self._definitions.define(word.strip().lower()) if self._definitions else ()
