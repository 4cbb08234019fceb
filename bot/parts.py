"""No cheating in several questions: an answer that somebody is told in parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.overlap import Told
from bot.puzzles.games import Legs, game_of
from solvers.daily import Puzzle

MOST_TOLD = 2_000
"""How many words are remembered of a person and what is played; then those before are forgotten."""


class Parts:
    """What each person was told that may be a part of an answer to what is being played."""

    def __init__(self) -> None:
        self.told = Told()

    def completed(self, user_id: int, legs: Legs, played: Mapping[Any, Puzzle]) -> list[Any]:
        """Return which puzzles the words of these legs answer, with those told before."""
        return [
            key
            for key, puzzle in played.items()
            if (new := game_of(puzzle).parts(puzzle, legs) - (before := self.told(user_id, key)))
            and game_of(puzzle).completes(puzzle, new | before)
        ]

    def tell(self, user_id: int, legs: Legs, played: Mapping[Any, Puzzle]) -> None:
        """Note that somebody is told the words of these legs."""
        for key in played:
            if len(self.told(user_id, key)) > MOST_TOLD:
                self.told.forget(user_id, key)
        told = {key: game_of(puzzle).parts(puzzle, legs) for key, puzzle in played.items()}
        self.told.add(user_id, {key: some for key, some in told.items() if some})
