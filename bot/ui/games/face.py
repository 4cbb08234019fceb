"""What people see of a game: its names, its task, how words are shown, pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from bot.puzzles import DONE, GAMES, NEW, OPEN, Game, Progress, Verdict, next_move
from bot.ui.drawing import AnySketch
from bot.ui.games.rows import Far, sized
from bot.ui.picture import MOST_ROWS, LetterRow, RowSketch, Sketch
from bot.ui.picture.rows import BLANK, MOST_COLUMNS, NO_LETTER
from bot.ui.picture.shape import Shape
from solvers.daily import Puzzle
from solvers.reading import read_words
from solvers.text import many

ALL = frozenset(range(MOST_COLUMNS))
"""Every place of a row."""
TILES = {DONE: NO_LETTER, NEW: NO_LETTER, OPEN: BLANK}
EXAMPLE = "{example}"
"""The placeholder for the example in a contest's rules."""
LATEST = 12
"""Words shown of a long unfinished try."""


def unlike(examples: Iterable[str], secret: Collection[str]) -> str:
    """Return the first example without a secret word or an anagram of one, "" if there is none.

    >>> unlike(["team, steam", "rate, crate"], {"meat"})
    'rate, crate'
    """
    letters = {"".join(sorted(word)) for word in secret}

    def fits(example: str) -> bool:
        return all("".join(sorted(word)) not in letters for word in read_words(example))

    return next(filter(fits, examples), "")


