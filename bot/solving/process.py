"""One worker process, started, watched and replaced.

Each process is a Pebble pool of its own with one worker. The workers of one pool share a pipe and
its locks: one that is killed while it holds a lock would block the others, and one that dies idle
breaks the pool. Here a broken pool costs one process and at most its one job.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import sys
import tempfile
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext

from pebble import ProcessExpired, ProcessPool

from bot.errors import TimeLimit, WorkerCrashed, WorkersUnusable
from bot.logs import LogFormat
from bot.solving import worker
from bot.solving.progress import Progress, Slot
from bot.solving.worker import Job, Outcome

log = logging.getLogger(__name__)

START_SECONDS = 120.0
"""How long a process may take to be ready; the first on a machine may build the index."""
CLOSE_SECONDS = 10.0
LONGEST_FOLDER = 70
"""Bytes of the path for temporary files: with 32 more it is a socket's, which may have 107."""


class WorkerProcess:
    """A process that works on one job at a time."""

    def __init__(self, number: int, log_format: LogFormat = "text") -> None:
        self.number = number
        self._log_format = log_format
        self._slot = Slot()
        self._pool: ProcessPool | None = None
        self._making: asyncio.Future[ProcessPool] | None = None  # what `close` has to end
        self._ending: asyncio.Task[None] | None = None
        self.broken = False  # it must not get another job before `restart`

    async def open(self) -> None:
        """Start the process and wait until it is ready; raise WorkersUnusable if it is not."""
        # Starting blocks while the process is spawned, so a thread does it. It goes on when this
        # call is cancelled; then `close` ends it.
        self._making = asyncio.ensure_future(asyncio.to_thread(self._make_pool))
        try:
            self._pool = await asyncio.shield(self._making)
            ready = self._pool.schedule(worker.ready, timeout=START_SECONDS)
            await asyncio.wait_for(asyncio.wrap_future(ready), START_SECONDS)
        except (ProcessExpired, OSError, RuntimeError) as error:
            await self.close()
            raise WorkersUnusable(
                "The solver process does not start; `python -m solvers word cat` shows why."
            ) from error
        self.broken = False

    async def work(self, job: Job, hard_limit: float) -> Outcome:
        """Work on the job; raise TimeLimit or WorkerCrashed.

        A cancelled call leaves the worker broken: its process is still busy.
        """
        try:
            return await self._attempt(job, hard_limit)
        except (BrokenProcessPool, RuntimeError):
            # The process died before it got the job, perhaps idle: nothing was begun.
            log.warning("worker process %d was gone; starting another", self.number)
            await self.restart()
        try:
            return await self._attempt(job, hard_limit)
        except (BrokenProcessPool, RuntimeError) as error:
            self.broken = True
            raise WorkerCrashed("The solver process does not stay up.") from error

    async def _attempt(self, job: Job, hard_limit: float) -> Outcome:
        if self._pool is None:
            raise BrokenProcessPool("not open")
        future = self._pool.schedule(worker.work, args=(job,), timeout=hard_limit)
        try:
            return await asyncio.wrap_future(future)
        except (asyncio.CancelledError, CancelledError):
            self.broken = True
            raise
        except TimeoutError:
            # Pebble has killed the process, holding the locks itself, and starts another.
            raise TimeLimit(
                f"This puzzle took longer than {job.seconds:.0f} seconds and was stopped; "
                "try a smaller one."
            ) from None
        except ProcessExpired as error:
            self.broken = True  # it may have died with a lock
            log.error("worker process %s died (exit code %s)", error.pid, error.exitcode)  # noqa: TRY400
            raise WorkerCrashed(
                "The solver process died while it worked on this; it has been replaced. Try again."
            ) from None

    def progress(self, job: int) -> Progress | None:
        """Return how far the job has got, if it has reported that."""
        return self._slot.read(job)

    @property
    def alive(self) -> bool:
        """Whether the process is up and fit for a job."""
        return self._pool is not None and self._pool.active and not self.broken

    async def restart(self) -> None:
        """Replace the process and everything it shared with us."""
        await self.close()
        await self.open()

    async def close(self) -> None:
        """End the process: busy, idle, or only just being started."""
        self._pool = None
        if self._making is not None:
            self._ending = asyncio.create_task(_end(self._making))
            self._making = None
        if self._ending is not None:
            await asyncio.wait([self._ending], timeout=CLOSE_SECONDS)

    def _make_pool(self) -> ProcessPool:
        pool = ProcessPool(
            max_workers=1,
            initializer=worker.start,
            initargs=(self._slot, self._log_format),
            context=_context(),
        )
        _ = pool.active  # starts it
        return pool


def _context() -> BaseContext:
    """Return a way to start processes that inherit no event loop, thread or socket of the bot.

    A fork server has the solvers and the word lists loaded once, and its forks share that
    memory. It starts with the first process and ends with the bot. Where there is none, each
    process is spawned; on macOS too, whose own libraries, which NumPy uses, may crash after a
    fork; and where the path of the server's socket would be too long.
    """
    forks = sys.platform != "darwin" and "forkserver" in multiprocessing.get_all_start_methods()
    if not forks or len(os.fsencode(tempfile.gettempdir())) > LONGEST_FOLDER:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bot.solving.preload"])
    return context


async def _end(making: asyncio.Future[ProcessPool]) -> None:
    with contextlib.suppress(OSError, RuntimeError):  # `open` reports it
        await asyncio.to_thread(_stop, await making)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()
