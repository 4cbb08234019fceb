"""Everything specific to SQLite: its files, how a connection is set up, what its errors mean."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import StoreUnusable, advise
from bot.store import answering

log = logging.getLogger(__name__)

PRAGMAS = (
    "busy_timeout=4000",  # less than `answering` allows, so that SQLite says what is wrong
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # what is deleted is overwritten, however SQLite was compiled
)
SHARED = False
BESIDE = ("-wal", "-shm", "-journal")
"""Name endings of the files that SQLite makes beside a database."""
OLDEST = (3, 35)
"""The first SQLite with RETURNING."""

_BEGIN = "store_begin"
READING: dict[str, object] = {}
WRITING = ALONGSIDE = {_BEGIN: "BEGIN IMMEDIATE"}  # with the write lock
_ALONE = {_BEGIN: None}  # each statement on its own
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
AHEAD = 1000
"""Rows read together with their statement; any others are read when they are asked for."""
SILENT = "connection closed: the disk does not answer in time"
"""SQLAlchemy recognises by the first words that a connection is lost."""
CHECK_SECONDS = 10.0
"""The longest that a start looks for damage."""
INSTRUCTIONS = 10_000
"""Instructions of SQLite's virtual machine between two checks whether the time is up."""


def make_engine(url: URL, connections: int) -> AsyncEngine:
    """Return an engine with durable, patient connections and explicit transactions."""
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_use_lifo=True,  # each has its own cache, and a few are usually enough
        pool_reset_on_return=None,  # every transaction ends where it began
        hide_parameters=True,  # errors are logged, and what people typed is not
        connect_args={"async_creator_fn": _connect},
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


async def occupy(url: URL) -> contextlib.ExitStack:
    """Reserve the database's file for this process until the returned stack is closed.

    Raises StoreUnusable, also if the file is damaged.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreUnusable(
            f"This system’s SQLite is {sqlite3.sqlite_version}, and the bot needs 3.35 or later; "
            "use a newer system, or Docker."
        )
    with contextlib.ExitStack() as held:
        _hold(path_of(url), held)
        try:
            damage = await asyncio.to_thread(check, url)
        except sqlite3.Error as error:
            raise StoreUnusable(explain(error, url)) from error
        if damage is not None:
            raise StoreUnusable(say_damaged(url))
        return held.pop_all()


def _hold(path: Path, held: contextlib.ExitStack) -> None:
    """Make the file and its folder, both private, and lock the file until `held` is closed.

    Raises StoreUnusable.
    """
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnusable(
            f"The folder {path.parent} of the database cannot be made: {advise(error)}."
        ) from error
    real = os.path.realpath(path)  # with links resolved
    try:
        _refuse_others_files(path, *(Path(real + end) for end in BESIDE))
        lock(Path(f"{real}-lock"), held)  # this one stays when the file is replaced
        make_private(path)
        if sys.platform == "linux":  # elsewhere it would block SQLite's own locks
            lock(path, held)  # whatever other name or mount leads to it
    except BlockingIOError as error:
        raise StoreUnusable(
            f"Another bot is running on the database {path}; stop it first."
        ) from error
    except OSError as error:
        raise StoreUnusable(
            f"The database {path} cannot be kept from other bots: "
            f"{error.filename or path} cannot be locked: {advise(error)}."
        ) from error


def path_of(url: URL) -> Path:
    """Return the path of the database's file."""
    return Path(url.database or "")


def _refuse_others_files(path: Path, *beside: Path) -> None:
    """Raise StoreUnusable if the path is no file, or a file that we may not read and write."""
    if path.exists() and not path.is_file():
        raise StoreUnusable(f"The database {path} is no file; name one in DATABASE_URL.")
    for file in (path.parent, path, *beside):
        if file.is_file() and hasattr(os, "geteuid") and file.stat().st_uid == os.geteuid():
            continue  # `make_private` sets its mode
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            raise StoreUnusable(
                f"The database {path} cannot be used: {file} is read-only, or another user’s; let "
                "the bot’s user own the folder and all files of the database (chown), or name "
                "another in DATABASE_URL."
            )


def lock(path: Path, held: contextlib.ExitStack) -> None:
    """Lock a file until `held` is closed; the lock ends with the process, however that ends.

    Raises BlockingIOError if another bot has it, and OSError where locks are unsupported. Backups
    can still read the file, because SQLite uses other locks.
    """
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    except PermissionError:  # another user's file can be locked if it is readable
        descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(descriptor)
        raise
    held.callback(os.close, descriptor)


