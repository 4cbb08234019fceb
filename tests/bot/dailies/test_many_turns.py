"""Daily posts of many servers."""

import pytest

from bot.errors import PostRefused
from bot.store import guilds, rows
from tests.bot.dailies.days import LADDER, on, stock
from tests.bot.examples.dailies import setup


async def many(world, count):
    async with world.database.write() as tx:
        for guild in range(1, count + 1):
            await guilds.ensure(tx, guild)
            times = {"since": on(LADDER, hours=8), "next_due_at": on(LADDER, hours=9)}
            await rows.put(tx, setup(guild_id=guild, channel_id=guild, set_by=None, **times))


async def serve_many(world, channel, count):
    """Post to many servers due in the same minute, one of them refusing."""
    await stock(world, LADDER - 2, LADDER + 3)
    await many(world, count)
    channel.fails[7] = PostRefused("No.")
    assert await world.dailies.transitions.advance(on(LADDER, hours=9)) == count
    while await channel.posting.deliver(on(LADDER, hours=9)):
        pass
    sent = [e["guild"] for e in channel.sent()]
    assert sorted(sent) == [guild for guild in range(1, count + 1) if guild != 7]


@pytest.mark.slow
async def test_many_servers_in_the_same_minute(world, channel):
    await serve_many(world, channel, 300)


@pytest.mark.full
async def test_two_thousand_servers_in_the_same_minute(world, channel):
    await serve_many(world, channel, 2_000)
