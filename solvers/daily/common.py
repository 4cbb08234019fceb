"""Shared by the generators: which words may be shown, how strange a word is, when to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.daily.edition import LEVELS
from solvers.errors import GaveUp
from solvers.lexicon import UNRATED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

EVERYDAY = 35
"""The least familiarity of words that a puzzle gives: the bot calls them everyday words."""
KNOWN = 30
"""The least familiarity of words that a player must find."""
DIFFICULTIES = dict(
    zip(LEVELS, ("Gentle", "Easy", "Fair", "Tricky", "Tough", "Fierce", "Fiendish"), strict=True)
)


def familiar(lexicon: Lexicon, lengths: Iterable[int], least: int = KNOWN) -> list[str]:
    """Return the words of some lengths that puzzles may choose: familiar enough, not flagged."""
    return [lexicon.word(id_) for n in lengths for id_ in lexicon.familiar_ids(n, least)]


def strangeness(lexicon: Lexicon, word: str) -> float:
    """Return how far a word is from the best known ones, in powers of ten: 0 to about 3.5."""
    return max(0, 65 - lexicon.familiarity[lexicon.find(word)]) / 10


def rareness_of(words: Iterable[str], lexicon: Lexicon) -> int:
    """Return the total rareness of words; a word that the lexicon lacks counts the highest."""
    ids = map(lexicon.find, words)
    return sum(UNRATED if id_ < 0 else lexicon.rareness[id_] for id_ in ids)


def measured(difficulty: float) -> float:
    """Return a difficulty as stored: 0 or more, two decimals, the same on every machine."""
    return round(max(0.0, difficulty), 2)


def level_of_difficulty(difficulty: float) -> int:
    """Return a difficulty's level; the first also takes easier puzzles, the last harder ones."""
    return min(max(int(difficulty), LEVELS[0]), LEVELS[-1])


def difficulty_name(difficulty: float) -> str:
    """Return a difficulty as a word for people: from "Gentle" (Mondays) to "Fiendish" (Sundays).

    >>> [difficulty_name(measured) for measured in (0.3, 4.13, 9.9)]
    ['Gentle', 'Tricky', 'Fiendish']
    """
    return DIFFICULTIES[level_of_difficulty(difficulty)]


def is_plain(before: str, word: str) -> bool:
    """Return whether two words differ only by a final s or d, or an r after an e: *planer*."""
    short, long = sorted((before, word), key=len)
    return long in {f"{short}s", f"{short}d"} or (long == f"{short}r" and short[-1] == "e")


def check(deadline: Deadline) -> None:
    """Raise GaveUp once the deadline has passed."""
    if deadline.passed():
        raise GaveUp("The time ran out before the daily puzzle was made; it is tried again soon.")
