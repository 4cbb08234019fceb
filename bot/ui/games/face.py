"""What people see of a game: its names, what is to be done, words as they are shown, pictures."""

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
"""Where the rules of a contest have their example."""
LATEST = 12
"""Words that are shown of a long try that is not done."""


def unlike(examples: Iterable[str], secret: Collection[str]) -> str:
    """Return the first example that has no word of what is secret, nor its letters; else nothing.

    >>> unlike(["team, steam", "rate, crate"], {"meat"})
    'rate, crate'
    """
    letters = {"".join(sorted(word)) for word in secret}

    def fits(example: str) -> bool:
        return all("".join(sorted(word)) not in letters for word in read_words(example))

    return next(filter(fits, examples), "")


class Face(ABC):
    """A game's face. `words` are shown with the start, where there is one.

    name     that of the game, which `game` is
    icon     before its name
    unit     what results are counted in, one of them
    best     what the best result is called, in a word
    at_best  the same of a result, in a sentence
    line     the game in a few words, for help
    example  of what scores, where words are put in an order
    goal     what is to be done, in a sentence
    wins     what decides in a contest; in `scoring` its rules
    examples  for `scoring`, where it says EXAMPLE
    rules    those of a daily puzzle
    between  what stands between the words of an answer
    drawing  what a picture shows
    rails    whether its pictures are ladders
    command  whether there is one of its name that answers it
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
        """What the game is."""
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

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say that a try is right, and what comes next; it does not solve the puzzle yet.

        `far`: how far the word before and each new one are from the target, where that is told.
        """
        return f"✅ **“{verdict.words[-1]}” fits!** {onward}."

    # How good an answer is

    def at_par(self, puzzle: Puzzle, result: int) -> str:
        """Return what is said of a result that is as good as par."""
        return self.at_best

    @abstractmethod
    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best is of a puzzle that is over, and how sure that is."""

    def which_best(self, puzzle: Puzzle) -> str:
        """Return what stands above a best answer: whether there are others."""
        if puzzle.ways > 1:
            return f"One of {puzzle.ways:,} best answers:"
        return "The one best answer:" if puzzle.ways else "A best answer:"

    def as_good(self, puzzle: Puzzle) -> str | None:
        """Say below a best answer how many are as good; None where that one is all there is."""
        return f"-# One of {puzzle.ways:,} that are just as good." if puzzle.ways > 1 else None

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

    def playing(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Show a player's words; `far`: the distance of each to the target."""
        return self.lines(puzzle, words, done=False)

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return what to draw of an answer; None where it is too large."""
        sketch = RowSketch(
            tuple(self.rows(puzzle, words)), self.caption(puzzle, words), rails=self.rails
        )
        return sketch if sketch.legible else None

    def board(
        self, puzzle: Puzzle, words: Sequence[str], far: Far = (), *, goal: bool = True
    ) -> Sketch | RowSketch | None:
        """Return what to draw of a puzzle that goes on: its words, and blanks to be filled.

        `goal`: players are told how good the best is. None where that would be too wide; of too
        many rows there are the last of its words, and of what is to come.
        """
        there = tuple(self.rows(puzzle, words, far))
        to_come = tuple(self.to_come(puzzle, words, far, goal=goal))[1 - MOST_ROWS :]
        rows = (*there[-max(1, MOST_ROWS - len(to_come)) :], *to_come)
        said = "on the right: steps to go" if any(row.note for row in rows) else ""
        sketch = RowSketch(rows, said, rails=self.rails)
        return sketch if sketch.legible else None

    def story(self, puzzle: Puzzle, words: Sequence[str], result: int, said: str) -> AnySketch:
        """Return what to draw of an answer for those who have still to find it: no letter of it.

        `result`: what it scores; `said`: what stands below.
        """
        rows = (self.game.squares(puzzle, tuple(words), step) for step in range(len(words)))
        drawn = tuple(_without_letters(squares) for squares in rows)
        return RowSketch(drawn[-MOST_ROWS:], said, rails=self.rails)

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield the rows of a picture, and in each the letter that is new."""
        return sized(words, far)

    def to_come(
        self, puzzle: Puzzle, words: Sequence[str], far: Far, *, goal: bool
    ) -> Iterator[LetterRow]:
        """Yield the rows of what is still to be found."""
        return iter(())

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what a picture shows of a puzzle that goes on; the latest word first."""
        return f"{self.drawing} of words so far, the last first: {', '.join(reversed(words))}"

    @abstractmethod
    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in a plain line what a picture shows."""

    def spoken(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows, for those who cannot see it."""
        return f"{self.drawing} of words: {', '.join(words)}"

    @abstractmethod
    def blank(self, puzzle: Puzzle) -> Shape:
        """Return a puzzle's shape, to be drawn before anybody plays it."""


def _without_letters(squares: str) -> LetterRow:
    """Return a row of tiles for squares, the new one lit."""
    tiles = "".join(TILES.get(square, "") for square in squares)
    return LetterRow(tiles, -len(tiles) / 2, squares.index(NEW) if NEW in squares else None, ALL)


def block(lines: Iterator[str] | Sequence[str]) -> str:
    """Return lines as a block of code."""
    return "```\n" + "\n".join(lines) + "\n```"
