"""Stopping running tasks."""

import asyncio

from bot.running import cancelled
from tests.patience import PATIENCE


async def test_what_forgets_a_cancellation_is_cancelled_again():
    """Before Python 3.12 `wait_for` swallows it where a result came at the same time."""
    words = asyncio.Queue()

    async def hear():
        while True:
            await asyncio.wait_for(words.get(), PATIENCE)

    hearing = asyncio.create_task(hear())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    words.put_nowait("word")
    async with asyncio.timeout(PATIENCE):
        await cancelled([hearing])
    assert hearing.cancelled()
