"""Where a coiled snake's letters go: rows that all read from left to right, as a coil's front does.

The body leaves a row at its right, runs behind the coil, and comes forward at the left, one row
further down. The head takes the first cells of the first row, the tail the last of the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

CELL = 40
"""Width of a letter's place, in pixels like all sizes below."""
BODY = 54
SIDE = 48
TOP = 50
FOOT = 66
LABELS = 26
"""Height above each row, for the points."""
LANE = 18
"""Height below each row for each lane of words inside the snake."""
GAP = 14
LINE = 3
HEAD_CELLS = 2
TAIL_CELLS = 3
FEWEST_COLUMNS = 12
MOST_COLUMNS = 32
ONE_ROW = 20
"""A snake of at most this many cells is not coiled."""
SHAPE = 1.1
"""Width over height that a picture should have."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, from its left top to its right bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def touches(self, other: Box) -> bool:
        """Return whether the two overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Coil:
    """The places of `letters` in rows of `columns` cells, with `lanes` below each row."""

    letters: int
    columns: int
    lanes: int = 0

    @property
    def cells(self) -> int:
        """Cells in all, including head and tail."""
        return HEAD_CELLS + self.letters + TAIL_CELLS

    @property
    def rows(self) -> int:
        """Rows in all."""
        return -(-self.cells // self.columns)

    @property
    def pitch(self) -> int:
        """Height from one row to the next."""
        return BODY + self.lanes * LANE + GAP + LABELS

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        height = TOP + (self.rows - 1) * self.pitch + BODY + self.lanes * LANE + FOOT
        return 2 * SIDE + self.columns * CELL, height

    def cell(self, letter: int) -> Box:
        """Return a letter's place; numbers below 0 are in the head, beyond the last in the tail."""
        row, column = divmod(letter + HEAD_CELLS, self.columns)
        left, top = SIDE + column * CELL, TOP + row * self.pitch
        return Box(left, top, left + CELL, top + BODY)

    def row(self, number: int) -> Box:
        """Return the place of all letters of a row."""
        first, last = self.ends(number)
        return self.box(first, last + 1)

    def ends(self, number: int) -> tuple[int, int]:
        """Return the first and the last letter of a row."""
        after = (number + 1) * self.columns - HEAD_CELLS
        return max(0, after - self.columns), min(self.letters, after) - 1

    def row_of(self, letter: int) -> int:
        """Return the row that a letter is in."""
        return (letter + HEAD_CELLS) // self.columns

    def pieces(self, start: int, end: int) -> Iterator[Box]:
        """Return the places of letters `start` to before `end`, one box a row."""
        while start < end:
            after = (self.row_of(start) + 1) * self.columns - HEAD_CELLS
            yield self.box(start, min(end, after))
            start = after

    def box(self, start: int, end: int) -> Box:
        """Return the place of letters that are all in one row."""
        first, last = self.cell(start), self.cell(end - 1)
        return Box(first.left, first.top, last.right, last.bottom)


def coil(letters: int, lanes: int = 0) -> Coil:
    """Choose columns that give the picture a good shape and leave letters in the tail's row."""
    cells = HEAD_CELLS + letters + TAIL_CELLS
    if cells <= ONE_ROW:
        return Coil(letters, max(cells, FEWEST_COLUMNS), lanes)
    wide = (Coil(letters, columns, lanes) for columns in range(FEWEST_COLUMNS, MOST_COLUMNS + 1))
    return min((c for c in wide if c.row_of(letters - 2) == c.rows - 1), key=_ugliness)


def _ugliness(coil: Coil) -> float:
    width, height = coil.size
    return max(width / height / SHAPE, SHAPE * height / width)
