"""What people see of games that lead from one word to another, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.puzzles import Progress, Verdict, Way, next_move
from bot.ui.games.face import LATEST, Face, block
from bot.ui.games.rows import Far, blanks, noted
from bot.ui.layout import PHONE_WIDTH
from bot.ui.picture import LetterRow
from bot.ui.words import TALL, ladder_block, mark_steps
from solvers.daily import Puzzle

DOT = "·"
ROOM = PHONE_WIDTH - 4
"""Characters of a rung, without its number."""


class WayFace(Face):
    """From one word to another in the fewest steps."""

    unit = "step"
    best = "shortest"
    at_best = "the shortest there is"

    @property
    def game(self) -> Way:
        """The game itself."""
        game = super().game
        assert isinstance(game, Way)
        return game

    def unknown(self, target: str) -> str:
        """Return the placeholder for the words still to come."""
        return "?"

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who has begun."""
        start, target = puzzle.given
        return f"From **{start}** to **{target}** · shortest: **{self.amount(puzzle.par)}**"

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what to write into the form for the next word or several."""
        return f"{next_move(puzzle, progress)}. Or send several words at once."

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best answer of a finished puzzle is."""
        return f"Shortest: **{self.amount(puzzle.par)}**"

    def proven(self, amount: str) -> str:
        """Say how good the best answer of a player's own puzzle is."""
        return f"The shortest takes **{amount}** – that’s proven."

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"**{puzzle.given[0]}** to **{puzzle.given[1]}**"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the words, and the target they lead to."""
        return ladder_block(words) if done else self.playing(puzzle, words)

    def playing(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Show a player's words, and beside each its distance to the target."""
        if words and words[-1] == puzzle.given[1]:
            return ladder_block(words)
        return block(self._unfinished(words or puzzle.given[:1], puzzle.given[1], far))

    def _unfinished(self, words: Sequence[str], target: str, far: Far) -> Iterator[str]:
        rungs = self._rungs(words, target, far)
        if len(rungs) > TALL:
            yield f" :  {len(rungs) - LATEST} words"
        for number, rung in list(enumerate(rungs))[-LATEST if len(rungs) > TALL else 0 :]:
            yield f"{number or '':>2}  {rung}"
        yield f" :  {self.unknown(target)}"
        yield f"    {target}"

    def _rungs(self, words: Sequence[str], target: str, far: Far) -> list[str]:
        """Return words, their letters of the target, and their distances, as a phone fits them."""
        marked = mark_steps(words)
        there = [self._there(word, target) for word in words] if words[1:] else [""]
        notes = [f"{note} to go" if (note := noted(far, at)[0]) else "" for at in range(len(words))]
        for gap, columns in (
            ("  ", (marked, there, notes)),
            (" ", (marked, there, notes)),
            (" ", (words, there, notes)),
            ("  ", (marked, notes)),
        ):
            padded = (
                [f"{part:<{width}}" for part in column]
                for column in columns
                if (width := max(map(len, column)))
            )
            rungs = [gap.join(row).rstrip() for row in zip(*padded, strict=True)]
            if max(map(len, rungs)) <= ROOM:
                break
        return rungs

    def _there(self, word: str, target: str) -> str:
        """Return the letters that a word shares with the target, dots for others; "" if none."""
        there = self.game.there(word, target)
        return "".join(letter if at in there else DOT for at, letter in enumerate(word) if there)

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say that words are right, and whether they lead straight to the target."""
        if not far or (here := far[-1]) is None or (before := far[0]) is None:
            return super().right(puzzle, verdict, onward, far)
        said, steps = f"✅ **“{verdict.words[-1]}” fits", self.amount(here)
        if here == before - len(far) + 1:
            return f"{said}!** {steps} to go."
        if here == before:
            return f"{said}**, but it’s no nearer: still {steps} to go."
        if here < before:
            return f"{said}**, by a detour: {steps} to go."
        return f"{said}**, but that was a detour: {steps} to go now."

    def to_come(
        self, puzzle: Puzzle, words: Sequence[str], far: Far, *, goal: bool
    ) -> Iterator[LetterRow]:
        """Yield a blank for each step in between, as far as players may know, then the target."""
        target, here = puzzle.given[-1], far[-1] if far else None
        if words[-1] != target:
            likely = max(1, puzzle.par - len(words)) if goal else 1
            yield from blanks(likely if here is None else here - 1, self.hidden(target))
            yield from self.rows(puzzle, (target,))

    def hidden(self, target: str) -> int:
        """Return how many blanks stand for a word still to come."""
        return len(target)

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what an unfinished puzzle's picture shows, the latest word first."""
        target, said = puzzle.given[-1], []
        for number, word in enumerate(words):
            note, kept = noted(far, number)[0], self._there(word, target).replace(DOT, "")
            facts = [f"{note} to go"] if note else []
            facts += [f"there: {', '.join(kept)}"] if kept and word != target else []
            said.append(f"{word} ({'; '.join(facts)})" if facts else word)
        return f"{self.drawing} to {target}, the last word first: {', '.join(said[::-1])}"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in one plain line what a picture shows."""
        return f"{words[0]} to {words[-1]} in {self.amount(len(words) - 1)}"
