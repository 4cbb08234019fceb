"""The store, on real files: it keeps, finds again, and refuses clearly."""

import asyncio
import contextlib
import os
import resource
import sqlite3
import sys
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, event, func, insert, select

from bot.errors import CardExpired, Unsaved
from bot.store import CARD_DAYS, open_store, sqlite
from bot.store.database import CONNECTIONS
from bot.store.schema import REVISION, cards, facts, metadata
from tests.bot.organising import until
from tests.bot.postgres import on_both, on_sqlite
from tests.bot.statements import noted
from tests.bot.store.refusals import refused
from tests.bot.world import url
from tests.programs import ran


async def test_a_card_is_found_again_after_a_restart(tmp_path):
    first = await open_store(url(tmp_path / "bot.sqlite3"))
    key = await first.cards.add("ladder", {"words": ["cat", "ça"], "n": None})
    await first.close()
    second = await open_store(url(tmp_path / "bot.sqlite3"))
    assert await second.cards.get("ladder", key) == {"words": ["cat", "ça"], "n": None}
    await second.close()


async def test_what_was_kept_survives_a_kill(tmp_path):
    code = f"""
import asyncio, os
from sqlalchemy.engine import make_url
from bot.store import open_store
async def main():
    store = await open_store(make_url("sqlite+aiosqlite:///{tmp_path}/bot.sqlite3"))
    print(await store.cards.add("ladder", {{"kept": True}}), flush=True)
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""
    run = ran(sys.executable, "-c", code)
    assert run.returncode == -9
    store = await open_store(url(tmp_path / "bot.sqlite3"))
    assert await store.cards.get("ladder", run.stdout.strip()) == {"kept": True}
    await store.close()


async def test_keys_fit_custom_ids_and_are_not_guessable(store):
    keys = {await store.cards.add("ladder", {}) for _ in range(50)}
    assert len(keys) == 50
    assert {len(key) for key in keys} == {12}


async def test_an_unknown_card_or_one_of_another_kind_has_expired(store):
    key = await store.cards.add("ladder", {})
    with pytest.raises(CardExpired, match=f"{CARD_DAYS} days"):
        await store.cards.get("snake", key)
    with pytest.raises(CardExpired):
        await store.cards.get("ladder", "no such key!")


async def test_old_cards_are_cleared_away_and_others_stay(store):
    now = datetime.now(UTC)
    old = await store.cards.add("ladder", {}, now - timedelta(days=CARD_DAYS, seconds=1))
    young = await store.cards.add("ladder", {}, now - timedelta(days=CARD_DAYS, seconds=-60))
    assert await store.cards.prune(now) == 1
    with pytest.raises(CardExpired):
        await store.cards.get("ladder", old)
    assert await store.cards.get("ladder", young) == {}


async def test_facts(store):
    assert await store.facts.get("colour") is None
    await store.facts.put("colour", "red")
    await store.facts.put("colour", "blue")
    assert await store.facts.get("colour") == "blue"


@on_both
async def test_many_writers_and_readers_at_once_lose_nothing(store):
    async def one(n):
        key = await store.cards.add("ladder", {"n": n})
        return (await store.cards.get("ladder", key))["n"]

    assert await asyncio.gather(*(one(n) for n in range(200))) == list(range(200))


@pytest.mark.slow
async def test_a_rush_of_transactions_that_take_their_time_all_get_their_turn(store):
    """Far more transactions than connections, each with several statements."""
    begun = 0

    async def one(n):
        nonlocal begun
        transaction = store.database.write if n % 3 == 0 else store.database.read
        async with transaction() as tx:
            begun += 1
            if n % 3 == 0:
                await tx.execute(insert(facts).values(name=f"n{n}", value="here"))
            await asyncio.sleep(0.001)
            seen = (await tx.execute(select(func.count()).select_from(facts))).scalar_one()
            await asyncio.sleep(0.001)
            again = (await tx.execute(select(func.count()).select_from(facts))).scalar_one()
            return seen == again

    gone = [asyncio.create_task(one(n)) for n in range(1, 60, 3)]
    all_of_them = asyncio.gather(*(one(n) for n in range(150)))
    while begun < CONNECTIONS:
        await asyncio.sleep(0)
    for task in gone:  # cancelled ones, working or waiting, keep no connection
        task.cancel()
    assert all(await all_of_them)
    assert [await store.facts.get(f"n{n}") for n in (0, 147)] == ["here", "here"]


@pytest.mark.parametrize("outer", ["read", "write"])
@pytest.mark.parametrize("inner", ["read", "write"])
async def test_no_transaction_is_opened_within_another(store, outer, inner):
    """They would deadlock: writers at once, readers when connections run out."""

    async def open_another():
        async with getattr(store.database, inner)():
            pass

    async with getattr(store.database, outer)():
        with pytest.raises(AssertionError, match="a transaction is open here"):
            await open_another()
        with pytest.raises(AssertionError, match="a transaction is open here"):
            await asyncio.gather(open_another())
    await open_another()


@on_both
async def test_a_failed_transaction_leaves_nothing(store):
    row = {"id": "x", "kind": "k", "content": "{}", "size": 2, "typed": False}
    row["created_at"] = datetime(2026, 1, 1)  # noqa: DTZ001

    async def twice():
        async with store.database.write() as connection:
            await connection.execute(insert(cards).values(**row))
            await connection.execute(insert(cards).values(**row))

    with pytest.raises(Unsaved):
        await twice()
    with pytest.raises(CardExpired):
        await store.cards.get("k", "x")
    await store.cards.add("k", {})


@on_sqlite
async def test_another_program_that_writes_is_waited_for(store):
    other = sqlite3.connect(store.database.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with noted(store.database) as statements:
        adding = asyncio.create_task(store.cards.add("ladder", {}))
        await until(lambda: "BEGIN IMMEDIATE" in statements)
    assert await store.facts.get("nothing") is None  # slower than asking for the lock
    assert not adding.done()
    other.execute("COMMIT")
    other.close()
    assert await adding


@on_sqlite
async def test_the_connection_is_durable(store):
    async with store.database.read() as connection:
        values = [
            (await connection.exec_driver_sql(f"PRAGMA {name.split('=')[0]}")).scalar_one()
            for name in sqlite.PRAGMAS
        ]
    assert values == [4000, "wal", 2, 1, 1]


@on_both
async def test_the_migrations_make_exactly_the_schema(store):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async with store.database.read() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
        made_by = await connection.run_sync(
            lambda sync: MigrationContext.configure(sync).get_current_revision()
        )
    assert differences == []
    assert made_by == REVISION


async def test_cards_and_facts_have_no_person_in_them():
    for table in ("cards", "facts"):
        names = metadata.tables[table].columns.keys()
        assert not [name for name in names if "user" in name or "member" in name]


async def test_a_newer_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "bot.sqlite3"
    await (await open_store(url(path))).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("DELETE FROM facts")
    connection.close()
    assert "newer version" in await refused(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM facts").fetchone() == (0,)
    connection.close()


async def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "bot.sqlite3"
    path.write_text("Dear diary, " * 500)
    assert "not a SQLite database" in await refused(path)
    assert path.read_text() == "Dear diary, " * 500


async def test_a_database_that_is_in_use_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.store.sqlite.PRAGMAS", ("busy_timeout=50",))
    path = tmp_path / "bot.sqlite3"
    await (await open_store(url(path))).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "in use" in await refused(path)
    other.close()


@pytest.mark.slow
def test_a_disk_that_takes_nothing_stops_the_bot_with_one_line(tmp_path):
    """A quota of 20 kB on files stands in for a full disk."""
    env = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/bot.sqlite3", "DISCORD_TOKEN": ""}
    size = (resource.RLIMIT_FSIZE, (20_000, 20_000))
    run = ran(sys.executable, "-m", "bot", env=env, preexec_fn=lambda: resource.setrlimit(*size))
    assert run.returncode == 1  # room may appear in a moment
    assert "Traceback" not in run.stderr
    assert f"{tmp_path}/bot.sqlite3" in run.stderr.splitlines()[-1]


@on_sqlite
async def test_a_full_disk_later_fails_the_write_clearly_and_reading_goes_on(store):
    key = await store.cards.add("ladder", {"small": 1})
    async with store.database.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()

    @event.listens_for(store.database._engine.sync_engine, "checkout")
    def grow_no_more(connection, *_more):
        with contextlib.closing(connection.cursor()) as cursor:
            cursor.execute(f"PRAGMA max_page_count={pages}")

    large = {"large": "x" * 60_000}
    with pytest.raises(Unsaved, match="right now"):
        await store.facts.put("large", large["large"])
    assert not store.database.silent
    assert await store.cards.get("ladder", key) == {"small": 1}
    held = await store.cards.add("ladder", large)
    with pytest.raises(Unsaved):
        await store.cards.store_held()
    assert await store.cards.get("ladder", held) == large


async def test_erasing_can_be_cancelled_at_any_moment(store):
    for step in range(40):
        erasing = asyncio.create_task(store.database.erase())
        for _ in range(step):
            await asyncio.sleep(0.0002)
        erasing.cancel()
        (ended,) = await asyncio.gather(erasing, return_exceptions=True)
        assert ended is True or isinstance(ended, asyncio.CancelledError)
    assert await store.database.erase()


@on_sqlite
async def test_nothing_is_locked_once_a_write_was_cancelled(store):
    async def write():
        async with store.database.write() as tx:
            await tx.execute(delete(cards))

    path = store.database.url.database
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with noted(store.database) as statements:
            writing = asyncio.create_task(write())
            await until(lambda: "BEGIN IMMEDIATE" in statements)
        for _ in range(3):  # people in a hurry cancel more than once
            writing.cancel()
            await asyncio.sleep(0.01)
        assert not writing.done()
        other.execute("ROLLBACK")
        await asyncio.gather(writing, return_exceptions=True)
        other.execute("BEGIN IMMEDIATE")
