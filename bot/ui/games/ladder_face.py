"""What people see of ladders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.ui.games.rows import Far, rungs
from bot.ui.games.way_face import WayFace
from bot.ui.picture import LetterRow
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import Shape, first_only
from solvers.daily import Puzzle
from solvers.text import many


class LadderFace(WayFace):
    """From one word to another, rung by rung."""

    name = "ladder"
    icon = "🪜"
    line = "cat, cot, dot, dog"
    goal = "Climb from one word to another, one letter at a time. Every step has to be a word."
    wins = "the fewest steps, then the commonest words"
    scoring = """\
Start with the first word and change one letter at a time until you have the last one. Every step \
has to be a word; nothing is added, left out or moved.
{example}Fewer steps are always ahead. Between two with equally many, the one with commoner \
words is: each word has a rareness, from 1 for those that everybody knows to 2,000,000 for the \
rarest, and the lower sum is ahead."""
    examples = (
        """\
```
cold
cOrd
cArd
Ward
warM
```
""",
        """\
```
lamp
lamE
Fame
faTe
```
""",
        """\
```
face
Pace
paGe
Cage
```
""",
    )
    rules = """\
Change one letter at a time, and make every step a word: cat, cot, dot, dog. The other letters \
stay where they are. Any ladder that gets there solves it; the shorter, the more points."""
    drawing = "A ladder"
    rails = True
    command = True

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return (
            f"Climb from one word to another, one letter at a time. The shortest way takes "
            f"**{self.amount(puzzle.par)}**."
        )

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what to do, and how good the best answer is."""
        start, target = puzzle.given
        return (
            f"Climb from **{start}** to **{target}**. Change one letter at a time; every step "
            f"has to be a word. Any ladder that gets there solves it; the shortest takes "
            f"**{self.amount(puzzle.par)}**."
        )

    def unknown(self, target: str) -> str:
        """Return as many question marks as a word has letters."""
        return "?" * len(target)

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield rungs."""
        return rungs(words, puzzle.given[-1], far)

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return the ends with blank rungs between."""
        (start, target), par = map(first_only, puzzle.given), puzzle.par
        said = (
            f"A ladder with {many(par - 1, 'blank rung')}, from a word of {len(start)} letters "
            f"with {start[0]} to one with {target[0]}."
        )
        rows = (start, *(BLANK * len(start),) * (par - 1), target)
        return Shape("rungs", rows, f"{self.amount(par)} to the top", said)


FACE = LadderFace()
