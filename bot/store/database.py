"""One class owns the database: one writer at a time, short transactions, any number of readers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextvars import ContextVar

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.errors import StoreUnusable, Unsaved
from bot.store import sqlite

log = logging.getLogger(__name__)

CONNECTIONS = 8
"""Each has a thread. More would be opened and closed again for every rush, which takes longer than
to wait."""

_inside: ContextVar[bool] = ContextVar("inside a transaction", default=False)

Transaction = AsyncConnection
"""What `read` and `write` hand out, and functions over tables take."""


class Database:
    """Connections to one database; `read` and `write` are transactions."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self._engine = create_async_engine(url, pool_size=CONNECTIONS, max_overflow=0)
        self._writer = asyncio.Lock()
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
            log.exception("the database refused a write")
            raise Unsaved(
                "The bot cannot save anything just now, so this was not done; its host can see "
                "why in the log."
            ) from error

    @contextlib.asynccontextmanager
    async def starting(self) -> AsyncIterator[AsyncConnection]:
        """Like `write`, but what goes wrong is a StoreUnusable that says what to do."""
        try:
            sqlite.make_folder(self.url)
            sqlite.try_opening(self.url)
            async with self._writing() as connection:
                yield connection
        except (DBAPIError, sqlite3.Error) as error:
            raise StoreUnusable(sqlite.explain(error, self.url)) from error
        except OSError as error:
            raise StoreUnusable(
                f"The folder of the database {self.url.database} cannot be made: {error.strerror}."
            ) from error

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._alone(), self._writer, self._engine.connect() as connection:
            await connection.execution_options(**{sqlite.WRITE: True})
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
        """Close every connection."""
        await self._engine.dispose()
