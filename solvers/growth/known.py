"""Which of several answers that are equally good people know best."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.lexicon import Lexicon

MOST_DRAWN = 16
SHARE = 8
"""One in so many answers is drawn, so that each of a few may still come."""
ENOUGH = 30
"""What is more familiar counts no more."""


def draws(answers: int, lexicon: Lexicon) -> int:
    """Return how many answers to draw of so many, to take the one that people know best."""
    return max(1, min(MOST_DRAWN, answers // SHARE)) if lexicon.measured else 1


def familiarity_of(words: Iterable[str], lexicon: Lexicon) -> int:
    """Return how well people know words together; those of one letter are in no list."""
    ids = filter(lambda id_: id_ >= 0, map(lexicon.find, words))
    return sum(min(ENOUGH, lexicon.familiarity[id_]) for id_ in ids)
