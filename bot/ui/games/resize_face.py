"""What people see of resizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.ui.games.rows import Far, sized
from bot.ui.games.way_face import WayFace
from bot.ui.picture import LetterRow
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import Shape, first_only
from solvers.daily import Puzzle
from solvers.text import many

HIDDEN = 4
"""Blanks of a hidden word: its real length would say too much."""


class ResizeFace(WayFace):
    """From one word to another, a letter more or less at each step."""

    name = "resize"
    icon = "↔️"
    line = "fire, ire, sire, sir"
    goal = (
        "Get from one word to another. Add a letter or drop one at each step, and every step has "
        "to be a word."
    )
    wins = "the fewest steps, then the commonest words"
    scoring = """\
Start with the first word. At each step add one letter anywhere, or drop one, until you have the \
last word. Every step has to be a word; the other letters keep their order.
{example}Fewer steps are always ahead. Between two with equally many, the one with commoner \
words is: each word has a rareness, from 1 for those that everybody knows to 2,000,000 for the \
rarest, and the lower sum is ahead."""
    examples = (
        """\
```
fire
ire  −f
Sire
sir  −e
Stir
```
""",
        """\
```
pear
Spear
sear  −p
sea   −r
```
""",
        """\
```
tea
teaM
Steam
seam  −t
```
""",
    )
    rules = """\
At each step add one letter anywhere, or drop one, and make every step a word: fire, ire, sire, \
sir. The other letters keep their order. Any way that gets there solves it; the shorter, the more \
points."""
    drawing = "A column"

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return (
            f"Get from one word to another: add a letter or drop one at each step. The shortest "
            f"way takes **{self.amount(puzzle.par)}**."
        )

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what to do, and how good the best answer is."""
        start, target = puzzle.given
        return (
            f"Get from **{start}** to **{target}**. Add a letter or drop one at each step; every "
            f"step has to be a word. Any way that gets there solves it; the shortest takes "
            f"**{self.amount(puzzle.par)}**."
        )

    def hidden(self, target: str) -> int:
        """Return how many blanks stand for a hidden word, whatever its length."""
        return HIDDEN

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield a column."""
        return sized(words, far, puzzle.given[-1])

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return the ends with blanks between."""
        (start, target), between = map(first_only, puzzle.given), puzzle.par - 1
        said = (
            f"{many(between, 'hidden word')}, from a word of {len(start)} letters with {start[0]} "
            f"to one of {len(target)} with {target[0]}."
        )
        rows = (start, *(BLANK * HIDDEN,) * between, target)
        caption = f"{self.amount(puzzle.par)}, a letter more or less at each"
        return Shape("rows", rows, caption, said)


FACE = ResizeFace()
