"""Cards keep what an answer showed, so that its buttons work after a restart."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, insert, select

from bot.clock import Clock, utc_now
from bot.errors import CardExpired, NotKept, Unsaved
from bot.store.answering import BRIEF_SECONDS
from bot.store.batches import LARGEST_BATCH, Batcher
from bot.store.budget import until_tomorrow
from bot.store.database import UNSAVED, WHOLE, Database, Transaction
from bot.store.retention import delete_some
from bot.store.schema import cards

CARD_DAYS = 30
"""How long the buttons under an answer work."""
MOST_BYTES = 64 * 1024
"""Limit for one card."""
MOST_BYTES_IN_ALL = 1024**3
"""Beyond this the oldest cards are deleted early."""
MOST_HELD = 8 * 1024**2
"""Bytes of cards held in memory while the database takes no writes, to be stored afterwards."""
HELD = 1024
"""Bytes that a card takes in memory besides its content."""
UNIT = 4 * 1024
UNITS_AN_HOUR = 300
UNITS_A_DAY = 500
"""Limits per person: in an hour, and from midnight to midnight UTC.

A card counts one for each UNIT bytes that it begins, so one person fills at most 6 % of
MOST_BYTES_IN_ALL. Each process counts for itself, from zero after a restart, since no card says
whose it is."""
_INSERT = insert(cards)


class Cards:
    """Cards by their random id: after a lost database, a new card never answers an old button."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._batches = Batcher(database, _insert, alongside=True)
        self._held: dict[str, dict[str, Any]] = {}  # by id
        self._held_size = 0
        self._hour = 0
        # Per person, in this hour and this day; in this process only, and never stored.
        self._units: Counter[int] = Counter()
        self._day = 0
        self._units_of_day: Counter[int] = Counter()

    async def add(
        self,
        kind: str,
        content: dict[str, Any],
        now: datetime | None = None,
        *,
        user: int | None = None,
        typed: bool = False,
    ) -> str:
        """Keep a card and return its id, 12 characters that fit a custom_id.

        `user` is the person it is for, who is not stored; `typed`: it holds free text. Raises
        NotKept for a card that is too large, when this person has too many, and when the disk is
        nearly full.
        """
        now = now or self._clock()
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        size = len(text.encode())
        if size > MOST_BYTES:
            raise NotKept("This answer is too long for me to keep, so it has no buttons.")
        if user is not None:
            self._count(user, size, now)
        if not await self._database.has_room():
            raise NotKept("I’m short of disk space, so this answer has no buttons.")
        card = secrets.token_urlsafe(9)
        row = {
            "id": card,
            "kind": kind,
            "content": text,
            "size": size,
            "typed": typed,
            "created_at": _utc(now),
        }
        try:
            async with asyncio.timeout(BRIEF_SECONDS):
                await self._batches.add(row)
        except (Unsaved, TimeoutError) as error:
            whole = isinstance(error, TimeoutError) or isinstance(error.__cause__, WHOLE)
            if not whole or self._held_size + size + HELD > MOST_HELD:
                raise Unsaved(UNSAVED) from error
            self._held[card] = row
            self._held_size += size + HELD
        return card

    async def store_held(self, _now: datetime | None = None) -> None:
        """Store the held cards; raises Unsaved, after which the rest is still held."""
        while some := list(itertools.islice(self._held, LARGEST_BATCH)):
            async with self._database.write() as tx:
                found = await tx.execute(select(cards.c.id).where(cards.c.id.in_(some)))
                there = set(found.scalars())  # it was stored, but the answer got lost
                if new := [self._held[one] for one in some if one not in there]:
                    await _insert(tx, new)
            for one in some:
                if row := self._held.pop(one, None):
                    self._held_size -= row["size"] + HELD

    def _count(self, user: int, size: int, now: datetime) -> None:
        hour = int(now.timestamp() // 3600)
        if hour != self._hour:
            self._hour = hour
            self._units.clear()
        if hour // 24 != self._day:
            self._day = hour // 24
            self._units_of_day.clear()
        units = 1 + size // UNIT
        if self._units[user] + units > UNITS_AN_HOUR:
            raise NotKept(
                "You’ve had a lot of answers in the last hour, so this one has no buttons. They’ll "
                "be back soon."
            )
        budget = self._database.budget
        if self._units_of_day[user] + units > UNITS_A_DAY or not budget.fits(user, size, now):
            raise NotKept(
                "You’ve had a lot of answers today, so this one has no buttons. They’ll be back in "
                f"{until_tomorrow(now)}."
            )
        budget.note(user, size, now)
        self._units[user] += units
        self._units_of_day[user] += units

    async def get(self, kind: str, card: str) -> dict[str, Any]:
        """Return a card's content; raise CardExpired if it has been deleted."""
        if (row := self._held.get(card)) is not None and row["kind"] == kind:
            found: dict[str, Any] = json.loads(row["content"])
            return found
        async with self._database.read() as connection:
            stored = await connection.execute(
                select(cards.c.content).where(cards.c.id == card, cards.c.kind == kind)
            )
            text = stored.scalar_one_or_none()
        if text is None:
            raise CardExpired(
                f"This answer has expired: I keep them for {CARD_DAYS} days. Please use the "
                "command again."
            )
        content: dict[str, Any] = json.loads(text)
        return content

    async def prune(self, now: datetime) -> int:
        """Delete cards older than CARD_DAYS, and the oldest beyond MOST_BYTES_IN_ALL.

        Returns how many were deleted.
        """
        old = cards.c.created_at < _utc(now) - timedelta(days=CARD_DAYS)
        gone = await delete_some(self._database, cards, old)
        async with self._database.read() as connection:
            size = (await connection.execute(select(func.sum(cards.c.size)))).scalar_one()
        if (size or 0) <= MOST_BYTES_IN_ALL:
            return gone
        newer = func.sum(cards.c.size).over(order_by=cards.c.created_at.desc())
        sums = select(cards.c.created_at, newer.label("bytes")).subquery()
        query = select(func.max(sums.c.created_at)).where(sums.c.bytes > MOST_BYTES_IN_ALL)
        async with self._database.read() as connection:
            last: datetime | None = (await connection.execute(query)).scalar_one()
        if last is not None:
            gone += await delete_some(self._database, cards, cards.c.created_at <= last)
        return gone


async def _insert(tx: Transaction, rows: Sequence[dict[str, Any]]) -> list[None]:
    await tx.execute(_INSERT, list(rows))
    return [None] * len(rows)


def _utc(moment: datetime) -> datetime:
    """Return the moment as UTC without a zone, as the database stores it."""
    return moment.astimezone(UTC).replace(tzinfo=None)
