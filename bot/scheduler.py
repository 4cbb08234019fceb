"""What must happen at a time. What is due stands in the store; here is only the waking up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.clock import utc_now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
    from datetime import datetime

    from bot.clock import Clock
    from bot.store import Store

log = logging.getLogger(__name__)

HOUR = 3600.0
SOON = 2.0
"""How often to look for what is due, in seconds."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to look after every so many seconds; it is handed the moment.

    It does what is due by then, however much that is, and once: it may be called at any time.
    """

    name: str
    run: Callable[[datetime], Awaitable[object]]
    every: float = SOON


class Scheduler:
    """Runs jobs, each on its own: a slow or failing one holds up no other."""

    def __init__(self, jobs: Iterable[Job], clock: Clock = utc_now) -> None:
        self._jobs = tuple(jobs)
        self._clock = clock
        self._nudges = {job.name: asyncio.Event() for job in self._jobs}

    def nudge(self) -> None:
        """Look after everything now: something may have become due just so."""
        for nudge in self._nudges.values():
            nudge.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look after the jobs, at once and then regularly, until the block ends."""
        tasks = [asyncio.create_task(self._look_after(job)) for job in self._jobs]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_after(self, job: Job) -> None:
        nudge = self._nudges[job.name]
        failing = False
        while True:
            nudge.clear()
            try:
                await job.run(self._clock())
            except Exception:
                # The trace once; a disk that stays full need not be filled with it.
                log.exception("%s failed; trying again", job.name, exc_info=not failing)
                failing = True
            else:
                failing = False
            # Not `wait_for`, which until Python 3.12 loses an end that comes along with a nudge.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(job.every):
                    await nudge.wait()


def housekeeping(store: Store, every: float = HOUR) -> tuple[Job, ...]:
    """Return the jobs that clear away what is old."""
    return (
        Job("clearing away old cards", store.cards.prune, every),
        Job("clearing away servers that were left", store.guilds.purge, every),
    )


@contextlib.asynccontextmanager
async def keeping_house(
    store: Store, clock: Clock = utc_now, every: float = HOUR
) -> AsyncIterator[None]:
    """Clear away what is old, at once and then every so many seconds."""
    async with Scheduler(housekeeping(store, every), clock).running():
        yield
