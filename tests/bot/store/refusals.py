"""Databases that are refused at the start."""

import pytest

from bot.errors import StoreUnusable
from bot.store import open_store
from tests.bot.world import url


async def refused(database):
    """Check that a URL, or the path of a file, is refused; return the sentence that says why."""
    with pytest.raises(StoreUnusable) as error:
        await open_store(database if hasattr(database, "database") else url(database))
    assert "\n" not in error.value.message
    return error.value.message
