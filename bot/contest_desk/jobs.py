"""What is looked after for contests: they open and close, are posted, and old drafts go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.contest_desk.posts import ContestPoster
from bot.contests import Posting
from bot.scheduler import HOUR, Job

if TYPE_CHECKING:
    from datetime import datetime

    from bot.client import GameClient


class ContestJobs:
    """Contests' jobs, each by itself."""

    def __init__(self, client: GameClient) -> None:
        self._client = client
        self._posting = Posting(client.kit.store.database, ContestPoster(client))

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs that can be done at any time."""
        clock = self._client.kit.contests.clock
        return (
            Job("moving contests on", self._advance),
            Job("clearing away old drafts", clock.tidy, HOUR),
        )

    def posting(self) -> tuple[Job, ...]:
        """Return the jobs for which our servers have to be known."""
        return (Job("posting of contests", self._posting.deliver),)

    async def resume(self, now: datetime) -> None:
        """Take up what was being posted when the bot ended."""
        await self._posting.resume(now)

    async def close(self) -> None:
        """Give up what is being posted."""
        await self._posting.close()

    async def _advance(self, now: datetime) -> None:
        if await self._client.kit.contests.clock.advance(now):
            self._client.nudge()
