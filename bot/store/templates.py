"""Finds and deletes templates of contests, and finds due ones."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import delete, func, or_, select

from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import ContestTemplate, contest_templates, contests, left_guilds


async def of_guild(tx: Transaction, guild_id: int) -> list[ContestTemplate]:
    """Return a server's templates by name, those that repeat first."""
    table = contest_templates.c
    query = rows.chosen(ContestTemplate).where(table.guild_id == guild_id)
    return await rows.every(
        tx, ContestTemplate, query.order_by(table.repeats.is_(None), func.lower(table.name))
    )


async def drop(tx: Transaction, template_id: str) -> None:
    """Delete a template; contests made of it stay."""
    await tx.execute(delete(contest_templates).where(contest_templates.c.id == template_id))


async def due(tx: Transaction, now: datetime, limit: int) -> dict[str, int]:
    """Return due templates in servers that the bot is in: the server's id by template id."""
    table = contest_templates.c
    query = select(table.id, table.guild_id).where(
        table.next_due_at <= now, table.guild_id.not_in(left_guilds)
    )
    found = await tx.execute(query.order_by(table.next_due_at).limit(limit))
    return {row.id: row.guild_id for row in found}


async def repeating_in(tx: Transaction, guild_id: int, channel_id: int) -> list[ContestTemplate]:
    """Return the templates that repeat in a channel, or in a thread of it."""
    table = contest_templates.c
    here = or_(table.channel_id == channel_id, table.parent_id == channel_id)
    query = rows.chosen(ContestTemplate).where(
        table.guild_id == guild_id, table.next_due_at.is_not(None), here
    )
    return await rows.every(tx, ContestTemplate, query)


async def contest_of(tx: Transaction, template_id: str, day: date) -> str | None:
    """Return the id of the contest, perhaps a draft, that a template made for a day."""
    query = select(contests.c.id).where(
        contests.c.template_id == template_id, contests.c.day == day
    )
    found: str | None = (await tx.execute(query)).scalar_one_or_none()
    return found
