"""Tables of daily puzzles: editions, where they are posted, and who plays them how well."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.store.schema.base import Moment, metadata

# An edition as it was made: a later version of the bot does not change it.
daily_editions = Table(
    "daily_editions",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", JSON, nullable=False),
    Column("lexicon", String(64), nullable=False),  # the fingerprint it was made with
    Column("made_at", Moment, nullable=False),
    Column("salt", String(32)),  # for `ghost`; gone once the edition is over everywhere
)

# Where, when and what a server wants posted.
daily_setups = Table(
    "daily_setups",
    metadata,
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("games", JSON, nullable=False),
    Column("role_id", BigInteger),
    Column("thread", Boolean, nullable=False),
    Column("running", Boolean, nullable=False),
    Column("set_by", BigInteger, index=True),
    Column("since", Moment, nullable=False),  # what was due before is not posted by itself
    Column("next_due_at", Moment, index=True),  # null: off
    Column("last_number", Integer),  # the latest edition whose turn has come
    Column("failing_since", Moment),  # when Discord began to refuse
    Column("disabled_at", Moment),  # when the bot gave up by itself
)

# Messages, one of each kind for a server and an edition. `closes_at`: when the next one opens.
daily_posts = Table(
    "daily_posts",
    metadata,
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("nonce", String(25), nullable=False),
    Column("text", Text),
    Column("opens_at", Moment, nullable=False),
    Column("closes_at", Moment, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("first_attempt_at", Moment),
    Column("next_attempt_at", Moment, nullable=False, index=True),
    Column("last_error", Text),
    Column("given_up_at", Moment),
    Index("ix_daily_posts_closed_closes_at", "closed", "closes_at"),
)

# What somebody makes of an edition: once while it is live, once more from the archive.
daily_plays = Table(
    "daily_plays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, index=True),  # null: somebody forgotten
    Column("ghost", String(64)),
    Column("live", Boolean, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("progress", JSON, nullable=False),  # anigram: the words of the stages done
    Column("hints", JSON, nullable=False),  # [[kind, step, interaction], …]
    Column("tries", Integer, nullable=False),
    Column("best_result", Integer),
    Column("points", Integer),
    Column("solved_at", Moment),
    Column("first_ms", Integer),  # from the start to the first finish
    Column("at_par", Boolean, nullable=False),
    Column("given_up_at", Moment),
    UniqueConstraint("number", "user_id", "live"),
)

# In which servers a live play counts for the board, those where Play was pressed, and what it
# counts there: a board that has closed stays, though the edition be open elsewhere.
daily_seats = Table(
    "daily_seats",
    metadata,
    Column("play_id", ForeignKey("daily_plays.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("best_result", Integer),
    Column("points", Integer),
    Column("first_ms", Integer),
    Column("at_par", Boolean, nullable=False),
    Index("ix_daily_seats_guild_id", "guild_id"),
)

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of the interaction
    Column("play_id", ForeignKey("daily_plays.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("words", JSON, nullable=False),
    Column("result", Integer),  # null: a step failed
    Column("points", Integer),  # null: not solved
)

# Where somebody has shared what came of an edition; not `sent`: they are about to.
daily_shares = Table(
    "daily_shares",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("claimed_at", Moment, nullable=False),
    Column("sent", Boolean, nullable=False),
)
