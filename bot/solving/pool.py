"""The worker processes as the rest of the bot sees them: a request in, a result or an error out."""

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
from bot.logs import LogFormat
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
QUEUE_PER_WORKER = 256
PATIENCE = 60.0
"""Seconds a job may wait for a worker."""
WATCH_SECONDS = 0.25
RESTART_SECONDS = 10.0
"""How long to wait before a worker that did not start is started again."""

FAULT = "The solver failed on this; that is our fault, not yours."


class Solving(Protocol):
    """Where puzzles are solved: worker processes here, or a cluster of machines.

    >>> from solvers import ladder
    >>> async def shortest(solving: Solving) -> str:
    ...     result = await solving.run(ladder.solve, ladder.LadderRequest("cat", "dog"), seconds=5)
    ...     return " ".join(result.shortest.words)
    """

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
        """Call solve(request, lexicon of the tier, deadline) elsewhere and return its result.

        `seconds` is the solver's deadline, at most the timeout set for all. `user` may have one
        job at a time. With `watch`, the solver gets `report=`, and `watch` is awaited with what
        it reports, a few times a second. Raises the solver's PuzzleError, or a SolvingError.
        Cancelling stops the work.
        """

    def health(self) -> dict[str, int]:
        """Count workers, those alive, jobs running and waiting."""

    async def stop(self, grace: float) -> None:
        """Accept no more jobs, give the running ones `grace` seconds, then end."""


class WorkerPool:
    """Worker processes behind a bounded queue. Implements `Solving`."""

    def __init__(
        self,
        workers: int,
        timeout: float,
        *,
        limit: int | None = None,
        patience: float = PATIENCE,
        grace: float = GRACE,
        log_format: LogFormat = "text",
    ) -> None:
        self._timeout = timeout
        self._grace = grace
        self._log_format: LogFormat = log_format
        self._count = workers
        limit = QUEUE_PER_WORKER * workers if limit is None else limit
        self._queue = JobQueue(workers, limit, patience)
        self._workers: list[WorkerProcess] = []
        self._busy: set[int] = set()  # people with a job
        self._running: set[asyncio.Task[Outcome]] = set()
        self._restarting: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._stopping = False

    async def start(self) -> None:
        """Start every process, its index loaded; raise WorkersUnusable if one does not start."""
        self._workers = [WorkerProcess(number, self._log_format) for number in range(self._count)]
        try:
            # The first one alone: it may have to build the index that the others then map.
            await self._workers[0].open()
            await asyncio.gather(*(worker.open() for worker in self._workers[1:]))
        except BaseException:
            await self.stop(grace=0)
            raise
        for worker in self._workers:
            self._queue.release(worker)

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
        """Do what `Solving.run` says; a solver that ignores its deadline is killed soon after."""
        allowed = min(seconds or self._timeout, self._timeout)
        job = Job(next(self._numbers), solve, request, tier, allowed, watch is not None)
        long = allowed > SHORT_SECONDS
        with self._only_one(user):
            worker = await self._queue.acquire(long=long)
            try:
                if self._stopping:  # since it got the worker
                    raise ShuttingDown(CLOSED)
                outcome = await self._work(worker, job, watch)
            finally:
                self._queue.job_done(long=long)
                self._give_back(worker)
        if outcome.puzzle is not None:
            raise outcome.puzzle
        if outcome.trace is not None:
            raise SolverFailed(FAULT, outcome.trace)
        try:
            return pickle.loads(outcome.result)  # noqa: S301 - our own worker made it
        except Exception as error:
            raise SolverFailed(FAULT, traceback.format_exc()) from error

    async def stop(self, grace: float = 10.0) -> None:
        """Accept no more jobs, give the running ones `grace` seconds, then end every process."""
        self._stopping = True
        self._queue.close()
        if self._running:
            await asyncio.wait(self._running, timeout=grace)
        for task in self._running | self._restarting:
            task.cancel()
        await asyncio.gather(*self._running, *self._restarting, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    def health(self) -> dict[str, int]:
        """Count the processes, those that are up, the jobs running, and those that wait."""
        return {
            "workers": self._count,
            "alive": sum(worker.alive for worker in self._workers),
            "running": len(self._running),
            "waiting": len(self._queue),
        }

    async def _work(self, worker: WorkerProcess, job: Job, watch: Watch | None) -> Outcome:
        working = asyncio.create_task(worker.work(job, job.seconds + self._grace))
        self._running.add(working)
        watching = watch and asyncio.create_task(
            _report_progress(working, worker, job.number, watch)
        )
        try:
            return await working
        except asyncio.CancelledError:
            if self._stopping and working.cancelled():
                raise ShuttingDown(CLOSED) from None
            raise
        finally:
            self._running.discard(working)
            if watching:
                await asyncio.wait([watching], timeout=RESTART_SECONDS)
                watching.cancel()

    def _give_back(self, worker: WorkerProcess) -> None:
        if not worker.broken:
            self._queue.release(worker)
        elif not self._stopping:
            restarting = asyncio.create_task(self._restart(worker))
            self._restarting.add(restarting)
            restarting.add_done_callback(self._restarting.discard)

    async def _restart(self, worker: WorkerProcess) -> None:
        while True:
            try:
                await worker.restart()
            except WorkersUnusable:
                log.exception("worker process %d does not start; trying again", worker.number)
                await asyncio.sleep(RESTART_SECONDS)
            else:
                self._queue.release(worker)
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
    working: asyncio.Task[Outcome], worker: WorkerProcess, job: int, watch: Watch
) -> None:
    """Pass on what the job reports until it is over; a failing `watch` does not harm the job."""
    last = None
    while not working.done():
        await asyncio.wait([working], timeout=WATCH_SECONDS)
        progress = worker.progress(job)
        if progress is not None and progress != last and not working.done():
            last = progress
            try:
                await watch(progress)
            except Exception:
                log.exception("progress could not be shown")
                return
