"""Updates: the database of every release gets today's schema and keeps its contents."""

import sqlite3
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import make_url

from bot.errors import StoreUnusable
from bot.store.move import content
from bot.store.schema import metadata
from bot.store.store import open_store
from tests.release import GUILD, RELEASES, version


@pytest.mark.parametrize("release", sorted(RELEASES.glob("*.sql")), ids=lambda path: path.stem)
async def test_the_database_of_a_release_is_brought_up_to_date(tmp_path, release):
    again = "; before its release: python -m tests.release" if release.stem == version() else ""
    path = tmp_path / "bot.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(release.read_text("utf-8"))
        before = {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in metadata.tables
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [name]).fetchone()
        }
    assert all(before.values()), f"a table has nothing{again}"
    store = await open_store(make_url(f"sqlite+aiosqlite:///{path}"))
    try:
        async with store.database.read() as tx:
            after = await content(tx)
            differences = await tx.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        assert differences == [], f"a migration is missing{again}"
        assert {name: after[name].rows for name in before} == before
        assert (await store.guilds.settings(GUILD)).guild_id == GUILD
        assert await store.facts.get("editions") == "secret"
    finally:
        await store.close()


@pytest.mark.parametrize(
    "change",
    ["ALTER TABLE guilds DROP COLUMN duels", "ALTER TABLE guilds ADD x TEXT", "DROP TABLE ratings"],
)
async def test_a_database_from_between_two_releases_is_refused(database_url, change):
    store = await open_store(database_url)
    async with store.database.write() as tx:
        await tx.exec_driver_sql(change)
    await store.close()
    with pytest.raises(StoreUnusable, match=f"its table {change.split()[2]} is not as") as error:
        await open_store(database_url)
    assert "\n" not in error.value.message


def test_there_is_a_database_of_this_version():
    assert (RELEASES / f"{version()}.sql").exists()
