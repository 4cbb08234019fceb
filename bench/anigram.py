"""Anigrams: all tables beside the method that is published for the puzzle; queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from solvers.anigram import PART, AnigramCountRequest, AnigramRequest, count, solve
from solvers.deadline import Deadline
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers.lexicon import Lexicon, WordTable

FIRST, LAST = 4, 17
WORDS_ASKED = 1_000


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
    """Return what is timed on the whole list, ours first: the tables of a list never seen."""
    return {
        "ours: all tables, nothing precomputed": lambda: PART.build(words),
        "straightforward: counts from 4 letters": lambda: straightforward(words.words),
    }


def queries(lexicon: Lexicon, seed: int = 1) -> list[Callable[[], object]]:
    """Return calls of every kind, about words drawn from the lexicon, as a worker makes them."""
    rng = Random(seed)
    drawn = (lexicon.word(rng.randrange(len(lexicon))) for _ in range(WORDS_ASKED))
    words = [word for word in drawn if len(word) >= FIRST]
    requests = [AnigramRequest()]
    requests += [AnigramRequest(start=word) for word in words]
    requests += [AnigramRequest(end=word) for word in words]
    requests += [AnigramRequest(length=length) for length in range(FIRST, LAST + 1)]
    for word in words:
        try:
            chain = solve(AnigramRequest(start=word), lexicon, Deadline.never()).chain
        except NoAnswer:
            continue
        requests.append(AnigramRequest(start=word, end=chain[-1].words[0]))
    return [lambda request=request: _answer(request, lexicon) for request in requests]  # type: ignore[misc]


def _answer(request: AnigramRequest, lexicon: Lexicon) -> object:
    try:
        return solve(request, lexicon, Deadline.never())
    except NoAnswer as refusal:
        return refusal


def agree(lexicon: Lexicon) -> bool:
    """Tell whether both methods count the same games."""
    ours = count(AnigramCountRequest(FIRST, LAST), lexicon, Deadline.never()).games
    theirs = straightforward(list(lexicon))
    return {length: games for length, games in ours.items() if games} == theirs
