"""What people see of wordsnakes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.puzzles import Progress, Verdict
from bot.ui.games.face import EXAMPLE, Face, block, unlike
from bot.ui.games.rows import Far
from bot.ui.layout import wrap_words
from bot.ui.picture import RowSketch, Sketch
from bot.ui.picture.shape import Shape, first_only
from solvers.daily import Puzzle
from solvers.text import many
from solvers.wordsnake import REMINDERS, Rule, Scored, ScoreRequest, score
from solvers.wordsnake.score import joins, score_pairs

SCORING = {
    "pairs": """\
Put all the words in one order. Where the end of a word is the start of the next, the letters they \
share score: **1** point for one letter, 2 × 2 = **4** for two, 3 × 3 = **9** for three and so on.
{example}""",
    "containment": """\
Lay all the words, one after the other, into one snake that grows. Each word scores the letters it \
covers: 2 × 2 = **4** points for two, 3 × 3 = **9** for three and so on. It has to match every \
letter it covers and leave no gap; one that lies inside the snake covers all its letters.
{example}I lay each word where it fits best. To lay them elsewhere, write a \
position after each: `baab 0`, `aab 1`.""",
}


EXAMPLES = {
    "pairs": (
        """\
```
run → Nausea      1
nauSEA → SEAsick  9
```
`run nausea seasick` scores 10 points.""",
        """\
```
fun → Novel      1
noVEL → VELvet   9
```
`fun novel velvet` scores 10 points.""",
    ),
    "containment": (
        """\
```
baab   0
aab    9  inside: bAAB
ab     4  inside: baAB
```
`baab aab ab` scores 13 points. """,
    ),
}
SHARED = ("nausEA + EArn", "robOT + OTter")


def reminder(rule: Rule, secret: Collection[str]) -> str:
    """Return the line that reminds of a rule; its example has no word of what is secret."""
    if rule != "pairs":
        return REMINDERS[rule]
    example = unlike(SHARED, secret)
    return (
        f"{example} share 2 letters, so 2 × 2 = 4 points"
        if example
        else "2 letters shared score 2 × 2 = 4 points"
    )


class SnakeFace(Face):
    """Words laid into one another."""

    name = "snake"
    icon = "🐍"
    unit = "point"
    at_best = "the best possible"
    line = "make words overlap: nausEA + EArn"
    example = "Neighbours share letters: naus**EA** + **EA**rn scores 2 × 2 = 4."
    goal = "Put the words in a row so that neighbours share letters."
    wins = "the most points"
    scoring = SCORING["pairs"]
    examples = EXAMPLES["pairs"]
    rules = """\
