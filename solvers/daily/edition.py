"""Puzzles and editions as words and numbers that can be stored; the days of editions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LEVELS = range(1, 8)
"""The levels, from Monday's to Sunday's."""
FIRST_DAY = date(2026, 1, 1)
"""The day of edition 1."""


@dataclass(frozen=True, slots=True)
class EditionRequest:
    """Asks for the edition with a number; `day_of` has its day.

    Anyone who knows the secret can make it. Without a secret it is the public edition, for tests,
    measurements and practice.
    """

    number: int
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of any game: daily, drawn, or a person's own.

    level       1 for Mondays to 7 for Sundays; 0 for a person's own puzzle
    difficulty  as its generator measures it: from its level up to but excluding the next; Mondays'
                may be lower, Sundays' higher
    given       what the player sees: ladder and resize (start, target); snake its words,
                alphabetically; anigram the first four letters, then the letter that each stage
                reveals; truncate (start,)
    par         the best result: ladder and resize the fewest steps; snake the highest score;
                anigram the number of stages, six; truncate the most words, including the start
    goal        the least result that counts as solved, in the unit of par; 0 where the fewest steps
                win, since any way that arrives is a solution
    solution    the words of a par solution in order; for a snake its order, for an anigram a word
                per stage. No word is flagged
    ways        the number of par solutions; 0 if they were not counted (snake)
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
        """Return a puzzle from JSON values, which may include others."""
        values: dict[str, Any] = {key: content[key] for key in cls.__slots__}
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


@dataclass(frozen=True, slots=True)
class Edition:
    """A daily puzzle with its number, and so its day."""

    number: int
    puzzle: Puzzle

    @property
    def day(self) -> date:
        """The edition's date."""
        return day_of(self.number)


def number_of(day: date) -> int:
    """Return the number of a date's edition."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the date of an edition."""
    return FIRST_DAY + timedelta(days=number - 1)


def level_of(number: int) -> int:
    """Return an edition's level: 1 on Mondays to 7 on Sundays."""
    return day_of(number).isoweekday()