def make_private(path: Path) -> None:
    """Let only our own user read the database's files; SQLite gives new ones the same mode."""
    with contextlib.suppress(OSError):  # opening the database then says what is wrong
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
        log.info("there was no database %s: made one, which is empty", path)
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        try:
            if file.is_file():
                file.chmod(PRIVATE_FILE)
        except OSError:
            log.warning("other users may read %s, and the bot's user cannot change that", file)


def check(url: URL) -> str | None:
    """Return what is damaged in the database, or None; raises sqlite3.Error.

    This also tests that the file opens: where that fails, the asynchronous driver leaves a thread
    that may outlive the event loop. A large database is checked for CHECK_SECONDS only.
    """
    end = time.monotonic() + CHECK_SECONDS
    with contextlib.closing(sqlite3.connect(path_of(url))) as connection:
        connection.execute(f"PRAGMA {PRAGMAS[0]}")
        connection.set_progress_handler(lambda: time.monotonic() > end, INSTRUCTIONS)
        try:
            said: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            log.info("the database is large: checked for damage for only %g s", CHECK_SECONDS)
            return None
    return None if said == "ok" else said


async def erase(connection: AsyncConnection) -> bool:
    """Leave no trace of deleted data: empty the write-ahead log, which has older pages.

    False if somebody is reading: this does not wait.
    """
    await connection.execution_options(**_ALONE)
    await connection.exec_driver_sql("PRAGMA busy_timeout=0")
    try:
        done = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return not done.one()[0]
    finally:
        if not connection.invalidated:  # it is if this was cancelled
            await connection.exec_driver_sql(f"PRAGMA {PRAGMAS[0]}")


async def note_emptied(tx: AsyncConnection, tables: Collection[str]) -> None:
    """Do nothing: deleted data is overwritten."""


async def clean(connection: AsyncConnection) -> None:
    """Do nothing: SQLite reuses the space of deleted rows."""


