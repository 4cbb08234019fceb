"""Whatever the store says to SQLite in a test is said to PostgreSQL's compiler, too."""

from __future__ import annotations

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.dialects import postgresql

from bot.store import migrations as steps

MIGRATIONS = Path(steps.__file__).parent
POSTGRES = postgresql.dialect()


def compile_too(database):
    """Compile every statement for PostgreSQL before it runs; return them as they are there."""
    seen = set()

    def compile_(_connection, element, *_):
        if hasattr(element, "compile"):
            seen.add(str(element.compile(dialect=POSTGRES)))

    event.listen(database._engine.sync_engine, "before_execute", compile_)
    return seen


def migrations(buffer):
    """Write what the migrations would do to an empty PostgreSQL database."""
    said = {"as_sql": True, "output_buffer": buffer}
    context = MigrationContext.configure(dialect_name="postgresql", opts=said)
    known = ScriptDirectory(MIGRATIONS).walk_revisions()
    with Operations.context(context):
        for step in reversed(list(known)):
            step.module.upgrade()
