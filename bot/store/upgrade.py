"""Bring a database up to the schema of this version of the bot, all steps or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.errors import StoreUnusable

if TYPE_CHECKING:
    from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Run the steps that are missing; raise StoreUnusable for a newer version's database."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise StoreUnusable(
            f"The database was made by a newer version of the bot (schema {found}); "
            "update the bot, or restore the backup from before the update."
        )
    command.upgrade(config, "head")
