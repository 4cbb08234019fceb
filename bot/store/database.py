"""`Database` owns the database: one writer at a time, short transactions, many readers.

What differs between SQLite and PostgreSQL is in the modules `sqlite` and `postgres`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol

from sqlalchemy import insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import metrics
from bot.errors import NotKept, StoreUnusable, Unread, Unsaved, Unsure
from bot.store import postgres, sqlite
from bot.store.answering import (
    ANSWER_SECONDS,
    LEAST_SECONDS,
    LEISURE_SECONDS,
    UNREAD,
    Line,
    NoAnswer,
    at_leisure,
    before_acknowledgement,
    within,
)
from bot.store.budget import Budget
from bot.store.schema import facts

log = logging.getLogger(__name__)

CONNECTIONS = 8
"""Each has a thread. More would be opened and closed again in every rush, which takes longer than
waiting."""
SPARE = 3
"""Connections for work that takes no turn: two probes, and `clean`."""
WHOLE = (NoAnswer, NoneFree, OperationalError, InterfaceError)
"""Errors that say the whole database is unusable, whatever the statement was."""
SAY_SECONDS = 60.0
"""Least time between two log lines about failures."""
PROBE = "probe"
"""The name of the fact that is written to test whether the database takes writes."""

LEAST_FREE = 128 * 1024**2
"""Bytes on the disk that cards, practices, training and new races leave to contests and dailies."""
LOOK_SECONDS = 10.0
"""How long a reading of the free disk space is reused."""
UNSAVED = "I can’t save anything right now, so that didn’t count. Try again in a few minutes."
UNSURE = (
    "My database stopped answering while it saved that, so I don’t know whether it counted. Look "
    "again in a few minutes."
)
ERASE_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1.0, 1.0, 1.0)
"""Seconds between attempts to erase."""

_inside: ContextVar[bool] = ContextVar("inside a transaction", default=False)

Transaction = AsyncConnection
"""What `read` and `write` hand out, and functions over tables take."""


@dataclass(frozen=True, slots=True)
class Space:
    """How many bytes the database takes, and how many it may still grow by (None: unknown)."""

    size: int
    free: int | None


class Dialect(Protocol):
    """What differs between databases: the modules `sqlite` and `postgres`.

    Writing transactions exclude each other, even across processes. Execution options set the kind
    of a transaction.
    """

    @property
    def SHARED(self) -> bool:  # noqa: N802 - a constant of the module
        """Whether other processes may use the database at the same time."""

    @property
    def READING(self) -> Mapping[str, Any]:  # noqa: N802
        """Options for a read transaction on one snapshot of the database."""

    @property
    def WRITING(self) -> Mapping[str, Any]:  # noqa: N802
        """Options for a transaction that is the only one to write."""

    @property
    def ALONGSIDE(self) -> Mapping[str, Any]:  # noqa: N802
        """Options for a transaction that writes while others may."""

    def make_engine(self, url: URL, connections: int) -> AsyncEngine:
        """Return an engine with this many connections."""

    async def occupy(self, url: URL) -> contextlib.ExitStack:
        """Lock out other bots until the returned stack is closed. Raises StoreUnusable."""

    async def erase(self, connection: AsyncConnection) -> bool:
        """Leave no trace of deleted data; False if somebody is reading: this does not wait."""

    async def note_emptied(self, tx: AsyncConnection, tables: Collection[str]) -> None:
        """Note that rows in these tables were deleted, so that `clean` frees their space."""

    async def clean(self, connection: AsyncConnection) -> None:
        """Free the space of deleted rows; this may take minutes."""

    async def space(self, connection: AsyncConnection, url: URL) -> tuple[int, int | None]:
        """Return the numbers of a `Space`."""

    async def restart_counters(self, connection: AsyncConnection) -> None:
        """Let the numbers of new rows continue from each table's highest."""

    def name_of(self, url: URL) -> str:
        """Return what a database is called in sentences for its host."""

    def explain(self, error: DBAPIError, url: URL) -> str:
        """Say in one sentence what is wrong with the database and what to do."""


def organising_of(tx: Transaction) -> Budget:
    """Return the storage budget for organisers, given a writing transaction."""
    assert tx.sync_connection is not None
    budget: Budget = tx.sync_connection.get_execution_options()["organising"]
    return budget


def no_room(what: str) -> NotKept:
    """Return the error for low disk space; `what` says what cannot be done: “nobody can …”."""
    return NotKept(f"I’m short of disk space, so {what} right now. Try again later.")


