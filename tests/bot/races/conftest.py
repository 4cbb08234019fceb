"""The channel of a race."""

import pytest

from bot.pace import Pacer
from bot.races import RacePosting
from tests.bot.world import T0, Channel


@pytest.fixture
async def channel(world, tmp_path):
    channel = Channel(tmp_path / "channel", world)
    channel.now = T0
    channel.posting = RacePosting(world.database, channel, Pacer(1e9))
    channel.posting.patience = 60  # it returns only when its work is done
    yield channel
    await channel.posting.close()
