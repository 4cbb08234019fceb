"""Everything specific to PostgreSQL: how a transaction begins, what its errors mean.

Settings apply to a transaction and never to a session, so that PgBouncer may run each transaction
on a different connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import secrets
import socket
from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Connection, delete, event, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import StoreUnusable
from bot.store.answering import left, within
from bot.store.schema import facts, metadata

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what `Database` reports

SHARED = True

WRITERS = 0x5EA_1ADDE2
"""The advisory lock that a writing transaction holds to its end."""
_LOCAL = (
    "set_config('lock_timeout', '4s', true)",  # how long to wait for another process
    "set_config('idle_in_transaction_session_timeout', '10s', true)",  # if a client is cut off
    "set_config('synchronous_commit', 'on', true)",  # confirmed data always survives
)
_BEGIN = "store_begin"
"""The execution option that holds the expressions a transaction selects first."""
READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
ALONGSIDE = {_BEGIN: ", ".join(_LOCAL)}
WRITING = {_BEGIN: f"{ALONGSIDE[_BEGIN]}, pg_advisory_xact_lock({WRITERS})"}
_ALONE = {"isolation_level": "AUTOCOMMIT"}
EMPTIED = "emptied "
"""Prefix of the names of facts that note tables to clean."""

VACUUM_SECONDS = 3600.0

CONNECTING = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "application_name": "snakes-and-ladders",
}
"""Defaults that the URL may override; they make a lost server noticed within seconds."""
_REFUSED = {
    "28P01": "does not accept the password in DATABASE_URL",
    "28000": "does not let the user in DATABASE_URL in",
    "3D000": "does not exist; make it with createdb",
    "3F000": "has no such schema as options in DATABASE_URL name, or none to make tables in",
    "42501": "is not ours to write to; make the bot's user its owner",
    "25006": "is read-only, as a standby is; name the primary in DATABASE_URL",
    "53100": "has no room left on its disk; make some and start again",
    "53300": "takes no more connections; raise max_connections, or put PgBouncer in front",
    "55P03": "is in use: another process is making or moving it; start again in a moment",
}


def make_engine(url: URL, connections: int) -> AsyncEngine:
    """Return an engine with this many connections, which tests each before it is used."""
    engine = create_async_engine(
        url.update_query_dict(CONNECTING | dict(url.query)),
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,  # the server may have restarted
        hide_parameters=True,  # errors are logged, and what people typed is not
        connect_args={
            "prepare_threshold": None,  # a prepared statement stays with its session
            "async_creator_fn": _driver().connect,
        },
    )
    event.listen(engine.sync_engine, "connect", _check_encoding, insert=True)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


@cache
def _driver() -> Any:
    """Return the driver's connection class, with a limit on each wait."""
    from psycopg import AsyncConnection, OperationalError  # noqa: PLC0415 - not everybody has it

    class Connected(AsyncConnection[Any]):
        @classmethod
        async def connect(cls, *args: Any, **options: Any) -> Any:
            try:
                async with asyncio.timeout(left()):
                    return await super().connect(*args, **options)
            except TimeoutError:
                raise OperationalError("no answer in time") from None

        async def wait(self, *args: Any, **options: Any) -> Any:
            """Wait for the server; if it is too slow, drop the connection.

            Cancelling is not enough: the driver then asks the server to stop, which may take 10 s.
            """
            timer = asyncio.get_running_loop().call_later(left(), self._hang_up)
            try:
                return await super().wait(*args, **options)
            finally:
                timer.cancel()

        def _hang_up(self) -> None:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self.fileno())) as end:
                end.shutdown(socket.SHUT_RDWR)

    return Connected


async def occupy(url: URL) -> contextlib.ExitStack:  # noqa: ARG001 - SQLite's needs it
    """Do nothing: any number of processes may use the database."""
    return contextlib.ExitStack()


async def erase(connection: AsyncConnection) -> bool:  # noqa: ARG001 - SQLite's needs it
    """Do nothing: no query reaches deleted rows any more, and `clean` frees their space."""
    return True


