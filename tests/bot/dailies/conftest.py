"""A database in a file, the services over it, and the solver without its processes."""

from __future__ import annotations

import pytest

from bot.dailies import DailyPosting
from bot.store import open_store
from solvers.library import TIERS, open_lexicon
from tests.bot.dailies.world import Channel, World


@pytest.fixture(scope="session")
def lexicons():
    return {tier: open_lexicon(tier) for tier in TIERS}


@pytest.fixture
async def world(database_url, lexicons):
    store = await open_store(database_url)
    yield World(store.database, lexicons)
    await store.close()


@pytest.fixture
async def channel(world, tmp_path):
    channel = Channel(tmp_path / "channel")
    channel.posting = DailyPosting(world.database, channel)
    yield channel
    await channel.posting.close()
