"""Words over one another as tiles, the letter that is new in each lit; a ladder's between rails.

Letters that are not to be seen are blanks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ui.picture import palette
from bot.ui.picture.coil import Box

if TYPE_CHECKING:
    from bot.ui.picture.canvas import Canvas

TILE = 52
GAP = 6
PITCH = TILE + GAP
CLIMB = TILE + 16
"""Height from one rung of a ladder to the next."""
SIDE = 56
TOP = 40
FOOT = 62
RAIL = 12
RUNG = 10
REACH = 26
"""How far rails stand from the tiles, and run on above and below them."""
LETTER = 34
CAPTION = 21
FEWEST_COLUMNS = 6
CORNER = 0.22
BLANK = "?"
"""A tile without a letter."""
MOST_ROWS = 40
"""Taller pictures could not be read."""


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A word whose first tile is so many columns from the first word's, its new letter lit."""

    word: str
    column: float
    lit: int | None = None


@dataclass(frozen=True, slots=True)
class RowSketch:
    """What to draw: rows from the top, a ladder's from the foot up, and a line of text below."""

    rows: tuple[LetterRow, ...]
    caption: str
    rails: bool = False


def paint_rows(sketch: RowSketch) -> Canvas:
    """Paint the tiles, and behind a ladder's the rungs and rails."""
    from bot.ui.picture.canvas import Canvas  # noqa: PLC0415 - Pillow is for solver processes

    rows = sketch.rows[::-1] if sketch.rails else sketch.rows
    left = min(row.column for row in rows)
    columns = max(row.column + len(row.word) for row in rows) - left
    pitch = CLIMB if sketch.rails else PITCH
    wide = max(columns, FEWEST_COLUMNS) * PITCH - GAP
    top = TOP + (REACH if sketch.rails else 0)
    height = (len(rows) - 1) * pitch + TILE
    size = math.ceil(wide + 2 * SIDE), top + height + (REACH if sketch.rails else 0) + FOOT
    canvas = Canvas(size, palette.GROUND)
    begin = (size[0] - (columns * PITCH - GAP)) / 2
    if sketch.rails:
        _rails(canvas, begin, size[0] - begin, top, height)
    for number, row in enumerate(rows):
        y = top + number * pitch
        if sketch.rails:
            middle = y + TILE / 2
            canvas.stroke(
                (begin - REACH, middle), (size[0] - begin + REACH, middle), RUNG, palette.WOOD
            )
        for place, letter in enumerate(row.word):
            x = begin + (row.column - left + place) * PITCH
            _tile(canvas, x, y, letter, _colour(sketch, rows, number, place))
    room = (size[0] - SIDE) / canvas.width(sketch.caption, CAPTION)
    at = size[0] / 2, size[1] - FOOT / 3
    canvas.text(at, sketch.caption, min(CAPTION, math.floor(CAPTION * room)), palette.MUTED, "ms")
    return canvas


def _rails(canvas: Canvas, left: float, right: float, top: float, height: float) -> None:
    for x in (left - REACH, right + REACH):
        canvas.stroke((x, top - REACH + 8), (x, top + height + REACH - 8), RAIL, palette.WOOD)


def _colour(
    sketch: RowSketch, rows: tuple[LetterRow, ...], number: int, place: int
) -> palette.Colour:
    """Return a tile's colour: lit, blank, of one of the two ends, or of what is between."""
    if place == rows[number].lit:
        return palette.SHARED
    if rows[number].word[place] == BLANK:
        return palette.BLANK
    ends = (0, len(rows) - 1) if sketch.rails else (0,)
    return palette.BODY[1 if number in ends else 0]


def _tile(canvas: Canvas, x: float, y: float, letter: str, colour: palette.Colour) -> None:
    canvas.tile(Box(x, y, x + TILE, y + TILE), TILE * CORNER, palette.OUTLINE)
    canvas.tile(Box(x + 3, y + 3, x + TILE - 3, y + TILE - 3), TILE * CORNER - 3, colour)
    if letter != BLANK:
        canvas.letter((x + TILE / 2, y + TILE / 2 + LETTER / 3), letter, LETTER, palette.INK)
