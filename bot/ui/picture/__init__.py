"""Pictures: a snake, coiled, with its letters on its body; ladders, stairs and pyramids of words.

Nothing here imports Discord: pictures are drawn in the solver processes.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.ui.picture.coil import coil
from bot.ui.picture.marks import mark
from bot.ui.picture.rows import MOST_ROWS, LetterRow, RowSketch
from solvers.deadline import Deadline
from solvers.wordsnake import Scored

__all__ = ["MOST_LETTERS", "MOST_ROWS", "LetterRow", "RowSketch", "Sketch", "draw"]

MOST_LETTERS = 600
"""A longer snake could not be read on a phone."""
MOST_LANES = 8
EFFORT = 2
"""Compression level: more takes longer than drawing, and saves little."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What to draw: a snake of at most MOST_LETTERS letters, and a line of text below it.

    room   for how many letters a growing body has room; by default it has all its letters
    lanes  how many lanes for words inside it a growing body has
    """

    scored: Scored
    caption: str
    room: int = 0
    lanes: int = 0


def draw(
    sketch: Sketch | RowSketch, _lexicon: object = None, _deadline: Deadline | None = None
) -> bytes:
    """Return the picture as a PNG file. Shaped like a solver, so that a worker can run it."""
    # Pillow is for solver processes: the bot makes sketches, and never loads it.
    from bot.ui.picture.paint import paint  # noqa: PLC0415 - see above
    from bot.ui.picture.tiles import paint_rows  # noqa: PLC0415 - see above

    if isinstance(sketch, RowSketch):
        return paint_rows(sketch).png(EFFORT)
    marks = mark(sketch.scored)
    if sketch.room:  # the same height always
        places = coil(sketch.room, sketch.lanes)
    else:
        places = coil(len(marks.letters), min(MOST_LANES, marks.lanes))
    return paint(marks, places, sketch.caption).png(EFFORT)
