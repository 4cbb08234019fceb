"""Runs periodic jobs. The store knows what is due; this module only wakes the jobs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.clock import Clock, utc_now
from bot.metrics import JOB_FAILURES
from bot.store.answering import at_leisure

log = logging.getLogger(__name__)

HOUR = 3600.0
DAY = 24 * HOUR
AGAIN_SECONDS = 60.0
"""The longest wait before a failed job is tried again, and the least between log lines about it."""
SOON = 2.0
"""How often to look for due work, in seconds."""


@dataclass(frozen=True, slots=True)
class PeriodicJob:
    """Something to do every `every` seconds; `run` gets the current time.

    It does everything that is due, and nothing twice, so it may be called at any time. With
    `on_wake`, it also runs after each `Scheduler.wake`.
    """

    name: str
    run: Callable[[datetime], Awaitable[object]]
    every: float = SOON
    on_wake: bool = True


class Scheduler:
    """Runs jobs, each in its own task, so that a slow or failing one does not delay the others."""

    def __init__(self, clock: Clock = utc_now) -> None:
        self._clock = clock
        self._wakes: list[asyncio.Event] = []

    def wake(self) -> None:
        """Run the jobs now, because something may have become due."""
        for wake in self._wakes:
            wake.set()

    @contextlib.asynccontextmanager
    async def running(self, jobs: Iterable[PeriodicJob]) -> AsyncIterator[None]:
        """Run the jobs, at once and then regularly, until the block ends."""
        tasks = []
        for job in jobs:
            wake = asyncio.Event()
            if job.on_wake:
                self._wakes.append(wake)
            tasks.append(asyncio.create_task(self._run(job, wake)))
        try:
            yield
        finally:
            self._wakes.clear()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: PeriodicJob, wake: asyncio.Event) -> None:
        failures, said_at = 0, -math.inf
        count = JOB_FAILURES.labels(job.name)
        count.set(0)
        at_leisure.set(job.every >= HOUR)
        task = asyncio.current_task()
        # A job's cleanup may turn its cancellation into another error.
        while task and not task.cancelling():
            wake.clear()
            try:
                await job.run(self._clock())
            except Exception:
                failures += 1
                now = time.monotonic()
                if failures == 1:
                    log.exception("%s failed; trying again", job.name)
                    said_at = now
                elif now - said_at >= AGAIN_SECONDS:  # avoid flooding a full disk's log
                    log.error("%s has failed %d times in a row", job.name, failures)  # noqa: TRY400
                    said_at = now
            else:
                if failures:
                    log.warning("%s goes again, after failing %d times", job.name, failures)
                failures = 0
            count.set(failures)
            # Not `wait_for`, which until Python 3.12 loses a cancellation that comes with a wake.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(
                    min(job.every, AGAIN_SECONDS) if failures else job.every
                ):
                    await wake.wait()
