"""Where puzzles are solved: `run(solve, request)` waits its turn and works in another process."""

from bot.solving.pool import Solving, Watch, WorkerPool
from bot.solving.progress import Progress
from bot.solving.worker import Solve

__all__ = ["Progress", "Solve", "Solving", "Watch", "WorkerPool"]
