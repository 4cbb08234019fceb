"""Which job gets a worker next: a bounded queue in front of the worker processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.errors import QueueFull, ShuttingDown
from bot.solving.process import WorkerProcess

FULL = "Too many puzzles are waiting just now; try again in a minute."
CLOSED = "The bot is restarting; try again in a minute."


@dataclass(eq=False, slots=True)
class _Waiter:
    long: bool
    worker: asyncio.Future[WorkerProcess]


class JobQueue:
    """First come, first served; but of several workers, long jobs leave one to short jobs."""

    def __init__(self, workers: int, limit: int, patience: float) -> None:
        self._limit = limit  # how many may wait
        self._patience = patience  # for how many seconds each may wait
        self._free: list[WorkerProcess] = []
        self._waiting: list[_Waiter] = []
        self._long_left = max(1, workers - 1)  # long jobs that may still start
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def acquire(self, *, long: bool) -> WorkerProcess:
        """Wait for a worker; raise QueueFull when the queue is too long or too slow."""
        if self._closed:
            raise ShuttingDown(CLOSED)
        waiter = _Waiter(long, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._assign()
        if len(self._waiting) > self._limit:
            self._waiting.remove(waiter)
            raise QueueFull(FULL)
        try:
            async with asyncio.timeout(self._patience):
                return await waiter.worker
        except TimeoutError:
            self._leave(waiter)
            raise QueueFull(FULL) from None
        except BaseException:
            self._leave(waiter)
            raise

    def job_done(self, *, long: bool) -> None:
        """Note that a job is over; its worker is free only once `release` is called."""
        self._long_left += long
        self._assign()

    def release(self, worker: WorkerProcess) -> None:
        """Give a worker to the next in the queue."""
        self._free.append(worker)
        self._assign()

    def close(self) -> None:
        """Turn away everybody who waits, and all who come later."""
        self._closed = True
        for waiter in self._waiting:
            waiter.worker.set_exception(ShuttingDown(CLOSED))
        self._waiting.clear()

    def _assign(self) -> None:
        """Give the free workers to those who wait."""
        for waiter in list(self._waiting):
            if not self._free:
                return
            if waiter.long and not self._long_left:
                continue
            self._waiting.remove(waiter)
            self._long_left -= waiter.long
            waiter.worker.set_result(self._free.pop(0))

    def _leave(self, waiter: _Waiter) -> None:
        """Drop a waiter that timed out or was cancelled, perhaps just as it got a worker."""
        if waiter in self._waiting:
            self._waiting.remove(waiter)
        elif (
            waiter.worker.done() and not waiter.worker.cancelled() and not waiter.worker.exception()
        ):
            self.job_done(long=waiter.long)
            self.release(waiter.worker.result())
