"""The story of a puzzle in squares and symbols, which reveal no word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.puzzles.games import game_of
from bot.puzzles.hints import is_about
from bot.puzzles.progress import Hint, Progress
from solvers.daily import Puzzle

MISSED = "❌"
MORE, GIVEN_UP = "⋮", "🏳️"
TOLD = {"letter": "💡", "word": "👀"}
"""What hints revealed of a word: a letter or its meaning; or the word itself."""
MOST_ROWS = 6
"""As many as a phone shows at a glance, together with the line above them."""
MOST_MISSED = 5
"""Further misses at one step are not shown."""


def shape(
    puzzle: Puzzle,
    progress: Progress,
    hints: Iterable[Hint] = (),
    results: Sequence[int] = (),
) -> str:
    """Draw a row for each word: its squares, a ❌ for each refused word before it, and hints.

    `results`: the results of whole answers, in games where they are sent in whole; each makes a
    row. An unsolved puzzle ends with a white flag. With too many rows, only the last are shown.
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
    """Return what came before a word: the words that were refused, and what hints revealed."""
    missed = progress.misses[step] if step < len(progress.misses) else 0
    before = Progress(progress.words[:step])
    here = [hint for hint in taken if is_about(hint, puzzle, before)]
    told = TOLD["letter"] if here else ""
    if any(hint.kind == "word" and hint.reveals == progress.words[step] for hint in here):
        told = TOLD["word"]
    return _missed(missed) + told


def _missed(count: int) -> str:
    return min(count, MOST_MISSED) * MISSED
