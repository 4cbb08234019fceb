"""Alembic's entry: run the steps on the connection that `bot.store.store.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, though Alembic assumes otherwise: all steps or none
    render_as_batch=True,
)
context.run_migrations()
