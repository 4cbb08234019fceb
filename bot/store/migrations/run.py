"""Alembic runs the steps that a database lacks."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.errors import StoreUnusable


def run(connection: Connection, found: str | None) -> None:
    """Run the steps after the one `found`; raise StoreUnusable if we do not know that one."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreUnusable(
            f"The database was made by a newer version of the bot (schema {found}); "
            "update the bot, or restore the backup from before the update."
        )
    command.upgrade(config, "head")
