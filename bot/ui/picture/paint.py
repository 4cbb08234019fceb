"""A snake, seen from above and looking left: its body with the letters on it, head and tail.

The body without letters is painted once for each shape; words are laid on it as parts.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from bot.ui.picture import palette
from bot.ui.picture.canvas import Canvas
from bot.ui.picture.coil import BODY, CELL, FOOT, LANE, LINE, SIDE, TAIL_CELLS, Box, Coil
from bot.ui.picture.marks import Marks
from bot.ui.picture.palette import Colour
from bot.ui.picture.sheet import Sheet, mask, part, width

if TYPE_CHECKING:
    from PIL import Image

    from bot.ui.picture.canvas import Point

HEAD_LENGTH = 96
HEAD_WIDTH = 78
TAIL_STEPS = 48
LETTER = 34
LABEL = 20
SMALL = 17
CAPTION = 21
NOTCH, DEEP = 7, 11
"""Half the width of the small corner cut into the body where a word begins or ends; its depth."""
BODIES = 40
"""Bodies that are cached; one has some 300 KB."""
BEHIND = 15
"""How far below a row's middle its body turns back, and above the next row's it comes forward."""


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
    """Paint a tail that begins where the last letter ends."""
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


def paint(marks: Marks, coil: Coil, caption: str) -> Sheet:
    """Paint everything, back to front; any room in `coil` for more letters stays blank."""
    count = len(marks.letters)
    end = _colour(marks, count - 1) if count == coil.letters else palette.BLANK
    sheet = Sheet(_body(coil, end).copy())
    _letters(sheet, coil, marks)
    _points(sheet, coil, marks)
    _inside(sheet, coil, marks)
    _caption(sheet, coil, caption)
    return sheet


@lru_cache(BODIES)
def _body(coil: Coil, end: Colour) -> Image.Image:
    """Paint a snake without letters, its tail in the colour `end`."""
    canvas = Canvas(coil.size, palette.GROUND)
    _strands(canvas, coil)
    for number in range(coil.rows):
        row = coil.row(number)
        for line, colour in ((0, palette.OUTLINE), (LINE, palette.BLANK)):
            half = BODY / 2 - line
            top, bottom = row.top + line, row.bottom - line
            canvas.pill(Box(row.left - half, top, row.right + half, bottom), colour)
    last = coil.box(coil.letters - 1, coil.letters)
    paint_tail(canvas, (last.right, last.centre[1]), end)
    first = coil.box(0, 1)
    paint_head(canvas, (first.left, first.centre[1]))
    return part(canvas)


def _strands(canvas: Canvas, coil: Coil) -> None:
    """Paint the body where it runs behind the coil, from the right of a row to the next's left."""
    for number in range(coil.rows - 1):
        above, below = coil.row(number), coil.row(number + 1)
        start = above.right, above.centre[1] + BEHIND
        end = below.left, below.centre[1] - BEHIND
        canvas.stroke(start, end, BODY, palette.OUTLINE)
        canvas.stroke(start, end, BODY - 2 * LINE, palette.BEHIND)


def _letters(sheet: Sheet, coil: Coil, marks: Marks) -> None:
    """Lay every letter on its colour, and lines where words begin and end."""
    edges = marks.begins | marks.ends
    for i, letter in enumerate(marks.letters):
        box, colour = coil.cell(i), _colour(marks, i)
        first, last = coil.ends(coil.row_of(i))
        if i == first > 0:  # the line before the letter belongs to the row's end
            _put_end(sheet, box.left, box.top, _colour(marks, i - 1) if i in edges else colour, 0)
        if i == last < coil.letters - 1:
            _put_end(sheet, box.right, box.top, colour, 1)
        sheet.put(_cell(letter, colour), box.left, box.top + LINE)
    for edge in edges:
        box = coil.cell(edge)
        sheet.rectangle((box.left - 1, box.top, box.left + 1, box.bottom), palette.OUTLINE)
    for notched, upright in ((marks.begins, True), (marks.ends, False)):
        for edge in notched:
            box = coil.cell(edge)
            tip = (box.left, box.top + DEEP) if upright else (box.left, box.bottom - DEEP)
            flat = box.top if upright else box.bottom
            sheet.polygon(
                [(box.left - NOTCH, flat), (box.left + NOTCH, flat), tip], palette.OUTLINE
            )


