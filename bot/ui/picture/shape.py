"""The shape of a puzzle as a picture: blanks and first letters, and never its answer.

Before a player's clock runs, they can do no more than unscramble those first letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from bot.ui.picture.coil import coil
from bot.ui.picture.marks import Marks
from bot.ui.picture.rows import BLANK, LetterRow, RowSketch
from solvers.deadline import Deadline

if TYPE_CHECKING:
    from bot.ui.picture.sheet import Sheet

Form = Literal["rows", "rungs", "coil"]
NEW = "+"
"""The place of the letter that comes with a row."""
DOT = "·"
"""On a snake, a letter that is not shown."""
EFFORT = 6
"""Compression level: a post is drawn once, and fetched by many people."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What is drawn: `rows` of letters and blanks, and a `caption`; `spoken` describes it.

    form  "rows" are one above the other, "rungs" between rails, a "coil" on a snake's body
    """

    form: Form
    rows: tuple[str, ...]
    caption: str
    spoken: str


def draw(shape: Shape, _lexicon: object = None, _deadline: Deadline | None = None) -> bytes:
    """Return the picture as a PNG file. Shaped like a solver, so that a worker can run it."""
    sheet = _coil(shape) if shape.form == "coil" else _tiles(shape)
    return sheet.png(EFFORT)


def first_only(word: str) -> str:
    """Return a word's first letter, with blanks for the others."""
    return word[0] + BLANK * (len(word) - 1)


def _tiles(shape: Shape) -> Sheet:
    """Draw rows of tiles, one above the other: rungs, or rows that grow around their middle."""
    from bot.ui.picture.tiles import paint_rows  # noqa: PLC0415 - Pillow is for solver processes

    widest = max(map(len, shape.rows))
    rows = tuple(
        LetterRow(row, (widest - len(row)) / 2, len(row) - 1 if row.endswith(NEW) else None)
        for row in shape.rows
    )
    return paint_rows(RowSketch(rows, shape.caption, rails=shape.form == "rungs"))


def _coil(shape: Shape) -> Sheet:
    """Draw a coiled snake with the words on it, blank except for their first letters."""
    from bot.ui.picture.paint import paint  # noqa: PLC0415 - Pillow is for solver processes

    words = shape.rows
    begins = list(accumulate(map(len, words), initial=0))
    letters = "".join(words).replace(BLANK, DOT)
    owner = tuple(number for number, word in enumerate(words) for _ in word)
    inner = frozenset(begins[1:-1])
    marks = Marks(
        letters=letters,
        depth=(1,) * len(letters),
        owner=owner,
        begins=inner,
        ends=frozenset(),
        seams=inner,
        shared=(),
        inside=(),
    )
    return paint(marks, coil(len(letters), 0), shape.caption)
