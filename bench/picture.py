"""Drawing: from words to a PNG file, as a solver process does it for cards, posts and answers."""

from __future__ import annotations

import time
from random import Random
from statistics import median

from bench.frame import Report, Table
from bot.ui.games.rows import rungs
from bot.ui.picture import MOST_LETTERS, RowSketch, Sketch, draw
from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, score

NUMBERS = (2, 10, 12, 20, 40, 60)
RUNGS = (3, 5, 9, 13)
LETTERS = 5
TIMES = 25
SEED = 20_201_207


def run(quick: bool) -> Report:
    """Measure."""
    times = 5 if quick else TIMES
    ladders, snakes = [], []
    for number in RUNGS:
        words = _words(number, LETTERS)
        sketch = RowSketch(tuple(rungs(words, words[-1])), f"in {number} steps", rails=True)
        ladders.append([number, number * LETTERS, *_measured(sketch, times)])
    for number in NUMBERS:
        scored = score(ScoreRequest(_words(number)))
        snake = Sketch(scored, f"{number} words · {scored.score} points")
        snakes.append([number, len(scored.snake), *_measured(snake, times)])
    note = f"Random words of the common tier. A snake of more than {MOST_LETTERS} letters has none."
    columns = ("words", "letters", "best ms", "median ms", "file kB")
    return Report(
        [
            Table("A ladder's rungs", columns, ladders, "Tiles between rails, one lit in each."),
            Table("A snake", columns, snakes, note),
        ]
    )


def _measured(sketch: Sketch | RowSketch, times: int) -> tuple[float, float, float]:
    """Return the least and the median ms of `times` drawings, and the file's kB."""
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        picture = draw(sketch)
        seconds.append(time.perf_counter() - began)
    return min(seconds) * 1000, median(seconds) * 1000, len(picture) / 1024


def _words(number: int, length: int | None = None) -> tuple[str, ...]:
    """Return `number` random words, all of one length if given."""
    lexicon = open_lexicon("common")
    ids = range(len(lexicon)) if length is None else lexicon.ids_of_length(length)
    return tuple(map(lexicon.word, Random(SEED + number).sample(ids, number)))
