"""The worker processes as the rest of the bot sees them: request in, result or error out."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol

from bot import metrics
from bot.errors import (
    OneAtATime,
    ShuttingDown,
    SolverFailed,
    SolvingError,
    WorkersUnusable,
)
from bot.logs import LogFormat, trace
from bot.resources import MOST_MEMORY
from bot.retries import pause_after
from bot.solving.process import WorkerProcess
from bot.solving.queue import CLOSED, EXTRA, LONGEST_QUEUE, JobQueue, Length, Requester, Turn
from bot.worker import Job, Outcome, Solve
from bot.worker.progress import Progress

log = logging.getLogger(__name__)

Watch = Callable[[Progress], Awaitable[None]]

SHORT_SECONDS = 5.0
"""A job that may take longer than this counts as long; few puzzles take this long."""
GRACE = 5.0
"""Seconds a solver gets beyond its deadline before its process is killed.

On a busy machine its last step may take several, and killing it loses everything found."""
QUEUE_PER_WORKER = 256
QUEUE_PATIENCE = 60.0
"""Seconds a job may wait for a worker."""
WATCH_SECONDS = 0.25
WATCH_PATIENCE = 10.0
"""Seconds an answer waits for progress that is still being shown."""
TEND_SECONDS = 1.0
"""How often idle workers are looked after."""
RESTART_SECONDS = 10.0
"""The longest wait before starting a worker again that did not start."""

FAULT = "My solver failed on this one. That’s my fault, not yours."


class Solving(Protocol):
    """Where puzzles are solved: worker processes here, or a cluster of machines.

    >>> from solvers import ladder
    >>> async def shortest(solving: Solving) -> str:
    ...     request = ladder.LadderRequest("cat", "dog")
    ...     result = await solving.run(ladder.solve, request, requester=None, seconds=5)
    ...     return " ".join(result.shortest.words)
    """

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        requester: Requester | None,
        tier: str = "full",
        seconds: float | None = None,
        quick: bool = False,
        watch: Watch | None = None,
    ) -> Any:
        """Call solve(request, lexicon of the tier, deadline) elsewhere and return its result.

        `requester` is the person who asked, who may have one job at a time; None is for the bot's
        own work. `seconds` is the solver's deadline, at most the timeout set for all. A `quick` job
        is known to take under half a second, or rarely a few, whatever the request: one worker is
        reserved for these, and the timeout applies only if they have no `seconds`. With `watch`,
        the solver gets `report=`, and `watch` is awaited with its reports, a few times a second.
        Raises the solver's PuzzleError, or a SolvingError. Cancelling stops the work.
        """

    def health(self) -> dict[str, int]:
        """Count the workers, live workers, running jobs and waiting jobs."""

    async def stop(self, grace: float) -> None:
        """Accept no more jobs, give the running ones `grace` seconds, then end."""


def game_of(module: str) -> str:
    """Return the metrics' name for the game of a solver's module."""
    return module.removeprefix("solvers.").partition(".")[0]


class WorkerPool:
    """Worker processes behind a bounded, fair queue. Implements `Solving`.

    There are two more than `workers`: one is reserved for short jobs, and one for quick ones (see
    `JobQueue`). `timeout`: the most seconds for a job; `memory`: MiB of data that a job may take
    beyond what a process has at rest.
    """

    def __init__(
        self,
        workers: int,
        timeout: float,
        *,
        limit: int | None = None,
        patience: float = QUEUE_PATIENCE,
        grace: float = GRACE,
        memory: int = MOST_MEMORY,
        log_format: LogFormat = "text",
    ) -> None:
        self.timeout = timeout
        self._grace = grace
        self._log_format: LogFormat = log_format
        self._memory = memory << 20
        self._count = workers + EXTRA
        limit = min(QUEUE_PER_WORKER * workers, LONGEST_QUEUE) if limit is None else limit
        self._queue = JobQueue(workers, limit, patience)
        self._workers: list[WorkerProcess] = []
        self._busy: set[int] = set()  # people with a job
        self._running: set[asyncio.Task[Outcome]] = set()
        self._restarting: set[asyncio.Task[None]] = set()
        self._tending: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._stopping = False

    async def start(self) -> None:
        """Start every process and load its index; raise WorkersUnusable if one does not start."""
        self._workers = [
            WorkerProcess(number, self._memory, self._log_format) for number in range(self._count)
        ]
        try:
            # Start the first one alone: it may have to build the index that the others then map.
            await self._workers[0].open()
            await asyncio.gather(*(worker.open() for worker in self._workers[1:]))
        except BaseException:
            await self.stop(grace=0)
            raise
        for worker in self._workers:
            self._queue.release(worker)
        self._tending = asyncio.create_task(self._tend())

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        requester: Requester | None,
        tier: str = "full",
        seconds: float | None = None,
        quick: bool = False,
        watch: Watch | None = None,
    ) -> Any:
        """Do what `Solving.run` says; a solver that ignores its deadline is killed soon after."""
        allowed = self.timeout if seconds is None else seconds
        if not quick:
            allowed = min(allowed, self.timeout)
        job = Job(
            number=next(self._numbers),
            solve=solve,
            request=request,
            tier=tier,
            seconds=allowed,
            reports=watch is not None,
        )
        length: Length = "quick" if quick else "long" if allowed > SHORT_SECONDS else "short"
        with self.only_one(requester):
            turn = await self._queue.acquire(requester, length)
            worker = turn.worker.result()
            # The task, not this call, holds the worker, so that it is free once the job is over,
            # even while the last progress is still being shown.
            working = asyncio.create_task(self._work(worker, job))
            working.add_done_callback(lambda _: self._give_back(worker, turn))
            outcome = await self._watched(working, worker, job.number, watch)
        if outcome.puzzle is not None:
            raise outcome.puzzle
        if outcome.trace is not None:
            raise SolverFailed(FAULT, outcome.trace)
        try:
            return pickle.loads(outcome.result)  # noqa: S301 - our own worker made it
        except Exception as error:
            raise SolverFailed(FAULT, trace(error)) from error

    async def stop(self, grace: float = 10.0) -> None:
        """Accept no more jobs, give the running ones `grace` seconds, then end every process."""
        self._stopping = True
        self._queue.close()
        if self._running:
            await asyncio.wait(self._running, timeout=grace)
        if self._tending is not None:
            self._tending.cancel()
        for task in self._running | self._restarting:
            task.cancel()
        await asyncio.gather(*self._running, *self._restarting, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    def health(self) -> dict[str, int]:
        """Count the processes, live processes, running jobs and waiting jobs."""
        return {
            "workers": self._count,
            "alive": sum(worker.alive for worker in self._workers),
            "running": len(self._running),
            "waiting": len(self._queue),
        }

    async def _work(self, worker: WorkerProcess, job: Job) -> Outcome:
        if self._stopping:  # since the job got its worker
            raise ShuttingDown(CLOSED)
        began, outcome = time.monotonic(), "cancelled"
        try:
            done = await worker.work(job, job.seconds + self._grace)
        except SolvingError as error:
            outcome = type(error).__name__
            raise
        else:
            outcome = "done" if done.trace is None else "failed"
            return done
        finally:
            metrics.SOLVER.labels(game_of(job.solve.__module__), outcome).observe(
                time.monotonic() - began
            )

    async def _watched(
        self, working: asyncio.Task[Outcome], worker: WorkerProcess, job: int, watch: Watch | None
    ) -> Outcome:
        self._running.add(working)
        working.add_done_callback(self._running.discard)
        watching = watch and asyncio.create_task(_report_progress(working, worker, job, watch))
        try:
            return await working
        except asyncio.CancelledError:
            if self._stopping and working.cancelled():
                raise ShuttingDown(CLOSED) from None
            raise
        finally:
            if watching:
                await asyncio.wait([watching], timeout=WATCH_PATIENCE)
                watching.cancel()

    def _give_back(self, worker: WorkerProcess, turn: Turn) -> None:
        self._queue.job_done(turn)
        if not worker.broken:
            self._queue.release(worker)
        else:
            self._replace(worker)

    async def _tend(self) -> None:
        """Replace processes that died while idle, before a job gets one."""
        while True:
            await asyncio.sleep(TEND_SECONDS)
            for worker in self._queue.withdraw():
                log.warning("worker process %d has died; starting another", worker.number)
                self._replace(worker)

    def _replace(self, worker: WorkerProcess) -> None:
        if not self._stopping:
            restarting = asyncio.create_task(self._restart(worker))
            self._restarting.add(restarting)
            restarting.add_done_callback(self._restarting.discard)

    async def _restart(self, worker: WorkerProcess) -> None:
        for failures in itertools.count():
            try:
                await worker.restart()
            except WorkersUnusable:
                log.exception("worker process %d does not start; trying again", worker.number)
                await asyncio.sleep(pause_after(failures, RESTART_SECONDS / 64, RESTART_SECONDS))
            else:
                self._queue.release(worker)
                return

    @contextlib.contextmanager
    def only_one(self, requester: Requester | None) -> Iterator[None]:
        """Note that a person has a job during the block; raises OneAtATime if they have one."""
        if requester is None or requester.user_id is None:
            yield
            return
        if requester.user_id in self._busy:
            raise OneAtATime("I’m still working on your last puzzle. Ask again when it’s done.")
        self._busy.add(requester.user_id)
        try:
            yield
        finally:
            self._busy.discard(requester.user_id)


async def _report_progress(
    working: asyncio.Task[Outcome], worker: WorkerProcess, job: int, watch: Watch
) -> None:
    """Pass on a job's progress until it is over; a failing `watch` does not harm the job."""
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
