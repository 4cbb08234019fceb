"""What people see of truncates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.puzzles import Verdict
from bot.puzzles.games.truncate import GAME
from bot.ui.games.face import Face, block
from bot.ui.games.rows import Far, grown
from bot.ui.picture import LetterRow
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import Shape, first_only
from bot.ui.words import capital
from solvers.daily import Puzzle
from solvers.text import many


class TruncateFace(Face):
    """A word that grows at its ends."""

    name = "truncate"
    icon = "🌱"
    unit = "word"
    at_best = "the most with words people know"
    line = "grow a word: a, la, lap, laps"
    goal = "Grow a word one letter at a time, at its front or its end. Every step has to be a word."
    wins = "the most words"
    scoring = """\
Add one letter at a time, at the front or at the end. What you have has to be a word each time.
{example}More words are ahead; the start counts as one of them, but not for % of best."""
    examples = (
        """\
```
  lap
  lapS
  lapsE
 Elapse
```
""",
        """\
```
 tea
 teaM
Steam
steamS
```
""",
        """\
```
 at
Rat
ratE
rateS
```
""",
    )
    rules = f"""\
Each word is the last one with a letter more, at its front or its end: a, la, lap, laps. Grow the \
first word as far as you can; the longer the line, the more points. The best takes only words that \
people know: each word beyond it earns {GAME.bonus} points on top."""
    drawing = "A staircase"
    command = True

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return (
            f"Grow a word at its front or its end, one letter at a time. With words people "
            f"know, the best line has **{self.amount(puzzle.par)}**."
        )

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what to do, and how good the best answer is."""
        return (
            f"Grow **{puzzle.given[0]}** one letter at a time, at its front or its end; "
            f"every step has to be a word. Get to **{self.amount(puzzle.goal)}**, "
            f"counting {puzzle.given[0]}, to solve it; with words people know, the best is "
            f"**{self.amount(puzzle.par)}**."
        )

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who has begun."""
        goal, best = self.amount(puzzle.goal), self.amount(puzzle.par)
        return f"Get to **{goal}** to solve it · best: **{best}**"

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say that a word is right, and how many words the player needs."""
        words = self.amount(len(verdict.words))
        last = verdict.words[-1]
        return f"✅ **“{last}” fits!** {words} so far. You need {puzzle.goal:,}."

    def which_best(self, puzzle: Puzzle) -> str:
        """Return the line above a best answer; with rarer words there may be better ones."""
        return f"{super().which_best(puzzle).removesuffix(':')} with words people know:"

    def at_par(self, puzzle: Puzzle, result: int) -> str:
        """Return what to say about a result that is as good as par, or better."""
        return "beyond the best!" if result > puzzle.par else self.at_best

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best answer of a finished puzzle is."""
        return f"Best with words people know: **{self.amount(puzzle.par)}**"

    def proven(self, amount: str) -> str:
        """Say how good the best answer of a player's own puzzle is."""
        return f"The longest has **{amount}** – that’s proven."

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"Grown from **{puzzle.given[0]}**"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show words one above the other, each letter in its column."""
        return block(_grown(words or puzzle.given))

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield words that grow, each letter in its column."""
        return grown(words)

    def to_come(
        self, puzzle: Puzzle, words: Sequence[str], far: Far, *, goal: bool
    ) -> Iterator[LetterRow]:
        """Yield a blank for each word up to the best; at least the next."""
        left = puzzle.par - len(words) if goal else 1
        for more in range(1, max(left, 1) + 1):
            yield LetterRow(BLANK * (len(words[-1]) + more), -more / 2)

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in one plain line what a picture shows."""
        return f"{words[0]} grown to {words[-1]}, {self.amount(len(words))}"

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return rows that grow."""
        start, par = first_only(puzzle.given[0]), puzzle.par
        rows = (start, *(BLANK * (len(start) + grown) for grown in range(1, par)))
        said = (
            f"A word of {len(start)} letters with {start[0]} that grows, a letter a step, to "
            f"{len(rows[-1])}."
        )
        return Shape("rows", rows, f"{many(par, 'word')}, each a letter longer", said)


FACE = TruncateFace()


def _grown(words: Sequence[str]) -> Iterator[str]:
    """Yield words one above the other, each letter in its column."""
    fronts = [word[1:] == before for before, word in pairwise(words)]
    for number, word in enumerate(words):
        indent = " " * sum(fronts[number:])
        if number == 0:
            yield indent + word
        else:
            yield indent + capital(word, 0 if fronts[number - 1] else len(word) - 1)
