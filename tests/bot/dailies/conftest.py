"""A bot in the night before a Monday, and the channel of its daily puzzles."""

import pytest

from bot.dailies import DailyPosting
from bot.store import open_store
from tests.bot.dailies.days import MONDAY
from tests.bot.world import Channel, World


@pytest.fixture
async def world(database_url, lexicons):
    store = await open_store(database_url)
    yield World(store.database, lexicons, at=MONDAY)
    await store.close()


@pytest.fixture
async def channel(world, tmp_path):
    channel = Channel(tmp_path / "channel", world)
    channel.posting = DailyPosting(world.database, channel)
    yield channel
    await channel.posting.close()
