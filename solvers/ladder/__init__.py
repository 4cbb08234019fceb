"""Word ladders: the shortest and the most common way from one word to another."""

from solvers.ladder.request import KINDS, MOVES, Ladder, LadderRequest, LadderResult
from solvers.ladder.solver import solve

__all__ = ["KINDS", "MOVES", "Ladder", "LadderRequest", "LadderResult", "solve"]
