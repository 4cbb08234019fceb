"""What the bot remembers about itself, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from bot.store.schema import facts

if TYPE_CHECKING:
    from bot.store.database import Database


class Facts:
    """A few named texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return the text under a name, None if there is none."""
        async with self._database.read() as connection:
            found = await connection.execute(select(facts.c.value).where(facts.c.name == name))
            return found.scalar_one_or_none()

    async def put(self, name: str, value: str) -> None:
        """Keep a text under a name in place of what was there."""
        async with self._database.write() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))