class _Said:
    """Limits log lines about a kind of failure: one in SAY_SECONDS, and one on recovery."""

    def __init__(self) -> None:
        self._failing = False
        self._at = -SAY_SECONDS

    def fails(self, what: str, error: Exception) -> None:
        """Log an error unless one was logged recently."""
        now = time.monotonic()
        if not self._failing and now - self._at >= SAY_SECONDS:
            log.error(what, exc_info=error)
            self._failing, self._at = True, now

    def goes(self, what: str) -> None:
        """Log that it works again, if an error was logged."""
        if self._failing:
            log.warning(what)
            self._failing = False


class Database:
    """Connections to one database; `read` and `write` open transactions.

    `shared`: other processes may use it at the same time.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self._dialect: Dialect = postgres if url.get_backend_name() == "postgresql" else sqlite
        self.shared = self._dialect.SHARED
        self._engine = self._dialect.make_engine(url, CONNECTIONS + SPARE)
        self._writer = asyncio.Lock()
        self._connections = asyncio.Semaphore(CONNECTIONS)
        # A call that a disk holds up keeps its thread, so that probe runs until it ends.
        probing = ANSWER_SECONDS if self.shared else math.inf
        self._reading = Line(self._look, probing)
        self._writing = Line(self._touch, probing)
        self._held = contextlib.ExitStack()
        self.budget = Budget()
        self.organising = Budget()  # of organisers, on top of their budget as players
        self._has_room = True
        self._refuses, self._unread = _Said(), _Said()
        self._look_at = 0.0
        self._to_erase = False

    @contextlib.asynccontextmanager
    async def read(
        self, *, seconds: float | None = None, patient: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """Open a read transaction on one snapshot of the database. Raises Unread.

        It may take `seconds` including the wait for its turn; the default comes from `answering`.
        If `patient`, each statement may take as long as another transaction may in all.
        """
        try:
            async with (
                self._asked(self._reading, self._connections, seconds=seconds, patient=patient),
                self.read_beside() as connection,
            ):
                yield connection
        except WHOLE as error:
            self._unread.fails("the database cannot be read", error)
            raise Unread(UNREAD) from error
        self._unread.goes("the database can be read again")

    @contextlib.asynccontextmanager
    async def read_beside(self) -> AsyncIterator[AsyncConnection]:
        """Like `read`, but a transaction on another database may be open."""
        async with self._engine.connect() as connection:
            if self._dialect.READING:
                await connection.execution_options(**self._dialect.READING)
            async with connection.begin():
                yield connection

    @contextlib.asynccontextmanager
    async def write(
        self, *, alongside: bool = False, patient: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """Open the one transaction that may write; commits at the end, rolls back on an error.

        `alongside`: for new rows that nothing else depends on; others may write at the same time if
        the database supports that. `patient` is as in `read`. Raises Unsaved when the database
        refuses. Never wait for Discord inside.
        """
        complete = False
        try:
            with metrics.WRITE.time():
                async with self._transaction(alongside=alongside, patient=patient) as connection:
                    yield connection
                    complete = True
        except (DBAPIError, *WHOLE) as error:
            self._refuses.fails("the database refused a write", error)
            # If a commit got no answer, nobody knows whether it was done.
            if complete and isinstance(error, DBAPIError) and error.connection_invalidated:
                raise Unsure(UNSURE) from error
            raise Unsaved(UNSAVED) from error
        self._refuses.goes("the database takes writes again")

    @contextlib.asynccontextmanager
    async def starting(self) -> AsyncIterator[AsyncConnection]:
        """Like `write`, but any failure is a StoreUnusable that says what to do.

        From here to `close` no other bot can start on the database, unless it is `shared`.
        """
        self._held = await self._dialect.occupy(self.url)
        try:
            async with self._transaction(seconds=math.inf) as connection:
                yield connection
        except DBAPIError as error:
            raise StoreUnusable(self._dialect.explain(error, self.url)) from error

    @contextlib.asynccontextmanager
    async def _transaction(
        self, *, alongside: bool = False, seconds: float | None = None, patient: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        options = self._dialect.ALONGSIDE if alongside else self._dialect.WRITING
        # Take the turn before a connection, so that waiting writers leave connections to others.
        turn = contextlib.nullcontext() if self.shared and alongside else self._writer
        with contextlib.ExitStack() as waiting_for_it:
            waiting_for_it.enter_context(metrics.LOCK.time())  # vain waits count, too
            async with (
                self._asked(
                    self._writing, turn, self._connections, seconds=seconds, patient=patient
                ),
                self._engine.connect() as connection,
            ):
                await connection.execution_options(organising=self.organising, **options)
                async with connection.begin():
                    waiting_for_it.close()
                    yield connection

    @contextlib.asynccontextmanager
    async def _asked(
        self,
        line: Line,
        *turns: contextlib.AbstractAsyncContextManager[object],
        seconds: float | None = None,
        patient: bool = False,
    ) -> AsyncIterator[None]:
        """Wait for turns and set a transaction's time limit; if it fails, doubt the line."""
        began = time.monotonic()
        if seconds is None:
            seconds = before_acknowledgement()
        async with (
            self._alone(),
            line.turn(*turns, seconds=LEISURE_SECONDS if seconds is None else seconds),
        ):
            if seconds is not None:
                seconds = max(LEAST_SECONDS, seconds - (time.monotonic() - began))
            elif not patient and not at_leisure.get():
                seconds = ANSWER_SECONDS
            try:
                with within(seconds):
                    yield
            except (OperationalError, InterfaceError):
                line.doubt()
                raise

    async def _look(self) -> None:
        """Probe whether the database can be read."""
        async with self.read_beside() as connection:
            await connection.execute(select(facts.c.value).limit(1))

    async def _touch(self) -> None:
        """Probe whether it can be written: with a new value, as SQLite skips unchanged pages."""
        async with self._engine.connect() as connection:
            # Another writer may hold its turn for longer than a probe waits.
            await connection.execution_options(**self._dialect.ALONGSIDE)
            async with connection.begin():
                new = token_hex(8)
                change = update(facts).where(facts.c.name == PROBE).values(value=new)
                if not (await connection.execute(change)).rowcount:
                    await connection.execute(insert(facts).values(name=PROBE, value=new))

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Refuse a transaction within another one.

        In a rush each would hold a connection and wait for one more. A task that was started within
        a transaction counts as within it.
        """
        assert not _inside.get(), "a transaction is open here: hand it on, or end it first"
        token = _inside.set(True)
        try:
            yield
        finally:
            _inside.reset(token)

    @property
    def name(self) -> str:
        """The database's name, without any password."""
        return self._dialect.name_of(self.url)

    @property
    def silent(self) -> bool:
        """Whether it does not answer readers or writers, so that nobody waits for it."""
        return self._reading.silent or self._writing.silent

    async def restart_counters(self, tx: Transaction) -> None:
        """Continue the numbering after rows that were written with their numbers."""
        await self._dialect.restart_counters(tx)

    async def close(self) -> None:
        """Close every connection, and let another bot have the database."""
        self._reading.close()
        self._writing.close()
        with within(ANSWER_SECONDS):  # all of them
            await self._engine.dispose()
        self._held.close()

    async def space(self, seconds: float | None = None) -> Space:
        """Return how large the database is, and how much it may still grow.

        `seconds` is as in `read`. Raises Unread.
        """
        async with self.read(seconds=seconds) as connection:
            return Space(*await self._dialect.space(connection, self.url))

    async def has_room(self) -> bool:
        """Return whether the disk has room for data that can wait; checked every LOOK_SECONDS."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            try:
                had_room, free = self._has_room, (await self.space()).free
            except Unread:
                return self._has_room
            self._has_room = free is None or free >= LEAST_FREE
            if had_room and free is not None and not self._has_room:
                log.error(
                    "only %d MB are free on the database's disk: until there is room, answers come "
                    "without buttons, nobody can practise or train, and no new race begins",
                    free // 1_000_000,
                )
        return self._has_room

    async def require_room(self, what: str) -> None:
        """Raise NotKept where there is no room; see `no_room`."""
        if not await self.has_room():
            raise no_room(what)

    async def erase(self) -> bool:
        """Leave no trace of deleted data; False if that is not possible at the moment.

        It takes a moment when nobody reads. If it failed, call `finish_erasing` later.
        """
        self.owe_erasing()
        for pause in ERASE_PAUSES:
            # If others may write at the same time, there is no need to wait.
            turn = contextlib.nullcontext() if self.shared else self._writer
            try:
                async with (
                    self._asked(self._writing, turn, self._connections, patient=True),
                    self._engine.connect() as connection,
                ):
                    if await self._dialect.erase(connection):
                        self._to_erase = False
                        return True
            except (NoAnswer, NoneFree):
                break
            except DBAPIError:
                log.exception("what was deleted could not be erased")
                break
            await asyncio.sleep(pause)
        return False

    def owe_erasing(self) -> None:
        """Note that a deletion is about to happen that must leave no trace."""
        self._to_erase = True

    async def note_emptied(self, tx: Transaction, tables: Collection[str]) -> None:
        """Note for `clean` that rows in these tables were deleted."""
        await self._dialect.note_emptied(tx, tables)

    async def clean(self) -> None:
        """Free the space of deleted rows in the noted tables. Raises Unread."""
        if self.silent:
            raise Unread(UNREAD)
        async with self._alone(), self._engine.connect() as connection:
            await self._dialect.clean(connection)

    async def finish_erasing(self) -> bool:
        """Erase if that is still owed; False if it still cannot be done."""
        return not self._to_erase or await self.erase()
