"""Words as rows of tiles, with the new letter of each lit; a ladder's rows are between rails.

Hidden letters are blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BLANK = "?"
"""A tile without a letter."""
NO_TILE = " "
NO_LETTER = "."
"""A tile whose letter is not shown."""
MOST_ROWS, MOST_COLUMNS = 14, 15
"""Larger pictures could not be read on a phone."""
Warmth = Literal["warmer", "as warm", "colder"]


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A word whose first tile is `column` columns from the first word's, its new letter lit.

    there   the letters in their right place; the others are shown plain
    note    a short text beside the word, coloured by `warmth`
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
        """Whether a phone shows the picture large enough to read."""
        left = min(row.column for row in self.rows)
        wide = max(row.column + len(row.word) for row in self.rows) - left
        return len(self.rows) <= MOST_ROWS and wide <= MOST_COLUMNS
