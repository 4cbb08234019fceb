"""What people see of ladders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.puzzles import Progress, next_move
from bot.ui.games.face import LATEST, Face, block
from bot.ui.picture import RowSketch, Sketch
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import Shape, first_only
from bot.ui.words import TALL, ladder_block, mark_steps
from solvers.daily import Puzzle
from solvers.text import many


class LadderFace(Face):
    """From one word to another, rung by rung."""

    name = "ladder"
    icon = "🪜"
    unit = "step"
    best = "shortest"
    at_best = "the shortest there is"
    line = "cat, cot, dot, dog"
    goal = "Climb from one word to another, one letter at a time. Every step has to be a word."
    wins = "the fewest steps, then the commonest words"
    scoring = """\
Start with the first word and change one letter at a time until you have the last one. Every step \
has to be a word; nothing is added, left out or moved.
```
cold
cOrd
cArd
Ward
warM
```
Fewer steps are always ahead. Of two ladders with as many, the one with the commoner words is: \
each word has a rareness, 1 for those that everybody knows and more for others, and the lower sum \
is ahead."""
    rules = """\
Change one letter at a time, and make every step a word: cat, cot, dot, dog. The other letters \
stay where they are. Any ladder that gets there solves it; the shorter, the more points."""
    form = "All its words, one per line. Send in what you have, and I tell you what’s right."
    drawing = "A ladder"
    command = True

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return (
            f"Climb from one word to another, one letter at a time. The shortest way takes "
            f"**{self.amount(puzzle.par)}**."
        )

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what is to be done, and how good the best is."""
        start, target = puzzle.given
        return (
            f"Climb from **{start}** to **{target}**. Change one letter at a time; every step "
            f"has to be a word. Any ladder that gets there solves it; the shortest takes "
            f"**{self.amount(puzzle.par)}**."
        )

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who is doing it."""
        start, target = puzzle.given
        return f"From **{start}** to **{target}** · shortest: **{self.amount(puzzle.par)}**"

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what a form wants that takes the next word or more."""
        return f"{next_move(puzzle, progress)}. Or send several words at once."

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best is of a puzzle that is over."""
        return f"Shortest: **{self.amount(puzzle.par)}**"

    def proven(self, amount: str) -> str:
        """Say how good the best is of a puzzle of somebody's own."""
        return f"The shortest takes **{amount}** – that’s proven."

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"**{puzzle.given[0]}** to **{puzzle.given[1]}**"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the rungs, and where they lead."""
        if done:
            return ladder_block(words)
        return block(_unfinished(words or puzzle.given[:1], puzzle.given[1]))

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return a ladder with its rails."""
        return self.in_rows(puzzle, words, rails=True)

    def new_letter(
        self, puzzle: Puzzle, step: int, before: str, word: str
    ) -> tuple[float, int | None]:
        """Return the place of the letter that has changed."""
        changed = (place for place, letter in enumerate(word) if letter != before[place])
        return 0, next(changed, None)

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in a plain line what a picture shows."""
        return f"{words[0]} to {words[-1]} in {self.amount(len(words) - 1)}"

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


def _unfinished(words: Sequence[str], target: str) -> Iterator[str]:
    rungs = mark_steps(words)
    if len(rungs) > TALL:
        yield f" :  {len(rungs) - LATEST} words"
    for number, rung in list(enumerate(rungs))[-LATEST if len(rungs) > TALL else 0 :]:
        yield f"{number or '':>2}  {rung}"
    yield f" :  {'?' * len(target)}"
    yield f"    {target}"
