"""Cards: what an answer showed, kept so that its buttons work after a restart."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select

from bot.clock import Clock, utc_now
from bot.errors import CardExpired
from bot.store.database import Database
from bot.store.schema import cards

CARD_DAYS = 30
"""How long the buttons under an answer work."""


class Cards:
    """Cards by their id, which is random: a lost database never revives another's buttons."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._waiting: list[tuple[dict[str, Any], asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, kind: str, content: dict[str, Any], now: datetime | None = None) -> str:
        """Keep a card and return its id, 12 characters that fit a custom_id."""
        card = secrets.token_urlsafe(9)
        row = {
            "id": card,
            "kind": kind,
            "content": content,
            "created_at": _utc(now or self._clock()),
        }
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((row, kept))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await kept
        return card

    async def _write(self) -> None:
        """Write all cards that wait in one transaction, and those that came meanwhile in the next.

        A transaction waits for the disk; a card in each would let few through a second.
        """
        while self._waiting:
            batch, self._waiting = self._waiting, []
            error = None
            try:
                async with self._database.write() as connection:
                    await connection.execute(insert(cards), [row for row, _ in batch])
            except Exception as failure:  # noqa: BLE001 - it is raised where it is awaited
                error = failure
            for _, kept in batch:
                if kept.done():  # cancelled meanwhile
                    continue
                if error is None:
                    kept.set_result(None)
                else:
                    kept.set_exception(error)

    async def get(self, kind: str, card: str) -> dict[str, Any]:
        """Return what was kept; raise CardExpired when it was cleared away."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(cards.c.content).where(cards.c.id == card, cards.c.kind == kind)
            )
            content: dict[str, Any] | None = found.scalar_one_or_none()
        if content is None:
            raise CardExpired(
                f"This answer has expired: it is more than {CARD_DAYS} days old. "
                "Use the command again."
            )
        return content

    async def prune(self, now: datetime) -> int:
        """Clear away cards older than CARD_DAYS and return how many there were."""
        limit = _utc(now) - timedelta(days=CARD_DAYS)
        async with self._database.write() as connection:
            gone = await connection.execute(delete(cards).where(cards.c.created_at < limit))
            return gone.rowcount


def _utc(moment: datetime) -> datetime:
    """Return the moment as UTC without a zone: the form in which times are kept."""
    return moment.astimezone(UTC).replace(tzinfo=None)
