"""Truncate: the whole search by tables, by shrinking and by growing; queries."""

from __future__ import annotations

from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING

from solvers.deadline import Deadline
from solvers.growth import Growth, growth_tables
from solvers.truncate import MODES, SINGLES, TruncateRequest, solve
from solvers.truncate.tables import blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers.lexicon import Lexicon, WordTable

WORDS_ASKED = 1_000


def by_tables(words: WordTable) -> tuple[int, int]:
    """Return the length of the longest sequences and how many there are, from our tables."""
    tables = growth_tables(blocks_of(words), "ends")
    growth = Growth(lambda name: tables[name].data)
    steps = growth.behind.longest(growth.tops[0])
    return steps + 1, sum(growth.behind.paths(top, steps) for top in growth.tops)


def by_shrinking(words: Sequence[str]) -> int:
    """Return the length of the longest sequence: from each word, take letters off its ends."""
    known = {*words, *SINGLES}

    def longest(word: str) -> int:
        best = 0
        for shorter in (word[1:], word[:-1]):
            if shorter in known:
                best = max(best, longest(shorter))
        return best + 1

    return max(map(longest, known))


def by_growing(words: Sequence[str]) -> int:
    """Return the length of the longest sequence: from each word, try all 52 longer ones."""
    known = {*words, *SINGLES}

    def longest(word: str) -> int:
        best = 0
        for letter in ascii_lowercase:
            for longer in (letter + word, word + letter):
                if longer in known:
                    best = max(best, longest(longer))
        return best + 1

    return max(map(longest, known))


def whole_searches(words: WordTable) -> dict[str, Callable[[], object]]:
    """Return what is timed on the whole list, ours first; all say the length of the longest."""
    return {
        "ours: length and count, nothing precomputed": lambda: by_tables(words),
        "recursion by shrinking: length": lambda: by_shrinking(words.words),
        "recursion by growing, 52 candidates: length": lambda: by_growing(words.words),
    }


def queries(lexicon: Lexicon, seed: int = 1) -> list[Callable[[], object]]:
    """Return calls of every kind, about words drawn from the lexicon, as a worker makes them."""
    rng = Random(seed)
    words = [lexicon.word(rng.randrange(len(lexicon))) for _ in range(WORDS_ASKED)]
    requests = []
    for mode in MODES:
        requests.append(TruncateRequest(mode=mode))
        for word in words:
            grown = solve(TruncateRequest(through=word, mode=mode), lexicon, Deadline.never())
            first, last = grown.sequence[0], grown.sequence[-1]
            requests += [
                TruncateRequest(start=word, mode=mode),
                TruncateRequest(through=word, mode=mode),
                TruncateRequest(end=word, mode=mode),
                TruncateRequest(start=first, through=word, end=last, mode=mode),
            ]
    return [
        lambda request=request: solve(request, lexicon, Deadline.never())  # type: ignore[misc]
        for request in requests
    ]
