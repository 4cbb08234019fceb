"""The story of a puzzle in squares and symbols, which tell no word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.puzzles.games import game_of
from bot.puzzles.hints import is_about
from bot.puzzles.progress import Hint, Progress
from solvers.daily import Puzzle

MISSED = "❌"
MORE, GIVEN_UP = "⋮", "🏳️"
TOLD = {"letter": "💡", "word": "👀"}
"""What was told of a word: a letter, or what it means; or the word itself."""
MOST_ROWS = 6
"""With the line above them, as many as a phone shows at a glance."""
MOST_MISSED = 5
"""More misses at one step are not told."""


def shape(
    puzzle: Puzzle,
    progress: Progress,
    hints: Iterable[Hint] = (),
    results: Sequence[int] = (),
) -> str:
    """Draw a row for each word, its squares before how it came; a ❌ for each that was refused.

    `results`: of whole answers, where one is sent in whole; each is a row. A puzzle that is not
    solved ends with a white flag. Of many rows there are the last.
    """
    game, words, taken = game_of(puzzle), progress.words, tuple(hints)
    if game.arranges:
        rows = [game.squares_of_result(puzzle, result) for result in results]
    else:
        rows = [
            game.squares(puzzle, words, step) + _came(puzzle, progress, step, taken)
            for step in range(len(words))
        ]
    if not game.solves(puzzle, words):
        rows.append(_missed(sum(progress.misses[len(words) :])) + GIVEN_UP)
    return "\n".join(rows if len(rows) <= MOST_ROWS else [MORE, *rows[1 - MOST_ROWS :]])


def _came(puzzle: Puzzle, progress: Progress, step: int, taken: tuple[Hint, ...]) -> str:
    """Return what went before a word: the words that were refused, and what was told of it."""
    missed = progress.misses[step] if step < len(progress.misses) else 0
    before = Progress(progress.words[:step])
    here = [hint for hint in taken if is_about(hint, puzzle, before)]
    told = TOLD["letter"] if here else ""
    if any(hint.kind == "word" and hint.reveals == progress.words[step] for hint in here):
        told = TOLD["word"]
    return _missed(missed) + told


def _missed(count: int) -> str:
    return min(count, MOST_MISSED) * MISSED
