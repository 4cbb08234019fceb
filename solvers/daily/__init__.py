"""Daily puzzles: an edition is made from its number and a secret, at the difficulty of its weekday.

`make` has the signature of a solver and runs where puzzles are solved. `CLASSES` says why no
puzzle repeats within a year; each generator's docstring says how its difficulty is measured.
"""

from solvers.daily.draw import CLASSES
from solvers.daily.edition import (
    FIRST_DAY,
    GAMES,
    LEVELS,
    Edition,
    EditionRequest,
    Game,
    day_of,
    game_of,
    level_of,
    number_of,
)
from solvers.daily.make import make

__all__ = [
    "CLASSES",
    "FIRST_DAY",
    "GAMES",
    "LEVELS",
    "Edition",
    "EditionRequest",
    "Game",
    "day_of",
    "game_of",
    "level_of",
    "make",
    "number_of",
]
