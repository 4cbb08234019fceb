"""Completing a word as it is typed."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from solvers.lexicon.indexfile import Array
    from solvers.lexicon.lexicon import Lexicon


def complete(lexicon: Lexicon, prefix: str, length: int | None, limit: int) -> list[str]:
    """Return at most `limit` words that begin with the prefix: itself, then commonest first.

    Among equally common words shorter ones come first, then the alphabet decides. Flagged words
    are not offered, unless typed whole.
    """
    exact = prefix if prefix in lexicon and length in (None, len(prefix)) else None
    found = [lexicon.word(id_) for id_ in _commonest(lexicon, prefix, length, limit)]
    if exact is not None:
        found = [exact, *(word for word in found if word != exact)]
    return found[:limit]


def _commonest(lexicon: Lexicon, prefix: str, length: int | None, limit: int) -> list[int]:
    flagged, by_rank = lexicon.table("flagged"), lexicon.table("by_rank")
    if not prefix and length is None:
        unflagged = (id_ for id_ in lexicon.view("by_rank") if not lexicon.flagged[id_])
        return [id_ for _, id_ in zip(range(limit), unflagged, strict=False)]
    ids = _beginning_with(lexicon, prefix, length)
    ids = ids[flagged[ids] == 0]
    ranks = lexicon.table("rank")[ids]
    if len(ranks) > limit > 0:
        ranks = np.partition(ranks, limit - 1)[:limit]
    chosen: list[int] = by_rank[np.sort(ranks)].tolist()
    return chosen


def _beginning_with(lexicon: Lexicon, prefix: str, length: int | None) -> Array:
    """Return the ids of all words that begin so: a range of one length, or of the alphabet."""
    after = prefix + "{"  # the character behind "z"
    if length is None:
        order = lexicon.view("alphabetical")
        start = bisect_left(order, prefix, key=lexicon.word)
        stop = bisect_left(order, after, lo=start, key=lexicon.word)
        return lexicon.table("alphabetical")[start:stop]
    ids = lexicon.ids_of_length(length)
    start = bisect_left(ids, prefix, key=lexicon.word)
    stop = bisect_left(ids, after, lo=start, key=lexicon.word)
    return np.arange(ids.start + start, ids.start + stop)
