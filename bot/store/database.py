"""One class owns the database: one writer at a time, short transactions, any number of readers.

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
"""Each has a thread. More would be opened and closed again for every rush, which takes longer than
to wait."""
SPARE = 3
"""Connections for what takes no turn: two probes, and `clean`."""
WHOLE = (NoAnswer, NoneFree, OperationalError, InterfaceError)
"""What keeps the database from doing anything, whatever it was asked."""
SAY_SECONDS = 60.0
"""From one line of the log about what fails to the next."""
PROBE = "probe"
"""The fact that is written to see whether anything can be."""

LEAST_FREE = 128 * 1024**2
"""Bytes on the disk that cards, practices, training and new races leave to contests and dailies."""
LOOK_SECONDS = 10.0
"""How long what was found out about the disk holds."""
UNSAVED = "I can’t save anything just now, so that didn’t count. Try again in a few minutes."
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
    """Bytes that the database takes on its disk, and that it may still grow by (None: unknown)."""

    size: int
    free: int | None


class Dialect(Protocol):
    """What differs between databases: the modules `sqlite` and `postgres`.

    Transactions that write exclude each other, those of other processes too. Execution options
    say which kind a transaction is.
    """

    @property
    def SHARED(self) -> bool:  # noqa: N802 - a constant of the module
        """Whether other processes may use the database meanwhile."""

    @property
    def READING(self) -> Mapping[str, Any]:  # noqa: N802
        """Of a transaction that sees one state of the database."""

    @property
    def WRITING(self) -> Mapping[str, Any]:  # noqa: N802
        """Of one that writes alone."""

    @property
    def ALONGSIDE(self) -> Mapping[str, Any]:  # noqa: N802
        """Of one that writes while others may."""

    def make_engine(self, url: URL, connections: int) -> AsyncEngine:
        """Return an engine with so many connections."""

    async def occupy(self, url: URL) -> contextlib.ExitStack:
        """Keep others away that may not use the database, until it is closed; or StoreUnusable."""

    async def erase(self, connection: AsyncConnection) -> bool:
        """Leave no trace of what was deleted; False if somebody reads, which is not waited for."""

    async def note_emptied(self, tx: AsyncConnection, tables: Collection[str]) -> None:
        """Note that rows of these tables are gone whose room `clean` gives up."""

    async def clean(self, connection: AsyncConnection) -> None:
        """Give up the room of rows that are gone; it may take minutes."""

    async def space(self, connection: AsyncConnection, url: URL) -> tuple[int, int | None]:
        """Return the numbers of a `Space`."""

    async def restart_counters(self, connection: AsyncConnection) -> None:
        """Let new rows be numbered from the highest number of each table on."""

    def name_of(self, url: URL) -> str:
        """Return what a database is called in sentences for its host."""

    def explain(self, error: DBAPIError, url: URL) -> str:
        """Say in one sentence what is wrong with the database and what to do."""


def organising_of(tx: Transaction) -> Budget:
    """Return what those who organise may still have stored, in a transaction that writes."""
    assert tx.sync_connection is not None
    budget: Budget = tx.sync_connection.get_execution_options()["organising"]
    return budget


def no_room(what: str) -> NotKept:
    """Return the error for what cannot be done while the disk is short, such as “nobody can …”."""
    return NotKept(f"I’m short of disk space, so {what} just now. Try again later.")


class _Said:
    """Whether the log has been told that something fails: once, however often it goes between."""

    def __init__(self) -> None:
        self._failing = False
        self._at = -SAY_SECONDS

    def fails(self, what: str, error: Exception) -> None:
        """Tell of an error, unless another was told of lately."""
        now = time.monotonic()
        if not self._failing and now - self._at >= SAY_SECONDS:
            log.error(what, exc_info=error)
            self._failing, self._at = True, now

    def goes(self, what: str) -> None:
        """Tell, if the log has been told of an error."""
        if self._failing:
            log.warning(what)
            self._failing = False


class Database:
    """Connections to one database; `read` and `write` are transactions.

    `shared`: other processes may use it meanwhile.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self._dialect: Dialect = postgres if url.get_backend_name() == "postgresql" else sqlite
        self.shared = self._dialect.SHARED
        self._engine = self._dialect.make_engine(url, CONNECTIONS + SPARE)
        self._writer = asyncio.Lock()
        self._connections = asyncio.Semaphore(CONNECTIONS)
        # What a disk holds up keeps its thread: there is one probe of it until it ends.
        probing = ANSWER_SECONDS if self.shared else math.inf
        self._reading = Line(self._look, probing)
        self._writing = Line(self._touch, probing)
        self._held = contextlib.ExitStack()
        self.budget = Budget()
        self.organising = Budget()  # of organisers, besides what they have stored as players
        self._has_room = True
        self._refuses, self._unread = _Said(), _Said()
        self._look_at = 0.0
        self._to_erase = False

    @contextlib.asynccontextmanager
    async def read(
        self, *, seconds: float | None = None, patient: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that sees one state of the database. Raises Unread.

        It may take `seconds`, with the wait for its turn; as `answering` has them if not said. Of a
        `patient` one each statement may take as long as others do in all.
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
        """Like `read`, but a transaction of another database may be open."""
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

        `alongside`: for new rows that nothing else goes by; where the database can do that, others
        may write meanwhile. `patient` is as in `read`. Raises Unsaved when the database refuses.
        Never wait for Discord inside.
        """
        complete = False
        try:
            with metrics.WRITE.time():
                async with self._transaction(alongside=alongside, patient=patient) as connection:
                    yield connection
                    complete = True
        except (DBAPIError, *WHOLE) as error:
            self._refuses.fails("the database refused a write", error)
            # Of a commit that was not answered nobody knows whether it was done.
            if complete and isinstance(error, DBAPIError) and error.connection_invalidated:
                raise Unsure(UNSURE) from error
            raise Unsaved(UNSAVED) from error
        self._refuses.goes("the database takes writes again")

    @contextlib.asynccontextmanager
    async def starting(self) -> AsyncIterator[AsyncConnection]:
        """Like `write`, but what goes wrong is a StoreUnusable that says what to do.

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
        # Taken before a connection is, so that those who wait leave some to others.
        turn = contextlib.nullcontext() if self.shared and alongside else self._writer
        with contextlib.ExitStack() as waiting_for_it:
            waiting_for_it.enter_context(metrics.LOCK.time())  # of those, too, who wait in vain
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
        """Wait for turns and give a transaction its time; if it fails, the line is in doubt."""
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
        """Read something."""
        async with self.read_beside() as connection:
            await connection.execute(select(facts.c.value).limit(1))

    async def _touch(self) -> None:
        """Write something that was not there: of what stays the same SQLite writes nothing."""
        async with self._engine.connect() as connection:
            # Others may have a turn to write for longer than a probe waits.
            await connection.execution_options(**self._dialect.ALONGSIDE)
            async with connection.begin():
                new = token_hex(8)
                change = update(facts).where(facts.c.name == PROBE).values(value=new)
                if not (await connection.execute(change)).rowcount:
                    await connection.execute(insert(facts).values(name=PROBE, value=new))

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

    @property
    def name(self) -> str:
        """What the database is called, without any password."""
        return self._dialect.name_of(self.url)

    @property
    def silent(self) -> bool:
        """Whether it does not answer who reads or writes, so that nobody waits for it."""
        return self._reading.silent or self._writing.silent

    async def restart_counters(self, tx: Transaction) -> None:
        """Count on from the rows that were written with their numbers."""
        await self._dialect.restart_counters(tx)

    async def close(self) -> None:
        """Close every connection, and let another bot have the database."""
        self._reading.close()
        self._writing.close()
        with within(ANSWER_SECONDS):  # all of them
            await self._engine.dispose()
        self._held.close()

    async def space(self, seconds: float | None = None) -> Space:
        """Return how large the database is, and how much larger it may grow.

        `seconds` is as in `read`. Raises Unread.
        """
        async with self.read(seconds=seconds) as connection:
            return Space(*await self._dialect.space(connection, self.url))

    async def has_room(self) -> bool:
        """Return whether there is room for what can wait; what was found holds for a moment."""
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
        """Leave no trace of what was deleted; False if that could not be done for now.

        It can be done only in a moment when nobody reads. Until it is, `finish_erasing` does it.
        """
        self.owe_erasing()
        for pause in ERASE_PAUSES:
            # Where others may write meanwhile, this is no reason to wait.
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
        """Note that something is about to be deleted of which no trace may stay."""
        self._to_erase = True

    async def note_emptied(self, tx: Transaction, tables: Collection[str]) -> None:
        """Note that rows of these tables are gone, for `clean`."""
        await self._dialect.note_emptied(tx, tables)

    async def clean(self) -> None:
        """Give up the room of rows that are gone, of the tables that were noted. Raises Unread."""
        if self.silent:
            raise Unread(UNREAD)
        async with self._alone(), self._engine.connect() as connection:
            await self._dialect.clean(connection)

    async def finish_erasing(self) -> bool:
        """Erase if that is owed: it could not be done before. False if it still cannot."""
        return not self._to_erase or await self.erase()
