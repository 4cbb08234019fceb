"""Solve puzzles in worker processes: `await pool.run(solve, request)` returns the result."""

from bot.solving.pool import Solving, Watch, WorkerPool
from bot.solving.progress import Progress
from bot.solving.worker import Solve

__all__ = ["Progress", "Solve", "Solving", "Watch", "WorkerPool"]
