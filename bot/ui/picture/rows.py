"""Words over one another as tiles, the letter that is new in each lit; a ladder's between rails.

Letters that are not to be seen are blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BLANK = "?"
"""A tile without a letter."""
NO_TILE = " "
NO_LETTER = "."
"""A tile that has a letter, which is not shown."""
MOST_ROWS, MOST_COLUMNS = 14, 15
"""Larger pictures could not be read on a phone."""
Warmth = Literal["warmer", "as warm", "colder"]


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A word whose first tile is so many columns from the first word's, its new letter lit.

    there   the places of letters that are in their place, where the others are shown plain
    note    a short text beside it, whose colour is that of `warmth`
    """

    word: str
    column: float
    lit: int | None = None
    there: frozenset[int] | None = None
    note: str = ""
    warmth: Warmth = "as warm"


@dataclass(frozen=True, slots=True)
class RowSketch:
    """What to draw: rows from the top, a ladder's from the foot up, and a line of text below."""

    rows: tuple[LetterRow, ...]
    caption: str
    rails: bool = False

    @property
    def legible(self) -> bool:
        """Whether a phone shows it large enough to be read."""
        left = min(row.column for row in self.rows)
        wide = max(row.column + len(row.word) for row in self.rows) - left
        return len(self.rows) <= MOST_ROWS and wide <= MOST_COLUMNS
