"""Databases of both kinds; a bot on a playground for all tests of a module, or for each."""

import contextlib
import os

import pytest
import pytest_asyncio

import playground
from bot.store import open_store
from solvers.library import TIERS, open_lexicon
from tests.bot.bot_on_playground import RELAXED, BotOnPlayground
from tests.bot.postgres import Cluster
from tests.bot.world import GUILD, T0, World, empty_database, url
from tests.sweeps import by_turns


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """The folder of all processes of a test run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def cluster(run_folder):
    """Run a PostgreSQL that does not wait for its disk."""
    cluster = Cluster(run_folder)
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session")
def durable_cluster(run_folder):
    """Run a PostgreSQL as in production: it waits for its disk."""
    cluster = Cluster(run_folder, fsync=True)
    yield cluster
    cluster.remove()


SLOW_BY_TURNS = [pytest.mark.slow, pytest.mark.turn(0, 5)]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SLOW_BY_TURNS)])
def database_url(request, tmp_path):
    """An empty database of each kind, the second every fifth time (`tests.sweeps`).

    Quick tests that always need both are marked `on_both`.
    """
    if request.param == "sqlite":
        (tmp_path / "bot.sqlite3").write_bytes(empty_database())
        yield url(tmp_path / "bot.sqlite3")
    else:
        with request.getfixturevalue("cluster").database() as made:
            yield made


KINDS = by_turns("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def folder(request, tmp_path):
    """A folder for a bot that may be killed, with a database of either kind."""
    with database_for(request, tmp_path):
        yield tmp_path


@contextlib.contextmanager
def database_for(request, folder):
    """Give a folder an empty database of the kind that the fixture's parameter names."""
    if request.param == "postgresql":
        with request.getfixturevalue("durable_cluster").database() as made:
            (folder / "database").write_text(str(made))
            yield
    else:
        (folder / "bot.sqlite3").write_bytes(empty_database())
        yield


@pytest.fixture(scope="session")
def lexicons():
    return {tier: open_lexicon(tier) for tier in TIERS}


@pytest.fixture
async def world(database_url, lexicons):
    """The services over an empty database; the bot is in their server."""
    store = await open_store(database_url)
    world = World(store.database, lexicons)
    await world.guilds.present([GUILD], T0)
    yield world
    await store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(request, tmp_path_factory):
    """A bot for all tests of a module, under its LIMITS, by default RELAXED."""
    limits = getattr(request.module, "LIMITS", RELAXED)
    async with BotOnPlayground(tmp_path_factory.mktemp("app"), limits=limits) as app:
        yield app


@pytest.fixture
def full(app):
    return app.services.lexicons["full"]


@pytest_asyncio.fixture(loop_scope="module")
async def server():
    """A playground for bots in processes of their own."""
    async with await playground.serve() as server:
        yield server


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path):
    """A bot for one test, for looking at its start or breaking it for good."""
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        yield app
