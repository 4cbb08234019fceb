"""People: their acts, settings and buttons' cards; and what the bot remembers about itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Index, Integer, String, Table, Text

from bot.store.schema.columns import metadata


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person did: who, when (by Discord's clock, not ours), in which interaction.

    `channel_id`: where; needed for things that belong to one channel, such as races.
    """

    user: int
    at: datetime
    interaction: int
    channel_id: int | None = None


# What the buttons under an answer refer to. A card holds puzzles and never who asked.
cards = Table(
    "cards",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("content", Text, nullable=False),  # JSON
    Column("size", Integer, nullable=False),  # bytes of `content`
    Column("typed", Boolean, nullable=False),  # a form as it was filled in: it may name anybody
    Column("created_at", DateTime, nullable=False),
    Index("ix_cards_created_at", "created_at", "size"),
)

# What the bot must remember about itself, such as the commands that Discord knows.
facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

# What people have set for themselves, and (`blocks`) from whom they want no challenges.
people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("duels", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # on leaderboards of servers they played in
    Column("everywhere", Boolean, nullable=False),  # on the board of all servers, too
    Column("pictures", Boolean, nullable=False, index=True),  # else answers are words
)
blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

# The channels of people's direct messages with the bot. Each application has its own.
conversations = Table(
    "conversations",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("bot_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
)
