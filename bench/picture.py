"""Drawing a snake: from its words to a PNG file, as a solver process does it for /snake."""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from bench.frame import Report, Table
from bot.ui.picture import MOST_LETTERS, Sketch, draw
from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, score

if TYPE_CHECKING:
    from solvers.wordsnake import Scored


NUMBERS = (2, 10, 20, 40, 60)
TIMES = 25
SEED = 20_201_207


def run(quick: bool) -> Report:
    """Measure."""
    rows = []
    for number in NUMBERS:
        scored = _snake(number)
        sketch = Sketch(scored, f"{number} words · {scored.score} points")
        seconds = []
        for _ in range(5 if quick else TIMES):
            began = time.perf_counter()
            picture = draw(sketch)
            seconds.append(time.perf_counter() - began)
        size = len(picture) / 1024
        rows.append([number, len(scored.snake), min(seconds) * 1000, median(seconds) * 1000, size])
    note = f"Random words of the common tier. A snake of more than {MOST_LETTERS} letters has none."
    columns = ("words", "letters", "best ms", "median ms", "file kB")
    return Report([Table("One picture", columns, rows, note)])


def _snake(number: int) -> Scored:
    lexicon = open_lexicon("common")
    draws = Random(SEED + number)
    words = {lexicon.word(draws.randrange(len(lexicon))): None for _ in range(2 * number)}
    return score(ScoreRequest(tuple(words)[:number]))
