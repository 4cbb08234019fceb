"""Many servers due in the same minute, and Discord saying “too many”: each post once, in time."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import datetime, timedelta

import pytest

from bot.dailies import Act, Wish
from tests.bot.hosting_dailies import to_the_hour
from tests.bot.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

LATE = timedelta(minutes=2)
MOST_A_SECOND = 50


@pytest.mark.parametrize("servers", [60, pytest.param(2000, marks=pytest.mark.full)])
async def test_nobodys_post_is_late_or_comes_twice(tmp_path, servers):
    async with House(tmp_path, solver_workers=1) as house:
        to_the_hour(house, minutes=-1)
        due = house.now() + timedelta(minutes=1)
        channels = [await _set_up(house, number, due.hour) for number in range(servers)]
        # Every tenth channel is refused for a moment, and once everything.
        for channel in channels[::10]:
            path = f"/channels/{channel.id}/messages"
            house.harness.fail(path, 429, method="POST", times=1, retry_after=1.0)
        house.harness.fail("/channels/*/messages", 429, times=1, retry_after=2.0, everywhere=True)
        house.advance(minutes=1)
        async with asyncio.timeout(60 + servers / 8):
            while await _left(house):
                await asyncio.sleep(0.5)
        sent = [list(channel.messages.values()) for channel in channels]
        assert {len(messages) for messages in sent} == {1}
        moments = [datetime.fromisoformat(messages[0].timestamp) for messages in sent]
        assert max(moments) - due < LATE
        seconds = Counter(int(moment.timestamp()) for moment in moments)
        assert max(seconds.values()) <= MOST_A_SECOND


async def _set_up(house, number, hour):
    """A server with daily puzzles; return the channel they go to."""
    world, olive = house.harness.world, house.person()
    guild = world.create_guild(f"Server {number}", olive.user)
    channel = house.harness.channel("general", guild)
    act = Act(olive.id, house.now(), 1_000_000 + number)
    await house.kit.dailies.host.set_up(guild.id, act, Wish(channel.id, hour, "UTC"))
    return channel


async def _left(house):
    """How many posts are still to come, of servers whose turn was and is not yet seen."""
    async with house.kit.store.database.read() as tx:
        rows = await tx.exec_driver_sql(
            "SELECT (SELECT count(*) FROM daily_posts WHERE done < wanted) + "
            "(SELECT count(*) FROM daily_setups WHERE running AND next_due_at <= ?)",
            (f"{house.now():%Y-%m-%d %H:%M:%S.%f}",),
        )
        return rows.scalar_one()
