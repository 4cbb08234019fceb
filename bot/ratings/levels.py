"""Levels by how people fare: puzzles and those who train are rated against each other.

A puzzle begins where its generator's measure puts it. Whoever solves one without a hint beats it,
whoever gives it up is beaten: openskill's model of two. Both are on one scale, on which a new
player has a Fair puzzle's middle, and a level is `STEP` wide.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.ratings.rating import new_skill, rate
from bot.store.schema import PuzzleRating
from solvers.daily import LEVELS, Puzzle, level_of_difficulty, puzzle_key

STEP = 3.0
MIDDLE = 3.5
"""Of Fair, as difficulties are measured."""
SIGMA = 2.0
"""Of a new puzzle: its measure is mostly right."""
LEAST = 4.0
"""Of a player, however many puzzles they had: people learn. Some three a level, then."""
PRECISION = 6


class Skill(NamedTuple):
    """What somebody manages, or what a puzzle takes, and how uncertain that is."""

    mu: float
    sigma: float


NEW = Skill(*new_skill())
LOWEST, HIGHEST = (NEW.mu + STEP * (end - MIDDLE) for end in (LEVELS[0], LEVELS[-1] + 1))
"""A player is never beyond the levels: they would be long in coming back."""


def level_of(mu: float) -> int:
    """Return the level of a skill, or of a puzzle.

    >>> level_of(NEW.mu), level_of(NEW.mu + STEP), level_of(NEW.mu - 9 * STEP)
    (3, 4, 1)
    """
    return level_of_difficulty(round(MIDDLE + (mu - NEW.mu) / STEP, PRECISION))


def new_rating(puzzle: Puzzle, at: datetime) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has had."""
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
    """Return both after somebody solved a puzzle without help, or did not solve it."""
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
