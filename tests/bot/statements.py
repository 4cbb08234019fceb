"""Notes what a database is asked, so that tests see who waits for it; makes one unreadable."""

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


async def rows_of(app, query, *values):
    """Return the rows of a query on an app's database."""
    async with app.services.store.database.read() as tx:
        return [tuple(row) for row in await tx.exec_driver_sql(query, values)]


@contextlib.contextmanager
def unreadable(database):
    """Make every read fail, as while the database does not answer."""
    database._reading.silent = True
    try:
        yield
    finally:
        database._reading.silent = False
