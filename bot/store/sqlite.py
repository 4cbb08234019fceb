"""All that is SQLite's own: how a connection is set up, and what its errors mean to a host."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
WRITE = "store_write"
"""The execution option that makes a transaction take the write lock when it begins."""


def prepare(engine: AsyncEngine) -> None:
    """Make every connection durable and patient, and its transactions explicit."""
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)


def make_folder(url: URL) -> None:
    """Make the folder that the database's file is to lie in; raises OSError."""
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def try_opening(url: URL) -> None:
    """Open the file and close it again; raises sqlite3.Error.

    Where that fails, the asynchronous driver leaves a thread that may outlive the event loop.
    """
    if url.database:
        sqlite3.connect(url.database, uri=url.database.startswith("file:")).close()


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
        return f"{path} is not a SQLite database, or is damaged; restore a backup or move it away."
    if "unable to open" in said:
        return f"The database {path} cannot be opened; check DATABASE_URL and who may write there."
    if "locked" in said or "busy" in said:
        return f"The database {path} is in use by another program; is the bot running already?"
    if "disk i/o" in said:
        return f"The database {path} cannot be written (disk error or quota); check its disk."
    return f"The database {path} cannot be used: {cause}."


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself; `_begin` does
    try:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # nobody else would, and its thread would outlive the event loop
        raise


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(WRITE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
