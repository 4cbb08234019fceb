"""Tables of servers: their settings, their own words, and who changed what."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from bot.store.schema.base import Moment, metadata

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("contest_role_id", BigInteger),
    Column("time_zone", String(64), nullable=False),
    Column("tier", String(16), nullable=False),
    Column("removed_at", Moment, index=True),  # when the bot was taken out of the server
)

# Words that a server allows or denies whatever the lexicon says.
guild_words = Table(
    "guild_words",
    metadata,
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("word", String(64), primary_key=True),
    Column("allowed", Boolean, nullable=False),
)

# Who did what, when. Rows are only ever added, but for forgetting people and servers.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE")),
    Column("entrant_id", ForeignKey("entrants.id", ondelete="SET NULL"), index=True),
    Column("actor_id", BigInteger, index=True),  # null: the bot itself, or somebody forgotten
    Column("action", String(32), nullable=False),
    Column("detail", Text),
    Column("at", Moment, nullable=False),
    Index("ix_audit_contest_id_at", "contest_id", "at"),
    Index("ix_audit_guild_id_at", "guild_id", "at"),
)
