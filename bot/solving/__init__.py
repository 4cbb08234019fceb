"""Solve puzzles in worker processes: `await pool.run(solve, request, requester=…)`."""

from bot.solving.pool import Solving, Watch, WorkerPool
from bot.solving.progress import Progress
from bot.solving.queue import Requester
from bot.solving.worker import Solve

__all__ = ["Progress", "Requester", "Solve", "Solving", "Watch", "WorkerPool"]
