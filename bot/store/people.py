"""What people have set for themselves."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time

from sqlalchemy import insert, select, update

from bot.errors import Unread
from bot.store.database import Database, Transaction
from bot.store.schema import people

REMEMBERED_SECONDS = 2.0
"""How long another process may still show pictures to a person who has just asked for words."""


class People:
    """What people have set for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._in_words: frozenset[int] = frozenset()
        self._seconds = REMEMBERED_SECONDS if database.shared else math.inf
        self._until = -math.inf
        self._changes = 0
        self._reading = asyncio.Lock()

    async def wants_pictures(self, user_id: int) -> bool:
        """Return whether a person is shown pictures; True unless they asked for words."""
        async with self._reading:
            if time.monotonic() >= self._until:
                with contextlib.suppress(Unread):
                    await self._read()
        return user_id not in self._in_words

    async def _read(self) -> None:
        changes = self._changes
        async with self._database.read() as tx:
            query = select(people.c.user_id).where(people.c.pictures.is_(False))
            self._in_words = frozenset((await tx.execute(query)).scalars())
        if changes == self._changes:
            self._until = time.monotonic() + self._seconds

    async def set_pictures(self, user_id: int, *, wanted: bool) -> None:
        """Show a person pictures, or only words."""
        async with self._database.write() as tx:
            await set_person(tx, user_id, pictures=wanted)
        self.forget()

    def forget(self) -> None:
        """Read the settings again at the next use: they have changed."""
        self._changes += 1
        self._until = -math.inf


async def set_person(tx: Transaction, user_id: int, **values: bool) -> None:
    """Store what a person has set; their other settings stay, or get the defaults."""
    changed = await tx.execute(update(people).where(people.c.user_id == user_id).values(**values))
    if not changed.rowcount:
        usual = {"duels": True, "listed": True, "everywhere": False, "pictures": True}
        await tx.execute(insert(people).values({"user_id": user_id} | usual | values))