async def space(connection: AsyncConnection, url: URL) -> tuple[int, int | None]:
    """Return the size of the database's files, and the bytes that it may still grow by.

    Unused pages of the file count as free.
    """
    path = path_of(url)

    def look() -> tuple[int, int]:
        size = 0
        for file in (path, Path(f"{path}-wal")):
            with contextlib.suppress(FileNotFoundError):
                size += file.stat().st_size
        return size, shutil.disk_usage(path.parent).free

    pages, page_size = [
        (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
        for name in ("freelist_count", "page_size")
    ]
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:  # in its thread: a disk that does not answer would block this, too
        size, free = await driver._execute(look)  # noqa: SLF001 - it is ours
    except sqlite3.OperationalError as error:
        raise answering.NoAnswer from error
    return size, free + pages * page_size


async def restart_counters(connection: AsyncConnection) -> None:
    """Do nothing: a new row's number is the highest plus one."""


def name_of(url: URL) -> str:
    """Return what a database is called in sentences for its host."""
    return f"The database {url.database}"


def say_damaged(url: URL) -> str:
    """Say that the database's file cannot be used, and what to do."""
    return (
        f"{url.database} is not a SQLite database, or is damaged; restore a backup or move it away."
    )


def explain(error: DBAPIError | sqlite3.Error, url: URL) -> str:
    """Say in one sentence what is wrong with the database's file and what to do."""
    path = url.database
    cause = error if isinstance(error, sqlite3.Error) else error.orig
    said = str(cause).lower()
    if "readonly" in said or "read-only" in said:
        return f"The database {path} is read-only; let the bot's user write to it and its folder."
    if "full" in said:
        return f"The disk of the database {path} is full; make room and start again."
    if "not a database" in said or "malformed" in said:
        return say_damaged(url)
    if "unable to open" in said:
        return f"The database {path} cannot be opened; check DATABASE_URL and who may write there."
    if "locked" in said or "busy" in said:
        return f"The database {path} is in use by another program, or on a network’s file system."
    if "disk i/o" in said:
        return f"The database {path} cannot be written (disk error or quota); check its disk."
    return f"The database {path} cannot be used: {cause}."


class _Connection(aiosqlite.Connection):
    """A connection whose thread is woken once for a statement and its rows.

    The library wakes it for each call of a cursor, and a statement needs four. A disk that does not
    answer blocks only the thread: the connection is given up.
    """

    _given_up = False

    async def _connect(self) -> Self:
        try:
            async with asyncio.timeout(answering.left()):
                await super()._connect()
        except TimeoutError:
            raise sqlite3.OperationalError(SILENT) from None
        return self

    async def close(self) -> None:
        """Close the connection; if the disk does not answer, that happens once it does."""
        if self._connection is None:
            return
        if self._given_up:
            closing = asyncio.get_running_loop().create_future()
            self._tx.put_nowait((closing, self._connection.close))
        else:
            with contextlib.suppress(sqlite3.OperationalError):  # it is given up now
                await self._execute(self._connection.close)
        self._connection = None
        stopped = self.stop()
        if stopped is not None and not self._given_up:
            await stopped

    def cursor(self) -> _Cursor:  # type: ignore[override]  # has what SQLAlchemy uses
        """Return a cursor for one statement."""
        return _Cursor(self)

    async def run(
        self, cursor: _Cursor, method: Literal["execute", "executemany"], *statement: Any
    ) -> None:
        """Run a statement in the thread, and store its result in the cursor."""

        def work() -> None:
            with contextlib.ExitStack() as stack:
                theirs = stack.enter_context(contextlib.closing(self._conn.cursor()))
                getattr(theirs, method)(*statement)
                cursor.description = theirs.description
                cursor.rows = theirs.fetchmany(AHEAD) if theirs.description else []
                cursor.rowcount, cursor.lastrowid = theirs.rowcount, theirs.lastrowid
                if len(cursor.rows) == AHEAD:
                    stack.pop_all()
                    cursor.rest = theirs

        await self._execute(work)

    async def fetch(self, rest: sqlite3.Cursor, size: int | None = None) -> list[Any]:
        """Return the next `size` rows of a statement, or all the rest."""
        fetch = rest.fetchall if size is None else partial(rest.fetchmany, size)
        rows: list[Any] = await self._execute(fetch)
        return rows

    async def end(self, rest: sqlite3.Cursor) -> None:
        """Close a statement whose rows were not all fetched."""
        await self._execute(rest.close)

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call `fn` in the thread; a caller that is cancelled meanwhile waits until the call ends.

        Otherwise a transaction could still hold the write lock when the next one has its turn.
        """
        if not self._running or self._connection is None:
            raise ValueError("Connection closed")
        if self._given_up:
            raise sqlite3.OperationalError(SILENT)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._tx.put_nowait((done, partial(fn, *args, **kwargs)))
        seconds = answering.left()
        timer = loop.call_later(seconds, self._give_up, done)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            timer.cancel()
            timer = loop.call_later(min(seconds, answering.ANSWER_SECONDS), self._give_up, done)
            while not done.done():
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait([done])
            raise
        finally:
            timer.cancel()

    def _give_up(self, done: asyncio.Future[Any]) -> None:
        """Stop waiting for the thread, and interrupt a statement that is merely slow."""
        if not done.done():
            self._given_up = True
            done.set_exception(sqlite3.OperationalError(SILENT))
            with contextlib.suppress(sqlite3.Error):  # it may be closed by now
                self._conn.interrupt()


class _Cursor:
    """The result of a statement: its first rows, and a cursor for the rest if there are many."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    rest: sqlite3.Cursor | None = None

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self.rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, *statement: Any) -> None:
        await self._connection.run(self, "execute", *statement)

    async def executemany(self, *statement: Any) -> None:
        await self._connection.run(self, "executemany", *statement)

    async def fetchall(self) -> list[Any]:
        rows, self.rows = self.rows, []
        return rows if self.rest is None else rows + await self._connection.fetch(self.rest)

    async def fetchmany(self, size: int) -> list[Any]:
        if not self.rows and self.rest is not None:
            return await self._connection.fetch(self.rest, size)
        rows, self.rows = self.rows[:size], self.rows[size:]
        return rows

    async def close(self) -> None:
        """Close the statement if rows are left."""
        if self.rest is not None:
            rest, self.rest = self.rest, None
            await self._connection.end(rest)


def _connect(*where: Any, **how: Any) -> _Connection:
    """Return a connection to be awaited; its thread does not outlive the main thread."""
    connection = _Connection(partial(sqlite3.connect, *where, **how), iter_chunk_size=1)
    connection._thread.daemon = True  # noqa: SLF001 - as SQLAlchemy does with those it makes
    return connection


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions; `_begin` does
    try:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # nothing else would, and its thread would outlive the event loop
        raise


def _begin(connection: Connection) -> None:
    begin = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if begin is not None:
        connection.exec_driver_sql(begin)