async def note_emptied(tx: AsyncConnection, tables: Collection[str]) -> None:
    """Note, for any process, that rows in these tables were deleted: as one fact per table."""
    notes = [{"name": f"{EMPTIED}{name}", "value": secrets.token_hex(8)} for name in sorted(tables)]
    insert = postgresql.insert(facts)
    newer = {"value": insert.excluded.value}
    await tx.execute(insert.on_conflict_do_update(index_elements=["name"], set_=newer), notes)


async def clean(connection: AsyncConnection) -> None:
    """Free the space of deleted and changed rows in the noted tables.

    The time depends on the size of the tables, not on what was deleted: once a night is enough. The
    deleted bytes are overwritten when the space is used again; see docs/hosting.md.
    """
    await connection.execution_options(**_ALONE)
    notes = select(facts.c.name, facts.c.value).where(facts.c.name.startswith(EMPTIED))
    for name, value in (await connection.execute(notes)).all():
        if (table := name.removeprefix(EMPTIED)) in metadata.tables:
            with within(VACUUM_SECONDS):
                await connection.exec_driver_sql(f"VACUUM {table}")
        # Notes made meanwhile stay.
        done = delete(facts).where(facts.c.name == name, facts.c.value == value)
        await connection.execute(done)


async def space(connection: AsyncConnection, url: URL) -> tuple[int, int | None]:  # noqa: ARG001 - SQLite's needs it
    """Return the bytes that the database takes; PostgreSQL does not say how many are free."""
    size = await connection.exec_driver_sql("SELECT pg_database_size(current_database())")
    return size.scalar_one(), None


async def restart_counters(connection: AsyncConnection) -> None:
    """Let the numbers of new rows continue from each table's highest."""
    for table in metadata.sorted_tables:
        counted = table.autoincrement_column
        if counted is not None and not counted.foreign_keys:
            sequence = func.pg_get_serial_sequence(table.name, counted.name)
            highest = func.coalesce(func.max(counted), 0)
            await connection.execute(select(func.setval(sequence, highest + 1, False)))


def name_of(url: URL) -> str:
    """Return what a database is called in sentences for its host."""
    hosts = url.host or url.query.get("host") or "this machine"
    return f"The database {url.database} on {hosts if isinstance(hosts, str) else ', '.join(hosts)}"


def explain(error: DBAPIError, url: URL) -> str:
    """Say in one sentence what is wrong with the database and what to do."""
    place = name_of(url)
    cause = error.orig
    state = getattr(cause, "sqlstate", None) or next(
        (state for state, words in _SAID.items() if re.search(words, str(cause))), None
    )
    if state in _REFUSED:
        return f"{place} {_REFUSED[state]}."
    return (
        f"{place} cannot be used: {_reason(cause, url)}; check DATABASE_URL, and whether its "
        "server runs and lets this machine in."
    )


def _reason(cause: object, url: URL) -> str:
    """Return the part of an error that says why, without other values from the URL."""
    said = getattr(getattr(cause, "diag", None), "message_primary", None)
    if not said:  # a connection's: what was tried and how it failed; then hints or other tries
        first = next(iter(str(cause).strip().splitlines()), type(cause).__name__)
        said = re.split(r"failed: |FATAL: +|connection is bad: ", first)[-1]
    given = {url.password, *(v for k, v in url.normalized_query.items() if k != "host" for v in v)}
    for value in filter(None, given):
        said = re.sub(rf"(?<!\w){re.escape(str(value))}(?!\w)", "…", said)
    return said.rstrip(".")


_SAID = {
    "28P01": "password authentication failed|no password supplied",
    "28000": 'no pg_hba.conf entry|role ".*" does not exist|authentication failed',
    "3D000": 'database ".*" does not exist',
    "53300": "too many c",
}
"""What PostgreSQL says when it refuses a connection, as the driver then passes on no code."""


def _check_encoding(connection: Any, _record: object) -> None:
    found = connection.info.parameter_status("server_encoding")
    if found != "UTF8":
        connection.close()
        raise StoreUnusable(
            f"The database’s encoding is {found}, which cannot hold every text; create it again "
            "with createdb -E UTF8 -T template0."
        )


def _begin(connection: Connection) -> None:
    first = connection.get_execution_options().get(_BEGIN)
    if first is not None:
        connection.exec_driver_sql(f"SELECT {first}")
