"""The tables as they are now; `migrations/` tells how they came to be. Times are UTC."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# What the buttons under an answer refer to. It holds puzzles and never who asked.
cards = Table(
    "cards",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("content", JSON, nullable=False),
    Column("created_at", DateTime, nullable=False, index=True),
)

# What the bot must remember about itself, such as the commands that Discord knows.
facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