class Face(ABC):
    """A game's face. `words` include the start, if the game has one.

    name     the name of `game`
    icon     shown before the name
    unit     what results are counted in, in the singular
    best     what the best result is called, in a word
    at_best  says in a sentence that a result is the best
    line     the game in a few words, for help
    example  an example of what scores, in a game that puts words in order
    goal     the task, in a sentence
    wins     what decides a contest; `scoring`: the rules of a contest
    examples  replace EXAMPLE in `scoring`
    rules    the rules of a daily puzzle
    between  separates the words of an answer
    drawing  what a picture shows
    rails    whether its pictures are ladders
    command  whether a command of the same name solves it
    """

    name: ClassVar[str]
    icon: ClassVar[str]
    unit: ClassVar[str]
    best: ClassVar[str] = "best"
    at_best: ClassVar[str]
    line: ClassVar[str]
    example: ClassVar[str] = ""
    goal: ClassVar[str]
    wins: ClassVar[str]
    scoring: ClassVar[str]
    rules: ClassVar[str]
    examples: ClassVar[tuple[str, ...]] = ()
    between: ClassVar[str] = " → "
    drawing: ClassVar[str]
    rails: ClassVar[bool] = False
    command: ClassVar[bool] = False

    @property
    def game(self) -> Game:
        """The game itself."""
        return GAMES[self.name]

    @property
    def titled(self) -> str:
        """The name with its icon."""
        return f"{self.icon} {self.name}"

    def amount(self, result: int) -> str:
        """Return a result in the unit of the game: "5 steps", "1 word"."""
        return many(result, self.unit)

    def scoring_by(self, rule: str, secret: Collection[str] = ()) -> str:
        """Return the rules of a contest; no example has a word of what is `secret`."""
        return self.scoring.replace(EXAMPLE, unlike(self.examples, secret))

    # The task

    @abstractmethod
    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is, and nothing that lets anybody begin before they play."""

    @abstractmethod
    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what to do, and how good the best answer is; `points`: whether misses cost points."""

    @abstractmethod
    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say what to do to somebody who has begun and has `done` words."""

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what to write into the form for the next word or several."""
        return f"{next_move(puzzle, progress)}. Or several words."

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say that a try is right, but does not solve the puzzle yet, and what comes next.

        `far`: the distances to the target of the word before and of each new one, if players see
        them.
        """
        return f"✅ **“{verdict.words[-1]}” fits!** {onward}."

    # How good an answer is

    def at_par(self, puzzle: Puzzle, result: int) -> str:
        """Return what to say about a result that is as good as par."""
        return self.at_best

    @abstractmethod
    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best answer of a finished puzzle is, and how sure that is."""

    def which_best(self, puzzle: Puzzle) -> str:
        """Return the line above a best answer, which says whether there are others."""
        if puzzle.ways > 1:
            return f"One of {puzzle.ways:,} best answers:"
        return "The one best answer:" if puzzle.ways else "A best answer:"

    def as_good(self, puzzle: Puzzle) -> str | None:
        """Say below a best answer how many are as good; None if it is the only one."""
        return f"-# One of {puzzle.ways:,} that are just as good." if puzzle.ways > 1 else None

    def proven(self, amount: str) -> str:
        """Say how good the best answer of a player's own puzzle is."""
        return f"The best has **{amount}** – that’s proven."

    def too_early(self, puzzle: Puzzle, at: int) -> str:
        """Say that a line which was the best up to word `at`, where it stopped, goes on."""
        return "Up to here it was the best. It goes on."

    @abstractmethod
    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""

    # Words and pictures

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the words of a try as far as they are right; `done`: the try is complete.

        New letters of a word are in capitals.
        """
        return block(words or puzzle.given)

    def playing(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Show a player's words; `far`: the distance of each to the target."""
        return self.lines(puzzle, words, done=False)

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return what to draw of an answer; None if it is too large."""
        sketch = RowSketch(
            tuple(self.rows(puzzle, words)), self.caption(puzzle, words), rails=self.rails
        )
        return sketch if sketch.legible else None

    def board(
        self, puzzle: Puzzle, words: Sequence[str], far: Far = (), *, goal: bool = True
    ) -> Sketch | RowSketch | None:
        """Return what to draw of an unfinished puzzle: its words, and blanks to fill.

        `goal`: whether players see how good the best is. None if it would be too wide. With too
        many rows, only the last words and the last blanks are drawn.
        """
        there = tuple(self.rows(puzzle, words, far))
        to_come = tuple(self.to_come(puzzle, words, far, goal=goal))[1 - MOST_ROWS :]
        rows = (*there[-max(1, MOST_ROWS - len(to_come)) :], *to_come)
        said = "on the right: steps to go" if any(row.note for row in rows) else ""
        sketch = RowSketch(rows, said, rails=self.rails)
        return sketch if sketch.legible else None

    def story(self, puzzle: Puzzle, words: Sequence[str], result: int, said: str) -> AnySketch:
        """Return what to draw of an answer for people who may still play: without its letters.

        `result`: what it scores; `said`: the caption.
        """
        rows = (self.game.squares(puzzle, tuple(words), step) for step in range(len(words)))
        drawn = tuple(_without_letters(squares) for squares in rows)
        return RowSketch(drawn[-MOST_ROWS:], said, rails=self.rails)

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield the rows of a picture, each with its new letter."""
        return sized(words, far)

    def to_come(
        self, puzzle: Puzzle, words: Sequence[str], far: Far, *, goal: bool
    ) -> Iterator[LetterRow]:
        """Yield the rows of what is still to be found."""
        return iter(())

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what an unfinished puzzle's picture shows, the latest word first."""
        return f"{self.drawing} of words so far, the last first: {', '.join(reversed(words))}"

    @abstractmethod
    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in one plain line what a picture shows."""

    def spoken(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows, for those who cannot see it."""
        return f"{self.drawing} of words: {', '.join(words)}"

    @abstractmethod
    def blank(self, puzzle: Puzzle) -> Shape:
        """Return a puzzle's shape, to be drawn before anybody plays it."""


def _without_letters(squares: str) -> LetterRow:
    """Return a row of tiles for squares, with the new one lit."""
    tiles = "".join(TILES.get(square, "") for square in squares)
    return LetterRow(tiles, -len(tiles) / 2, squares.index(NEW) if NEW in squares else None, ALL)


def block(lines: Iterator[str] | Sequence[str]) -> str:
    """Return lines as a code block."""
    return "```\n" + "\n".join(lines) + "\n```"
