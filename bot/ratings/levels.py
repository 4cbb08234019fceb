"""Rates puzzles and training players against each other; levels follow from the ratings.

A puzzle starts at its generator's measure. A player who solves it without a hint beats it, a player
who gives up is beaten by it, as in openskill's model for two. Both are on one scale, on which a new
player starts in the middle of Fair, and a level is `STEP` wide.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.ratings.rating import new_skill, rate
from bot.store.schema import PuzzleRating
from solvers.daily import LEVELS, Puzzle, level_of_difficulty, puzzle_key

STEP = 3.0
MIDDLE = 3.5
"""The middle of level Fair, on the scale of difficulties."""
SIGMA = 2.0
"""A new puzzle's sigma, as its measure is mostly right."""
LEAST = 4.0
"""A player's sigma never falls below this, because people improve: some three puzzles a level."""
PRECISION = 6


class Skill(NamedTuple):
    """A player's skill, or the skill that a puzzle takes, and how uncertain that is."""

    mu: float
    sigma: float


NEW = Skill(*new_skill())
LOWEST, HIGHEST = (NEW.mu + STEP * (end - MIDDLE) for end in (LEVELS[0], LEVELS[-1] + 1))
"""Limits of a player's skill, as somebody beyond the levels would take long to come back."""


def level_of(mu: float) -> int:
    """Return the level of a player's skill, or of a puzzle.

    >>> level_of(NEW.mu), level_of(NEW.mu + STEP), level_of(NEW.mu - 9 * STEP)
    (3, 4, 1)
    """
    return level_of_difficulty(round(MIDDLE + (mu - NEW.mu) / STEP, PRECISION))


def new_rating(puzzle: Puzzle, at: datetime) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has played."""
    mu = NEW.mu + STEP * (puzzle.difficulty - MIDDLE)
    return PuzzleRating(
        puzzle=puzzle_key(puzzle),
        game=puzzle.game,
        level=level_of(mu),
        mu=mu,
        sigma=SIGMA,
        games=0,
        last_at=at,
    )


def after_meeting(
    player: Skill, puzzle: PuzzleRating, at: datetime, *, solved: bool
) -> tuple[Skill, PuzzleRating]:
    """Return both ratings after a player solved a puzzle without help, or did not solve it."""
    places = (1, 2) if solved else (2, 1)
    own, other = rate([player, (puzzle.mu, puzzle.sigma)], places)
    skill = Skill(min(max(own[0], LOWEST), HIGHEST), max(own[1], LEAST))
    mu, sigma = other
    rated = PuzzleRating(
        puzzle=puzzle.puzzle,
        game=puzzle.game,
        level=level_of(mu),
        mu=mu,
        sigma=sigma,
        games=puzzle.games + 1,
        last_at=at,
    )
    return skill, rated
