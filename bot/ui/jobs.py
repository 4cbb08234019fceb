"""The bot's background jobs: contests and daily puzzles move on and are posted, old data goes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
from discord.http import Route

from bot.contests import ContestPosting
from bot.dailies import DailyPosting
from bot.races import RacePosting
from bot.races.rules import COUNTDOWN
from bot.scheduler import DAY, HOUR, PeriodicJob
from bot.store import Store
from bot.ui.client import GameClient
from bot.ui.contest.poster import ContestPoster
from bot.ui.daily.poster import EditionPoster
from bot.ui.poster import Delaying
from bot.ui.race.play import show_started
from bot.ui.race.poster import RacePoster

MINUTE = 60.0
TICK = 0.5
"""Seconds between looks at races: a start or an end is seen to the second."""
LINGER = timedelta(seconds=5)
"""How long race posts are still checked that often after all races are over: for the last edit."""
AGAIN = 10.0
"""Seconds between attempts to finish an erasure that a reader held up, and to store held cards."""
SEEN = COUNTDOWN.total_seconds() / 2
"""Seconds between looks at what is being played, so that a round is known before it is played."""
NIGHT = 3
"""The hour, in UTC, in which a database is cleaned."""
SILENCE = 600.0
"""Seconds without an answer or an interaction after which Discord is asked for the time."""


class BackgroundJobs:
    """The jobs of a client. Nothing is posted until we know which servers we are in."""

    def __init__(self, client: GameClient) -> None:
        self._client = client
        self._services = services = client.services
        database = services.store.database
        self._contests = ContestPosting(database, Delaying(ContestPoster(client)), services.pacer)
        self._dailies = DailyPosting(database, Delaying(EditionPoster(client)))
        self._races = RacePosting(database, Delaying(RacePoster(client)), services.pacer)
        self._guilds_known = False
        self._racing_until = datetime.min.replace(tzinfo=UTC)

    def all(self) -> tuple[PeriodicJob, ...]:
        """Return the jobs for a scheduler."""
        contests, dailies = self._services.contests, self._services.dailies
        races, guard = self._services.races, self._services.guard
        jobs = (
            PeriodicJob("noting the servers", self._note_guilds),
            PeriodicJob("moving contests on", self._advancing(contests.transitions.advance)),
            PeriodicJob("holding what repeats", self._advancing(contests.templates.advance)),
            PeriodicJob("ending seasons", self._advancing(contests.seasons.advance)),
            PeriodicJob("clearing away old drafts", contests.transitions.tidy, HOUR, on_wake=False),
            PeriodicJob("moving daily puzzles on", self._advancing(dailies.transitions.advance)),
            PeriodicJob(
                "forgetting what only live puzzles need",
                dailies.transitions.tidy,
                HOUR,
                on_wake=False,
            ),
            PeriodicJob("reminding of daily puzzles", self._advancing(dailies.reminders.advance)),
            PeriodicJob("posting of contests", self._post_contests),
            PeriodicJob("posting of daily puzzles", self._post_dailies),
            PeriodicJob("moving races on", self._advance_races, TICK),
            PeriodicJob("posting of races", self._post_races),
            PeriodicJob(
                "forgetting what only live races need", races.transitions.tidy, HOUR, on_wake=False
            ),
            PeriodicJob("remembering what is played", guard.remember, SEEN, on_wake=False),
            *housekeeping(self._services.store),
        )
        asking = PeriodicJob("asking Discord for the time", self._ask_for_time, MINUTE)
        return asking, *(replace(job, run=self._once_heard(job.run)) for job in jobs)

    async def close(self) -> None:
        """Abandon what is being posted; the next start continues it."""
        await self._contests.close()
        await self._dailies.close()
        await self._races.close()

    def _once_heard(
        self, run: Callable[[datetime], Awaitable[object]]
    ) -> Callable[[datetime], Awaitable[None]]:
        """Return a job that does nothing before Discord has told the time."""

        async def checked(now: datetime) -> None:
            if self._services.clock.heard:
                await run(now)

        return checked

    async def _ask_for_time(self, _now: datetime) -> None:
        """Ask Discord for the time, unless a recent answer told it: every answer does."""
        if self._services.clock.silence > SILENCE:
            with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
                await self._client.http.request(Route("GET", "/gateway"))

    def _advancing(
        self, advance: Callable[[datetime], Awaitable[int]]
    ) -> Callable[[datetime], Awaitable[None]]:
        """Return a job that wakes the others once something moved on, so that it gets posted."""

        async def run(now: datetime) -> None:
            if await advance(now):
                self._services.scheduler.wake()

        return run

    async def _post_contests(self, now: datetime) -> None:
        if self._guilds_known:
            await self._contests.deliver(now)

    async def _post_dailies(self, now: datetime) -> None:
        """Post everything due without pausing in between: there may be thousands of posts."""
        while self._guilds_known and await self._dailies.deliver(now):
            now = self._services.clock()

    async def _advance_races(self, now: datetime) -> None:
        """Move races on, post them, and show those that start to their players."""
        if await self._services.races.transitions.advance(now, self._client.has_guild):
            self._services.scheduler.wake()
        if self._services.races.transitions.live:
            self._racing_until = now + LINGER
        if now < self._racing_until:
            await self._post_races(now)
        if self._client.private_pages:  # another process may have moved them on
            await show_started(self._client)

    async def _post_races(self, now: datetime) -> None:
        if self._guilds_known:
            await self._races.deliver(now)

    async def _note_guilds(self, now: datetime) -> None:
        """Store which servers we are in, whenever that has changed."""
        client = self._client
        if not (client.guilds_changed.is_set() and client.is_ready()):
            return
        client.guilds_changed.clear()
        try:
            here = list(client.guild_ids)
            await self._services.store.guilds.present(here, now, client.has_guild)
            if not self._guilds_known:
                await self._contests.resume(now, client.has_guild)
                await self._dailies.resume(now, client.has_guild)
                await self._races.resume(now, client.has_guild)
                self._guilds_known = True
                self._services.scheduler.wake()
        except BaseException:
            client.guilds_changed.set()
            raise


def housekeeping(store: Store) -> tuple[PeriodicJob, ...]:
    """Return the jobs that clear away old data."""

    async def erase(_now: datetime) -> None:
        """Finish an erasure that a reader of the database held up."""
        await store.database.erase()

    async def finish(_now: datetime) -> None:
        """Erase people who asked to be forgotten while somebody read the database."""
        await store.database.finish_erasing()

    async def clean(now: datetime) -> None:
        """Free disk space once a night: the larger the database, the longer that takes."""
        if now.hour == NIGHT:
            await store.database.clean()

    return (
        PeriodicJob("giving up the room of what was deleted", clean, HOUR, on_wake=False),
        PeriodicJob("erasing what was deleted", erase, HOUR, on_wake=False),
        PeriodicJob("erasing what could not be before", finish, AGAIN, on_wake=False),
        PeriodicJob("storing cards that are held", store.cards.store_held, AGAIN, on_wake=False),
        PeriodicJob("clearing away old cards", store.cards.prune, HOUR, on_wake=False),
        PeriodicJob("clearing away what is too old", store.retention.prune, DAY, on_wake=False),
        PeriodicJob(
            "clearing away servers that were left", store.guilds.purge, HOUR, on_wake=False
        ),
    )


@contextlib.asynccontextmanager
async def background_jobs(client: GameClient) -> AsyncIterator[None]:
    """Run the jobs, at once and then regularly, until the block ends."""
    jobs = BackgroundJobs(client)
    try:
        async with client.services.scheduler.running(jobs.all()):
            yield
    finally:
        await jobs.close()
