"""Decides which job gets a worker next: a bounded, fair queue before the worker processes."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from bot import metrics
from bot.errors import QueueFull, ShuttingDown
from bot.solving.process import WorkerProcess

FULL = "It’s busy right now: too many puzzles are waiting. Try again in a minute."
CLOSED = "I’m restarting. Try again in a minute."
WINDOW = 60.0
"""Time constant for counting worker time: use that is this many seconds old counts a third
(1/e)."""
FORGOTTEN = 0.001
"""Use of fewer worker seconds than this is forgotten."""

EXTRA = 2
"""Workers besides those for long jobs: one for short and quick jobs, and one for quick jobs."""
LONGEST_QUEUE = 2048
"""The most jobs that may wait: finding the next then takes the event loop a millisecond."""

Length = Literal["quick", "short", "long"]
"""Jobs known to take under half a second, rarely longer; a few seconds; or longer still."""


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asked for a job, and in which server (None: in a direct message).

    A `user_id` of None is the bot's own work for a server, with any number of jobs at a time.
    """

    user_id: int | None
    guild_id: int | None


@dataclass(slots=True)
class _Used:
    """Worker seconds that a person or server used recently, including running jobs."""

    seconds: float = 0.0  # of finished jobs, as they counted at the time `at`
    at: float = 0.0
    running: list[float] = field(default_factory=list)  # when each running job began

    def lately(self, now: float) -> float:
        return self._faded(now) + sum(now - began for began in self.running)

    def end(self, began: float, now: float) -> None:
        self.running.remove(began)
        self.seconds, self.at = self._faded(now) + now - began, now

    def _faded(self, now: float) -> float:
        return self.seconds * math.exp((self.at - now) / WINDOW)


@dataclass(eq=False, slots=True)
class Turn:
    """A job's turn in the queue; `worker` is set once it gets one."""

    share: Hashable
    person: Hashable
    length: Length
    worker: asyncio.Future[WorkerProcess]
    began: float = 0.0


