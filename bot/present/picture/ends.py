"""The snake's head, seen from above and looking left, and its tail."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.present.picture import palette
from bot.present.picture.coil import BODY, CELL, LINE, TAIL_CELLS, Box

if TYPE_CHECKING:
    from bot.present.picture.canvas import Canvas, Point
    from bot.present.picture.palette import Colour

HEAD_LENGTH = 96
HEAD_WIDTH = 78
TAIL_STEPS = 48


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
