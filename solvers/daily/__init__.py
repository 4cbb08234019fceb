"""Daily puzzles: each edition is made from its number and a secret, as hard as its weekday.

`make` has the signature of a solver and runs where puzzles are solved. `Draw` explains why no
puzzle comes back soon; each generator's docstring explains how its difficulty is measured.
"""

from solvers.daily.common import DIFFICULTIES, difficulty_name, level_of_difficulty, rareness_of
from solvers.daily.edition import (
    FIRST_DAY,
    LEVELS,
    Edition,
    EditionRequest,
    Puzzle,
    day_of,
    level_of,
    number_of,
)
from solvers.daily.fresh import FreshRequest, key_of, make_fresh, puzzle_key
from solvers.daily.make import make
from solvers.daily.makers import LineRequest, OwnRequest, OwnResult, makers
from solvers.daily.own import (
    Departure,
    Distances,
    find_departure,
    find_distances,
    solve_own,
)
from solvers.daily.rotation import Rotation, planned_game, rotation_at, rotations, successor

GAMES = tuple(makers())
"""The names of all games, in the order in which they joined."""
DAILY_GAMES = rotations()[-1].games
"""The names of the games that take turns as daily puzzles in the last planned rotation."""

__all__ = [
    "DAILY_GAMES",
    "DIFFICULTIES",
    "FIRST_DAY",
    "GAMES",
    "LEVELS",
    "Departure",
    "Distances",
    "Edition",
    "EditionRequest",
    "FreshRequest",
    "LineRequest",
    "OwnRequest",
    "OwnResult",
    "Puzzle",
    "Rotation",
    "day_of",
    "difficulty_name",
    "find_departure",
    "find_distances",
    "key_of",
    "level_of",
    "level_of_difficulty",
    "make",
    "make_fresh",
    "makers",
    "number_of",
    "planned_game",
    "puzzle_key",
    "rareness_of",
    "rotation_at",
    "rotations",
    "solve_own",
    "successor",
]
