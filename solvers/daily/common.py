"""What the generators share: which words may be shown, how strange a word is, when to stop."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from solvers.daily.edition import LEVELS
from solvers.errors import GaveUp, NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

COMMON = 20_000
"""The rareness up to which a word is in the tier `common`."""


def showable(lexicon: Lexicon, ids: Iterable[int], rarest: int = COMMON) -> list[int]:
    """Return those words that a puzzle may show: not flagged, and no rarer than that."""
    flagged, rareness = lexicon.flagged, lexicon.rareness
    return [id_ for id_ in ids if not flagged[id_] and rareness[id_] <= rarest]


def strangeness(rareness: int) -> float:
    """Return how strange a word is to most people: 0.0 for everyday words to about 6.3."""
    return log10(rareness)


def measured(difficulty: float) -> float:
    """Return a difficulty as it is stored: with two decimals, equal on every machine."""
    return round(difficulty, 2)


def fits(difficulty: float, level: int) -> bool:
    """Return whether a difficulty is within a level; Mondays may be easier, Sundays harder."""
    lowest = 0 if level == LEVELS[0] else level
    return lowest <= difficulty and (difficulty < level + 1 or level == LEVELS[-1])


def check(deadline: Deadline) -> None:
    """Raise GaveUp once the deadline has passed."""
    if deadline.passed():
        raise GaveUp("The time ran out before the daily puzzle was made; it is tried again soon.")


def none_left(number: int) -> NoAnswer:
    """Return the error for an edition that the lexicon has no puzzle for."""
    return NoAnswer(f"The word list has no puzzle for edition {number}; use a larger one.")
