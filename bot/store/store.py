"""The store as the bot holds it: a database that is up to date, and the functions over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, text

from bot.clock import utc_now
from bot.store.cards import Cards
from bot.store.database import Database
from bot.store.facts import Facts
from bot.store.guilds import Guilds
from bot.store.privacy import Privacy
from bot.store.schema import facts
from bot.store.upgrade import upgrade

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from bot.clock import Clock


@dataclass(frozen=True, slots=True)
class Store:
    """All that is kept."""

    database: Database
    cards: Cards
    facts: Facts
    guilds: Guilds
    privacy: Privacy

    async def healthy(self) -> bool:
        """Tell whether the database answers."""
        async with self.database.read() as connection:
            return bool((await connection.execute(text("SELECT 1"))).scalar_one())

    async def close(self) -> None:
        """Close every connection."""
        await self.database.close()


async def open_store(url: URL, clock: Clock = utc_now) -> Store:
    """Open the database, bring it up to date and prove that it can be written.

    Raises StoreUnusable, with one sentence for the host, when it is newer than the code,
    unreadable, read-only or on a full disk.
    """
    database = Database(url)
    try:
        async with database.starting() as connection:
            await connection.run_sync(upgrade)
            # Written at every start, so that a disk that takes nothing is found out now.
            started = clock().isoformat(timespec="seconds")
            await connection.execute(delete(facts).where(facts.c.name == "started"))
            await connection.execute(insert(facts).values(name="started", value=started))
    except BaseException:
        await database.close()
        raise
    return Store(
        database, Cards(database, clock), Facts(database), Guilds(database), Privacy(database)
    )
