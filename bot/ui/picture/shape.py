"""The shape of a daily puzzle as a picture: blanks and first letters, and never its answer.

A ladder's ends with blank rungs between, a snake's words on its body, an anigram's first letters on
top of a pyramid, the growing rows of a truncate. Before their clock runs nobody can do more than
unscramble those first letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from bot.ui.picture.coil import coil
from bot.ui.picture.marks import Marks
from bot.ui.picture.paint import paint
from bot.ui.picture.rows import BLANK, LetterRow, RowSketch, paint_rows
from solvers.daily import Game, Puzzle
from solvers.deadline import Deadline
from solvers.text import many

if TYPE_CHECKING:
    from bot.ui.picture.canvas import Canvas

NEW = "+"
"""The place of the letter that comes with a row."""
DOT = "·"
"""Stands on a snake for a letter that is not shown."""
COLOURS = 48


@dataclass(frozen=True, slots=True)
class Shape:
    """What is drawn: `rows` of letters and blanks, and a `caption`; `spoken` describes it."""

    game: Game
    rows: tuple[str, ...]
    caption: str
    spoken: str


def shape_of(puzzle: Puzzle) -> Shape:
    """Return the shape of a puzzle."""
    game, given, par = puzzle.game, puzzle.given, puzzle.par
    more = f"{many(par, 'word')}, each a letter longer"
    match game:
        case "ladder":
            start, target = map(_first_only, given)
            rows = (start, *(BLANK * len(start),) * (par - 1), target)
            said = (
                f"A ladder with {many(par - 1, 'blank rung')}, from a word of {len(start)} letters "
                f"with {start[0]} to one with {target[0]}."
            )
            return Shape(game, rows, f"{many(par, 'step')} to the top", said)
        case "snake":
            begins = ", ".join(word[0] for word in given)
            said = f"A snake of {len(given)} words, hidden but for their first letters: {begins}."
            caption = f"{len(given)} words to put in a row"
            return Shape(game, tuple(map(_first_only, given)), caption, said)
        case "anigram":
            letters = given[0]
            blanks = (BLANK * (len(letters) + stage) + NEW for stage in range(par - 1))
            said = (
                f"A pyramid of {par} words: the first of the letters {' '.join(letters)}, each "
                "of one letter more."
            )
            return Shape(game, (letters, *blanks), more, said)
        case "truncate":
            start = _first_only(given[0])
            rows = (start, *(BLANK * (len(start) + grown) for grown in range(1, par)))
            said = (
                f"A word of {len(start)} letters with {start[0]} that grows, a letter a step, to "
                f"{len(rows[-1])}."
            )
            return Shape(game, rows, more, said)


def draw(shape: Shape, _lexicon: object = None, _deadline: Deadline | None = None) -> bytes:
    """Return the picture as a PNG file. Shaped like a solver, so that a worker can run it."""
    canvas = _snake(shape) if shape.game == "snake" else _tiles(shape)
    return canvas.png(COLOURS, effort=6)


def _first_only(word: str) -> str:
    return word[0] + BLANK * (len(word) - 1)


def _tiles(shape: Shape) -> Canvas:
    """Draw rows of tiles over one another: a ladder, or rows that grow around their middle."""
    widest = max(map(len, shape.rows))
    rows = tuple(
        LetterRow(row, (widest - len(row)) / 2, len(row) - 1 if row.endswith(NEW) else None)
        for row in shape.rows
    )
    return paint_rows(RowSketch(rows, shape.caption, rails=shape.game == "ladder"))


def _snake(shape: Shape) -> Canvas:
    """Draw a coiled snake with the words on it, blanks but for their first letters."""
    words = shape.rows
    begins = list(accumulate(map(len, words), initial=0))
    letters = "".join(words).replace(BLANK, DOT)
    owner = tuple(number for number, word in enumerate(words) for _ in word)
    inner = frozenset(begins[1:-1])
    marks = Marks(letters, (1,) * len(letters), owner, inner, frozenset(), inner, (), ())
    return paint(marks, coil(len(letters), 0), shape.caption)
