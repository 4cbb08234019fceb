"""Servers: their settings, their own words, and who did what in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, String, Table, select

from bot.store.schema.columns import Moment, RowId, Snowflake, column, metadata, table
from solvers.lexicon import Policy

GuildId = Annotated[int, column(references="guilds.guild_id")]
"""The server of a row that is deleted with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildSettings:
    """A server's settings, with defaults for what it has not set.

    ping_role_id  the role that is pinged for contests
    policy        which flagged words are shown
    duels         whether members may challenge one another
    """

    guild_id: Annotated[int, column(BigInteger, primary_key=True, autoincrement=False)]
    contest_role_id: Snowflake | None = None
    ping_role_id: Snowflake | None = None
    time_zone: Annotated[str, column(String(64))] = "UTC"
    tier: Annotated[str, column(String(16))] = "full"
    policy: Annotated[Policy, column(String(16))] = "standard"
    duels: bool = True


guilds = table(
    "guilds",
    GuildSettings,
    Column("removed_at", Moment, index=True),  # when the bot was removed from the server
)

left_guilds = select(guilds.c.guild_id).where(guilds.c.removed_at.is_not(None))
"""Servers that the bot is not in."""

# Words that a server allows or denies, whatever the lexicon says.
guild_words = Table(
    "guild_words",
    metadata,
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("word", String(64), primary_key=True),
    Column("allowed", Boolean, nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Who did what, when; rows are only added, except when people or servers are forgotten.

    channel_id  for entries not about a contest: only people who see this channel may read them
    actor_id    None: the bot itself, or a forgotten person
    """

    id: RowId = 0
    guild_id: GuildId
    contest_id: Annotated[str | None, column(references="contests.id")] = None
    entrant_id: Annotated[
        int | None, column(references="entrants.id", ondelete="SET NULL", index=True)
    ] = None
    channel_id: Snowflake | None = None
    parent_id: Snowflake | None = None
    actor_id: Annotated[Snowflake | None, column(index=True)]
    action: Annotated[str, column(String(32))]
    detail: str | None = None
    at: datetime


audit = table(
    "audit",
    AuditEntry,
    Index("ix_audit_contest_id_at", "contest_id", "at"),
    Index("ix_audit_guild_id_at", "guild_id", "at"),
)
