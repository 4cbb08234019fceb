"""What is looked after for daily puzzles: they are made, have their turns, and are posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.dailies import DailyPosting, Pacer
from bot.daily_desk.posts import EditionPoster
from bot.scheduler import HOUR, Job

if TYPE_CHECKING:
    from datetime import datetime

    from bot.client import GameClient
    from bot.clock import Clock


class DailyJobs:
    """Daily puzzles' jobs, each by itself."""

    def __init__(self, client: GameClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        pacer = Pacer()
        poster = EditionPoster(client, pacer)
        self._posting = DailyPosting(client.kit.store.database, poster, pacer)
        client.hold = pacer.hold

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs that can be done at any time."""
        return (
            Job("moving daily puzzles on", self._advance),
            Job(
                "forgetting what only live puzzles need", self._client.kit.dailies.clock.tidy, HOUR
            ),
        )

    def posting(self) -> tuple[Job, ...]:
        """Return the jobs for which our servers have to be known."""
        return (Job("posting of daily puzzles", self._deliver),)

    async def resume(self, now: datetime) -> None:
        """Take up what was being posted when the bot ended."""
        await self._posting.resume(now)

    async def close(self) -> None:
        """Give up what is being posted."""
        await self._posting.close()

    async def _advance(self, now: datetime) -> None:
        if await self._client.kit.dailies.clock.advance(now):
            self._client.nudge()

    async def _deliver(self, now: datetime) -> None:
        """Post all that is due, without a rest in between: thousands may be."""
        while await self._posting.deliver(now):
            now = self._clock()
