"""Daily puzzles: the editions, where they are posted, and how people play them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

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

from bot.puzzles import HintKind
from bot.store.schema.columns import (
    InteractionId,
    Moment,
    RowId,
    Snowflake,
    column,
    metadata,
    table,
)
from solvers.daily import successor

# An edition as it was made; later versions of the bot do not change it.
daily_editions = Table(
    "daily_editions",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", JSON, nullable=False),
    Column("lexicon", String(64), nullable=False),  # the fingerprint it was made with
    Column("made_at", Moment, nullable=False),
    Column("salt", String(32)),  # for `tombstone`; gone once the edition is over everywhere
    Column("commitment", String(32)),
    Column("commitment_text", Text),  # a secret where the edition is open
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailySetup:
    """Where, when and what a server wants posted; `bot.dailies` explains the columns.

    games          those that are posted; empty: all, including games added later
    since          editions due before this are not posted automatically
    next_due_at    None: off
    last_number    the latest edition that the server has had
    failing_since  when Discord began to refuse
    disabled_at    when the bot gave up
    """

    guild_id: Annotated[int, column(references="guilds.guild_id", primary_key=True)]
    channel_id: Snowflake
    hour: int
    time_zone: Annotated[str, column(String(64))]
    games: tuple[str, ...]
    role_id: Snowflake | None
    thread: bool
    running: bool
    set_by: Annotated[Snowflake | None, column(index=True)]
    since: datetime
    next_due_at: Annotated[datetime | None, column(index=True)]
    last_number: int | None
    failing_since: datetime | None
    disabled_at: datetime | None

    def has(self, game: str) -> bool:
        """Whether a game is posted, or the game that replaces it or that it replaced."""
        return not self.games or successor(game) in map(successor, self.games)


daily_setups = table("daily_setups", DailySetup)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReminder:
    """A person who wants a message before their streak ends, timed by one of their servers.

    `due_at`: when to check it next; None: they could not be written to, and should learn that.
    """

    user_id: Annotated[int, column(BigInteger, primary_key=True, autoincrement=False)]
    guild_id: Annotated[int, column(references="guilds.guild_id", index=True)]
    set_at: datetime
    due_at: Annotated[datetime | None, column(index=True)]


daily_reminders = table("daily_reminders", DailyReminder)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPlay:
    """A person's play of an edition so far; without `user_id`, a forgotten person's.

    There may be one while the edition is live, and one from the archive.

    progress     the words so far, and the misses before each of them and before the next
    hints        (kind, step, interaction, after, reveals) of each hint taken
    best_result  in the unit of par, of the try with the most points; `points` of 100, or more
    best         the best try's words, the misses before each, and the interaction that added the
    last
    best_ms      milliseconds from the start to the best
    at_par       par was reached without a hint, an anigram also without a wrong try
    """

    id: RowId = 0
    number: int
    user_id: Annotated[Snowflake | None, column(index=True)]
    live: bool
    started_at: datetime
    progress: tuple[tuple[str, ...], tuple[int, ...]] = ((), ())
    hints: tuple[tuple[HintKind, int, int, str, str], ...] = ()
    tries: int = 0
    best_result: int | None = None
    best: tuple[tuple[str, ...], tuple[int, ...], int] | None = None
    points: int | None = None
    solved_at: datetime | None = None
    best_ms: int | None = None
    at_par: bool = False
    given_up_at: datetime | None = None


daily_plays = table(
    "daily_plays",
    DailyPlay,
    Column("tombstone", String(64)),
    UniqueConstraint("number", "user_id", "live"),
)

# These rows are few among many, and are searched for every hour.
Index(
    "ix_daily_plays_tombstone",
    daily_plays.c.number,
    sqlite_where=daily_plays.c.tombstone.is_not(None),
    postgresql_where=daily_plays.c.tombstone.is_not(None),
)

# In which servers a live play counts for the board, namely where Play was pressed, and what it
# counts there: a closed board stays as it is, even if the edition is still open elsewhere.
daily_guild_scores = Table(
    "daily_guild_scores",
    metadata,
    Column("play_id", ForeignKey("daily_plays.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("best_result", Integer),
    Column("points", Integer),
    Column("best_ms", Integer),
    Column("at_par", Boolean, nullable=False),
    Index("ix_daily_guild_scores_guild_id", "guild_id"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTry:
    """One try; without `result` a step failed, without `points` it was no solution."""

    id: InteractionId
    play_id: Annotated[int, column(references="daily_plays.id", index=True)]
    at: datetime
    words: tuple[str, ...]
    result: int | None
    points: int | None


daily_tries = table("daily_tries", DailyTry)

# Where a person has shared their result in an edition; not `sent`: they are about to.
daily_shares = Table(
    "daily_shares",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("claimed_at", Moment, nullable=False),
    Column("sent", Boolean, nullable=False),
)


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of a daily board, number `number` from 1; equals share a `place`.

    `milliseconds` until solved, summed over the editions. Only the board of a single day has
    `best_result`, and forgotten people, without `user_id`.
    """

    number: int
    place: int
    user_id: int | None
    points: int
    solved: int
    at_par: int
    milliseconds: int
    best_result: int | None
