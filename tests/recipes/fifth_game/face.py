"""What people see of chains."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.games.face import Face
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import Shape, first_only
from solvers.daily import Puzzle


class ChainFace(Face):
    """Words that hang together by a letter."""

    name = "chain"
    icon = "🔗"
    unit = "link"
    at_best = "all of them"
    line = "each word begins where the last one ends: cold, dart"
    goal = "Begin each word with the last letter of the one before."
    wins = "the most links"
    scoring = "Write words of four letters. Each begins with the last letter of the one before."
    rules = scoring
    drawing = "A chain"

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return f"Hang **{self.amount(puzzle.par)}** on a word."

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what is to be done."""
        return f"{self.goal} Hang **{self.amount(puzzle.par)}** on **{puzzle.given[0]}**."

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who is doing it."""
        return f"Link **{done + 1}** of {puzzle.par}"

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best is."""
        return "A word for each link"

    def subject(self, puzzle: Puzzle) -> str:
        """Say what the puzzle was."""
        return f"A chain from **{puzzle.given[0]}**"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows."""
        return f"{words[0]} to {words[-1]}"

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return the start's first letter, and blanks."""
        start = first_only(puzzle.given[0])
        rows = (start, *(BLANK * len(start),) * puzzle.par)
        return Shape("rows", rows, self.amount(puzzle.par), f"A chain from {start[0]}")


FACE = ChainFace()
