"""The snake's head, seen from above and looking left, and its tail."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.ui.picture import palette
from bot.ui.picture.coil import BODY, CELL, FOOT, LANE, LINE, SIDE, TAIL_CELLS, Box, Coil
from bot.ui.picture.marks import Marks
from bot.ui.picture.palette import Colour

if TYPE_CHECKING:
    from bot.ui.picture.canvas import Canvas, Point

HEAD_LENGTH = 96
HEAD_WIDTH = 78
TAIL_STEPS = 48
LETTER = 34
LABEL = 20
SMALL = 17
CAPTION = 21
BEHIND = 15
"""How far below a row's middle its body turns back, and above the next one's comes forward."""


def paint_head(canvas: Canvas, neck: Point) -> None:
    """Paint a head whose back is at the neck."""
    x, y = neck[0] - HEAD_LENGTH + 3, neck[1]
    canvas.stroke((x + 8, y), (x - 10, y), 4, palette.TONGUE)
    for way in (-1, 1):
        canvas.stroke((x - 10, y), (x - 21, y + 9 * way), 4, palette.TONGUE)
    half = HEAD_WIDTH / 2
    canvas.ellipse(Box(x, y - half, x + HEAD_LENGTH, y + half), palette.OUTLINE)
    inner = half - LINE
    canvas.ellipse(Box(x + LINE, y - inner, x + HEAD_LENGTH - LINE, y + inner), palette.BODY[0])
    for way in (-1, 1):
        canvas.disc((x + 40, y + 21 * way), 14, palette.OUTLINE)
        canvas.disc((x + 40, y + 21 * way), 11.5, palette.WHITE)
        canvas.disc((x + 36, y + 20 * way), 6.5, palette.INK)
        canvas.disc((x + 34, y + 20 * way - 2), 2, palette.WHITE)
        canvas.disc((x + 12, y + 7 * way), 2, palette.OUTLINE)
        canvas.stroke((x + 66, y + 9 * way), (x + 78, y), 4, palette.BODY[1])


def paint_tail(canvas: Canvas, root: Point, colour: Colour) -> None:
    """Paint a tail that goes on where the last letter ends."""
    for line, fill in ((0, palette.OUTLINE), (LINE, colour)):
        canvas.polygon(list(_tail(root, line)), fill)


def _tail(root: Point, inset: float) -> list[Point]:
    upper: list[Point] = []
    lower: list[Point] = []
    for step in range(TAIL_STEPS + 1):
        t = step / TAIL_STEPS
        x = root[0] - 1 + (TAIL_CELLS * CELL - 6 - inset) * t
        y = root[1] - 20 * t * math.sin(1.6 * math.pi * t)
        half = max(0.0, (BODY / 2 - 3) * (1 - t) ** 0.9 + 3 * (1 - t * t) - inset * (1 - 0.4 * t))
        upper.append((x, y - half))
        lower.append((x, y + half))
    return upper + lower[::-1]


def paint(marks: Marks, coil: Coil, caption: str) -> Canvas:
    """Paint it all, back to front."""
    from bot.ui.picture.canvas import Canvas  # noqa: PLC0415 - Pillow is for solver processes

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
    return canvas


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
    """Underline words that lie inside, each in its lane, separated by what it scored."""
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
    if not caption:
        return
    width, height = coil.size
    room = (width - 2 * SIDE) / canvas.width(caption, CAPTION)
    at = SIDE, height - FOOT / 3
    canvas.text(at, caption, min(CAPTION, math.floor(CAPTION * room)), palette.MUTED, "ls")
