"""Everything moves between databases of either kind, or nothing does."""

import subprocess
import sys
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import JSON, Boolean, Date, DateTime, Float, Integer, String, insert, select

from bot.errors import StoreUnusable
from bot.store import Database, open_store
from bot.store.move import content, move
from bot.store.schema import Moment, cards, metadata
from tests.bot.postgres import on_both, on_sqlite
from tests.bot.store.everything import ANNA, BEN, GOOD
from tests.bot.world import GUILD, World, after
from tests.bot.world import url as sqlite_in
from tests.programs import ran


@pytest.fixture
def other_url(database_url, tmp_path, cluster):
    """Yield the URL of an empty database of the other kind."""
    if database_url.get_backend_name() == "postgresql":
        yield sqlite_in(tmp_path / "other.sqlite3")
    else:
        with cluster.database("template0") as url:
            yield url


VALUES = {
    Boolean: True,
    Integer: 1,  # BigInteger as well
    Float: 0.1 + 0.2,  # every digit counts
    JSON: {"a": ["ü", None, 1.5]},
    Date: date(2026, 2, 28),
    Moment: datetime(2026, 1, 1, 12, 0, 0, 123456, UTC),
    DateTime: datetime(2026, 1, 1, 12, 0, 0, 123456),  # noqa: DTZ001 - kept without a zone
    String: "ü",
}


async def fill_the_rest(database):
    """Give every empty table a row, with a value in each column."""
    async with database.write() as tx:
        for table in metadata.sorted_tables:
            if (await tx.execute(select(table).limit(1))).first() is not None:
                continue
            row = {}
            for column in table.columns:
                if column.foreign_keys:
                    (key,) = column.foreign_keys
                    row[column.name] = (await tx.execute(select(key.column).limit(1))).scalar_one()
                elif column is not table.autoincrement_column:
                    kind = next(kind for kind in VALUES if isinstance(column.type, kind))
                    row[column.name] = VALUES[kind]
            await tx.execute(insert(table), row)


async def held(url):
    database = Database(url)
    async with database.read() as tx:
        found = await content(tx)
    await database.close()
    return found


@on_both
async def test_everything_moves_and_goes_on_there(world, all_over, database_url, other_url):
    contest, *_ = await world.contests.queries.of_guild(GUILD)
    await fill_the_rest(world.database)
    await world.database.close()
    told = {}
    await move(database_url, other_url, told.__setitem__)
    assert await held(other_url) == await held(database_url)
    assert told.keys() == metadata.tables.keys()
    assert min(told.values()) > 0
    with pytest.raises(StoreUnusable, match="is not empty"):
        await move(database_url, other_url, told.__setitem__)

    store = await open_store(other_url)
    there = World(store.database, world.lexicons)
    assert await there.privacy.show(ANNA)
    fresh = await there.announced(at=after(days=1))  # numbered rows get new numbers
    await there.send(fresh, BEN, after(days=1), GOOD, interaction=5)
    assert len((await there.contests.queries.board(fresh.id)).rows) == 1
    assert (await there.contests.queries.get(contest.id)).title == contest.title
    await store.close()


@on_sqlite
@pytest.mark.slow
async def test_a_killed_move_leaves_nothing_and_can_be_begun_again(
    world, all_over, database_url, other_url
):
    row = {"kind": "k", "size": 1, "typed": False, "created_at": datetime(2020, 1, 1)}  # noqa: DTZ001
    async with world.database.write() as tx:
        rows = [row | {"id": str(n), "content": "x" * 1000} for n in range(20_000)]
        await tx.execute(insert(cards), rows)
    await world.database.close()
    command = [sys.executable, "-m", "bot", "move-database"]
    command += [str(database_url), str(other_url)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as moving:
        assert "rows" in moving.stdout.readline()
        moving.kill()
    run = ran(*command)
    assert run.returncode == 0, run.stderr
    assert "cards: 20,001 rows" in run.stdout
    assert await held(other_url) == await held(database_url)
    again = ran(*command)
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)
    assert "is not empty" in again.stderr


@on_sqlite
async def test_nothing_moves_from_a_database_that_a_bot_runs_on(world, database_url, tmp_path):
    with pytest.raises(StoreUnusable, match="Another bot is running"):
        await move(database_url, sqlite_in(tmp_path / "other.sqlite3"), print)


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["move-database", "move-database x y", "start"])
def test_a_wrong_command_line_is_one_line(wrong):
    run = ran(sys.executable, "-m", "bot", *wrong.split())
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr


def test_help_lists_the_commands():
    run = ran(sys.executable, "-m", "bot", "--help")
    assert (run.returncode, run.stderr) == (0, "")
    assert all(name in run.stdout for name in ("health", "move-database", "DISCORD_TOKEN"))
