"""A store, and a database with everything in it, for all tests of the store."""

import pytest

from bot.store import open_store
from tests.bot.store.everything import all_over, full

__all__ = ["all_over", "full"]


@pytest.fixture
async def store(database_url):
    store = await open_store(database_url)
    yield store
    await store.close()
