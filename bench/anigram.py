"""Anigrams: building all tables, compared with the published method for the puzzle; queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

from bench.frame import Report
from bench.timing import race, spread
from solvers.anigram import PART, AnigramCountRequest, AnigramRequest, count, solve
from solvers.deadline import Deadline
from solvers.errors import NoAnswer
from solvers.lexicon import WordTable
from solvers.library import open_lexicon, read_tier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers.lexicon import Lexicon


FIRST, LAST = 4, 17
WORDS_ASKED = 1_000
ROUNDS = 5


def run(quick: bool) -> Report:
    """Time the whole table both ways, and queries of every kind."""
    lexicon = open_lexicon()
    words = WordTable(read_tier("full"))
    assert agree(lexicon)
    whole, searches = race(
        f"Anigrams: all games of {len(words):,} words",
        whole_searches(words),
        1 if quick else ROUNDS,
        "Aim: ours under 500 ms, and the published method at least 3 times slower. Ours builds all"
        " that queries read, not only the counts from 4 letters.",
    )
    asked, figures = spread(
        "Queries (aim: under 1,000 µs; of many answers up to 16 are drawn)",
        queries(lexicon, WORDS_ASKED // 10 if quick else WORDS_ASKED),
    )
    return Report((whole, asked), {"whole_ms": searches, "queries": figures})


def straightforward(words: Sequence[str]) -> dict[int, int]:
    """Count the games by length: a dictionary of letters, sets of precursors, a memo."""
    spelled: dict[str, list[str]] = defaultdict(list)
    for word in words:
        spelled["".join(sorted(word))].append(word)

    def precursors(letters: str) -> set[str]:
        return {letters[:i] + letters[i + 1 :] for i in range(len(letters))} & spelled.keys()

    @cache
    def games(letters: str) -> int:
        if len(letters) == FIRST:
            return 1
        return sum(games(before) for before in precursors(letters))

    found: Counter[int] = Counter()
    for letters in spelled:
        if FIRST < len(letters) <= LAST:
            found[len(letters)] += games(letters)
    return dict(found)


def whole_searches(words: WordTable) -> dict[str, Callable[[], object]]:
    """Return what is timed on the whole list, ours first: building all tables from scratch."""
    return {
        "ours: all tables, nothing precomputed": lambda: PART.build(words),
        "straightforward: counts from 4 letters": lambda: straightforward(words.words),
    }


def queries(lexicon: Lexicon, count: int, seed: int = 1) -> dict[str, list[Callable[[], object]]]:
    """Return calls by kind, about words drawn from the lexicon, as a worker makes them."""
    rng = Random(seed)
    drawn = (lexicon.word(rng.randrange(len(lexicon))) for _ in range(count))
    words = [word for word in drawn if len(word) >= FIRST]
    between = []
    for word in words:
        try:
            chain = solve(AnigramRequest(start=word), lexicon, Deadline.never()).chain
        except NoAnswer:
            continue
        between.append(AnigramRequest(start=word, end=chain[-1].words[0]))
    requests = {
        "the longest of all, of a length": [
            AnigramRequest(length=length) for length in (None, *range(FIRST, LAST + 1))
        ],
        "from a start": [AnigramRequest(start=word) for word in words],
        "to an end": [AnigramRequest(end=word) for word in words],
        "from a start to an end": between,
    }
    return {
        kind: [partial(_answer, request, lexicon) for request in asked]
        for kind, asked in requests.items()
    }


def _answer(request: AnigramRequest, lexicon: Lexicon) -> object:
    try:
        return solve(request, lexicon, Deadline.never())
    except NoAnswer as refusal:
        return refusal


def agree(lexicon: Lexicon) -> bool:
    """Return whether both methods count the same games."""
    ours = count(AnigramCountRequest(FIRST, LAST, "all"), lexicon, Deadline.never()).games
    theirs = straightforward(list(lexicon))
    return {length: games for length, games in ours.items() if games} == theirs
