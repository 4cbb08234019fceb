"""The lexicon: one word list with everything precomputed about it, read from its index file."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from solvers.errors import BadInput, UnknownWord
from solvers.lexicon.cache import find_index, keep_index
from solvers.lexicon.indexfile import IndexFile
from solvers.lexicon.lookup import Lookup
from solvers.lexicon.tiers import (
    POLICIES,
    UNMEASURED,
    name_of_familiarity,
    tier_of_rareness,
)
from solvers.reading import read_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.lexicon.definitions import Definition, Definitions
    from solvers.lexicon.indexfile import Array
    from solvers.lexicon.tiers import Policy


FARTHEST = 2
"""The most edits between a word and a close word."""
SMALL = 1_000_000
"""An index of at most this many bytes is pickled with its content."""


@dataclass(frozen=True, slots=True)
class Group:
    """A connected component of the words: its number, from 1, and its number of words."""

    number: int
    size: int


class Lexicon:
    """A word list opened for play. Words have ids 0 … n-1, by length and then alphabetically.

    All words may be played and looked up. Words that its `policy` hides are not offered as close
    words or completions. `showing` returns the same list with another policy.

    name          "full", "standard", "common", or the name of the file it was read from
    fingerprint   short hex of what the index was built from
    skipped       how many lines of the file were skipped because they hold no word
    rareness, sizes   by id: a word's cost, and its SCOWL size class (0 if unknown)
    familiarity   by id: ten times a word's frequency on the Zipf scale (UNMEASURED if unknown)
    flagged       by id: 0, or MILD or STRONG for a word not shown unless somebody typed it
    link_start, links   the neighbours of i are links[link_start[i] : link_start[i + 1]], ascending
    """

    def __init__(
        self,
        index: IndexFile,
        definitions: Definitions | None = None,
        reopen: Callable[[], Lexicon] | None = None,
    ) -> None:
        """`reopen` opens the same list in another process, even if it is not cached."""
        self._index = index
        self._reopen = reopen
        self._definitions = definitions
        self.policy: Policy = "standard"
        self._views: dict[Policy, Lexicon] = {"standard": self}
        self.name: str = index.meta["name"]
        self.fingerprint: str = index.meta["fingerprint"]
        self.skipped: int = index.meta.get("skipped", 0)
        self.rareness = index.view("rareness")
        self.sizes = index.view("sizes")
        self.familiarity = index.view("familiarity")
        self.flagged = index.view("flagged")
        self._choice = index.view("choice")
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

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by fingerprint if the index is cached, or else with the whole content.

        A small index, or one in memory only, is pickled with its content, so that nothing is
        written to disk.
        """
        index, reopen = self._index, self._reopen
        if reopen is None:
            here = isinstance(index.buffer, bytes) or len(index.buffer) <= SMALL
            if here or not keep_index(index):
                packed = IndexFile(bytes(index.buffer), index.meta, index.entries)
                reopen = partial(Lexicon, packed, self._definitions)
            else:
                reopen = partial(_kept, self.name, self.fingerprint, self._definitions)
        return _reopened, (reopen, self.policy)

    def showing(self, policy: Policy) -> Lexicon:
        """Return this list with a policy, always the same object; only the shown words differ."""
        if policy not in POLICIES:
            known = ", ".join(POLICIES)
            raise BadInput(f"There is no policy “{policy}”; choose {known}.", code="unknown_policy")
        if policy not in self._views:
            view = self._views[policy] = object.__new__(Lexicon)
            view.__dict__ |= self.__dict__ | {"policy": policy}
        return self._views[policy]

    def hidden(self, id: int) -> bool:  # noqa: A002
        """Return whether a word must not be shown unless somebody typed it."""
        return self.flagged[id] > POLICIES[self.policy]

    def shown(self, ids: Iterable[int]) -> list[int]:
        """Return the words among `ids` that are not hidden."""
        flagged, most = self.flagged, POLICIES[self.policy]
        return [id_ for id_ in ids if flagged[id_] <= most]

    @property
    def hidden_ids(self) -> Array:
        """The ids of all hidden words, ascending."""
        return np.flatnonzero(self.table("flagged") > POLICIES[self.policy])

    @property
    def measured(self) -> bool:
        """Whether the familiarity of the words is known."""
        return bool(len(self)) and self.familiarity[0] != UNMEASURED

    def __len__(self) -> int:
        return len(self.rareness)

    def __contains__(self, word: str) -> bool:
        return self.find(word) >= 0

    def __iter__(self) -> Iterator[str]:
        return map(self.word, range(len(self)))

    def require(self, word: str, length: int | None = None) -> int:
        """Return the id of a word as a person typed it, or raise UnknownWord with close words.

        With a length, only words of that length are offered if there are any.
        """
        folded = read_word(word)
        found = self.find(folded)
        if found < 0:
            close = self.close_words(folded, length=length) if length is not None else ()
            raise UnknownWord(folded, close or self.close_words(folded))
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

    def has_table(self, name: str) -> bool:
        """Return whether the index has an array of this name."""
        return name in self._index.entries

    def view(self, name: str) -> memoryview:
        """Return an array as a memoryview, which reads single numbers several times faster."""
        return self._index.view(name)

    def neighbours(self, id: int) -> list[int]:  # noqa: A002
        """Return the ids of the words that one changed letter leads to, ascending."""
        return self.links[self.link_start[id] : self.link_start[id + 1]].tolist()

    def group(self, id: int) -> Group | None:  # noqa: A002
        """Return the group of a word, None for a word without links."""
        number = self._groups[id]
        return Group(number, self._group_sizes[number]) if number else None

    def tier_of(self, id: int) -> str | None:  # noqa: A002
        """Return the smallest tier that has a word, by its rareness; None beyond `full`."""
        return tier_of_rareness(self.rareness[id])

    def familiarity_of(self, id: int) -> str | None:  # noqa: A002
        """Return how well people know a word, "everyday" to "very rare"; None if unknown."""
        return name_of_familiarity(self.familiarity[id])

    def is_familiar(self, id: int, least: int) -> bool:  # noqa: A002
        """Return whether a game may choose a word: familiar enough, not flagged at all.

        Rarely listed words do not count, as most are met as names, nor do a few that were left out
        by hand. In a person's own list all words are familiar.
        """
        return self._choice[id] >= least

    def familiar_ids(self, length: int, least: int) -> list[int]:
        """Return the ids of the words of one length that a game may choose, ascending."""
        ids = self.ids_of_length(length)
        known = self.table("choice")[ids.start : ids.stop]
        found: list[int] = (np.flatnonzero(known >= least) + ids.start).tolist()
        return found

    def close_words(
        self, word: str, limit: int = 5, *, length: int | None = None
    ) -> tuple[str, ...]:
        """Return words within two edits, fewest edits first, and then the commonest.

        An edit inserts, deletes or changes a letter or swaps two neighbours; there are always fewer
        edits than letters. Among words equally far away, flagged ones come last. Among equally
        common words, words with the same letters come first, then words with the same first letter.
        The word itself and hidden words are not offered. With a length, only words of that length.
        """
        typed = np.frombuffer(read_word(word).encode("ascii", "replace"), np.uint8)
        farthest = min(FARTHEST, len(typed) - 1)
        sorted_typed = np.sort(typed)
        rareness, rank = self.table("rareness"), self.table("rank")
        found: list[tuple[int, int, int, bool, bool, int, int]] = []
        last = min(len(typed) + farthest, self.longest)
        lengths = range(max(1, len(typed) - farthest), last + 1)
        for size in lengths if length is None else {length} & {*lengths}:
            letters = self.letters(size)
            distance = edit_distances(typed, letters)
            near = np.flatnonzero((distance <= farthest) & (distance > 0))
            for row in near.tolist():
                id_ = self.ids_of_length(size).start + row
                if not self.hidden(id_):
                    shuffled = np.array_equal(np.sort(letters[row]), sorted_typed)
                    begins_alike = letters[row, 0] == typed[0]
                    merit = int(rareness[id_]), not shuffled, not begins_alike, int(rank[id_])
                    found.append((int(distance[row]), self.flagged[id_], *merit, id_))
        return tuple(self.word(id_) for *_, id_ in sorted(found)[:limit])

    def complete(self, prefix: str, length: int | None = None, limit: int = 25) -> list[str]:
        """Return at most `limit` words that begin with a prefix: itself, then the commonest.

        With a length, only words of that length. Equally rare words are ordered by familiarity,
        then length, then alphabetically. Flagged words come last; hidden ones are left out, unless
        typed whole.
        """
        prefix = read_word(prefix)
        found = [self.word(id_) for id_ in self._commonest(prefix, length, limit)]
        if prefix in self and length in (None, len(prefix)):
            found = [prefix, *(word for word in found if word != prefix)]
        return found[:limit]

    def _commonest(self, prefix: str, length: int | None, limit: int) -> list[int]:
        by_rank = self.table("by_rank")
        if not prefix and length is None:
            shown = (id_ for id_ in self.view("by_rank") if not self.hidden(id_))
            return list(islice(shown, limit))
        ids = self._beginning_with(prefix, length)
        ids = ids[self.table("flagged")[ids] <= POLICIES[self.policy]]
        ranks = self.table("rank")[ids]
        if len(ranks) > limit > 0:
            ranks = np.partition(ranks, limit - 1)[:limit]
        chosen: list[int] = by_rank[np.sort(ranks)].tolist()
        return chosen

    def _beginning_with(self, prefix: str, length: int | None) -> Array:
        """Return the ids of all words with a prefix, of one length or of all."""
        after = prefix + "{"  # the character after "z"
        if length is None:
            order = self.view("alphabetical")
            start = bisect_left(order, prefix, key=self.word)
            stop = bisect_left(order, after, lo=start, key=self.word)
            return self.table("alphabetical")[start:stop]
        ids = self.ids_of_length(length)
        start = bisect_left(ids, prefix, key=self.word)
        stop = bisect_left(ids, after, lo=start, key=self.word)
        return np.arange(ids.start + start, ids.start + stop)

    @property
    def has_definitions(self) -> bool:
        """Whether definitions were set up."""
        return self._definitions is not None

    def define(self, word: str) -> tuple[Definition, ...]:
        """Return up to two senses of a word or its base forms; () if there are none.

        Senses with offensive, obscene or sexual wording are left out unless the policy shows all,
        and so are senses of hidden words other than the word itself.
        """
        if self._definitions is None:
            return ()
        word = read_word(word)
        senses = self._definitions.define(word, level=POLICIES[self.policy])
        return tuple(
            sense for sense in senses if sense.lemma == word or self._may_name(sense.lemma)
        )

    def _may_name(self, word: str) -> bool:
        id_ = self.find(word)
        return id_ < 0 or not self.hidden(id_)

    def glosses(self, words: Iterable[str]) -> dict[str, str]:
        """Return one-line meanings of some words, no two equal.

        Words whose usual sense has no short text, or the same text as an earlier word, are left
        out.
        """
        found: dict[str, str] = {}
        for word in words:
            senses = self.define(word)
            if senses and senses[0].short and senses[0].short not in found.values():
                found[word] = senses[0].short
        return found


