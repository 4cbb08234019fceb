"""One bot on one playground for all tests of a module."""

from __future__ import annotations

import pytest_asyncio

from tests.bot.house import House


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory):
    async with House(tmp_path_factory.mktemp("house")) as house:
        yield house
