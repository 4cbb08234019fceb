"""Solve puzzles in worker processes: `await pool.run(solve, request, requester=…)`."""

from bot.solving.kept import Kept
from bot.solving.pool import SHORT_SECONDS, Solving, Watch, WorkerPool
from bot.solving.queue import Requester
from bot.worker import Solve
from bot.worker.progress import Progress

__all__ = [
    "SHORT_SECONDS",
    "Kept",
    "Progress",
    "Requester",
    "Solve",
    "Solving",
    "Watch",
    "WorkerPool",
]
