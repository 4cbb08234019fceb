"""Where puzzles are solved: `run(solve, request)` waits its turn and works in another process."""

from bot.dispatch.pool import Dispatcher, Solving
from bot.dispatch.progress import Progress
from bot.dispatch.worker import Solve

__all__ = ["Dispatcher", "Progress", "Solve", "Solving"]
