"""What people see of wordsnakes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.puzzles import Progress, Verdict
from bot.ui.games.face import EXAMPLE, Face, block, unlike
from bot.ui.games.rows import Far
from bot.ui.games.snake_text import in_lines
from bot.ui.layout import wrap_words
from bot.ui.picture import MOST_LETTERS, RowSketch, Sketch
from bot.ui.picture.shape import Shape, first_only
from solvers.daily import Puzzle
from solvers.text import many
from solvers.wordsnake import REMINDERS, RULES, Rule
from solvers.wordsnake.score import joins, score_laid, score_pairs

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
LANES: Mapping[Rule, int] = {"pairs": 0, "containment": 2}
"""Lines below a growing snake, for the words inside it."""


def reminder(rule: Rule, secret: Collection[str]) -> str:
    """Return the line that reminds of a rule; its example has no secret word."""
    if rule != "pairs":
        return REMINDERS[rule]
    example = unlike(SHARED, secret)
    return (
        f"{example} share 2 letters, so 2 × 2 = 4 points"
        if example
        else "2 letters shared score 2 × 2 = 4 points"
    )


class SnakeFace(Face):
    """Words laid into one another, by a rule that only a contest may choose."""

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

    def __init__(self, rule: Rule = "pairs") -> None:
        self.rule = rule

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
        """Say what to do, and how good the best answer is."""
        return (
            f"Put all {len(puzzle.given)} words in a row so that neighbours overlap. Sharing "
            "*EA* in naus**EA** + **EA**rn scores 2 × 2 = 4, three letters 3 × 3 = 9. Score "
            f"**{puzzle.goal}** to solve it; the best possible is **{self.amount(puzzle.par)}**"
            f"{_unbroken(puzzle)}."
        )

    def task_in_short(self, puzzle: Puzzle, done: int) -> str:
        """Say it to somebody who has begun."""
        return (
            f"Tap all {len(puzzle.given)} words in order. Score **{puzzle.goal}** to solve it; "
            f"the best possible is **{puzzle.par:,}**."
        )

    def prompt(self, puzzle: Puzzle, progress: Progress) -> str:
        """Say what to write into the form for all words."""
        return "One word per line, in the order of your snake."

    def right(self, puzzle: Puzzle, verdict: Verdict, onward: str, far: Far = ()) -> str:
        """Say what a try that does not solve the puzzle is worth."""
        if verdict.result is None:
            left = ", ".join(f"“{word}”" for word in puzzle.given if word not in verdict.words)
            return f"Good so far! Still to come: {left}."
        points = self.amount(verdict.result)
        return f"**{points}**. You need {puzzle.goal:,}: try another order!"

    def claim(self, puzzle: Puzzle) -> str:
        """Say how good the best answer of a finished puzzle is."""
        return f"The best possible, proven: **{self.amount(puzzle.par)}**{_unbroken(puzzle)}"

    def subject(self, puzzle: Puzzle) -> str:
        """Say in a line what the puzzle was."""
        return f"{len(puzzle.given)} words: {', '.join(puzzle.given)}"

    def lines(self, puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str:
        """Show the words, and the snake so far with what each word shares with the one before."""
        listed = f"```\n{wrap_words(puzzle.given)}\n```"
        laid = block(in_lines(score_laid(words, self.rule))) if words else ""
        return laid if done else f"{listed}\n{laid}"

    def playing(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Show a growing snake, with a line for each word to come; the words are on buttons."""
        to_come = len(puzzle.given) - len(words)
        return block([*in_lines(score_laid(words, self.rule)), *("·" for _ in range(to_come))])

    def picture(self, puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
        """Return a coiled snake."""
        return Sketch(score_laid(words, self.rule), self.caption(puzzle, words))

    def board(
        self, puzzle: Puzzle, words: Sequence[str], far: Far = (), *, goal: bool = True
    ) -> Sketch | RowSketch | None:
        """Return a snake with room for all words, in whatever order they come."""
        laid, room = score_laid(words, self.rule), sum(map(len, puzzle.given))
        if room > MOST_LETTERS:
            return None
        said = f"{len(words)} of {many(len(puzzle.given), 'word')} · {self.amount(laid.score)}"
        return Sketch(laid, said, room, LANES[self.rule])

    def story(self, puzzle: Puzzle, words: Sequence[str], result: int, said: str) -> Sketch:
        """Return a snake without letters, filled in proportion to its answer's quality."""
        room = sum(map(len, puzzle.given))
        filled = min(room, max(1, room * result // max(1, puzzle.par)))
        return Sketch(score_pairs((" " * filled,)), said, room)

    def board_spoken(self, puzzle: Puzzle, words: Sequence[str], far: Far = ()) -> str:
        """Say what a growing snake's picture shows, the latest word first."""
        if not words:
            return "A snake without words yet"
        scored = score_laid(words, self.rule)
        laid = ", ".join(f"{placed.word} +{placed.score}" for placed in reversed(scored.order))
        return f"A snake, its last word first: {laid}. {self.amount(scored.score)}"

    def caption(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say in one plain line what a picture shows."""
        scored = score_laid(words, self.rule).score
        return f"{many(len(words), 'word')}, {self.amount(scored)}"

    def spoken(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what a picture shows, for those who cannot see it."""
        return f"{self.drawing} of {', '.join(words)}: {self.caption(puzzle, words)}"

    def blank(self, puzzle: Puzzle) -> Shape:
        """Return a snake of the words, blank except for their first letters."""
        given = puzzle.given
        begins = ", ".join(word[0] for word in given)
        said = f"A snake of {len(given)} words, hidden but for their first letters: {begins}."
        caption = f"{len(given)} words to put in a row"
        return Shape("coil", tuple(map(first_only, given)), caption, said)


FACE = SnakeFace()
BY_RULE = {rule: SnakeFace(rule) for rule in RULES}


def _unbroken(puzzle: Puzzle) -> str:
    """Say, after the best score, that all words of the best snake overlap, if they do."""
    return " (one unbroken snake)" if puzzle.solution and all(joins(puzzle.solution)) else ""
