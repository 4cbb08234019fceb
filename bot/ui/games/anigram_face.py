"""What people see of anigrams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.puzzles import Progress, Verdict
from bot.puzzles.games.anigram import GAME, letters_of
from bot.ui.games.face import Face, block
from bot.ui.games.rows import Far
from bot.ui.picture import LetterRow
from bot.ui.picture.rows import BLANK
from bot.ui.picture.shape import NEW, Shape
from bot.ui.words import capital
from solvers.daily import Puzzle
from solvers.text import many


class AnigramFace(Face):
    """Letters that grow in number, and at each stage a word that uses them all."""

    name = "anigram"
    icon = "🔤"
    unit = "stage"
    at_best = "all of them"
    line = "add a letter and mix: team, steam"
    goal = "Make a word of all the letters. Each stage adds one, and you may mix them again."
    wins = "the most stages"
    scoring = """\
Use all of the letters, in any order, to make a word. Then there’s one letter more, and you make \
a word of all of them again. Any word of the letters will do.
{example}Every stage counts: somebody who found five is ahead of somebody who found four."""
    examples = (
        """\
```
4  team
5  Steam
6  masteR
```
""",
        """\
```
4  rate
5  Crate
6  traceD
```
""",
        """\
```
4  pear
5  Spear
6  spreaD
```
""",
    )
    rules = f"""\
Each stage adds a letter. Use all of its letters, in any order, to make a word: team, then steam, \
then master. Any such word will do, and a finished stage stays finished. Each word of the wrong \
letters costs {GAME.miss} points; one that isn’t in my list costs nothing."""
    between = " · "
    drawing = "A pyramid"
    command = True

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        return f"Find {puzzle.par} words. Each uses every letter of the last, plus one new one."

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what to do, and how good the best answer is."""
        cost = f" Each word of the wrong letters costs {GAME.miss} points." if points else ""
        return (
            "Each stage adds a letter. Use all of them, in any order, to make a word: team, "
            f"then steam, then master. Do all **{self.amount(puzzle.par)}** to solve it.{cost}"
        )

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who has begun."""
        return f"Stage **{done + 1}** of {puzzle.par}: use all of its letters."

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what to write into the form for the next word or several."""
        stage = min(len(progress.words), len(puzzle.given) - 1)
        return f"Stage {stage + 1}: use all of {' '.join(letters_of(puzzle, stage))}."

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say that a word is right, and which stage comes next."""
        stage = f"On to stage {len(verdict.words) + 1}."
        return f"✅ **“{verdict.words[-1]}” is right!** {stage}"

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best answer of a finished puzzle is."""
        return "A word for each stage"

    def proven(self, amount: str) -> str:
        """Say how good the best answer of a player's own puzzle is."""
        return f"There are **{amount}**."

    def too_early(self, puzzle: Puzzle, at: int) -> str:
        """Say which word the next stage has."""
        return f"Stage {at + 1} was “{puzzle.solution[at]}”."

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"Six stages from the letters {' '.join(puzzle.given[0])}"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the stages with their words, and the letters of the next."""
        return block(_stages(puzzle, words))

    def rows(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> Iterator[LetterRow]:
        """Yield words that grow on both sides."""
        for stage, word in enumerate(words):
            lit = word.index(puzzle.given[stage]) if stage else None
            yield LetterRow(word, -len(word) / 2, lit)

    def to_come(
        self, puzzle: Puzzle, words: Sequence[str], far: Far, *, goal: bool
    ) -> Iterator[LetterRow]:
        """Yield the letters of the next stage, and blanks for the others."""
        for stage in range(len(words), len(puzzle.given)):
            letters, lit, there = letters_of(puzzle, stage), None, None
            if stage > len(words):
                letters = BLANK * len(letters)
            else:
                there = frozenset[int]()
                lit = letters.index(puzzle.given[stage]) if stage else None
            yield LetterRow(letters, -len(letters) / 2, lit, there)

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what an unfinished puzzle's picture shows: the letters to use, then the words."""
        said = [*reversed(words)]
        if len(words) < len(puzzle.given):
            said.insert(0, f"{' '.join(letters_of(puzzle, len(words)))} to make a word of")
        return f"{self.drawing}, the last stage first: {', '.join(said)}"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in one plain line what a picture shows."""
        return f"from {words[0]} to {words[-1]}"

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return the first letters on top of a pyramid."""
        letters, par = puzzle.given[0], puzzle.par
        blanks = (BLANK * (len(letters) + stage) + NEW for stage in range(par - 1))
        said = (
            f"A pyramid of {par} words: the first of the letters {' '.join(letters)}, each "
            "of one letter more."
        )
        return Shape("rows", (letters, *blanks), f"{many(par, 'word')}, each a letter longer", said)


FACE = AnigramFace()


def _stages(puzzle: Puzzle, words: Sequence[str]) -> Iterator[str]:
    for stage, word in enumerate(words):
        added = puzzle.given[stage]
        shown = capital(word, word.index(added)) if stage else word
        yield f"{len(word)}  {shown}"
    stage = len(words)
    if stage < len(puzzle.given):
        letters = letters_of(puzzle, stage)
        if stage:
            letters = capital(letters, letters.index(puzzle.given[stage]))
        yield f"{len(letters)}  {' '.join(letters)}  ?"
