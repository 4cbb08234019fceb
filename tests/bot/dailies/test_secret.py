"""Each installation has its own daily puzzles and keeps them."""

import pytest

import bot.services
from bot.clock import DiscordClock
from bot.config import Settings
from bot.services import SECRET, open_services
from bot.store import open_store
from tests.bot.bot_on_playground import random_secret
from tests.bot.dailies.days import SNAKE
from tests.bot.world import World, url


async def edition_of(path, lexicons):
    """Return the edition that an installation makes, and its secret; start no processes."""
    store = await open_store(url(path))
    try:
        secret = await store.facts.settle(SECRET, random_secret())
        world = World(store.database, lexicons, secret=secret)
        return await world.dailies.queries.edition(SNAKE, requester=None), secret
    finally:
        await store.close()


async def test_nobody_computes_the_puzzles_of_another_installation(tmp_path, lexicons):
    one, secret = await edition_of(tmp_path / "one", lexicons)
    two, _ = await edition_of(tmp_path / "two", lexicons)
    store = await open_store(url(tmp_path / "three"))
    queries = World(store.database, lexicons).dailies.queries
    public = await queries.edition(SNAKE, requester=None)
    await store.close()
    assert len({edition.puzzle.given for edition in (one, two, public)}) == 3
    assert await edition_of(tmp_path / "one", lexicons) == (one, secret)  # started again


@pytest.mark.slow
async def test_the_secret_is_drawn_at_the_first_start_and_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(bot.services, "new_secret", random_secret)
    settings = Settings(database=url(tmp_path / "bot.sqlite3"), solver_workers=1)
    secrets = []
    for _ in range(2):
        async with open_services(settings, DiscordClock()) as services:
            secrets.append(await services.store.facts.get(SECRET))
    assert secrets[0] == secrets[1]
    assert len(secrets[0]) == 32
