"""What a puzzle and an edition are, of words and numbers to be stored; the days of editions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LEVELS = range(1, 8)
"""Monday's to Sunday's."""
FIRST_DAY = date(2026, 1, 1)
"""The day of edition 1."""


@dataclass(frozen=True, slots=True)
class EditionRequest:
    """The edition of a number; `day_of` has its day.

    Whoever knows the secret can make it, too. Without one it is the public edition, which is for
    tests, measurements and practice.
    """

    number: int
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of any game: a daily one, a drawn one, or one of somebody's own.

    level       1 for Mondays' to 7 for Sundays'; 0 for one of somebody's own
    difficulty  as its generator measures it: from its level up to, not including, the next; on
                Mondays it may be less, on Sundays more
    given       what the player sees: ladder and resize (start, target); snake its words,
                alphabetically; anigram the first four letters, then the letter that each stage
                reveals; truncate (start,)
    par         the best there is: ladder and resize the fewest steps; snake the highest score;
                anigram its stages, six; truncate the most words, the start among them
    goal        what counts as solved, in the unit of par, or more; 0 where the fewest steps win,
                since any way that arrives is solved
    solution    a par solution's words in order; for a snake its order, for an anigram a word a
                stage. None of them is flagged
    ways        how many par solutions there are; 0 where they were not counted (snake)
    """

    game: str
    level: int
    difficulty: float
    given: tuple[str, ...]
    par: int
    goal: int
    solution: tuple[str, ...]
    ways: int

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle that was stored as JSON values, among others."""
        values: dict[str, Any] = {key: content[key] for key in cls.__slots__}
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


@dataclass(frozen=True, slots=True)
class Edition:
    """A daily puzzle: the one of a number, and so of a day."""

    number: int
    puzzle: Puzzle

    @property
    def day(self) -> date:
        """The date it is of."""
        return day_of(self.number)


def number_of(day: date) -> int:
    """Return the number of a date's edition."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the date of an edition."""
    return FIRST_DAY + timedelta(days=number - 1)


def level_of(number: int) -> int:
    """Return how hard an edition is: 1 on Mondays to 7 on Sundays."""
    return day_of(number).isoweekday()
