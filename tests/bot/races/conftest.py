"""A database in a file, the services over it, and the solver without its processes."""

from __future__ import annotations

import pytest

from bot.pace import Pacer
from bot.races import RacePosting
from bot.store import open_store
from solvers.library import TIERS, open_lexicon
from tests.bot.races.world import GUILD, T0, Channel, World


@pytest.fixture(scope="session")
def lexicons():
    return {tier: open_lexicon(tier) for tier in TIERS}


@pytest.fixture
async def world(database_url, lexicons):
    store = await open_store(database_url)
    world = World(store.database, lexicons)
    await world.guilds.present([GUILD], T0)
    yield world
    await store.close()


@pytest.fixture
async def channel(world, tmp_path):
    channel = Channel(tmp_path / "channel", world.queries)
    channel.now = T0
    channel.posting = RacePosting(world.database, channel, Pacer(1e9))
    channel.posting.patience = 60  # what it begins is done when it returns
    yield channel
    await channel.posting.close()
