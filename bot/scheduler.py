"""What must happen at a time. What is due stands in the store; here is only the waking up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.store import Store

log = logging.getLogger(__name__)

EVERY = 3600.0


@contextlib.asynccontextmanager
async def keeping_house(store: Store, every: float = EVERY) -> AsyncIterator[None]:
    """Clear away what is old, at once and then every so many seconds."""
    task = asyncio.create_task(_keep_house(store, every))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _keep_house(store: Store, every: float) -> None:
    while True:
        try:
            gone = await store.cards.prune()
            if gone:
                log.info("cleared away %d old cards", gone)
        except Exception:
            log.exception("old cards could not be cleared away; trying again later")
        await asyncio.sleep(every)
