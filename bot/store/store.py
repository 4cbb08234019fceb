"""The store as the bot uses it: an up-to-date database and the functions over it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    Connection,
    column,
    delete,
    insert,
    inspect,
    select,
    table,
    update,
)
from sqlalchemy.engine import URL

from bot.clock import Clock, utc_now
from bot.errors import StoreUnusable, Unsaved
from bot.store.cards import Cards
from bot.store.conversations import Conversations
from bot.store.database import Database
from bot.store.guilds import Guilds
from bot.store.people import People
from bot.store.privacy import Privacy
from bot.store.retention import Retention
from bot.store.schema import REVISION, facts, metadata


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that is stored, by area."""

    database: Database
    cards: Cards
    conversations: Conversations
    facts: Facts
    guilds: Guilds
    people: People
    privacy: Privacy
    retention: Retention

    async def close(self) -> None:
        """Store held cards if the database takes them, and close every connection."""
        try:
            with contextlib.suppress(Unsaved):
                await self.cards.store_held()
        finally:
            await self.database.close()


async def open_store(url: URL, clock: Clock = utc_now) -> Store:
    """Open the database, bring its schema up to date and prove that it can be written.

    Raises StoreUnusable, with one sentence for the host, if the database is newer than the code,
    from between two releases, unreadable, read-only or on a full disk.
    """
    database = Database(url)
    try:
        async with database.starting() as connection:
            await connection.run_sync(upgrade)
            # Write at every start, so that a disk that takes no writes is noticed now.
            started = clock().isoformat(timespec="seconds")
            await connection.execute(delete(facts).where(facts.c.name == "started"))
            await connection.execute(insert(facts).values(name="started", value=started))
    except BaseException:
        await database.close()
        raise
    return Store(
        database=database,
        cards=Cards(database, clock),
        conversations=Conversations(database),
        facts=Facts(database),
        guilds=Guilds(database),
        people=People(database),
        privacy=Privacy(database),
        retention=Retention(database),
    )


class Facts:
    """A few named texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return the text under a name, None if there is none."""
        async with self._database.read() as connection:
            found = await connection.execute(select(facts.c.value).where(facts.c.name == name))
            return found.scalar_one_or_none()

    async def settle(self, name: str, value: str) -> str:
        """Return the text under a name; if there is none, store `value` and return that."""
        async with self._database.write() as connection:
            found = await connection.execute(select(facts.c.value).where(facts.c.name == name))
            kept = found.scalar_one_or_none()
            if kept is None:
                await connection.execute(insert(facts).values(name=name, value=value))
            return value if kept is None else kept

    async def take_turn(self, name: str, now: datetime, interval: timedelta, most: int) -> datetime:
        """Return the next free moment: now, or `interval` after the last one given out.

        A moment more than `most` turns ahead comes from a wrong clock and is ignored.
        """
        async with self._database.write() as connection:
            last = select(facts.c.value).where(facts.c.name == name)
            kept = (await connection.execute(last)).scalar_one_or_none()
            turn = now if kept is None else max(now, datetime.fromisoformat(kept) + interval)
            if turn > now + most * interval:
                turn = now
            values = {"name": name, "value": turn.isoformat()}
            given = insert(facts) if kept is None else update(facts).where(facts.c.name == name)
            await connection.execute(given.values(values))
            return turn

    async def put(self, name: str, value: str) -> None:
        """Store a text under a name, replacing any other."""
        async with self._database.write() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))


def upgrade(connection: Connection) -> None:
    """Run the missing steps; raise StoreUnusable if the result is not our schema."""
    steps = table("alembic_version", column("version_num"))
    found = None
    if inspect(connection).has_table(steps.name):
        found = connection.execute(select(steps.c.version_num)).scalar_one_or_none()
    if found != REVISION:
        # Alembic takes as much memory as all our own code, and is rarely needed.
        from bot.store.migrations.run import run  # noqa: PLC0415 - Alembic takes memory

        run(connection, found)
    if found is not None:
        _compare(connection)


def _compare(connection: Connection) -> None:
    there = inspect(connection).get_multi_columns(filter_names=list(metadata.tables))
    columns = {name: {column["name"] for column in found} for (_, name), found in there.items()}
    for ours in metadata.sorted_tables:
        if columns.get(ours.name) != set(ours.columns.keys()):
            raise StoreUnusable(
                f"The database {connection.engine.url.database} was made by a commit between two "
                f"releases: its table {ours.name} is not as this version has it; restore the "
                "backup of a release, or move the database away to start with an empty one."
            )
