"""The direct-message channel of each person: opened once and remembered.

Discord blocks a bot that opens many of them at once.
"""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store.database import Database
from bot.store.schema import conversations


class Conversations:
    """The channels, by person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, user_id: int, bot_id: int) -> int | None:
        """Return the channel of a person and this bot; None if it was not opened yet."""
        query = select(conversations.c.channel_id).where(
            conversations.c.user_id == user_id, conversations.c.bot_id == bot_id
        )
        async with self._database.read() as tx:
            return (await tx.execute(query)).scalar_one_or_none()

    async def keep(self, user_id: int, bot_id: int, channel_id: int) -> None:
        """Keep the channel of a person and this bot, in place of another bot's."""
        async with self._database.write() as tx:
            await tx.execute(delete(conversations).where(conversations.c.user_id == user_id))
            row = {"user_id": user_id, "bot_id": bot_id, "channel_id": channel_id}
            await tx.execute(insert(conversations).values(row))
