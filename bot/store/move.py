"""Moves all stored data from one database to another, of either kind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, Table, insert, select
from sqlalchemy.engine import URL

from bot.errors import StoreUnusable
from bot.store.database import Database, Transaction
from bot.store.schema import metadata
from bot.store.store import upgrade

ROWS_A_BATCH = 1000
"""Rows that are read and written together."""


class Content(NamedTuple):
    """A table's number of rows, and the sum of their hashes, whatever their order."""

    rows: int
    hashes: int


async def move(source: URL, target: URL, tell: Callable[[str, int], None]) -> dict[str, Content]:
    """Copy every table into an empty database, and read both again; return their content.

    Everything is written in one transaction: if it is interrupted, the target stays empty and you
    can start again. No bot may run on either database. `tell` gets each table's name and the number
    of rows written. Raises StoreUnusable.
    """
    old, new = Database(source), Database(target)
    try:
        async with old.starting() as tx:
            await tx.run_sync(upgrade)
        # Outside the block of the first transaction, so that both databases can be open at once.
        async with new.starting() as tx:
            await tx.run_sync(upgrade)
            for table in metadata.sorted_tables:
                if (await tx.execute(select(table).limit(1))).first() is not None:
                    raise StoreUnusable(f"{new.name} is not empty: it has {table.name} already.")
            before = await _copy(old, tx, tell)
            await new.restart_counters(tx)
            written = await content(tx)
            async with old.read_beside() as reading:
                after = await content(reading)
            if before != after:
                raise StoreUnusable(f"{old.name} was changed meanwhile; stop the bot first.")
            if written != before:
                raise StoreUnusable("What was written is not what was read; nothing was moved.")
        return written
    finally:
        await old.close()
        await new.close()


async def content(tx: Transaction) -> dict[str, Content]:
    """Return the content of each table."""
    found = {}
    for table in metadata.sorted_tables:
        summed = Content(0, 0)
        async for rows in _pages(tx, table):
            summed = _add(summed, rows)
        found[table.name] = summed
    return found


async def _copy(
    old: Database, tx: Transaction, tell: Callable[[str, int], None]
) -> dict[str, Content]:
    found = {}
    async with old.read_beside() as reading:
        for table in metadata.sorted_tables:
            summed = Content(0, 0)
            async for rows in _pages(reading, table):
                await tx.execute(insert(table), [dict(row._mapping) for row in rows])  # noqa: SLF001 - its public name
                summed = _add(summed, rows)
            found[table.name] = summed
            tell(table.name, summed.rows)
    return found


async def _pages(tx: Transaction, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    async for rows in (await tx.stream(select(table))).partitions(ROWS_A_BATCH):
        yield rows


def _add(summed: Content, rows: Sequence[Row[Any]]) -> Content:
    hashes = summed.hashes
    for row in rows:
        text = json.dumps(list(row), default=str, sort_keys=True)
        hashes += int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest())
    return Content(summed.rows + len(rows), hashes)
