"""The story of a puzzle in symbols that differ in form, not in colour alone, and tell no word."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from bot.puzzles.games import SYMBOLS, Tries, game_of
from bot.puzzles.hints import is_about
from bot.puzzles.progress import Hint, Progress
from solvers.daily import Puzzle

MISSED = "❌"
MOST_MISSED = 5
"""More misses at one step are not told."""


def shape(puzzle: Puzzle, progress: Progress, hints: Iterable[Hint] = ()) -> str:
    """Draw how each word came, after a ❌ for each that was refused before it.

    A puzzle that is not solved ends with a white flag.
    """
    game, words, taken = game_of(puzzle), progress.words, tuple(hints)
    came = [_mark(puzzle, progress, step, taken) for step in range(len(words))]
    marks = game.marks(puzzle, came)
    misses = [n for n, _ in zip_longest(progress.misses, marks, fillvalue=0)][: len(marks)]
    told = [min(n, MOST_MISSED) * MISSED + mark for n, mark in zip(misses, marks, strict=True)]
    last = min(sum(progress.misses[len(words) :]), MOST_MISSED) * MISSED
    return game.shape(puzzle, words, Tries(marks, told, last, game.solves(puzzle, words)))


def _mark(puzzle: Puzzle, progress: Progress, step: int, taken: tuple[Hint, ...]) -> str:
    """Return how a word came, by the hints that were taken before it was there."""
    before = Progress(progress.words[:step])
    here = [hint for hint in taken if is_about(hint, puzzle, before)]
    if any(hint.kind == "word" and hint.reveals == progress.words[step] for hint in here):
        return SYMBOLS["word"]
    return SYMBOLS["letter" if here else "found"]