Use every word once. Where the end of a word is the start of the next, the letters they share \
score: nau**SEA** + **SEA**sick share three, so 3 × 3 = 9. Reach the goal to solve it; the closer \
to the best possible, the more points. Tap the words in order, or type them."""
    drawing = "A snake"
    command = True

    def scoring_by(self, rule: str, secret: Collection[str] = ()) -> str:
        """Return the rules of a contest; no example has a word of what is `secret`."""
        return SCORING[rule].replace(EXAMPLE, unlike(EXAMPLES[rule], secret))

    def teaser(self, puzzle: Puzzle) -> str:
        """Say what kind of puzzle it is."""
        count, best = len(puzzle.given), self.amount(puzzle.par)
        return (
            f"Put {count} words in a row so that neighbours overlap. The best possible: **{best}**"
            f"{_unbroken(puzzle)}."
        )

    def task(self, puzzle: Puzzle, *, points: bool = True) -> str:
        """Say what is to be done, and how good the best is."""
        return (
            f"Put all {len(puzzle.given)} words in a row so that neighbours overlap. Sharing "
            "*EA* in naus**EA** + **EA**rn scores 2 × 2 = 4, three letters 3 × 3 = 9. Score "
            f"**{puzzle.goal}** to solve it; the best possible is **{self.amount(puzzle.par)}**"
            f"{_unbroken(puzzle)}."
        )

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who is doing it."""
        return (
            f"Tap all {len(puzzle.given)} words in order. Score **{puzzle.goal}** to solve it; "
            f"the best possible is **{puzzle.par:,}**."
        )

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what a form wants that takes all words."""
        return "One word per line, in the order of your snake."

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say what a try is worth that does not solve the puzzle."""
        if verdict.result is None:
            left = ", ".join(f"“{word}”" for word in puzzle.given if word not in verdict.words)
            return f"Good so far! Still to come: {left}."
        points = self.amount(verdict.result)
        return f"**{points}**. You need {puzzle.goal:,}: try another order!"

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best is of a puzzle that is over."""
        return f"The best possible, proven: **{self.amount(puzzle.par)}**{_unbroken(puzzle)}"

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"{len(puzzle.given)} words: {', '.join(puzzle.given)}"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the words and those that are laid, with what each shares with the one before."""
        listed = f"```\n{wrap_words(puzzle.given)}\n```"
        laid = block(_joined(words)) if words else ""
        return laid if done else f"{listed}\n{laid}"

    def playing(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Show a snake as it grows, with a line for each word to come; buttons have the words."""
        laid = [*_joined(words)] if words else []
        return block([*laid, *("·" for _ in range(len(puzzle.given) - len(laid)))])

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return a snake, coiled."""
        return Sketch(score(ScoreRequest(tuple(words))), self.caption(puzzle, words))

    def board(
        self, puzzle: Puzzle, words: Sequence[str], far: Far = (), *, goal: bool = True
    ) -> Sketch | RowSketch | None:
        """Return a snake with room for all words, however they are laid."""
        laid = score_pairs(words) if words else Scored("pairs", 0, "", ())
        said = f"{len(words)} of {many(len(puzzle.given), 'word')} · {self.amount(laid.score)}"
        return Sketch(laid, said, sum(map(len, puzzle.given)))

    def story(self, puzzle: Puzzle, words: Sequence[str], result: int, said: str) -> Sketch:
        """Return a snake without letters, filled as far as its answer is good."""
        room = sum(map(len, puzzle.given))
        filled = min(room, max(1, room * result // max(1, puzzle.par)))
        return Sketch(score_pairs((" " * filled,)), said, room)

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what a picture shows of a snake that grows; the latest word first."""
        if not words:
            return "A snake without words yet"
        laid = [
            f"{word} +{shared * shared}"
            for word, shared in zip(words, (0, *joins(words)), strict=True)
        ]
        scored = sum(shared * shared for shared in joins(words))
        return f"A snake, its last word first: {', '.join(laid[::-1])}. {self.amount(scored)}"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in a plain line what a picture shows."""
        scored = score(ScoreRequest(tuple(words))).score
        return f"{many(len(words), 'word')}, {self.amount(scored)}"

    def spoken(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows, for those who cannot see it."""
        return f"{self.drawing} of {', '.join(words)}: {self.caption(puzzle, words)}"

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return the words on a snake, blanks but for their first letters."""
        given = puzzle.given
        begins = ", ".join(word[0] for word in given)
        said = f"A snake of {len(given)} words, hidden but for their first letters: {begins}."
        caption = f"{len(given)} words to put in a row"
        return Shape("coil", tuple(map(first_only, given)), caption, said)


FACE = SnakeFace()


def _unbroken(puzzle: Puzzle) -> str:
    """Say behind how good the best is that all its words overlap, where it is known and they do."""
    return " (one unbroken snake)" if puzzle.solution and all(joins(puzzle.solution)) else ""


def _joined(words: Sequence[str]) -> Iterator[str]:
    width = max(map(len, words))
    yield words[0]
    for shared, word in zip(joins(words), words[1:], strict=True):
        yield f"{word[:shared].upper() + word[shared:]:<{width}}  +{shared * shared}"
