"""The bots that the playground is tested with: one of discord.py's, and one of no library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.raw import Raw, connected
from tests.playground.sample import Bot, start, stop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import playground
    from playground import Harness


@pytest.fixture
async def bot(discord_server: playground.Playground, harness: Harness) -> AsyncIterator[Bot]:
    client = Bot()
    running = await start(discord_server, client)
    await harness.bot_ready("ping")
    yield client
    await stop(client, running)


@pytest.fixture
async def raw(discord_server: playground.Playground) -> AsyncIterator[Raw]:
    async with connected(discord_server) as client:
        yield client
