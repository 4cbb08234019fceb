"""The schema and the store's statements can serve PostgreSQL; what is SQLite's is in one module."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import StatementError
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.schema import contests, guilds, metadata
from tests.bot.contests.world import SCOPE, T0, WORDS, after
from tests.bot.store.portable import POSTGRES, compile_too, migrations

STORE = Path(__file__).resolve().parents[3] / "bot" / "store"


def test_every_table_and_index_can_be_made_in_postgresql():
    for table in metadata.sorted_tables:
        ddl = str(CreateTable(table).compile(dialect=POSTGRES))
        assert "TIMESTAMP WITHOUT TIME ZONE" in ddl or not re.search(r"_at\b", ddl)
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=POSTGRES))
    assert "user_id BIGINT" in str(
        CreateTable(metadata.tables["entrants"]).compile(dialect=POSTGRES)
    )


def test_the_migrations_make_every_table_in_postgresql_too():
    """With the same columns, of the same types and in the same order as the schema has them."""
    buffer = io.StringIO()
    migrations(buffer)
    said = buffer.getvalue()
    assert "BIGSERIAL" not in said  # no id of Discord's is counted up
    for table in metadata.sorted_tables:
        made = str(CreateTable(table).compile(dialect=POSTGRES))
        columns = re.findall(r"^\t(\w+ [A-Z]+(?: WITHOUT TIME ZONE)?)", made, re.MULTILINE)
        (there,) = re.findall(rf"CREATE TABLE {table.name} \((.*?)\n\);", said, re.DOTALL)
        for column in columns:
            assert re.search(rf"\b{column}\b", there), (table.name, column)
        for index in table.indexes:
            assert f"INDEX {index.name} ON {table.name}" in said


async def test_every_statement_of_a_contests_life_compiles_for_postgresql(world):
    seen = compile_too(world.database)
    contest = await world.finished([(1, 1, WORDS), (2, 2, WORDS)], opens=after(minutes=5))
    await world.contests.practice.begin(SCOPE, contest.id, world.act(1, after(days=1)))
    await world.refuse(1, WORDS)
    await world.contests.queries.season(SCOPE, best=1)
    await world.privacy.export(1)
    await world.privacy.forget(1)
    await world.guilds.purge(T0)
    assert len(seen) > 40
    assert any("FOR UPDATE" in statement for statement in seen)


def test_only_one_module_speaks_sqlite():
    for path in STORE.rglob("*.py"):
        if path.name != "sqlite.py":
            text = path.read_text("utf-8")
            assert not re.search(
                r"PRAGMA|rowid|INSERT OR|dialects\.sqlite|BEGIN IMMEDIATE", text
            ), path
            assert "exec_driver_sql" not in text, path


async def test_moments_come_back_aware_and_naive_ones_are_refused(world):
    draft = await world.draft(opens=datetime.fromisoformat("2026-05-05T18:30:00+05:45"))
    found = await world.contests.queries.get(draft.id)
    assert found.opens_at == datetime(2026, 5, 5, 12, 45, tzinfo=UTC)
    assert found.opens_at.tzinfo is UTC
    async with world.database.write() as tx:
        with pytest.raises(StatementError, match="needs a zone"):
            await tx.execute(
                insert(guilds).values(
                    guild_id=1,
                    time_zone="UTC",
                    tier="full",
                    removed_at=datetime(2026, 1, 1),  # noqa: DTZ001
                )
            )
    async with world.database.read() as tx:
        kept = (await tx.execute(select(contests.c.par_order))).scalars().all()
    assert len(kept) == 1
