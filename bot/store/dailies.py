"""Editions as they were made, what servers want posted, and when an edition is live in each."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, insert, select, update

from bot.puzzles import Commitment
from bot.store import commitments, rows
from bot.store.database import Database, Transaction
from bot.store.retention import change_some
from bot.store.schema import (
    DailySetup,
    Message,
    daily_editions,
    daily_plays,
    daily_setups,
    guilds,
    messages,
)

Content = dict[str, Any]
"""A puzzle's fields as JSON values."""
_game = daily_editions.c.content["game"].as_string()


_came = messages.c.message_id.is_not(None) | messages.c.given_up_at.is_(None)
"""Whether a message was sent, or still may be."""


async def add_edition(
    tx: Transaction,
    number: int,
    content: Content,
    lexicon: str,
    at: datetime,
    *,
    commitment: Commitment | None = None,
) -> Content:
    """Store an edition unless its number exists already; return the stored one."""
    kept = await some_editions(tx, [number])
    if kept:
        return kept[number]
    await tx.execute(
        insert(daily_editions).values(
            number=number,
            content=content,
            lexicon=lexicon,
            made_at=at,
            salt=secrets.token_urlsafe(16),
            **commitments.columns(commitment),
        )
    )
    return content


async def code_of(tx: Transaction, number: int) -> str | None:
    """Return the code of an edition's commitment, which is public."""
    query = select(daily_editions.c.commitment).where(daily_editions.c.number == number)
    code: str | None = (await tx.execute(query)).scalar_one_or_none()
    return code


async def commitment(tx: Transaction, number: int) -> tuple[Commitment, str] | None:
    """Return an edition's commitment, the secret text included, and its lexicon's fingerprint."""
    this = daily_editions.c.number == number
    kept = await commitments.find(tx, daily_editions, this)
    if kept is None:
        return None
    lexicon = (await tx.execute(select(daily_editions.c.lexicon).where(this))).scalar_one()
    return kept, lexicon


async def some_editions(tx: Transaction, numbers: Collection[int]) -> dict[int, Content]:
    """Return the editions that have been made, by number."""
    query = select(daily_editions.c.number, daily_editions.c.content).where(
        daily_editions.c.number.in_(numbers)
    )
    return {row.number: row.content for row in await tx.execute(query)}


async def newest_of_game(tx: Transaction, game: str, limit: int) -> list[Content]:
    """Return the editions of a game with the highest numbers, newest first."""
    query = select(daily_editions.c.content).where(_game == game)
    newest = query.order_by(daily_editions.c.number.desc()).limit(limit)
    return list((await tx.execute(newest)).scalars())


async def games(tx: Transaction, numbers: Collection[int]) -> dict[int, str]:
    """Return the games of the editions that have been made, by number."""
    number = daily_editions.c.number
    query = select(number, _game.label("game")).where(number.in_(numbers))
    return {row.number: row.game for row in await tx.execute(query)}


async def numbers_met(tx: Transaction, user_ids: Collection[int]) -> set[int]:
    """Return the editions that anybody in `user_ids` has begun, live or from the archive."""
    query = select(daily_plays.c.number).where(daily_plays.c.user_id.in_(user_ids)).distinct()
    return set((await tx.execute(query)).scalars())


async def salt_of(tx: Transaction, number: int) -> str | None:
    """Return the salt of an edition that is not over everywhere."""
    query = select(daily_editions.c.salt).where(daily_editions.c.number == number)
    salt: str | None = (await tx.execute(query)).scalar_one_or_none()
    return salt


async def drop_tombstones(database: Database, before: int) -> int:
    """Delete what only live editions need, for those before a number: salts and their hashes.

    Returns how many editions changed.
    """
    over = (daily_editions.c.number < before) & daily_editions.c.salt.is_not(None)
    editions = await change_some(database, daily_editions, over, salt=None)
    old = (daily_plays.c.number < before) & daily_plays.c.tombstone.is_not(None)
    await change_some(database, daily_plays, old, tombstone=None)
    return editions


