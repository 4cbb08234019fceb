"""One class owns the database: one writer at a time, short transactions, any number of readers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.errors import StoreUnusable, Unsaved
from bot.store import sqlite

log = logging.getLogger(__name__)

CONNECTIONS = 8
"""Each has a thread. More would be opened and closed again for every rush, which takes longer than
to wait."""

LEAST_FREE = 128 * 1024**2
"""Bytes on the disk that cards and practices leave to contests and daily puzzles."""
LOOK_SECONDS = 10.0
"""How long what was found out about the disk holds."""
ERASE_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1.0, 1.0, 1.0)
"""Seconds between attempts to erase."""

_inside: ContextVar[bool] = ContextVar("inside a transaction", default=False)

Transaction = AsyncConnection
"""What `read` and `write` hand out, and functions over tables take."""


@dataclass(frozen=True, slots=True)
class Space:
    """Bytes that the database takes on its disk, and that it may still grow by."""

    size: int
    free: int


class Database:
    """Connections to one database; `read` and `write` are transactions."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self._engine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,  # errors are logged, and what people typed is not
        )
        self._writer = asyncio.Lock()
        self._locked: int | None = None
        self._has_room = True
        self._refuses = False  # as of the last write
        self._look_at = 0.0
        self._to_erase = False
        sqlite.prepare(self._engine)

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that sees one state of the database."""
        async with self._alone(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open the one transaction that may write; commits at the end, rolls back on an error.

        Raises Unsaved when the database refuses. Never wait for Discord inside.
        """
        try:
            async with self._writing() as connection:
                yield connection
        except DBAPIError as error:
            if not self._refuses:  # each of a batch is tried, and each of a rush
                log.exception("the database refused a write")
            self._refuses = True
            raise Unsaved(
                "I can’t save anything just now, so that didn’t count. Try again in a few minutes."
            ) from error
        if self._refuses:
            log.warning("the database takes writes again")
        self._refuses = False

    @contextlib.asynccontextmanager
    async def starting(self) -> AsyncIterator[AsyncConnection]:
        """Like `write`, but what goes wrong is a StoreUnusable that says what to do.

        From here to `close` no other bot can start on the database.
        """
        try:
            sqlite.make_folder(self.url)
            self._locked = sqlite.lock(self.url)
            sqlite.make_private(self.url)
            damage = await asyncio.to_thread(sqlite.check, self.url)
            if damage is not None:
                raise StoreUnusable(sqlite.say_damaged(self.url))
            async with self._writing() as connection:
                yield connection
        except (DBAPIError, sqlite3.Error) as error:
            raise StoreUnusable(sqlite.explain(error, self.url)) from error
        except BlockingIOError as error:
            raise StoreUnusable(
                f"Another bot is running on the database {self.url.database}; stop it first."
            ) from error
        except OSError as error:
            raise StoreUnusable(
                f"The folder of the database {self.url.database} cannot be made: {error.strerror}."
            ) from error

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._alone(), self._writer, self._engine.connect() as connection:
            await connection.execution_options(**sqlite.WRITING)
            async with connection.begin():
                yield connection

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Let nobody open a transaction within another.

        In a rush each would hold a connection and wait for one more. What a task does that was
        begun within a transaction counts as within it.
        """
        assert not _inside.get(), "a transaction is open here: hand it on, or end it first"
        token = _inside.set(True)
        try:
            yield
        finally:
            _inside.reset(token)

    async def close(self) -> None:
        """Close every connection, and let another bot have the database."""
        await self._engine.dispose()
        if self._locked is not None:
            os.close(self._locked)
            self._locked = None

    async def space(self) -> Space:
        """Return how large the database is, and how much larger it may grow."""
        async with self.read() as connection:
            return Space(*await sqlite.space(connection, self.url))

    async def has_room(self) -> bool:
        """Return whether there is room for what can wait; what was found holds for a moment."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            had_room, free = self._has_room, (await self.space()).free
            self._has_room = free >= LEAST_FREE
            if had_room and not self._has_room:
                log.error(
                    "only %d MB are free on the database's disk: answers come without buttons, "
                    "and nobody can practise, until there is room",
                    free // 1_000_000,
                )
        return self._has_room

    async def erase(self) -> bool:
        """Leave no trace of what was deleted; False if that could not be done for now.

        It can be done only in a moment when nobody reads. Until it is, `finish_erasing` does it.
        """
        self.owe_erasing()
        for pause in ERASE_PAUSES:
            async with self._alone(), self._writer, self._engine.connect() as connection:
                if await sqlite.empty_log(connection):
                    self._to_erase = False
                    return True
            await asyncio.sleep(pause)
        return False

    def owe_erasing(self) -> None:
        """Note that something is about to be deleted of which no trace may stay."""
        self._to_erase = True

    async def finish_erasing(self) -> bool:
        """Erase if that is owed: it could not be done before. False if it still cannot."""
        return not self._to_erase or await self.erase()