@cache
def _cell(letter: str, colour: Colour) -> Image.Image:
    """Paint a letter on its piece of body."""
    canvas = Canvas((CELL, BODY - 2 * LINE), colour)
    canvas.letter((CELL / 2, BODY / 2 - LINE + LETTER / 3), letter, LETTER, palette.INK)
    return part(canvas)


def _put_end(sheet: Sheet, x: float, top: float, colour: Colour, side: int) -> None:
    """Lay a colour on the round end of a row: its left one, or (1) its right one."""
    half = BODY // 2
    painted, mask = _end(colour)
    window = (side * half, 0, side * half + half, BODY)
    sheet.put(painted.crop(window), x - (1 - side) * half, top, mask.crop(window))


@cache
def _end(colour: Colour) -> tuple[Image.Image, Image.Image]:
    """Paint a round end with a smooth edge on its outline, and a mask for what lies outside."""
    canvas = Canvas((BODY, BODY), palette.OUTLINE)
    canvas.disc((BODY / 2, BODY / 2), BODY / 2 - LINE, colour)
    return part(canvas), mask((BODY, BODY), Box(1, 1, BODY - 1, BODY - 1))


def _colour(marks: Marks, letter: int) -> Colour:
    depth = marks.depth[letter]
    if depth == 1:
        return palette.BODY[marks.owner[letter] % 2]
    return palette.SHARED if depth == 2 else palette.SHARED_MORE


def _points(sheet: Sheet, coil: Coil, marks: Marks) -> None:
    """Write above shared letters the points they earned, where there is room."""
    taken: list[Box] = []
    for span in sorted(marks.shared, key=len, reverse=True):
        box = max(coil.pieces(span.start, span.end), key=lambda box: box.right - box.left)
        text = f"+{span.points:,}"
        x = box.centre[0]
        half = width(text, LABEL) / 2 + 2
        place = Box(x - half, box.top - LABEL, x + half, box.top)
        if not any(place.touches(other) for other in taken):
            taken.append(place)
            sheet.text((x, box.top - 6), text, LABEL, palette.SHARED)


def _inside(sheet: Sheet, coil: Coil, marks: Marks) -> None:
    """Underline words that lie inside, each in its lane, separated by their scores."""
    for span, lane in marks.in_lanes():
        if lane >= coil.lanes:
            continue
        text = f"+{span.points:,}"
        half = width(text, SMALL) / 2 + 4
        boxes = list(coil.pieces(span.start, span.end))
        widest = max(boxes, key=lambda box: box.right - box.left)
        for box in boxes:
            middle = box.bottom + (lane + 0.5) * LANE + 2
            stops = [box.left + 4, box.right - 4]
            if box is widest:
                sheet.text((box.centre[0], middle), text, SMALL, palette.INSIDE, "mm")
                stops[1:1] = box.centre[0] - half, box.centre[0] + half
            for start, end in zip(stops[::2], stops[1::2], strict=True):
                if end > start:
                    sheet.rectangle((start, middle - 2, end, middle + 3), palette.INSIDE)


def _caption(sheet: Sheet, coil: Coil, caption: str) -> None:
    """Write a line at the foot, smaller if the picture is narrow."""
    if not caption:
        return
    wide, height = coil.size
    room = (wide - 2 * SIDE) / width(caption, CAPTION)
    size = min(CAPTION, math.floor(CAPTION * room))
    sheet.text((SIDE, height - FOOT / 3), caption, size, palette.MUTED, "ls")
