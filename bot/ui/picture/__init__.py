"""Pictures: a snake, coiled, with its letters on its body; ladders, stairs and pyramids of words.

Nothing of Discord is imported here: pictures are drawn in the solver processes.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.ui.picture.coil import coil
from bot.ui.picture.marks import mark
from bot.ui.picture.paint import paint
from bot.ui.picture.rows import MOST_ROWS, LetterRow, RowSketch, paint_rows
from solvers.deadline import Deadline
from solvers.wordsnake import Scored

__all__ = ["MOST_LETTERS", "MOST_ROWS", "LetterRow", "RowSketch", "Sketch", "draw"]

MOST_LETTERS = 600
"""A longer snake could not be read on a phone."""
MOST_LANES = 8
COLOURS = 96


@dataclass(frozen=True, slots=True)
class Sketch:
    """What to draw: a snake of at most MOST_LETTERS letters, and a line of text below it."""

    scored: Scored
    caption: str


def draw(
    sketch: Sketch | RowSketch, _lexicon: object = None, _deadline: Deadline | None = None
) -> bytes:
    """Return the picture as a PNG file. Shaped like a solver, so that a worker can run it."""
    if isinstance(sketch, RowSketch):
        canvas = paint_rows(sketch)
    else:
        marks = mark(sketch.scored)
        lanes = min(MOST_LANES, marks.lanes)
        canvas = paint(marks, coil(len(marks.letters), lanes), sketch.caption)
    return canvas.png(COLOURS, effort=4)
