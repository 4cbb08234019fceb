"""What is kept about a person: shown, exported, forgotten.

Every column that holds a person's id is listed here; a test walks the schema and fails when one
is not. Texts that people wrote may name somebody by id: those are listed too.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Column, Table, Text, cast, delete, or_, select, update

from bot.store.database import Database, Transaction
from bot.store.schema import (
    audit,
    cards,
    contests,
    daily_editions,
    daily_guild_scores,
    daily_plays,
    daily_setups,
    daily_shares,
    daily_tries,
    entrants,
    messages,
    practice_tries,
    practices,
    submissions,
)


@dataclass(frozen=True, slots=True)
class Holding:
    """A column with people's ids. To forget: blank the id, or delete the whole row."""

    column: Column[Any]
    forget: Literal["blank", "delete"]
    says: str  # what having such a row means, for the export

    @property
    def table(self) -> Table:
        """The table that the column is in."""
        table = self.column.table
        assert isinstance(table, Table)
        return table


HOLDINGS = (
    Holding(entrants.c.user_id, "blank", "contests you entered"),
    Holding(entrants.c.disqualified_by, "blank", "entrants you disqualified"),
    Holding(contests.c.created_by, "blank", "contests you created"),
    Holding(practices.c.user_id, "delete", "contests you practised"),
    Holding(audit.c.actor_id, "blank", "what you did as an organiser"),
    Holding(daily_plays.c.user_id, "blank", "daily puzzles you played"),
    Holding(daily_shares.c.user_id, "delete", "daily puzzles you shared in a channel"),
    Holding(daily_setups.c.set_by, "blank", "daily puzzles you set up for servers"),
)

BELONGINGS = (
    (entrants.c.user_id, submissions.c.entrant_id, "snakes you sent in"),
    (practices.c.user_id, practice_tries.c.practice_id, "snakes you practised"),
    (daily_plays.c.user_id, daily_tries.c.play_id, "tries at daily puzzles"),
    (daily_plays.c.user_id, daily_guild_scores.c.play_id, "servers where your daily puzzles count"),
)
"""Rows that hold no id of a person and belong to one through a row that does."""

FREE_TEXTS = (contests.c.title, entrants.c.reason, audit.c.detail, messages.c.text)
NEVER_SHOWN = frozenset(
    {contests.c.salt, contests.c.par_order, entrants.c.tombstone, daily_plays.c.tombstone}
)


class Privacy:
    """A person's rights over what is kept about them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def show(self, user_id: int) -> dict[str, int]:
        """Count what is kept about a person, by what it is; {} when nothing is."""
        everything = await self.export(user_id)
        return {says: len(rows) for says, rows in everything.items()}

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return everything kept about a person as JSON values, without ids of other people."""
        found = {}
        async with self._database.read() as tx:
            for holding in HOLDINGS:
                query = select(holding.table).where(holding.column == user_id)
                found[holding.says] = await _rows(tx, query, user_id)
            for owner, belongs, says in BELONGINGS:
                query = (
                    select(belongs.table)
                    .join(owner.table, owner.table.c.id == belongs)
                    .where(owner == user_id)
                )
                found[says] = await _rows(tx, query, user_id)
        return {says: rows for says, rows in found.items() if rows}

    async def forget(self, user_id: int) -> None:
        """Remove a person's id from every table; it is done when this returns.

        What they did in contests stays, nobody's, so that others' places stay right; results that
        were posted are due to be edited.
        """
        async with self._database.write() as tx:
            await _leave_tombstones(tx, user_id)
            await _take_off_messages(tx, user_id)
            for holding in HOLDINGS:
                if holding.forget == "delete":
                    await tx.execute(delete(holding.table).where(holding.column == user_id))
                else:
                    await tx.execute(
                        update(holding.table)
                        .where(holding.column == user_id)
                        .values({holding.column: None})
                    )
            for column in FREE_TEXTS:
                await _scrub(tx, column, user_id)
            await _scrub_cards(tx, user_id)


def tombstone_of(salt: str, user_id: int) -> str:
    """Return the hash by which a running contest knows somebody it has forgotten."""
    return hashlib.blake2b(f"{salt}:{user_id}".encode(), digest_size=16).hexdigest()


