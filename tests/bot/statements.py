"""What a database is asked, so that a test knows when somebody waits for it; and one that hangs."""

from __future__ import annotations

import contextlib

from sqlalchemy import event


@contextlib.contextmanager
def noted(database):
    """Yield the statements that are about to be sent to a database, from now on."""
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
    """Let nobody read, as while the database does not answer."""
    database._reading.silent = True
    try:
        yield
    finally:
        database._reading.silent = False
