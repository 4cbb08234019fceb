"""The solver processes as the rest of the bot sees them: ask, wait, get a result or an error."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import traceback
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol

from bot.errors import OneAtATime, ShuttingDown, SolverFailed, WorkersUnusable
from bot.solving.process import WorkerProcess
from bot.solving.progress import Progress
from bot.solving.queue import CLOSED, JobQueue
from bot.solving.worker import Job, Outcome, Solve

log = logging.getLogger(__name__)

Watch = Callable[[Progress], Awaitable[None]]

SHORT_SECONDS = 5.0
"""A job that may take longer than this counts as long."""
GRACE = 3.0
"""Seconds a solver gets beyond its deadline before its process is killed."""
LINE_PER_WORKER = 256
PATIENCE = 60.0
WATCH_SECONDS = 0.25
MEND_SECONDS = 10.0


FAULT = "The solver failed on this; that is our fault, not yours."


class Solving(Protocol):
    """What a command needs; a cluster of machines would offer the same."""

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        tier: str = "full",
        seconds: float | None = None,
        user: int | None = None,
        watch: Watch | None = None,
    ) -> Any:
        """Solve the request within so many seconds and return the result."""

    def health(self) -> dict[str, int]:
        """Count workers, those alive, jobs running and waiting."""

    async def stop(self, grace: float) -> None:
        """Take no more jobs, and end."""


class WorkerPool:
    """Worker processes with a bounded line before them. Implements `Solving`."""

    def __init__(
        self,
        workers: int,
        timeout: float,
        *,
        limit: int | None = None,
        patience: float = PATIENCE,
        grace: float = GRACE,
    ) -> None:
        self._timeout = timeout
        self._grace = grace
        self._workers = workers
        limit = LINE_PER_WORKER * workers if limit is None else limit
        self._line = JobQueue(workers, limit, patience)
        self._seats: list[WorkerProcess] = []
        self._busy: set[int] = set()  # people with a job
        self._running: set[asyncio.Task[Outcome]] = set()
        self._mending: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._stopping = False

    async def start(self) -> None:
        """Start every process, the index loaded; raise WorkersUnusable if one does not come up."""
        self._seats = [WorkerProcess(number) for number in range(self._workers)]
        try:
            # The first alone: it may have to build the index that the others then map.
            await self._seats[0].open()
            await asyncio.gather(*(seat.open() for seat in self._seats[1:]))
        except BaseException:
            await self.stop(grace=0)
            raise
        for seat in self._seats:
            self._line.free(seat)

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        tier: str = "full",
        seconds: float | None = None,
        user: int | None = None,
        watch: Watch | None = None,
    ) -> Any:
        """Call solve(request, lexicon of the tier, deadline) in a worker and return its result.

        `seconds` is the solver's deadline (at most the timeout set for all); a solver that
        ignores it is killed a little later. `user` may have one job at a time. With `watch`, the
        solver gets `report=` and `watch` is awaited with what it reports, some times a second.
        Raises the solver's PuzzleError, or a DispatchError. Cancelling stops the work.
        """
        allowed = min(seconds or self._timeout, self._timeout)
        job = Job(next(self._numbers), solve, request, tier, allowed, watch is not None)
        long = allowed > SHORT_SECONDS
        with self._only_one(user):
            seat = await self._line.take(long=long)
            try:
                if self._stopping:  # it was called out of the line a moment before
                    raise ShuttingDown(CLOSED)
                outcome = await self._work(seat, job, watch)
            finally:
                self._line.end(long=long)
                self._give_back(seat)
        if outcome.puzzle is not None:
            raise outcome.puzzle
        if outcome.trace is not None:
            raise SolverFailed(FAULT, outcome.trace)
        try:
            return pickle.loads(outcome.result)  # noqa: S301 - our own worker made it
        except Exception as error:
            raise SolverFailed(FAULT, traceback.format_exc()) from error

    async def stop(self, grace: float = 10.0) -> None:
        """Take no more jobs, give the running ones so many seconds, then end every process."""
        self._stopping = True
        self._line.close()
        if self._running:
            await asyncio.wait(self._running, timeout=grace)
        for task in self._running | self._mending:
            task.cancel()
        await asyncio.gather(*self._running, *self._mending, return_exceptions=True)
        await asyncio.gather(*(seat.close() for seat in self._seats))

    def health(self) -> dict[str, int]:
        """Count the processes that are up, the jobs running, and those that wait."""
        return {
            "workers": self._workers,
            "alive": sum(seat.alive for seat in self._seats),
            "running": len(self._running),
            "waiting": len(self._line),
        }

    async def _work(self, seat: WorkerProcess, job: Job, watch: Watch | None) -> Outcome:
        working = asyncio.create_task(seat.work(job, job.seconds + self._grace))
        self._running.add(working)
        watching = watch and asyncio.create_task(_report_progress(working, seat, job.number, watch))
        try:
            return await working
        except asyncio.CancelledError:
            if self._stopping and working.cancelled():
                raise ShuttingDown(CLOSED) from None
            raise
        finally:
            self._running.discard(working)
            if watching:
                await asyncio.wait([watching], timeout=MEND_SECONDS)
                watching.cancel()

    def _give_back(self, seat: WorkerProcess) -> None:
        if not seat.spoiled:
            self._line.free(seat)
        elif not self._stopping:
            mending = asyncio.create_task(self._mend(seat))
            self._mending.add(mending)
            mending.add_done_callback(self._mending.discard)

    async def _mend(self, seat: WorkerProcess) -> None:
        while True:
            try:
                await seat.renew()
            except WorkersUnusable:
                log.exception("solver process %d does not come up; trying again", seat.number)
                await asyncio.sleep(MEND_SECONDS)
            else:
                self._line.free(seat)
                return

    @contextlib.contextmanager
    def _only_one(self, user: int | None) -> Iterator[None]:
        if user is None:
            yield
            return
        if user in self._busy:
            raise OneAtATime(
                "Your last puzzle is still being worked on; ask again when it is done."
            )
        self._busy.add(user)
        try:
            yield
        finally:
            self._busy.discard(user)


async def _report_progress(
    working: asyncio.Task[Outcome], seat: WorkerProcess, job: int, watch: Watch
) -> None:
    """Pass on what the job reports until it is over; a failure to tell does not harm the job."""
    last = None
    while not working.done():
        await asyncio.wait([working], timeout=WATCH_SECONDS)
        progress = seat.progress(job)
        if progress is not None and progress != last and not working.done():
            last = progress
            try:
                await watch(progress)
            except Exception:
                log.exception("progress could not be shown")
                return
