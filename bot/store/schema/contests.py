"""Tables of contests: the contest, who plays, every try, and what Discord is to be shown."""

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

contests = Table(
    "contests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("created_by", BigInteger, index=True),
    Column("created_at", Moment, nullable=False),
    Column("title", String(100), nullable=False),
    Column("state", String(16), nullable=False),
    Column("rule", String(16), nullable=False),
    Column("tier", String(16), nullable=False),
    Column("lexicon", String(64), nullable=False),  # the fingerprint it was checked against
    Column("words", JSON, nullable=False),  # in alphabetical order, so that it hints at nothing
    Column("confirmed_at", Moment),
    Column("opens_at", Moment),  # null: when it is confirmed
    Column("lasts_seconds", Integer, nullable=False),
    Column("closes_at", Moment),
    Column("due_at", Moment, index=True),  # when its state has to change next
    Column("sealed_minutes", Integer),
    Column("most_tries", Integer),
    Column("cooldown_seconds", Integer, nullable=False),
    Column("board", String(8), nullable=False),
    Column("par", Integer),
    Column("bound", Integer),
    Column("proven", Boolean, nullable=False),
    Column(
        "par_order", JSON(none_as_null=True)
    ),  # [[word, position], …] of a snake that scores par
    Column("salt", String(32)),  # for `ghost`; gone once the contest is over
    Index("ix_contests_guild_id_created_at", "guild_id", "created_at"),
)

# The words of contests that are live or about to be: what /snake must not solve.
live_words = Table(
    "live_words",
    metadata,
    Column("word", String(64), primary_key=True),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_live_words_contest_id", "contest_id"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, index=True),  # null: somebody forgotten
    # Of somebody forgotten while the contest runs: a salted hash, so that they cannot begin anew.
    Column("ghost", String(64)),
    Column("joined_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("last_at", Moment),
    Column("tries", Integer, nullable=False),
    Column("best_score", Integer),
    Column("best_submission", BigInteger),
    # Milliseconds to the best score, from the opening or, under a sealed clock, one's own start.
    Column("reached_ms", BigInteger),
    Column("disqualified_at", Moment),
    Column("disqualified_by", BigInteger, index=True),
    Column("reason", Text),
    UniqueConstraint("contest_id", "user_id", name="uq_entrants_contest_id"),
    Index("ix_entrants_contest_id_best_score", "contest_id", "best_score"),
)

# Every valid try. Its id is the interaction's that sent it, so that none is counted twice.
submissions = Table(
    "submissions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
    Column("entrant_id", ForeignKey("entrants.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("number", Integer, nullable=False),  # of this entrant, from 1
    Column("score", Integer, nullable=False),
    Column("words", JSON, nullable=False),  # in the order they were laid
    Column("positions", JSON(none_as_null=True)),
    Index("ix_submissions_contest_id_at", "contest_id", "at"),
)

# What Discord is to show for a contest: due while `done` is behind `wanted`.
posts = Table(
    "posts",
    metadata,
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("nonce", String(25), nullable=False),
    Column("text", Text),
    Column("wanted", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("first_attempt_at", Moment),
    Column("next_attempt_at", Moment, nullable=False, index=True),
    Column("last_error", Text),
    Column("given_up_at", Moment),
)

# Finished contests played again, unranked; apart from the contest itself.
practices = Table(
    "practices",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of the interaction
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Index("ix_practices_contest_id_user_id", "contest_id", "user_id"),
)

practice_tries = Table(
    "practice_tries",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of the interaction
    Column(
        "practice_id", ForeignKey("practices.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("at", Moment, nullable=False),
    Column("score", Integer, nullable=False),
    Column("words", JSON, nullable=False),
    Column("positions", JSON(none_as_null=True)),
)
