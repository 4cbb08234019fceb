"""The shape of a daily puzzle as a picture: blanks and first letters, and never its answer.

A ladder's ends with blank rungs between, a snake's words on its body, the stairs of an anigram, the
growing rows of a truncate. Nobody can begin by it before their clock runs.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PIL import Image

from bot.ui.picture import palette
from bot.ui.picture.canvas import Canvas
from bot.ui.picture.coil import Box, coil
from bot.ui.picture.marks import Marks
from bot.ui.picture.paint import paint
from bot.ui.picture.palette import Colour
from solvers.daily import Edition, Game
from solvers.deadline import Deadline
from solvers.text import many

WIDTH = 720
MARGIN = 36
TILE = 52
"""Height of a letter's place; less where there are many."""
SMALLEST = 26
GAP = 0.12
"""Between tiles, as a part of one."""
BLANK = "·"
COLOURS = 48
TILES: Colour = (48, 72, 82)
WOOD: Colour = (196, 152, 98)
DARK_WOOD: Colour = (120, 88, 56)


@dataclass(frozen=True, slots=True)
class Shape:
    """What is drawn of a puzzle: `rows` of letters, where "?" is a blank; `spoken` describes it."""

    game: Game
    rows: tuple[str, ...]
    spoken: str


def shape_of(edition: Edition) -> Shape:
    """Return the shape of an edition."""
    game, given = edition.game, edition.given
    match game:
        case "ladder":
            start, target = map(_first_only, given)
            blanks = ("?" * len(start),) * (edition.par - 1)
            said = (
                f"A ladder with {many(edition.par - 1, 'blank rung')}, from a word of "
                f"{len(start)} letters with {start[0]} to one with {target[0]}."
            )
            return Shape(game, (start, *blanks, target), said)
        case "snake":
            begins = ", ".join(word[0] for word in given)
            said = f"A snake of {len(given)} words, hidden but for their first letters: {begins}."
            return Shape(game, tuple(map(_first_only, given)), said)
        case "anigram":
            least = len(given[0])
            rows = tuple("?" * (least + stage) for stage in range(edition.par))
            said = f"Stairs of {edition.par} words, of {least} to {len(rows[-1])} letters."
            return Shape(game, rows, said)
        case "truncate":
            start = _first_only(given[0])
            rows = (start, *("?" * (len(start) + more) for more in range(1, edition.par)))
            said = (
                f"A word of {len(start)} letters with {start[0]} that grows, a letter a step, to "
                f"{len(rows[-1])}."
            )
            return Shape(game, rows, said)


def draw(shape: Shape, _lexicon: object = None, _deadline: Deadline | None = None) -> bytes:
    """Return the picture as a PNG file. Shaped like a solver, so that a worker can run it."""
    image = _snake(shape.rows) if shape.game == "snake" else _tiles(shape)
    file = io.BytesIO()
    small = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _first_only(word: str) -> str:
    return word[0] + "?" * (len(word) - 1)


def _tiles(shape: Shape) -> Image.Image:
    """Draw rows of tiles over one another; a ladder's between rails, others from small to large."""
    rows, tile = shape.rows, _tile(shape.rows)
    step = tile * (1 + GAP)
    height = round(step * len(rows) - tile * GAP + 2 * MARGIN)
    canvas = Canvas((WIDTH, height), palette.GROUND)
    widest = max(map(len, rows)) * step - tile * GAP
    left = (WIDTH - widest) / 2
    if shape.game == "ladder":
        for x in (left - tile * 0.6, left + widest + tile * 0.6):
            canvas.stroke((x, MARGIN / 2), (x, height - MARGIN / 2), tile * 0.22, WOOD)
    for number, row in enumerate(rows):
        top = MARGIN + number * step
        begin = left if shape.game != "truncate" else (WIDTH - len(row) * step + tile * GAP) / 2
        if shape.game == "ladder":
            middle = top + tile / 2
            ends = (left - tile * 0.6, middle), (left + widest + tile * 0.6, middle)
            canvas.stroke(*ends, tile * 0.16, DARK_WOOD)
        for place, letter in enumerate(row):
            box = Box(begin + place * step, top, begin + place * step + tile, top + tile)
            fresh = shape.game != "ladder" and number > 0 and place == len(row) - 1
            _tile_at(canvas, box, letter, tile, "+" if fresh and shape.game == "anigram" else "")
    return canvas.finish()


def _tile(rows: Sequence[str]) -> float:
    """Return how large a letter's place is: as large as its row and the number of rows allow."""
    across = (WIDTH - 2 * MARGIN - 1.6 * TILE) / (max(map(len, rows)) * (1 + GAP))
    return max(SMALLEST, min(TILE, across, 420 / (len(rows) * (1 + GAP))))


def _tile_at(canvas: Canvas, box: Box, letter: str, tile: float, mark: str) -> None:
    """Draw a tile: a letter that is known, a mark, or nothing."""
    known = letter != "?"
    canvas.rectangle(box, palette.BODY[0] if known else palette.BEHIND if mark else TILES)
    text = letter if known else mark
    if text:
        colour = palette.INK if known else palette.SHARED
        canvas.letter((box.centre[0], box.centre[1] + tile * 0.22), text, tile * 0.66, colour)


def _snake(words: Sequence[str]) -> Image.Image:
    """Draw a coiled snake with the words on it, blanks but for their first letters."""
    begins = list(accumulate(map(len, words), initial=0))
    letters = "".join(words).replace("?", BLANK)
    owner = tuple(number for number, word in enumerate(words) for _ in word)
    inner = frozenset(begins[1:-1])
    marks = Marks(letters, (1,) * len(letters), owner, inner, frozenset(), inner, (), ())
    return paint(marks, coil(len(letters), 0), "")
