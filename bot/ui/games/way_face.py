"""What people see of games in which one goes from a word to another, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.puzzles import Progress, next_move
from bot.ui.games.face import LATEST, Face, block
from bot.ui.words import TALL, ladder_block, mark_steps
from solvers.daily import Puzzle


class WayFace(Face):
    """From one word to another in the fewest steps."""

    unit = "step"
    best = "shortest"
    at_best = "the shortest there is"

    def unknown(self, target: str) -> str:
        """Return what stands for the words that are still to come."""
        return "?"

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
        """Show the words, and where they lead."""
        if done:
            return ladder_block(words)
        return block(self._unfinished(words or puzzle.given[:1], puzzle.given[1]))

    def _unfinished(self, words: Sequence[str], target: str) -> Iterator[str]:
        rungs = mark_steps(words)
        if len(rungs) > TALL:
            yield f" :  {len(rungs) - LATEST} words"
        for number, rung in list(enumerate(rungs))[-LATEST if len(rungs) > TALL else 0 :]:
            yield f"{number or '':>2}  {rung}"
        yield f" :  {self.unknown(target)}"
        yield f"    {target}"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in a plain line what a picture shows."""
        return f"{words[0]} to {words[-1]} in {self.amount(len(words) - 1)}"
