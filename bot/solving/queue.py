"""Which job gets a worker next: a bounded, fair queue in front of the worker processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from bot import metrics
from bot.errors import QueueFull, ShuttingDown
from bot.solving.process import WorkerProcess

FULL = "It’s busy just now: too many puzzles are waiting. Try again in a minute."
CLOSED = "I’m restarting. Try again in a minute."


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asked for a job, and in which server; None: in a direct message.

    Nobody in a server is what the bot does there by itself, any number of jobs at a time.
    """

    user_id: int | None
    guild_id: int | None


@dataclass(eq=False, slots=True)
class _Waiter:
    share: Hashable
    long: bool
    worker: asyncio.Future[WorkerProcess]


class JobQueue:
    """Round robin over servers, and in each first come, first served.

    Long jobs leave one worker to short ones. A server has at most half of the queue and half of
    the workers for long jobs, but always one. A direct message counts as a server of its own, and
    so does the bot's own work, which has no requester.
    """

    def __init__(self, workers: int, limit: int, patience: float) -> None:
        self._limit = limit  # how many may wait
        self._patience = patience  # for how many seconds each may wait
        self._free: list[WorkerProcess] = []
        self._waiting: dict[Hashable, list[_Waiter]] = {}  # by server; whose turn it is comes first
        self._long_left = max(1, workers - 1)  # long jobs that may still start
        self._long_share = max(1, self._long_left // 2)  # of one server
        self._long_running: Counter[Hashable] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def acquire(self, requester: Requester | None, *, long: bool) -> WorkerProcess:
        """Wait for a worker; raise QueueFull when the queue is too long or too slow."""
        if self._closed:
            raise ShuttingDown(CLOSED)
        waiter = _Waiter(share_of(requester), long, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(waiter.share, []).append(waiter)
        self._assign()
        if len(self) > self._limit or self._waits_too_much(waiter.share):
            self._remove(waiter)
            metrics.QUEUE_REFUSED.inc()
            raise QueueFull(FULL)
        try:
            with metrics.QUEUE_WAIT.labels("long" if long else "short").time():
                async with asyncio.timeout(self._patience):
                    return await waiter.worker
        except TimeoutError:
            self._leave(waiter)
            metrics.QUEUE_REFUSED.inc()
            raise QueueFull(FULL) from None
        except BaseException:
            self._leave(waiter)
            raise

    def job_done(self, requester: Requester | None, *, long: bool) -> None:
        """Note that a job is over; its worker is free only once `release` is called."""
        if long:
            self._end_long(share_of(requester))
        self._assign()

    def release(self, worker: WorkerProcess) -> None:
        """Give a worker to the next in the queue."""
        self._free.append(worker)
        self._assign()

    def withdraw(self) -> list[WorkerProcess]:
        """Take out the free workers that are not alive, and return them."""
        gone = [worker for worker in self._free if not worker.alive]
        self._free = [worker for worker in self._free if worker.alive]
        return gone

    def close(self) -> None:
        """Turn away everybody who waits, and all who come later."""
        self._closed = True
        for waiting in self._waiting.values():
            for waiter in waiting:
                waiter.worker.set_exception(ShuttingDown(CLOSED))
        self._waiting.clear()

    def _assign(self) -> None:
        """Give the free workers to those who wait."""
        while self._free and (waiter := self._next()) is not None:
            self._remove(waiter)
            if waiter.share in self._waiting:  # the others of this server wait for its next turn
                self._waiting[waiter.share] = self._waiting.pop(waiter.share)
            if waiter.long:
                self._long_left -= 1
                self._long_running[waiter.share] += 1
            waiter.worker.set_result(self._free.pop(0))

    def _next(self) -> _Waiter | None:
        for share, waiting in self._waiting.items():
            may_be_long = self._long_left and self._long_running[share] < self._long_share
            for waiter in waiting:
                if may_be_long or not waiter.long:
                    return waiter
        return None

    def _waits_too_much(self, share: Hashable) -> bool:
        return len(self._waiting.get(share, ())) > max(1, self._limit // 2)

    def _end_long(self, share: Hashable) -> None:
        self._long_left += 1
        self._long_running[share] -= 1
        if not self._long_running[share]:
            del self._long_running[share]

    def _remove(self, waiter: _Waiter) -> None:
        waiting = self._waiting[waiter.share]
        waiting.remove(waiter)
        if not waiting:
            del self._waiting[waiter.share]

    def _leave(self, waiter: _Waiter) -> None:
        """Drop a waiter that timed out or was cancelled, perhaps just as it got a worker."""
        if waiter in self._waiting.get(waiter.share, ()):
            self._remove(waiter)
        elif (
            waiter.worker.done() and not waiter.worker.cancelled() and not waiter.worker.exception()
        ):
            if waiter.long:
                self._end_long(waiter.share)
            self.release(waiter.worker.result())


def share_of(requester: Requester | None) -> Hashable:
    """Return what the requester takes turns as: a server, or themselves in a direct message."""
    if requester is None or requester.guild_id is None:
        return requester
    return requester.guild_id
