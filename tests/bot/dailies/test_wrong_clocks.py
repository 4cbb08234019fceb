"""A clock that was far ahead, or is far behind: nothing is lost, and nothing old is posted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.dailies.transitions import DISCORD_EPOCH
from tests.bot.dailies.world import GUILD, LADDER, SNAKE, on, run, stock


@pytest.fixture
async def hosted(world, channel):
    """A server that has had one edition, at nine."""
    await stock(world, LADDER - 9, LADDER + 500)
    await world.set_up(GUILD, hour=9, zone="UTC", thread=True, at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=9))
    return world


def numbers(channel, kind="edition"):
    return [event["number"] for event in channel.sent(kind)]


@pytest.mark.slow
@pytest.mark.parametrize("days", [2, 3, 400])
async def test_a_clock_that_was_days_ahead_brings_the_days_between(hosted, channel, days):
    await run(hosted, channel, on(LADDER, days=days, hours=10))
    early = LADDER + days
    assert numbers(channel) == [LADDER, early]
    for day in range(4):
        for look in (on(LADDER, days=day, hours=9), on(LADDER, days=day, hours=21)):
            await run(hosted, channel, look)
    between = [n for n in range(SNAKE, LADDER + 4) if n != early]
    assert numbers(channel) == [LADDER, early, *between]
    over = [n for n in range(LADDER, LADDER + 3) if n != early or days < 3]
    assert sorted(numbers(channel, "solution")) == over


@pytest.mark.slow
async def test_what_a_clock_ahead_made_due_waits_for_its_time_and_no_longer(hosted, channel):
    await hosted.dailies.transitions.advance(on(LADDER, days=2, hours=15))  # and then the bot died
    await channel.posting.resume(on(LADDER, hours=12))
    await run(
        hosted, channel, on(LADDER), on(SNAKE, hours=9), on(SNAKE, days=1, hours=9, seconds=-1)
    )
    assert numbers(channel) == [LADDER, SNAKE]
    await run(hosted, channel, on(SNAKE, days=1, hours=9))
    assert numbers(channel) == [LADDER, SNAKE, SNAKE + 1]


@pytest.mark.slow
async def test_a_post_that_was_on_its_way_when_the_clock_was_set_back_waits(hosted, channel):
    channel.fails[GUILD] = OSError("connection reset")
    await run(hosted, channel, on(SNAKE, hours=9))
    channel.fails.clear()
    for look in (on(SNAKE, hours=8), on(SNAKE, hours=8, minutes=59)):
        await channel.posting.resume(look)
        await run(hosted, channel, look)
    assert numbers(channel) == [LADDER]
    assert numbers(channel, "solution") == []
    await run(hosted, channel, on(SNAKE, hours=9))
    assert numbers(channel) == [LADDER, SNAKE]
    assert numbers(channel, "solution") == [LADDER]
    assert numbers(channel, "thread") == [LADDER, SNAKE]


@pytest.mark.slow
async def test_a_clock_that_is_days_behind_posts_nothing_old(hosted, channel):
    # Discord's ids tell the time: this server's last message was sent on the fifth day.
    channel.begin = (on(LADDER, days=5) - DISCORD_EPOCH) // timedelta(milliseconds=1) << 22
    await run(hosted, channel, on(LADDER, days=5))
    sent = [LADDER, LADDER + 5]
    assert numbers(channel) == sent
    for day in (2, -200, 3, 4, 5):
        await run(hosted, channel, on(LADDER, days=day))
        assert numbers(channel) == sent
    await run(hosted, channel, on(LADDER, days=6, hours=9))
    assert numbers(channel) == [*sent, LADDER + 6]


@pytest.mark.slow
async def test_what_a_clock_ahead_postponed_is_tried_in_its_time(hosted, channel):
    channel.fails[GUILD] = OSError("connection reset")
    await run(hosted, channel, on(LADDER, days=2, hours=15))
    channel.fails.clear()
    await run(hosted, channel, on(SNAKE, hours=9), on(LADDER, days=2, hours=9))
    assert numbers(channel) == [LADDER, SNAKE, LADDER + 2]


@pytest.mark.slow
async def test_what_a_clock_ahead_gave_up_is_posted_in_its_time(hosted, channel):
    await hosted.dailies.transitions.advance(on(LADDER, days=2))  # and then the bot died
    await run(hosted, channel, on(LADDER, days=3))
    assert numbers(channel) == [LADDER, LADDER + 3]
    days = [on(LADDER, days=day, hours=hour) for day in range(5) for hour in (9, 21)]
    await run(hosted, channel, *days)
    assert numbers(channel) == [LADDER, LADDER + 3, SNAKE, LADDER + 2, LADDER + 4]
    assert sorted(numbers(channel, "solution")) == list(range(LADDER, LADDER + 4))
