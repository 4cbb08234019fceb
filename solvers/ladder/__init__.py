"""Word ladders: the shortest and the most common way from one word to another."""

from solvers.ladder.request import (
    COSTS,
    KINDS,
    MOVES,
    Ladder,
    LadderList,
    LadderRequest,
    LadderResult,
)
from solvers.ladder.solver import ranked, sample, solve

__all__ = [
    "COSTS",
    "KINDS",
    "MOVES",
    "Ladder",
    "LadderList",
    "LadderRequest",
    "LadderResult",
    "ranked",
    "sample",
    "solve",
]
