"""Tables of the bot itself: cards under answers, and facts."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, String, Table, Text

from bot.store.schema.base import metadata

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