def _kept(name: str, fingerprint: str, definitions: Definitions | None) -> Lexicon:
    index = find_index(name, fingerprint)
    if index is None:
        raise BadInput(
            f"{name}: its index is no longer in the cache; open the list again.", code="no_index"
        )
    return Lexicon(index, definitions)


def _reopened(reopen: Callable[[], Lexicon], policy: Policy) -> Lexicon:
    return reopen().showing(policy)


def close_words(
    request: tuple[tuple[str, ...], Policy], lexicon: Lexicon, _deadline: Deadline | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the close words, as far as a policy shows them, of each given word.

    It has a solver's signature, so that a worker can run it.
    """
    words, policy = request
    return {word: lexicon.showing(policy).close_words(word) for word in words}


def edit_distances(
    typed: NDArray[np.uint8], letters: NDArray[np.uint8], farthest: int = FARTHEST
) -> NDArray[np.uint8]:
    """Return the number of edits from one word to each row of a matrix of words of one length.

    More than `farthest` edits are all returned as `farthest + 1`. This is optimal string alignment
    (Damerau 1964, without editing a swapped pair again): the usual dynamic program, with each cell
    a vector over all words. Only cells near enough to the diagonal are computed (Ukkonen 1985), and
    only for words that can still be near.
    """
    count, length = letters.shape
    one, beyond = np.uint8(1), np.uint8(farthest + 1)
    distances = np.full(count, beyond)
    if abs(len(typed) - length) > farthest:
        return distances
    rows = np.arange(count)
    columns = np.ascontiguousarray(letters.T)
    before: dict[int, NDArray[np.uint8]] = {}
    above = {j: np.full(count, j, np.uint8) for j in range(min(farthest, length) + 1)}
    for i, letter in enumerate(typed, 1):
        row = {0: np.full(len(rows), i, np.uint8)} if i <= farthest else {}
        for j in range(max(1, i - farthest), min(length, i + farthest) + 1):
            cell = above[j - 1] + (columns[j - 1] != letter)
            beside = np.minimum(above.get(j, beyond), row.get(j - 1, beyond))
            np.minimum(cell, beside + one, out=cell)
            if i > 1 and j > 1:
                swapped = (columns[j - 2] == letter) & (columns[j - 1] == typed[i - 2])
                np.minimum(cell, before[j - 2] + one, out=cell, where=swapped)
            row[j] = np.minimum(cell, beyond, out=cell)
        before, above = above, row
        near = np.minimum.reduce(list(row.values())) <= farthest
        left = np.count_nonzero(near)
        if not left:
            return distances
        if left < len(rows) // 2:
            rows, columns = rows[near], columns[:, near]
            before, above = ({j: cell[near] for j, cell in r.items()} for r in (before, above))
    distances[rows] = above[length]
    return distances
