"""What keeps the games going: one scheduler for the jobs of all, once our servers are known."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bot.clock import utc_now
from bot.contest_desk.jobs import ContestJobs
from bot.daily_desk.jobs import DailyJobs
from bot.scheduler import Job, Scheduler

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from datetime import datetime

    from bot.client import GameClient
    from bot.clock import Clock


class Keeping:
    """Looks after contests and daily puzzles. Nothing is posted before our servers are known."""

    def __init__(self, client: GameClient, clock: Clock) -> None:
        self._client = client
        self._games = (ContestJobs(client), DailyJobs(client, clock))
        self._knows_servers = False

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs for a scheduler."""
        posting = (self._once_known(job) for game in self._games for job in game.posting())
        others = (job for game in self._games for job in game.jobs())
        return (Job("noting the servers", self._note_servers), *others, *posting)

    async def close(self) -> None:
        """Give up what is being posted; it is taken up at the next start."""
        for game in self._games:
            await game.close()

    def _once_known(self, job: Job) -> Job:
        async def run(now: datetime) -> None:
            if self._knows_servers:
                await job.run(now)

        return Job(job.name, run, job.every)

    async def _note_servers(self, now: datetime) -> None:
        """Tell the store which servers we are in, whenever that changed."""
        client = self._client
        if not (client.servers_changed and client.is_ready()):
            return
        client.servers_changed = False
        try:
            await client.kit.store.guilds.present([guild.id for guild in client.guilds], now)
            if not self._knows_servers:
                for game in self._games:
                    await game.resume(now)
                self._knows_servers = True
                client.nudge()
        except BaseException:
            client.servers_changed = True
            raise


@contextlib.asynccontextmanager
async def keeping_games(client: GameClient, clock: Clock = utc_now) -> AsyncIterator[None]:
    """Keep contests and daily puzzles going, at once and until the block ends."""
    keeping = Keeping(client, clock)
    scheduler = Scheduler(keeping.jobs(), clock)
    client.nudge = scheduler.nudge
    try:
        async with scheduler.running():
            yield
    finally:
        await keeping.close()
