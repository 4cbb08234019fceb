"""Practices: finished contests played again, kept apart from them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import insert, select

from bot.store.database import Transaction
from bot.store.records import Practice, PracticeTry, load
from bot.store.schema import practice_tries, practices


async def add(tx: Transaction, practice: Practice) -> None:
    """Keep a practice that begins."""
    await tx.execute(insert(practices).values(**asdict(practice)))


async def get(tx: Transaction, practice_id: int) -> Practice | None:
    """Return a practice."""
    query = select(practices).where(practices.c.id == practice_id)
    row = (await tx.execute(query.with_for_update())).mappings().first()
    return None if row is None else load(Practice, row)


async def running(tx: Transaction, contest_id: str, user_id: int, at: datetime) -> Practice | None:
    """Return the practice of a contest that a person is in the middle of."""
    query = (
        select(practices)
        .where(
            practices.c.contest_id == contest_id,
            practices.c.user_id == user_id,
            practices.c.started_at <= at,
            practices.c.ends_at > at,
        )
        .order_by(practices.c.started_at.desc())
        .limit(1)
    )
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(Practice, row)


async def add_try(tx: Transaction, tried: PracticeTry) -> None:
    """Keep a try."""
    await tx.execute(insert(practice_tries).values(**asdict(tried)))


async def tries(tx: Transaction, practice_id: int) -> list[PracticeTry]:
    """Return the tries of a practice as they came."""
    query = (
        select(practice_tries)
        .where(practice_tries.c.practice_id == practice_id)
        .order_by(practice_tries.c.at, practice_tries.c.id)
    )
    return [load(PracticeTry, row) for row in (await tx.execute(query)).mappings()]
