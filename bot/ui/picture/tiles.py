"""Paints rows of tiles, and a ladder's rungs and rails; in solver processes, which have Pillow."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from bot.ui.picture import palette
from bot.ui.picture.canvas import Canvas
from bot.ui.picture.coil import Box
from bot.ui.picture.rows import BLANK, NO_LETTER, NO_TILE, LetterRow, RowSketch, Warmth
from bot.ui.picture.sheet import Sheet, part, width

if TYPE_CHECKING:
    from PIL import Image

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
"""How far rails are from the tiles, and reach above and below them."""
LETTER = 34
CAPTION = 21
NOTE = 14
"""How much wider both sides are if a note has more than one character."""
FEWEST_COLUMNS = 6
CORNER = 0.22
NOTES: dict[Warmth, palette.Colour] = {
    "warmer": palette.BODY[0],
    "as warm": palette.MUTED,
    "colder": palette.SHARED_MORE,
}


def paint_rows(sketch: RowSketch) -> Sheet:
    """Paint the tiles, and for a ladder the rungs and rails behind them."""
    rows = sketch.rows[::-1] if sketch.rails else sketch.rows
    left = min(row.column for row in rows)
    columns = max(row.column + len(row.word) for row in rows) - left
    pitch = CLIMB if sketch.rails else PITCH
    wide = max(columns, FEWEST_COLUMNS) * PITCH - GAP
    top = TOP + (REACH if sketch.rails else 0)
    height = (len(rows) - 1) * pitch + TILE
    side = SIDE + (NOTE if any(len(row.note) > 1 for row in rows) else 0)
    foot = (REACH if sketch.rails else 0) + (FOOT if sketch.caption else TOP)
    size = math.ceil(wide + 2 * side), top + height + foot
    sheet = Sheet.blank(size, palette.GROUND)
    begin = (size[0] - (columns * PITCH - GAP)) / 2
    end = size[0] - begin
    if sketch.rails:
        for x in (begin - REACH, end + REACH):
            _post(sheet, x, top - REACH + 2, top + height + REACH - 2)
    for number, row in enumerate(rows):
        y = top + number * pitch
        middle = y + TILE / 2
        if sketch.rails:
            rung = begin - REACH, middle - RUNG / 2, end + REACH, middle + RUNG / 2
            sheet.rectangle(rung, palette.WOOD)
        for place, letter in enumerate(row.word):
            if letter == NO_TILE:
                continue
            x = begin + (row.column - left + place) * PITCH
            sheet.put(_tile(letter, *_colours(sketch, rows, number, place)), x, y)
        if row.note:
            beside = end + (REACH + RAIL if sketch.rails else 0) + 3, middle
            sheet.text(beside, row.note, CAPTION, NOTES[row.warmth], "lm")
    if sketch.caption:
        room = (size[0] - SIDE) / width(sketch.caption, CAPTION)
        at = size[0] / 2, size[1] - FOOT / 3
        sheet.text(at, sketch.caption, min(CAPTION, math.floor(CAPTION * room)), palette.MUTED)
    return sheet


def _colours(
    sketch: RowSketch, rows: tuple[LetterRow, ...], number: int, place: int
) -> tuple[palette.Colour, palette.Colour]:
    """Return the colours of a tile and of its edge."""
    row = rows[number]
    if row.word[place] == BLANK and place != row.lit:
        return palette.BLANK, palette.OUTLINE
    if row.there is not None:
        edge = palette.SHARED if place == row.lit else palette.OUTLINE
        return palette.BODY[0] if place in row.there else palette.PLAIN, edge
    if place == row.lit:
        return palette.SHARED, palette.OUTLINE
    ends = (0, len(rows) - 1) if sketch.rails else (0,)
    return palette.BODY[1 if number in ends else 0], palette.OUTLINE


@cache
def _tile(letter: str, colour: palette.Colour, edge: palette.Colour) -> Image.Image:
    line = 3 if edge == palette.OUTLINE else 5
    canvas = Canvas((TILE, TILE), palette.GROUND)
    canvas.tile(Box(0, 0, TILE, TILE), TILE * CORNER, edge)
    canvas.tile(Box(line, line, TILE - line, TILE - line), TILE * CORNER - line, colour)
    if letter not in {BLANK, NO_LETTER}:
        canvas.letter((TILE / 2, TILE / 2 + LETTER / 3), letter, LETTER, palette.INK)
    return part(canvas)


def _post(sheet: Sheet, middle: float, top: float, bottom: float) -> None:
    """Paint a rail with round ends."""
    half = RAIL / 2
    for y in (top, bottom - RAIL):
        sheet.put(_knob(), middle - half, y)
    sheet.rectangle((middle - half, top + half, middle + half, bottom - half), palette.WOOD)


@cache
def _knob() -> Image.Image:
    canvas = Canvas((RAIL, RAIL), palette.GROUND)
    canvas.disc((RAIL / 2, RAIL / 2), RAIL / 2, palette.WOOD)
    return part(canvas)