async def due_setups(tx: Transaction, now: datetime, after: int, limit: int) -> list[DailySetup]:
    """Return due setups of servers that the bot is in, with ids above `after`."""
    query = (
        rows.chosen(DailySetup)
        .join(guilds, guilds.c.guild_id == daily_setups.c.guild_id)
        .where(
            daily_setups.c.next_due_at <= now,
            daily_setups.c.guild_id > after,
            guilds.c.removed_at.is_(None),
        )
        .order_by(daily_setups.c.guild_id)
        .limit(limit)
    )
    return await rows.every(tx, DailySetup, query)


async def move_on(tx: Transaction, setups: Iterable[DailySetup]) -> None:
    """Store each setup's last edition and when it is next due."""
    for setup in setups:
        await tx.execute(
            update(daily_setups)
            .where(daily_setups.c.guild_id == setup.guild_id)
            .values(next_due_at=setup.next_due_at, last_number=setup.last_number)
        )


async def open_in(tx: Transaction, guild_id: int, at: datetime) -> Message | None:
    """Return the message of the edition that is live in a server, going by that server's posts."""
    query = (
        rows.chosen(Message)
        .where(
            messages.c.guild_id == guild_id,
            messages.c.kind == "edition",
            messages.c.opens_at <= at,
            messages.c.closes_at > at,
        )
        .order_by(messages.c.number.desc())
        .limit(1)
    )
    return await rows.first(tx, Message, query)


async def open_until(
    tx: Transaction, guild_ids: Collection[int], at: datetime
) -> dict[int, datetime]:
    """Return when the open edition closes, for each given server that has one."""
    query = (
        select(messages.c.guild_id, func.max(messages.c.closes_at))
        .where(
            messages.c.guild_id.in_(guild_ids),
            messages.c.kind == "edition",
            _came,
            messages.c.opens_at <= at,
            messages.c.closes_at > at,
        )
        .group_by(messages.c.guild_id)
    )
    return {row.guild_id: row[1] for row in await tx.execute(query)}


async def posted_in(tx: Transaction, guild_id: int) -> list[int]:
    """Return the editions that were posted in a server or still may be, ascending."""
    query = select(messages.c.number).where(
        messages.c.guild_id == guild_id,
        messages.c.kind == "edition",
        _came,
    )
    return list((await tx.execute(query.order_by(messages.c.number))).scalars())


async def made_at(tx: Transaction) -> dict[int, datetime]:
    """Return when each edition was made."""
    query = select(daily_editions.c.number, daily_editions.c.made_at)
    return {row.number: row.made_at for row in await tx.execute(query)}


async def last_number(tx: Transaction, guild_id: int) -> int | None:
    """Return the newest edition that was posted in a server or still may be."""
    query = select(func.max(messages.c.number)).where(
        messages.c.guild_id == guild_id,
        messages.c.kind == "edition",
        _came,
    )
    newest: int | None = (await tx.execute(query)).scalar_one()
    return newest


async def last_closed(tx: Transaction, guild_id: int, at: datetime) -> int | None:
    """Return the newest edition that is over in a server, going by that server's posts."""
    query = select(func.max(messages.c.number)).where(
        messages.c.guild_id == guild_id,
        messages.c.kind == "edition",
        messages.c.closes_at <= at,
    )
    newest: int | None = (await tx.execute(query)).scalar_one()
    return newest


async def closing(tx: Transaction, now: datetime, limit: int) -> list[Message]:
    """Return the messages of editions whose boards have to close."""
    query = (
        rows.chosen(Message)
        .where(messages.c.closed.is_(False), messages.c.closes_at <= now)
        .order_by(messages.c.closes_at)
        .limit(limit)
    )
    return await rows.every(tx, Message, query)


async def close(tx: Transaction, message: Message) -> None:
    """Note that a board has closed; its message will show that, even one that is being sent."""
    await tx.execute(
        update(messages)
        .where(messages.c.id == message.id)
        .values(closed=True, version=messages.c.version + 1)
    )


async def close_later(tx: Transaction, message: Message, closes_at: datetime, at: datetime) -> None:
    """Change when a board closes; the edition's post and reminders are edited at once."""
    about = (messages.c.guild_id == message.guild_id) & (messages.c.number == message.number)
    told = messages.c.kind.in_(("edition", "reminder"))
    rested = case((messages.c.attempts == 0, at), else_=messages.c.next_attempt_at)
    await tx.execute(
        update(messages)
        .where(about & told)
        .values(closes_at=closes_at, version=messages.c.version + 1, next_attempt_at=rested)
    )
