"""Each database's peculiarities are in one module; the schema is the same in both."""

import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import StatementError

from bot.store.schema import contests, guilds
from tests.paths import ROOT

OWN = r"PRAGMA|rowid|INSERT OR|dialects\.|BEGIN IMMEDIATE|pg_|VACUUM"
STORE = ROOT / "bot" / "store"


def test_only_two_modules_speak_a_databases_own_language():
    for path in STORE.rglob("*.py"):
        if path.name not in {"sqlite.py", "postgres.py"}:
            text = path.read_text("utf-8")
            assert not re.search(OWN, text), path
            assert "exec_driver_sql" not in text, path


async def test_moments_come_back_aware_and_naive_ones_are_refused(world):
    draft = await world.draft(opens=datetime.fromisoformat("2026-05-05T18:30:00+05:45"))
    found = await world.contests.queries.get(draft.id)
    assert found.opens_at == datetime(2026, 5, 5, 12, 45, tzinfo=UTC)
    assert found.opens_at.tzinfo is UTC
    values = {"guild_id": 1, "time_zone": "UTC", "tier": "full"}
    values["removed_at"] = datetime(2026, 1, 1)  # noqa: DTZ001
    async with world.database.write() as tx:
        with pytest.raises(StatementError, match="needs a zone"):
            await tx.execute(insert(guilds).values(**values))
    async with world.database.read() as tx:
        kept = (await tx.execute(select(contests.c.par_order))).scalars().all()
    assert len(kept) == 1
