"""Databases of both kinds; a bot on a playground for all tests of a module, or for each."""

from __future__ import annotations

import contextlib

import pytest
import pytest_asyncio

from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.contests.world import empty_database, url
from tests.bot.postgres import Cluster
from tests.sweeps import by_turns


@pytest.fixture(scope="session")
def cluster():
    """Run a PostgreSQL that does not wait for its disk."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session")
def durable_cluster():
    """Run a PostgreSQL as it is in earnest, that waits for its disk."""
    cluster = Cluster(fsync=True)
    yield cluster
    cluster.remove()


SLOW_BY_TURNS = [pytest.mark.slow, pytest.mark.turn(0, 5)]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SLOW_BY_TURNS)])
def database_url(request, tmp_path):
    """An empty database of each kind, the second every fifth time (`tests.sweeps`).

    What is to be quick, and always on both, is marked `on_both`.
    """
    if request.param == "sqlite":
        (tmp_path / "bot.sqlite3").write_bytes(empty_database())
        yield url(tmp_path / "bot.sqlite3")
    else:
        with request.getfixturevalue("cluster").database() as made:
            yield made


@pytest.fixture(params=by_turns("sqlite", "postgresql"))
def folder(request, tmp_path):
    """Where a bot works that may be killed, on a database of either kind."""
    with contextlib.ExitStack() as stack:
        if request.param == "postgresql":
            cluster = request.getfixturevalue("durable_cluster")
            (tmp_path / "database").write_text(str(stack.enter_context(cluster.database())))
        else:
            (tmp_path / "bot.sqlite3").write_bytes(empty_database())
        yield tmp_path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory):
    async with BotOnPlayground(tmp_path_factory.mktemp("app")) as app:
        yield app


@pytest.fixture
def full(app):
    return app.services.lexicons["full"]


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path):
    """A bot of its own: looked at from its beginning, and what is broken here stays broken."""
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        yield app
