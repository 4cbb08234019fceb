"""Hints: a letter of the next word, what it means, or the word itself, each at a cost in points.

As long as a player's words begin a par solution, hints follow it. From elsewhere the game searches
for a way.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.puzzles.games import game_of
from bot.puzzles.judging import line_of
from bot.puzzles.progress import EMPTY, Hint, HintKind, Progress
from solvers.daily import Puzzle
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon
from solvers.lexicon.clues import clue


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A request for a hint: its kind, the player's words, and the hints taken before."""

    puzzle: Puzzle
    kind: HintKind
    progress: Progress = EMPTY
    taken: tuple[Hint, ...] = ()


def has_hint(request: HintRequest) -> bool:
    """Return, without a search, whether a hint can tell anything that the player does not know."""
    puzzle, words = request.puzzle, request.progress.words
    game = game_of(puzzle)
    if game.is_complete(puzzle, words) or not game.has_more(puzzle, words):
        return False
    here = [hint for hint in request.taken if is_about(hint, puzzle, request.progress)]
    if any(hint.kind == "word" for hint in here):
        return False
    if request.kind == "meaning":
        return not game.arranges and not any(hint.kind == "meaning" for hint in here)
    letters = sum(hint.kind == "letter" for hint in here)
    return request.kind == "word" or letters < game.letter_hints(puzzle, words)


def find_hint(
    request: HintRequest, lexicon: Lexicon, _deadline: Deadline | None = None
) -> Hint | None:
    """Return the hint; None if no way goes on. Shaped like a solver, so a worker can run it.

    A letter, the meaning and then the word all belong to the same word. A meaning is a clue that
    names neither the word nor a relative; it is empty if there is none.
    """
    puzzle, game = request.puzzle, game_of(request.puzzle)
    line = line_of(puzzle, request.progress)
    word = game.onward(puzzle, line, lexicon)
    if word is None:
        return None
    step, after = game.place(line)
    match request.kind:
        case "word":
            reveals = word
        case "meaning":
            reveals = clue(word, lexicon) or ""
        case "letter":
            here = (one for one in request.taken if is_about(one, puzzle, request.progress))
            reveals = game.letter(after, word, sum(one.kind == "letter" for one in here))
    return Hint(request.kind, step, after, reveals)


def is_about(hint: Hint, puzzle: Puzzle, progress: Progress) -> bool:
    """Return whether a hint still tells what may come next, however the player got here."""
    return game_of(puzzle).is_about(hint, line_of(puzzle, progress))
