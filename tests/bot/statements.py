"""Notes what a database is asked, so that tests see who waits for it; makes one unreadable."""

from __future__ import annotations

import contextlib

from sqlalchemy import event


@contextlib.contextmanager
def noted(database):
    """Yield the statements that a database gets from now on, each noted before it is sent."""
    statements = []

    def note(_connection, _cursor, statement, *_more):
        statements.append(statement)

    engine = database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)


@contextlib.contextmanager
def unreadable(database):
    """Make every read fail, as while the database does not answer."""
    database._reading.silent = True
    try:
        yield
    finally:
        database._reading.silent = False
