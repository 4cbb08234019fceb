"""A bot on a playground: one for all tests of a module, or one for each."""

from __future__ import annotations

import pytest_asyncio

from tests.bot.house import House


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory):
    async with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path):
    """A house of its own: looked at from its beginning, and what is broken here stays broken."""
    async with House(tmp_path, solver_workers=1) as house:
        yield house