class JobQueue:
    """Servers take turns, and people within each: first comes who recently used workers least.

    All direct messages count as one server, and so does the bot's own work, which has no requester.
    Short jobs leave one worker to quick ones, long jobs one more to short ones. A server gets at
    most half of the queue, and half of the workers for long jobs, but at least one.
    """

    def __init__(self, workers: int, limit: int, patience: float) -> None:
        """Make a queue for `workers` long jobs at a time; there are EXTRA more workers."""
        self._limit = limit  # how many jobs may wait
        self._patience = patience  # how many seconds each may wait
        self._free: list[WorkerProcess] = []
        self._waiting: dict[Hashable, list[Turn]] = {}  # by server; the longest waiting first
        self._left: dict[Length, float] = {"quick": math.inf, "short": workers + 1, "long": workers}
        self._long_share = max(1, workers // 2)  # per server
        self._long_running: Counter[Hashable] = Counter()
        self._used: defaultdict[Hashable, _Used] = defaultdict(_Used)
        self._forget_from = limit
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def acquire(self, requester: Requester | None, length: Length) -> Turn:
        """Wait for a worker; raise QueueFull if the queue is too long or too slow."""
        if self._closed:
            raise ShuttingDown(CLOSED)
        share = share_of(requester)
        worker: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        turn = Turn(share, (share, requester and requester.user_id), length, worker)
        self._waiting.setdefault(share, []).append(turn)
        self._assign()
        if len(self) > self._limit or self._waits_too_much(share):
            self._remove(turn)
            metrics.QUEUE_REFUSED.inc()
            raise QueueFull(FULL)
        try:
            with metrics.QUEUE_WAIT.labels(length).time():
                async with asyncio.timeout(self._patience):
                    await worker
        except TimeoutError:
            self._leave(turn)
            metrics.QUEUE_REFUSED.inc()
            raise QueueFull(FULL) from None
        except BaseException:
            self._leave(turn)
            raise
        return turn

    def job_done(self, turn: Turn) -> None:
        """Note that a job is over; its worker is free only once `release` is called."""
        now = time.monotonic()
        for one in (turn.share, turn.person):
            self._used[one].end(turn.began, now)
        self._change(turn, 1)
        self._assign()

    def release(self, worker: WorkerProcess) -> None:
        """Give a worker to the next in the queue."""
        self._free.append(worker)
        self._assign()

    def withdraw(self) -> list[WorkerProcess]:
        """Take out and return free workers that are dead."""
        gone = [worker for worker in self._free if not worker.alive]
        self._free = [worker for worker in self._free if worker.alive]
        return gone

    def close(self) -> None:
        """Refuse all waiting jobs, and all later ones."""
        self._closed = True
        for waiting in self._waiting.values():
            for turn in waiting:
                turn.worker.set_exception(ShuttingDown(CLOSED))
        self._waiting.clear()

    def _assign(self) -> None:
        """Give free workers to waiting jobs."""
        while self._free and self._waiting and (turn := self._next()) is not None:
            self._remove(turn)
            if turn.share in self._waiting:  # among servers with equal use, it now comes last
                self._waiting[turn.share] = self._waiting.pop(turn.share)
            self._change(turn, -1)
            turn.began = time.monotonic()
            for one in (turn.share, turn.person):
                self._used[one].running.append(turn.began)
            turn.worker.set_result(self._free.pop(0))

    def _next(self) -> Turn | None:
        """Return the turn that may begin and whose server, then person, used least; else None.

        Among equals the longest waiting is first.
        """
        now = time.monotonic()
        self._forget(now)
        ready: dict[Hashable, list[Turn]] = {}
        for share, waiting in self._waiting.items():
            if turns := [turn for turn in waiting if self._may_begin(turn)]:
                ready[share] = turns
        if not ready:
            return None
        share = min(ready, key=lambda share: self._used_by(share, now))
        return min(ready[share], key=lambda turn: self._used_by(turn.person, now))

    def _may_begin(self, turn: Turn) -> bool:
        return self._left[turn.length] > 0 and (
            turn.length != "long" or self._long_running[turn.share] < self._long_share
        )

    def _used_by(self, one: Hashable, now: float) -> float:
        used = self._used.get(one)
        return 0.0 if used is None else used.lately(now)

    def _forget(self, now: float) -> None:
        """Forget who has no recent use, once there are twice as many as remained last time."""
        if len(self._used) > self._forget_from:
            for one, used in [*self._used.items()]:
                if not used.running and used.lately(now) < FORGOTTEN:
                    del self._used[one]
            self._forget_from = max(self._limit, 2 * len(self._used))

    def _change(self, turn: Turn, by: int) -> None:
        """Update the free capacity for a job that begins (-1) or ends (1)."""
        if turn.length != "quick":
            self._left["short"] += by
        if turn.length == "long":
            self._left["long"] += by
            self._long_running[turn.share] -= by
            if not self._long_running[turn.share]:
                del self._long_running[turn.share]

    def _waits_too_much(self, share: Hashable) -> bool:
        return len(self._waiting.get(share, ())) > max(1, self._limit // 2)

    def _remove(self, turn: Turn) -> None:
        waiting = self._waiting[turn.share]
        waiting.remove(turn)
        if not waiting:
            del self._waiting[turn.share]

    def _leave(self, turn: Turn) -> None:
        """Drop a turn whose wait timed out or was cancelled, even if it just got a worker."""
        worker = turn.worker
        if turn in self._waiting.get(turn.share, ()):
            self._remove(turn)
        elif worker.done() and not worker.cancelled() and not worker.exception():
            self.job_done(turn)
            self.release(worker.result())


def share_of(requester: Requester | None) -> Hashable:
    """Return the group to which a requester belongs: a server, all direct messages, or the bot."""
    return "the bot" if requester is None else requester.guild_id
