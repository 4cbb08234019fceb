"""Daily puzzles: an edition is made from its number alone, at the difficulty its weekday asks for.

`make` has a solver's shape and runs where puzzles are solved. `CLASSES` tells how no puzzle
comes back within a year; each generator's docstring tells how its difficulty is measured.
"""

from solvers.daily.calendar import FIRST_DAY, day_of, game_of, level_of, number_of
from solvers.daily.draw import CLASSES
from solvers.daily.edition import GAMES, LEVELS, Edition, EditionRequest, Game
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
