"""A bot on a playground: one for all tests of a module, or one for each."""

from __future__ import annotations

import pytest_asyncio

from tests.bot.bot_on_playground import BotOnPlayground


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory):
    async with BotOnPlayground(tmp_path_factory.mktemp("app")) as app:
        yield app


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path):
    """A bot of its own: looked at from its beginning, and what is broken here stays broken."""
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        yield app
