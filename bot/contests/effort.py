"""How hard a contest's puzzle is, and roughly how long people need for it; pure functions."""

from __future__ import annotations

from typing import NamedTuple

from bot.contests.plan import DEFAULT_LEVEL
from bot.puzzles import GAMES
from bot.store.schema import Contest
from solvers.reading import read_tokens
from solvers.wordsnake import LEVELS, level_of_size

LONGER = {"gentle": 0, "easy": 4, "medium": 6, "hard": 8, "fierce": 11}
"""The least number of words in the best answer for each level, if an organiser chose the puzzle and
it is not a list."""


class Effort(NamedTuple):
    """A level, and minutes."""

    level: str
    minutes: int


def effort(contest: Contest) -> Effort:
    """Return the level that was drawn, or else one by length; and how long people need."""
    game = GAMES[contest.game]
    number = len(contest.words if game.arranges else contest.par_order or ())
    minutes = max(1, round(number * game.word_seconds / 60))
    if contest.drawn is not None:
        named = (token for token in read_tokens(contest.drawn) if token in LEVELS)
        return Effort(next(named, DEFAULT_LEVEL), minutes)
    if game.arranges:
        return Effort(level_of_size(number), minutes)
    return Effort([level for level, least in LONGER.items() if least <= number][-1], minutes)
