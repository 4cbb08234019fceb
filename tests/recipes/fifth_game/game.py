"""Chains: each word begins with the last letter of the one before."""

from __future__ import annotations

from collections.abc import Sequence

from bot.puzzles.games.game import Game
from solvers.daily import Puzzle

LENGTH = 4


class Chain(Game):
    """A puzzle gives the start; a number of words after it solves it."""

    name = "chain"
    step = "Link"
    only_par = True
    own_asked = "“chain”, “chain hard” or “chain cold”"

    def unfit(self, before: str, word: str) -> str | None:
        """Return why a word is no link."""
        if len(word) != LENGTH:
            return f"“{word}” has {len(word)} letters instead of {LENGTH}."
        return None if word[0] == before[-1] else f"“{word}” doesn’t begin with {before[-1]}."

    def result(self, puzzle: Puzzle, words: Sequence[str]) -> int | None:
        """Return how many links there are."""
        return len(words)

    def is_complete(self, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether there are enough."""
        return len(words) == len(puzzle.solution) - 1

    def next_move(self, puzzle: Puzzle, words: Sequence[str]) -> str:
        """Say what the next word may be."""
        return f"Begin a word with {(*puzzle.given, *words)[-1][-1]}"

    def spoils(self, puzzle: Puzzle, asked: Sequence[str], *, drawn: bool = False) -> bool:
        """Return whether a chain from the same start is asked for."""
        return puzzle.given[0] in asked[:1]


GAME = Chain()
