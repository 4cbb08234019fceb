"""The bot in its own process on days when clocks change: killed with -9, cut off, its clock wrong,
all around the minute of the post. Each server's puzzle comes once, at its moment.
"""

import contextlib
import itertools
from datetime import UTC, datetime, timedelta

import pytest

import playground
from tests.bot.clocked import Clocked, Dial
from tests.bot.hosting_dailies import answer, posts
from tests.bot.killing import asked
from tests.bot.organising import until
from tests.bot.process import kill
from tests.patience import SCALE
from tests.sweeps import by_turns

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
OPEN = "SELECT 1 FROM messages WHERE delivered_version < version"


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# By zone and day: when its clocks strike some hours, by UTC, and what goes wrong then.
CHANGES = {
    "London, spring": (
        "Europe/London",
        {"2040-03-25T00:00": [0], "2040-03-25T01:00": [1, 2]},  # there is no hour from one to two
        ("killed when it is due", "killed on its way"),
    ),
    "London, autumn": (
        "Europe/London",
        {"2040-10-28T00:00": [1], "2040-10-28T02:00": [2]},  # it is one o'clock twice
        ("killed when it is sent", "cut off"),
    ),
    "Lord Howe, spring": (
        "Australia/Lord_Howe",
        {"2040-10-06T15:30": [2], "2040-10-06T16:00": [3]},  # there is no half-hour from two
        ("killed on its way", "its session is over"),
    ),
    "Lord Howe, autumn": (
        "Australia/Lord_Howe",
        {"2040-03-31T14:00": [1], "2040-03-31T15:30": [2]},  # half past one comes twice
        ("killed when it is sent", "killed when it is due"),
    ),
}


class Night:
    """Servers of a zone, and a bot that stops and starts again."""

    def __init__(self, folder, server, first):
        self.folder, self.server = folder, server
        self.harness = playground.Harness(server)
        self.harness.no_limits()
        self.dial = Dial(folder, server, first - 90 * MINUTE)
        self.olive = self.harness.person("olive")
        self.channels = {}
        self._bot = contextlib.AsyncExitStack()

    async def begin(self):
        bot = Clocked(self.folder, self.server, self.dial)
        self.bot = await self._bot.enter_async_context(bot)
        await self.harness.bot_ready("daily")

    async def kill(self):
        await kill(self.bot)
        await self._bot.aclose()
        await self.harness.bot_gone()

    async def set_up(self, zone, hour):
        guild = self.harness.world.create_guild(f"Server {hour}", self.olive.user)
        self.channels[hour] = channel = self.harness.channel("general", guild)
        reply = await answer(self.olive, "/daily setup", channel, hour=hour, zone=zone)
        assert "are on" in reply.text

    def came(self, hour):
        """Return when a server's puzzles came, by Discord's clock."""
        found = posts(self.olive, self.channels[hour])
        return [datetime.fromisoformat(post.message.timestamp) for post in found]

    def rows(self, more=""):
        return asked(self.folder, OPEN + more)

    async def all_came(self, hours, number):
        await until(lambda: all(len(self.came(hour)) >= number for hour in hours))

    async def settled(self, moment):
        """Let minutes pass until all is delivered: posts found after a kill rest for one."""
        for minutes in range(2, 25):
            self.dial.set(moment + minutes * MINUTE)
            with contextlib.suppress(TimeoutError):
                await until(lambda: not self.rows(), 5 * SCALE)  # or the next minute
                return
        raise AssertionError(self.rows())

    async def suffer(self, trouble, moment, hours):
        """Let the moment come with its trouble, and then make all well again."""
        match trouble:
            case "cut off":
                self.harness.drop_gateway(closed_for=600)
                await self.harness.bot_gone()
                self.dial.set(moment)
                await self.all_came(hours, 1)
                assert not self.harness.world.hub.online
                self.harness.world.faults.clear()
                await self.harness.bot_ready("daily")
                return
            case "its session is over":
                self.harness.world.hub.invalidate(resumable=False)
                self.dial.set(moment)
                await self.all_came(hours, 1)
                return
            case "killed when it is due":
                # Otherwise it may come before anybody looks.
                self.harness.slow("/channels/*/messages", 5.0, method="POST")
                self.dial.set(moment)
                await until(self.rows)
            case "killed on its way":
                slow = self.harness.slow("/channels/*/messages", 1.0, method="POST")
                self.dial.set(moment)
                await until(lambda: not slow.times)  # Discord has it
            case "killed when it is sent":
                self.dial.set(moment)
                await self.all_came(hours, 1)
        await self.kill()
        self.harness.world.faults.clear()
        await self.begin()


@pytest.mark.slow
@pytest.mark.parametrize("change", by_turns(*CHANGES))
async def test_each_puzzle_comes_once_and_at_its_moment(tmp_path, change):
    zone, dues, troubles = CHANGES[change]
    dues = {utc(text): hours for text, hours in dues.items()}
    async with await playground.serve(moment=utc("2040-01-01")) as server:
        night = Night(tmp_path, server, min(dues))
        try:
            await night.begin()
            for hour in itertools.chain(*dues.values()):
                await night.set_up(zone, hour)
            for (moment, hours), trouble in zip(dues.items(), troubles, strict=True):
                night.dial.set(moment - SECOND)
                await night.dial.seen()
                assert not any(map(night.came, hours))
                await night.suffer(trouble, moment, hours)
                await night.all_came(hours, 1)
                for wrong_by in (-40 * MINUTE, 20 * MINUTE):
                    night.dial.set(moment + SECOND, wrong_by)
                    await night.dial.seen()
                await night.settled(moment)
                assert {hour: night.came(hour) for hour in hours} == {h: [moment] for h in hours}
            tomorrow = max(dues) + DAY
            night.dial.set(tomorrow)
            await night.all_came(night.channels, 2)
            await night.settled(tomorrow)
            assert {hour: night.came(hour) for hour in night.channels} == {
                hour: [moment, tomorrow] for moment, hours in dues.items() for hour in hours
            }
            assert night.olive.transcript(night.olive.dm) == []
        finally:
            await night._bot.aclose()
