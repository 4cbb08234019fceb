"""Chooses, among equally good answers, the one that people know best."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.lexicon import Lexicon

MOST_DRAWN = 16
SHARE = 8
"""One in this many answers is drawn, so that if there are few, each may still come."""
ENOUGH = 30
"""Words more familiar than this count no more."""


def draws(answers: int, lexicon: Lexicon) -> int:
    """Return how many of `answers` answers to draw before taking the best-known one."""
    return max(1, min(MOST_DRAWN, answers // SHARE)) if lexicon.measured else 1


def familiarity_of(words: Iterable[str], lexicon: Lexicon) -> int:
    """Return how well people know words in total; one-letter words are in no list."""
    ids = filter(lambda id_: id_ >= 0, map(lexicon.find, words))
    return sum(min(ENOUGH, lexicon.familiarity[id_]) for id_ in ids)
