"""A whole bot on a playground, which a test starts, stops and starts again."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from unittest import mock

from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.services
import playground
from bot.app import connected
from bot.clock import DiscordClock
from bot.config import read_settings
from bot.contests import plan
from bot.services import open_services
from bot.ui import admission
from bot.ui.guild_cache import GuildCache
from bot.ui.jobs import background_jobs
from playground import interactions
from tests.bot.world import empty_database
from tests.moment import MOMENT
from tests.patience import PATIENCE

# All bots in a test process share the lexicons.
bot.services.open_lexicon = cache(bot.services.open_lexicon)
# And all of them have the public editions, in every run.
random_secret = bot.services.new_secret
bot.services.new_secret = str

SOME_MOMENT = 1_000_000_000
GUILDS_SECONDS = 0.1  # to wait for more servers: no network delays them
LOOK_SECONDS = 0.2
MADE = {}
"""The editions that the bots of a test process have made, by number and secret."""


def without_limits(server):
    """Lift all rate limits, also those merely announced: the bot would wait for them, too."""
    limits = server.api.limits
    limits.enforced, limits.old_edits = False, None
    take = limits.take
    limits.take = lambda name, limit, values: take(name, limit._replace(requests=10_000), values)


def made_once(editions):
    """Let a bot reuse an edition that another bot has made; it is always the same."""
    make = editions._make

    async def made(number, *, requester):
        key = number, editions._secret
        if key not in MADE:
            MADE[key] = await make(number, requester=requester)
        return MADE[key]

    editions._make = made


@dataclass(frozen=True)
class Limits:
    """Limits that a bot in a test keeps.

    acknowledge   seconds that Discord waits for a first answer
    late          seconds after which the bot does not begin one
    burst         interactions of one person at once
    rate_limited  whether Discord limits requests, too
    """

    acknowledge: float
    late: float
    drafts_of_person: int
    drafts_of_guild: int
    burst: int
    rate_limited: bool


PRODUCT = Limits(
    interactions.ACKNOWLEDGE,
    admission.LATE,
    plan.DRAFTS_OF_PERSON,
    plan.DRAFTS_OF_GUILD,
    read_settings({}).interaction_burst,
    rate_limited=True,
)
"""Discord's and the bot's own."""
RELAXED = replace(PRODUCT, acknowledge=PATIENCE, late=PATIENCE, burst=10_000, rate_limited=False)
"""The machine may be busy, and people in tests are faster than people."""
MANY_DRAFTS = replace(RELAXED, drafts_of_person=1000, drafts_of_guild=1000)
"""For modules whose few organisers leave many drafts behind."""


class BotOnPlayground:
    """A playground, a database, and the bot that runs on both; it starts at a moment (None: now).

    `prepare` is called with the playground before the bot starts on it.
    """

    def __init__(
        self, folder, moment=MOMENT, prepare=lambda server: None, limits=RELAXED, **settings
    ):
        self._limits = {
            "playground.interactions.ACKNOWLEDGE": limits.acknowledge,
            "bot.ui.admission.LATE": limits.late,
            "bot.contests.admin.DRAFTS_OF_PERSON": limits.drafts_of_person,
            "bot.contests.admin.DRAFTS_OF_GUILD": limits.drafts_of_guild,
        }
        self._rate_limited = limits.rate_limited
        self._moment = moment
        self._prepare = prepare
        ours = {"database_url": f"sqlite:///{folder}/bot.sqlite3", "solver_workers": 2}
        ours |= {"solver_timeout": 20, "interaction_burst": limits.burst} | settings
        self.settings = read_settings({name: str(value) for name, value in ours.items()})
        self.ahead = timedelta(0)
        self._bot = contextlib.AsyncExitStack()
        self._playground = contextlib.AsyncExitStack()
        self._before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY

    async def __aenter__(self):
        for name, limit in self._limits.items():
            self._playground.enter_context(mock.patch(name, limit))
        self.server = await self._playground.enter_async_context(
            await playground.serve(moment=self._moment)
        )
        self.harness = playground.Harness(self.server)
        if not self._rate_limited:
            without_limits(self.server)
        self._prepare(self.server)
        database = self.settings.database
        if database.get_backend_name() == "sqlite" and not Path(database.database).exists():
            Path(database.database).write_bytes(empty_database())
        try:
            await self.start()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *error):
        await self.stop()
        await self._playground.aclose()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._before

    async def start(self):
        services = await self._bot.enter_async_context(
            open_services(self.settings, DiscordClock(self._machine_now, self._elapsed))
        )
        made_once(services.dailies.transitions._editions)
        bot = await self._bot.enter_async_context(
            connected(services, self.server.token, self.server.api_url)
        )
        bot.client._connection.guild_ready_timeout = GUILDS_SECONDS
        await bot.ready()
        await self.harness.bot_ready("ladder", "word", "help", "about")
        await self._bot.enter_async_context(background_jobs(bot.client))
        self.client = bot.client
        self.services = services
        looking = asyncio.create_task(self._look())
        self._bot.callback(looking.cancel)

    async def _look(self):
        """Make the bot look for due work more often than it usually does."""
        while True:
            self.services.scheduler.wake()
            await asyncio.sleep(LOOK_SECONDS)

    async def stop(self):
        await self._bot.aclose()

    async def restart(self):
        await self.stop()
        await self.start()

    @contextlib.contextmanager
    def without_guilds(self):
        """Make the bot know no server, as if all belonged to another process; yield its cache."""
        state = self.client._connection
        known, state._guilds = state._guilds, GuildCache(state)
        try:
            yield state._guilds
        finally:
            state._guilds = known

    def now(self):
        """The playground's time, which the bot follows once it has heard it."""
        return datetime.fromtimestamp(self.server.world.clock.now(), UTC)

    def _machine_now(self):
        """The time by the clock of the bot's machine, which may be `ahead`."""
        return self.now() + self.ahead

    def _elapsed(self):
        """Seconds that pass as the playground's do, from an unrelated start."""
        return self.server.world.clock.now() - SOME_MOMENT

    @contextlib.contextmanager
    def clock_stopped(self):
        """Stop the playground's clock: only the test moves it, however slow the machine."""
        clock = self.server.world.clock
        stood = clock.now() - clock.offset
        clock.now = lambda: stood + clock.offset
        try:
            yield
        finally:
            del clock.now  # the clock shows real time again

    def advance(self, **length):
        """Move the playground's clock, and have the bot look at it."""
        self.harness.advance(timedelta(**length).total_seconds())
        self.client.services.scheduler.wake()

    async def at_leisure(self):
        """Wait until a fresh bot has made its daily puzzles, which use the same processes."""
        await self.services.dailies.transitions.advance(self.now())
        async with asyncio.timeout(PATIENCE):
            while any(self.services.solving.health()[doing] for doing in ("running", "waiting")):
                await asyncio.sleep(0.01)

    async def at_work(self):
        """Wait until a bot at leisure has begun somebody's job."""
        async with asyncio.timeout(PATIENCE):
            while not self.services.solving.health()["running"]:
                await asyncio.sleep(0.01)

    def person(self, name="olive"):
        return self.harness.person(name)
