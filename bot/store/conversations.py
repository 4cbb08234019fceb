"""Which channel somebody's direct messages with the bot are: opened once, and kept.

Discord stops a bot that opens many at once from opening more.
"""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store.database import Database
from bot.store.schema import conversations


class Conversations:
    """The channels, by person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, user_id: int) -> int | None:
        """Return the channel of a person, None where it was not opened yet."""
        query = select(conversations.c.channel_id).where(conversations.c.user_id == user_id)
        async with self._database.read() as tx:
            return (await tx.execute(query)).scalar_one_or_none()

    async def keep(self, user_id: int, channel_id: int | None) -> None:
        """Keep the channel of a person in place of another; None: forget it."""
        async with self._database.write() as tx:
            await tx.execute(delete(conversations).where(conversations.c.user_id == user_id))
            if channel_id is not None:
                row = {"user_id": user_id, "channel_id": channel_id}
                await tx.execute(insert(conversations).values(row))
