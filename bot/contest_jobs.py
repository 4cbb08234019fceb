"""What keeps contests going: the jobs that open, close and show them, and knowing our servers."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bot.contest_posts import ContestPoster
from bot.contests import Posting
from bot.scheduler import Job, Scheduler, utc_now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from datetime import datetime

    from bot.client import GameClient

HOUR = 3600.0


class ContestJobs:
    """What is looked after for contests, each by itself."""

    def __init__(self, client: GameClient) -> None:
        self._client = client
        self._posting = Posting(client.kit.store.database, ContestPoster(client))
        self._knows_servers = False

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs for a scheduler."""
        clock = self._client.kit.contests.clock
        return (
            Job("noting the servers", self._note_servers),
            Job("moving contests on", self._advance),
            Job("posting of contests", self._deliver),
            Job("clearing away old drafts", clock.tidy, HOUR),
        )

    async def close(self) -> None:
        """Give up what is being posted; it is taken up at the next start."""
        await self._posting.close()

    async def _note_servers(self, now: datetime) -> None:
        """Tell the store which servers we are in, whenever that changed."""
        client = self._client
        if not (client.servers_changed and client.is_ready()):
            return
        client.servers_changed = False
        try:
            await client.kit.store.guilds.present([guild.id for guild in client.guilds], now)
            if not self._knows_servers:
                await self._posting.resume(now)
                self._knows_servers = True
                client.nudge()
        except BaseException:
            client.servers_changed = True
            raise

    async def _advance(self, now: datetime) -> None:
        if await self._client.kit.contests.clock.advance(now):
            self._client.nudge()

    async def _deliver(self, now: datetime) -> None:
        """Post what is due, once it is known in which servers that can be done."""
        if self._knows_servers:
            await self._posting.deliver(now)


@contextlib.asynccontextmanager
async def keeping_contests(
    client: GameClient, clock: Callable[[], datetime] = utc_now
) -> AsyncIterator[None]:
    """Keep contests going, at once and until the block ends."""
    jobs = ContestJobs(client)
    scheduler = Scheduler(jobs.jobs(), clock)
    client.nudge = scheduler.nudge
    try:
        async with scheduler.running():
            yield
    finally:
        await jobs.close()
