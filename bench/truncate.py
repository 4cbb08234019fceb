"""Truncate: the whole search by tables, by shrinking and by growing; queries."""

from __future__ import annotations

from functools import partial
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING

from bench.frame import Report
from bench.timing import race, spread
from solvers.deadline import Deadline
from solvers.growth import LetterGraph, letter_graph_tables
from solvers.lexicon import WordTable
from solvers.library import open_lexicon, read_tier
from solvers.truncate import MODES, SINGLES, TruncateRequest, solve
from solvers.truncate.tables import blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers.lexicon import Lexicon


WORDS_ASKED = 1_000
ROUNDS = 5


def run(quick: bool) -> Report:
    """Time the whole search in three ways, and queries of every kind."""
    lexicon = open_lexicon()
    words = WordTable(read_tier("full"))
    assert by_tables(words)[0] == by_shrinking(words.words) == by_growing(words.words)
    whole, searches = race(
        f"Truncate: the longest of {len(words):,} words",
        whole_searches(words),
        1 if quick else ROUNDS,
        "Aim: ours under 100 ms. Published programs in JavaScript and Rust took 86 to 89 ms the"
        " shrinking way and 1.2 to 1.5 s the growing way, on 113,000 words.",
    )
    asked, figures = spread(
        "Queries (aim: under 1,000 µs; of many answers up to 16 are drawn)",
        queries(lexicon, WORDS_ASKED // 10 if quick else WORDS_ASKED),
    )
    return Report((whole, asked), {"whole_ms": searches, "queries": figures})


def by_tables(words: WordTable) -> tuple[int, int]:
    """Return the length of the longest sequences and how many there are, from our tables."""
    tables = letter_graph_tables(blocks_of(words), "ends")
    graph = LetterGraph(lambda name: tables[name].data)
    steps = graph.paths_down.longest(graph.longest_ends[0])
    return steps + 1, sum(graph.paths_down.count(top, steps) for top in graph.longest_ends)


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
    """Return what is timed on the whole list, ours first; each finds the longest length."""
    return {
        "ours: length and count, nothing precomputed": lambda: by_tables(words),
        "recursion by shrinking: length": lambda: by_shrinking(words.words),
        "recursion by growing, 52 candidates: length": lambda: by_growing(words.words),
    }


def queries(lexicon: Lexicon, count: int, seed: int = 1) -> dict[str, list[Callable[[], object]]]:
    """Return calls by kind, about words drawn from the lexicon, as a worker makes them."""
    rng = Random(seed)
    words = [lexicon.word(rng.randrange(len(lexicon))) for _ in range(count)]
    requests: dict[str, list[TruncateRequest]] = {}
    for mode in MODES:
        of_all = [TruncateRequest(mode=mode, seed=seed) for seed in range(count)]
        requests[f"the longest of all, {mode}"] = of_all
        kinds = ("start", "through", "end")
        for kind in kinds:
            asked = [TruncateRequest(**{kind: word}, mode=mode) for word in words]  # type: ignore[arg-type]
            requests[f"{kind}, {mode}"] = asked
        grown = [solve(r, lexicon, Deadline.never()).sequence for r in requests[f"through, {mode}"]]
        requests[f"all three, {mode}"] = [
            TruncateRequest(sequence[0], word, sequence[-1], mode)
            for sequence, word in zip(grown, words, strict=True)
        ]
    return {
        kind: [partial(solve, request, lexicon, Deadline.never()) for request in asked]
        for kind, asked in requests.items()
    }
