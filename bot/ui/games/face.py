"""What people see of a game: its names, what is to be done, words as they are shown, pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from bot.puzzles import GAMES, Game, Progress, Verdict, next_move
from bot.ui.picture import MOST_ROWS, LetterRow, RowSketch, Sketch
from bot.ui.picture.shape import Shape
from solvers.daily import Puzzle
from solvers.text import many

LATEST = 12
"""Words that are shown of a long try that is not done."""


class Face(ABC):
    """A game's face. `words` are shown with the start, where there is one.

    name     that of the game, which `game` is
    icon     before its name
    unit     what results are counted in, one of them
    best     what the best result is called, in a word
    at_best  the same of a result, in a sentence
    line     the game in a few words, for help
    goal     what is to be done, in a sentence
    wins     what decides in a contest; in `scoring` its rules
    rules    those of a daily puzzle
    between  what stands between the words of an answer
    drawing  what a picture shows
    command  whether there is one of its name that answers it
    """

    name: ClassVar[str]
    icon: ClassVar[str]
    unit: ClassVar[str]
    best: ClassVar[str] = "best"
    at_best: ClassVar[str]
    line: ClassVar[str]
    goal: ClassVar[str]
    wins: ClassVar[str]
    scoring: ClassVar[str]
    rules: ClassVar[str]
    between: ClassVar[str] = " → "
    drawing: ClassVar[str]
    command: ClassVar[bool] = False

    @property
    def game(self) -> Game:
        """What the game is."""
        return GAMES[self.name]

    @property
    def titled(self) -> str:
        """The name with its icon."""
        return f"{self.icon} {self.name}"

    def amount(self, result: int) -> str:
        """Return a result in the unit of the game: "5 steps", "1 word"."""
        return many(result, self.unit)

    def scoring_by(self, rule: str) -> str:
        """Return the rules of a contest."""
        return self.scoring

    # What is to be done

    @abstractmethod
    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is, and nothing that lets anybody begin before they play."""

    @abstractmethod
    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what is to be done, and how good the best is; `points`: whether misses cost any."""

    @abstractmethod
    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say what is to be done to somebody who is doing it and has so many words."""

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what a form wants that takes the next word or more."""
        return f"{next_move(puzzle, progress)}. Or several words."

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str) -> str:
        """Say that a try is right, and what comes next; it does not solve the puzzle yet."""
        return f"✅ **“{verdict.words[-1]}” fits!** {onward}."

    # How good an answer is

    def at_par(self, puzzle: Puzzle, result: int) -> str:
        """Return what is said of a result that is as good as par."""
        return self.at_best

    @abstractmethod
    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best is of a puzzle that is over, and how sure that is."""

    def proven(self, amount: str) -> str:
        """Say how good the best is of a puzzle of somebody's own."""
        return f"The best has **{amount}** – that’s proven."

    def too_early(self, puzzle: Puzzle, at: int) -> str:
        """Say of a line that was best as far as it goes, to before word `at`, that it goes on."""
        return "Up to here it was the best. It goes on."

    @abstractmethod
    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""

    # Words and pictures

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the words of a try as far as they are right; `done`: they are all there.

        What is new in a word stands in capitals.
        """
        return block(words or puzzle.given)

    def playing(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Show the words that a player has who goes on."""
        return self.lines(puzzle, words, done=False)

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return what to draw of an answer; None where it is too tall."""
        return self.in_rows(puzzle, words)

    def in_rows(
        self, puzzle: Puzzle, words: Sequence[str], *, rails: bool = False
    ) -> RowSketch | None:
        """Return words over one another, between rails or not; None where they are too many."""
        if len(words) > MOST_ROWS:
            return None
        rows = tuple(self._rows(puzzle, words))
        return RowSketch(rows, self.caption(puzzle, words), rails=rails)

    def _rows(self, puzzle: Puzzle, words: Sequence[str]) -> Iterator[LetterRow]:
        """Yield the rows of a picture, and in each the letter that is new."""
        at = 0.0
        yield LetterRow(words[0], at)
        for step, (before, word) in enumerate(pairwise(words), 1):
            moved, new = self.new_letter(puzzle, step, before, word)
            at += moved
            yield LetterRow(word, at, new)

    def new_letter(
        self, puzzle: Puzzle, step: int, before: str, word: str
    ) -> tuple[float, int | None]:
        """Return by how much a word is moved to the right of the one before, and its new letter."""
        return 0, None

    @abstractmethod
    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in a plain line what a picture shows."""

    def spoken(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows, for those who cannot see it."""
        return f"{self.drawing} of words: {', '.join(words)}"

    @abstractmethod
    def blank(self, puzzle: Puzzle) -> Shape:
        """Return a puzzle's shape, to be drawn before anybody plays it."""


def block(lines: Iterator[str] | Sequence[str]) -> str:
    """Return lines as a block of code."""
    return "```\n" + "\n".join(lines) + "\n```"
