"""Hints: the next letter or the next word from where a player stands, each at a cost in points.

As long as a player's words begin a par solution, that leads on. From elsewhere the game searches
for the way.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.puzzles.games import game_of
from bot.puzzles.judging import line_of
from bot.puzzles.progress import EMPTY, Hint, HintKind, Progress
from solvers.daily import Puzzle
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Which hint is asked for, by whom: with these words, and these hints taken before."""

    puzzle: Puzzle
    kind: HintKind
    progress: Progress = EMPTY
    taken: tuple[Hint, ...] = ()


def has_hint(request: HintRequest) -> bool:
    """Return whether a hint can tell anything that the player does not know; without a search."""
    puzzle, words = request.puzzle, request.progress.words
    game = game_of(puzzle)
    if game.is_complete(puzzle, words) or not game.has_more(puzzle, words):
        return False
    here = [hint for hint in request.taken if is_about(hint, puzzle, request.progress)]
    if any(hint.kind == "word" for hint in here):
        return False
    return request.kind == "word" or len(here) < game.letter_hints(puzzle, words)


def find_hint(
    request: HintRequest, lexicon: Lexicon, _deadline: Deadline | None = None
) -> Hint | None:
    """Return the hint; None where no way goes on. Shaped like a solver, so a worker can run it.

    A letter and then the word are of the same word.
    """
    puzzle, game = request.puzzle, game_of(request.puzzle)
    line = line_of(puzzle, request.progress)
    word = game.onward(puzzle, line, lexicon)
    if word is None:
        return None
    step, after = game.place(line)
    here = sum(is_about(hint, puzzle, request.progress) for hint in request.taken)
    reveals = word if request.kind == "word" else game.letter(after, word, here)
    return Hint(request.kind, step, after, reveals)


def is_about(hint: Hint, puzzle: Puzzle, progress: Progress) -> bool:
    """Return whether a hint still tells what may come next, whatever way led here."""
    return game_of(puzzle).is_about(hint, line_of(puzzle, progress))