async def _leave_tombstones(tx: Transaction, user_id: int) -> None:
    """See to it that the person cannot begin anew what still runs."""
    query = (
        select(daily_plays.c.id, daily_editions.c.salt)
        .join(daily_editions, daily_editions.c.number == daily_plays.c.number)
        .where(
            daily_plays.c.user_id == user_id,
            daily_editions.c.salt.is_not(None),  # from the archive, too: it may be open elsewhere
        )
    )
    for play_id, salt in (await tx.execute(query)).all():
        await tx.execute(
            update(daily_plays)
            .where(daily_plays.c.id == play_id)
            .values(tombstone=tombstone_of(salt, user_id))
        )
    query = (
        select(entrants.c.id, contests.c.salt)
        .join(contests, contests.c.id == entrants.c.contest_id)
        .where(entrants.c.user_id == user_id, contests.c.salt.is_not(None))
    )
    for entrant_id, salt in (await tx.execute(query)).all():
        await tx.execute(
            update(entrants)
            .where(entrants.c.id == entrant_id)
            .values(tombstone=tombstone_of(salt, user_id))
        )


async def _take_off_messages(tx: Transaction, user_id: int) -> None:
    """Let the messages that name the person be edited: results, and titles with their id.

    Solutions of daily puzzles, too, in the servers where theirs counted.
    """
    entered = select(entrants.c.contest_id).where(entrants.c.user_id == user_id)
    titled = select(contests.c.id).where(contests.c.title.contains(str(user_id)))
    played = (
        select(daily_guild_scores.c.play_id)
        .join(daily_plays, daily_plays.c.id == daily_guild_scores.c.play_id)
        .where(
            daily_plays.c.user_id == user_id,
            daily_plays.c.number == messages.c.number,
            daily_guild_scores.c.guild_id == messages.c.guild_id,
        )
    )
    names = or_(
        messages.c.contest_id.in_(entered) & (messages.c.kind == "results"),
        messages.c.contest_id.in_(titled) & messages.c.kind.in_(("announcement", "results")),
        (messages.c.kind == "solution") & played.exists(),
    )
    await tx.execute(update(messages).where(names).values(version=messages.c.version + 1))


async def _scrub(tx: Transaction, column: Column[Any], user_id: int) -> None:
    """Take a person's id out of what people wrote."""
    table = column.table
    assert isinstance(table, Table)
    keys = table.primary_key.columns.values()
    query = select(*keys, column).where(column.contains(str(user_id)))
    for *row, text in (await tx.execute(query)).all():
        this = [key == value for key, value in zip(keys, row, strict=True)]
        scrubbed = _without(user_id, text)
        await tx.execute(update(table).where(*this).values({column: scrubbed}))


async def _scrub_cards(tx: Transaction, user_id: int) -> None:
    """Take a person's id out of forms that are kept as they were filled in."""
    query = select(cards.c.id, cards.c.content).where(
        cast(cards.c.content, Text).contains(str(user_id))
    )
    for card, content in (await tx.execute(query)).all():
        this = update(cards).where(cards.c.id == card)
        await tx.execute(this.values(content=_without(user_id, content)))


def _without(user_id: int, kept: Any) -> Any:
    """Return a text, or JSON values, without a person's id in any text."""
    match kept:
        case str():
            mention = rf"<@!?{user_id}>|(?<!\d){user_id}(?!\d)"
            return re.sub(mention, "(somebody)", kept)
        case dict():
            return {key: _without(user_id, value) for key, value in kept.items()}
        case list():
            return [_without(user_id, value) for value in kept]
    return kept


async def _rows(tx: Transaction, query: Any, user_id: int) -> list[dict[str, Any]]:
    people = {holding.column for holding in HOLDINGS}
    result = []
    for row in (await tx.execute(query)).mappings():
        kept = {}
        for column in query.selected_columns:
            value = row[column.name]
            if column in NEVER_SHOWN or (column in people and value != user_id):
                continue
            kept[column.name] = value.isoformat() if isinstance(value, datetime) else value
        result.append(kept)
    return result
