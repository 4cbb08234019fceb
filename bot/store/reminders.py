"""Reminders before a streak ends: who wants one, and when to check next."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, update

from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import DailyReminder, daily_reminders, guilds


async def get(tx: Transaction, user_id: int) -> DailyReminder | None:
    """Return a person's reminder."""
    query = rows.chosen(DailyReminder).where(daily_reminders.c.user_id == user_id)
    return await rows.first(tx, DailyReminder, query)


async def put(tx: Transaction, user_id: int, guild_id: int, at: datetime) -> None:
    """Remind a person from now on, by the closing times of a server."""
    await drop(tx, user_id)
    await tx.execute(
        insert(daily_reminders).values(
            user_id=user_id,
            guild_id=guild_id,
            set_at=at,
            due_at=at,
        )
    )


async def drop(tx: Transaction, user_id: int) -> None:
    """Stop reminding a person."""
    await tx.execute(delete(daily_reminders).where(daily_reminders.c.user_id == user_id))


async def note_unreachable(tx: Transaction, user_id: int) -> None:
    """Note that a person cannot be written to, and stop reminding them."""
    await tx.execute(
        update(daily_reminders).where(daily_reminders.c.user_id == user_id).values(due_at=None)
    )


async def due(tx: Transaction, now: datetime, limit: int) -> list[DailyReminder]:
    """Return due reminders, for servers that the bot is in."""
    query = (
        rows.chosen(DailyReminder)
        .join(guilds, guilds.c.guild_id == daily_reminders.c.guild_id)
        .where(daily_reminders.c.due_at <= now, guilds.c.removed_at.is_(None))
        .order_by(daily_reminders.c.due_at)
        .limit(limit)
    )
    return await rows.every(tx, DailyReminder, query)


async def move_on(tx: Transaction, reminder: DailyReminder, due_at: datetime) -> bool:
    """Note when to check next; False: it was changed, or another process checked it."""
    moved = await tx.execute(
        update(daily_reminders)
        .where(
            daily_reminders.c.user_id == reminder.user_id,
            daily_reminders.c.due_at == reminder.due_at,
        )
        .values(due_at=due_at)
    )
    return moved.rowcount == 1
