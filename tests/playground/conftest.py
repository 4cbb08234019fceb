"""Fixtures for the playground: a discord.py bot, a bot without a library, a browser."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from tests.playground.browser import new_tab
from tests.playground.page import Page
from tests.playground.raw import Raw, connected
from tests.playground.sample import Bot, start, stop
from tests.playground.scripted import ScriptedBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import playground
    from playground import Harness


@pytest.fixture
async def bot(discord_server: playground.Playground, harness: Harness) -> AsyncIterator[Bot]:
    client = Bot()
    running = await start(discord_server, client)
    try:
        await harness.bot_ready("ping")
        yield client
    finally:
        await stop(client, running)


@pytest.fixture
async def raw(discord_server: playground.Playground) -> AsyncIterator[Raw]:
    async with connected(discord_server) as client:
        yield client


@contextlib.asynccontextmanager
async def opened(devtools: str, server: playground.Playground) -> AsyncIterator[Page]:
    """Yield the page, open as Olive in #general, with a bot online."""
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(server.page_url)
        await tab.until("document.querySelector('#bot.online')")
        yield page
        assert tab.complaints == []  # no script failed, and the policy stopped nothing
        asked = [url for url in tab.asked if url.startswith("http")]
        assert [url for url in asked if not url.startswith(server.page_url)] == []


@pytest.fixture
async def page(devtools, bot, discord_server) -> AsyncIterator[Page]:
    """The page next to the sample bot."""
    async with opened(devtools, discord_server) as page:
        yield page


@pytest.fixture
async def raw_page(devtools, raw, discord_server) -> AsyncIterator[Page]:
    """The page next to a bot that does only what the test makes it do."""
    async with opened(devtools, discord_server) as page:
        yield page


@pytest.fixture
def scripted(raw: Raw, raw_page: Page) -> ScriptedBot:
    """That bot and the page, to answer Olive on it."""
    return ScriptedBot(raw, raw_page)
