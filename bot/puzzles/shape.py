"""The story of a puzzle in symbols that differ in form, not in colour alone, and tell no word.

ladder    a rung a line, up to the flag; ❌ for each word that was refused before it
snake     a hint for its first word, then how many letters each join shares
anigram   how many letters each stage has, and how its word came, after its ❌
truncate  from the seed, a word each, after its ❌; ⬜ is left to the best, ⭐ is beyond it
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, zip_longest

from bot.puzzles.hints import Hint, is_about
from bot.puzzles.judging import Progress, is_solved, result_of
from solvers.daily import Puzzle
from solvers.wordsnake.score import overlap

SYMBOLS = {"found": "🟩", "letter": "💡", "word": "👀"}
"""How a word came: by oneself, after the hint of a letter, or given."""
MISSED = "❌"
MOST_MISSED = 5
"""More misses at one step are not told."""
MOST_RUNGS = 12
"""The rungs of a longer ladder share a line."""
GIVEN_UP = "🏳️"


def shape(puzzle: Puzzle, progress: Progress, hints: Iterable[Hint] = ()) -> str:
    """Draw how each word came; a puzzle that is not solved ends with a white flag."""
    taken = tuple(hints)
    marks = [_mark(puzzle, progress, step, taken) for step in range(len(progress.words))]
    if puzzle.game == "truncate":
        marks = marks[: puzzle.par - 1] + ["⭐"] * (len(marks) - puzzle.par + 1)
    misses = [n for n, _ in zip_longest(progress.misses, marks, fillvalue=0)][: len(marks)]
    last = min(sum(progress.misses[len(progress.words) :]), MOST_MISSED) * MISSED
    result = result_of(puzzle, progress.words)
    done = result is not None and is_solved(puzzle, result)
    tries = [
        min(missed, MOST_MISSED) * MISSED + mark for missed, mark in zip(misses, marks, strict=True)
    ]
    match puzzle.game:
        case "ladder":
            end = "🏁" if done else last + GIVEN_UP
            return ("\n" if len(tries) <= MOST_RUNGS else "").join([*tries, end])
        case "snake":
            shared = [overlap(a, b) for a, b in pairwise(progress.words)]
            joins = [
                str(letters) if mark == SYMBOLS["found"] else mark
                for letters, mark in zip(shared, marks[1:], strict=True)
            ]
            first = [mark for mark in marks[:1] if mark != SYMBOLS["found"]]
            end = "" if done else GIVEN_UP
            return " ".join(["🐍", *first, "-".join(joins) + end])
        case "anigram":
            sizes = range(len(puzzle.given[0]), len(puzzle.given[0]) + len(marks))
            stages = [f"{size}{mark}" for size, mark in zip(sizes, tries, strict=True)]
            return " ".join([*stages, *([] if done else [last + GIVEN_UP])])
        case "truncate":
            left = ["⬜"] * (puzzle.par - 1 - len(marks))
            return "".join(["🌱", *tries, *left] if done else ["🌱", *tries, last, *left, GIVEN_UP])


def _mark(puzzle: Puzzle, progress: Progress, step: int, taken: tuple[Hint, ...]) -> str:
    """Return how a word came, by the hints that were taken before it was there."""
    before = Progress(progress.words[:step])
    here = [hint for hint in taken if is_about(hint, puzzle, before)]
    if any(hint.kind == "word" and hint.reveals == progress.words[step] for hint in here):
        return SYMBOLS["word"]
    return SYMBOLS["letter" if here else "found"]
