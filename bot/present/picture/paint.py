"""Painting a coiled snake: the strands behind, the rows in front, what is marked, the ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.present.picture import palette
from bot.present.picture.canvas import Canvas
from bot.present.picture.coil import BODY, FOOT, LANE, LINE, SIDE, Box
from bot.present.picture.ends import paint_head, paint_tail

if TYPE_CHECKING:
    from PIL import Image

    from bot.present.picture.canvas import Point
    from bot.present.picture.coil import Coil
    from bot.present.picture.marks import Marks
    from bot.present.picture.palette import Colour

LETTER = 34
LABEL = 20
SMALL = 17
CAPTION = 21
BEHIND = 15
"""How far below a row's middle its body turns back, and above the next one's comes forward."""


def paint(marks: Marks, coil: Coil, caption: str) -> Image.Image:
    """Paint it all, back to front."""
    canvas = Canvas(coil.size, palette.GROUND)
    _strands(canvas, coil)
    for number in range(coil.rows):
        _row(canvas, coil, marks, number)
    last = coil.box(coil.letters - 1, coil.letters)
    paint_tail(canvas, (last.right, last.centre[1]), _colour(marks, coil.letters - 1))
    _letters(canvas, coil, marks)
    first = coil.box(0, 1)
    paint_head(canvas, (first.left, first.centre[1]))
    _points(canvas, coil, marks)
    _inside(canvas, coil, marks)
    _caption(canvas, coil, caption)
    return canvas.finish()


def _strands(canvas: Canvas, coil: Coil) -> None:
    """Paint the body where it runs behind the coil, from the right of a row to the next's left."""
    for number in range(coil.rows - 1):
        above, below = coil.row(number), coil.row(number + 1)
        start = above.right, above.centre[1] + BEHIND
        end = below.left, below.centre[1] - BEHIND
        canvas.stroke(start, end, BODY, palette.OUTLINE)
        canvas.stroke(start, end, BODY - 2 * LINE, palette.BEHIND)


def _row(canvas: Canvas, coil: Coil, marks: Marks, number: int) -> None:
    """Paint a band whose round ends have the colours of the letters they belong to."""
    row = coil.row(number)
    half = BODY / 2
    canvas.pill(Box(row.left - half, row.top, row.right + half, row.bottom), palette.OUTLINE)
    middle = row.centre[1]
    first, last = coil.ends(number)
    if first in marks.begins | marks.ends:  # the line is before the letter: the end is not its own
        first -= 1
    for x, letter in ((row.left, first), (row.right, last)):
        canvas.disc((x, middle), half - LINE, _colour(marks, letter))


def _letters(canvas: Canvas, coil: Coil, marks: Marks) -> None:
    """Paint every letter on its colour, and lines where words begin and end."""
    for i, letter in enumerate(marks.letters):
        box = coil.cell(i)
        place = Box(box.left, box.top + LINE, box.right, box.bottom - LINE)
        canvas.rectangle(place, _colour(marks, i))
        x, y = box.centre
        canvas.letter((x, y + LETTER / 3), letter, LETTER, palette.INK)
    for edge in marks.begins | marks.ends:
        box = coil.cell(edge)
        canvas.rectangle(Box(box.left - 1, box.top, box.left + 1, box.bottom), palette.OUTLINE)
    for edge in marks.begins:
        box = coil.cell(edge)
        _notch(canvas, (box.left, box.top), 1)
    for edge in marks.ends:
        box = coil.cell(edge)
        _notch(canvas, (box.left, box.bottom), -1)


def _notch(canvas: Canvas, at: Point, way: int) -> None:
    """Cut a small corner into the body: a word begins where it is cut from above."""
    x, y = at
    canvas.polygon([(x - 7, y), (x + 7, y), (x, y + 11 * way)], palette.OUTLINE)


def _colour(marks: Marks, letter: int) -> Colour:
    depth = marks.depth[letter]
    if depth == 1:
        return palette.BODY[marks.owner[letter] % 2]
    return palette.SHARED if depth == 2 else palette.SHARED_MORE


def _points(canvas: Canvas, coil: Coil, marks: Marks) -> None:
    """Write above shared letters what they earned, where there is room."""
    taken: list[Box] = []
    for span in sorted(marks.shared, key=len, reverse=True):
        box = max(coil.pieces(span.start, span.end), key=lambda box: box.right - box.left)
        text = f"+{span.points:,}"
        x = box.centre[0]
        half = canvas.width(text, LABEL) / 2 + 2
        place = Box(x - half, box.top - LABEL, x + half, box.top)
        if not any(place.touches(other) for other in taken):
            taken.append(place)
            canvas.text((x, box.top - 6), text, LABEL, palette.SHARED)


def _inside(canvas: Canvas, coil: Coil, marks: Marks) -> None:
    """Underline words that lie inside, each in its lane, parted by what it earned."""
    for span, lane in marks.in_lanes():
        if lane >= coil.lanes:
            continue
        text = f"+{span.points:,}"
        half = canvas.width(text, SMALL) / 2 + 4
        boxes = list(coil.pieces(span.start, span.end))
        widest = max(boxes, key=lambda box: box.right - box.left)
        for box in boxes:
            middle = box.bottom + (lane + 0.5) * LANE + 2
            stops = [box.left + 4, box.right - 4]
            if box is widest:
                canvas.text((box.centre[0], middle), text, SMALL, palette.INSIDE, "mm")
                stops[1:1] = box.centre[0] - half, box.centre[0] + half
            for start, end in zip(stops[::2], stops[1::2], strict=True):
                canvas.pill(Box(start, middle - 2.5, end, middle + 2.5), palette.INSIDE)


def _caption(canvas: Canvas, coil: Coil, caption: str) -> None:
    """Write a line at the foot, smaller where the picture is narrow."""
    width, height = coil.size
    room = (width - 2 * SIDE) / canvas.width(caption, CAPTION)
    at = SIDE, height - FOOT / 3
    canvas.text(at, caption, min(CAPTION, math.floor(CAPTION * room)), palette.MUTED, "ls")
