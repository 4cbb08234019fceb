"""Daily posts of many servers and of many days, and the SQL behind them."""

from __future__ import annotations

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import postgresql

from bot.errors import PostRefused
from bot.store import dailies, guilds
from bot.store.records import DailySetup
from solvers.daily import GAMES
from tests.bot.dailies.world import GUILD, LADDER, OTHER, SNAKE, on, run, stock


async def many(world, count):
    async with world.database.write() as tx:
        for guild in range(1, count + 1):
            await guilds.ensure(tx, guild)
            await dailies.put_setup(
                tx,
                DailySetup(
                    guild_id=guild,
                    channel_id=guild,
                    hour=9,
                    time_zone="UTC",
                    games=GAMES,
                    role_id=None,
                    thread=False,
                    running=True,
                    set_by=None,
                    since=on(LADDER, hours=8),
                    next_due_at=on(LADDER, hours=9),
                    last_number=None,
                    failing_since=None,
                    disabled_at=None,
                ),
            )


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


@pytest.mark.slow
async def test_every_statement_of_two_days_compiles_for_postgresql(world, channel):
    seen = set()

    def compile_too(_connection, element, *_):
        if hasattr(element, "compile"):
            seen.add(str(element.compile(dialect=postgresql.dialect())))

    event.listen(world.database._engine.sync_engine, "before_execute", compile_too)
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    channel.fails[OTHER] = PostRefused("No.")
    await world.set_up(OTHER, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=9))
    await world.solve(LADDER, 1, on(LADDER))
    await world.play.hint(GUILD, LADDER, world.act(2, on(LADDER)), "word")
    await world.play.give_up(GUILD, LADDER, world.act(2, on(LADDER)))
    await world.queries.board(GUILD, on(LADDER), "week")
    await world.queries.archive(1, GUILD, on(SNAKE))
    await run(world, channel, on(SNAKE), on(LADDER, days=3), on(LADDER, days=4))
    await world.dailies.transitions.tidy(on(LADDER, days=9))
    await world.privacy.export(1)
    await world.privacy.forget(1)
    assert len(seen) > 30
    assert any("FOR UPDATE" in statement for statement in seen)
