"""Every table; how constraints are named, and how moments are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import FunctionElement
from sqlalchemy.types import TypeDecorator

ID_DIGITS = 10
"""Fewer than any id of Discord's has."""
REVISION = "0001"
"""The migration that makes this schema: the last one."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment: aware of its zone in Python, UTC without a zone in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Turn an aware moment into UTC; a naive one is a mistake of ours."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Say that it is UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


# What the buttons under an answer refer to. It holds puzzles and never who asked.
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

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("contest_role_id", BigInteger),
    Column("ping_role_id", BigInteger),  # who is pinged for contests
    Column("time_zone", String(64), nullable=False),
    Column("tier", String(16), nullable=False),
    Column("policy", String(16), nullable=False),  # which flagged words are shown
    Column("duels", Boolean, nullable=False),  # members may challenge one another
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
    Column("channel_id", BigInteger),  # of what is no contest: only who sees it may read this
    Column("parent_id", BigInteger),
    Column("actor_id", BigInteger, index=True),  # null: the bot itself, or somebody forgotten
    Column("action", String(32), nullable=False),
    Column("detail", Text),
    Column("at", Moment, nullable=False),
    Index("ix_audit_contest_id_at", "contest_id", "at"),
    Index("ix_audit_guild_id_at", "guild_id", "at"),
)

# Contests to be held again: by hand, or where they have days, by themselves.
contest_templates = Table(
    "contest_templates",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False),
    Column("name", String(50), nullable=False),
    Column("words", Text, nullable=False),  # “generate 20 hard”, or the words
    Column("options", JSON, nullable=False),  # columns of a contest
    Column("set_by", BigInteger, index=True),
    Column("channel_id", BigInteger),  # where it repeats; null: it does not
    Column("parent_id", BigInteger),
    Column("days", JSON(none_as_null=True)),  # of the week, 0 is Monday
    Column("at", String(5)),  # 18:30
    Column("time_zone", String(64)),
    Column("exceptions", JSON, nullable=False),  # {"2026-12-25": null or another day}
    Column("last_day", Date),  # the last that had its turn
    Column("next_due_at", Moment, index=True),
    Column("held", Integer, nullable=False),  # how many times by itself
    Column("problem", Text),  # why the last could not be held so far
    Index("ix_contest_templates_guild_id", "guild_id"),
)

contests = Table(
    "contests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),  # the channel of the public thread that it is in
    Column("created_by", BigInteger, index=True),
    Column("created_at", Moment, nullable=False),
    Column("title", String(100), nullable=False),
    Column("state", String(16), nullable=False),
    Column("game", String(16), nullable=False),
    Column("rule", String(16), nullable=False),  # of a snake
    Column("tier", String(16), nullable=False),
    Column("lexicon", String(64), nullable=False),  # the fingerprint it was checked against
    # A snake’s in alphabetical order, so that it hints at nothing; else what players are given.
    Column("words", JSON, nullable=False),
    Column("confirmed_at", Moment),
    Column("opens_at", Moment),  # null: when it is confirmed
    Column("lasts_seconds", Integer, nullable=False),
    Column("closes_at", Moment),
    Column("due_at", Moment, index=True),  # when its state has to change next
    Column("sealed_minutes", Integer),
    Column("most_tries", Integer),
    Column("cooldown_seconds", Integer, nullable=False),
    Column("board", String(8), nullable=False),
    Column("drawn", String(32)),  # how its words were asked for: “generate 20 hard”
    Column("percents", Boolean, nullable=False),  # whether % of best shows before the end
    Column("ties", String(8), nullable=False),  # who of equal scores is ahead
    Column("role_id", BigInteger),  # who may play: who has it
    Column("days_here", Integer),  # and has been in the server for so long
    Column("freeze_minutes", Integer),  # how long before the end the board stands still
    Column("freezes_at", Moment),
    Column("revealing", Integer),  # how many places have been revealed so far
    Column("remind_minutes", Integer),  # how long before the end people are pinged again
    Column("event", Boolean, nullable=False),  # in the server’s list of events
    Column("talk", Boolean, nullable=False),  # a thread: new leaders, and talk once it is over
    Column("leader_id", Integer),  # the entrant who was announced last as its leader
    Column("template_id", ForeignKey("contest_templates.id", ondelete="SET NULL")),
    Column("day", Date),  # of those on which the template repeats
    Column("season_id", ForeignKey("seasons.id", ondelete="SET NULL"), index=True),  # its rounds
    Column("round", Integer),  # which of them, from 1
    Column("par", BigInteger),
    Column("bound", BigInteger),
    Column("proven", Boolean, nullable=False),
    # [[word, position], …] of an answer that scores par; only a snake’s words have positions.
    Column("par_order", JSON(none_as_null=True)),
    Column("certificate", JSON(none_as_null=True)),  # of that bound; see `solvers.wordsnake.verify`
    # Words that do not count: those that the server denied when par was found; null: a snake.
    Column("denied", JSON(none_as_null=True)),
    Column("salt", String(32)),  # for `tombstone`; gone once the contest is over
    # From its opening on: what it is played by, see `bot.puzzles.commitment`; the text is a secret
    # until the results are out.
    Column("commitment", String(32)),
    Column("commitment_text", Text),
    UniqueConstraint("template_id", "day"),
    Index("ix_contests_guild_id_created_at", "guild_id", "created_at"),
)

# Contests of a stretch of time, counted together: those in a channel, or those of a template.
seasons = Table(
    "seasons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),  # the channel of the public thread that it is in
    Column("template_id", ForeignKey("contest_templates.id", ondelete="SET NULL")),
    Column("name", String(50), nullable=False),
    Column("created_by", BigInteger, index=True),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    # When its end has to be settled; null: it is or, without `held`, these are drafts of rounds.
    Column("due_at", Moment, index=True),
    Column("best", Integer),  # how many of each player's contests count
    Column("dropped", Integer),  # or how many, the worst, do not
    Column("role_id", BigInteger),  # the champion's until the next season that gives it ends
    Column("held", Integer),  # how many contests it had, once it is over
    Column("rounds", Integer),  # how many contests were made for it, which are all it has
    Column("scoring", String(8), nullable=False),  # what is summed: % of best, or points
    Index("ix_seasons_guild_id_ends_at", "guild_id", "ends_at"),
)

# How a season ended: for good, whatever becomes of its contests.
season_places = Table(
    "season_places",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, index=True),  # null: somebody forgotten
    Column("place", Integer, nullable=False),
    Column("result", Integer, nullable=False),  # points, or hundredths of a per cent of par
    Column("won", Integer, nullable=False),
    Column("played", Integer, nullable=False),
    Column("has_role", Boolean, nullable=False),  # the champion's
    Column("insider", Boolean, nullable=False),  # knew more about one of them than others did
    Index("ix_season_places_season_id_place", "season_id", "place"),
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
    Column("tombstone", String(64)),
    Column("joined_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("last_at", Moment),
    Column("results_asked_at", Moment),  # when they asked to be sent the results
    Column("tries", Integer, nullable=False),
    Column("best_score", BigInteger),
    Column("best_submission", BigInteger),
    # Milliseconds to the best score, from the opening or, under a sealed clock, one's own start.
    Column("reached_ms", BigInteger),
    # The same as of the freeze, in a contest with one.
    Column("shown_score", BigInteger),
    Column("shown_ms", BigInteger),
    Column("shown_tries", Integer),
    Column("disqualified_at", Moment),
    Column("disqualified_by", BigInteger, index=True),
    Column("reason", Text),
    # Of who plays word by word: see `bot.puzzles.Progress`.
    Column("progress", JSON(none_as_null=True)),
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
    Column("score", BigInteger, nullable=False),
    Column("words", JSON, nullable=False),  # in the order they were laid
    Column("positions", JSON(none_as_null=True)),
    # How it could have been better, once that was asked for and worked out after the results.
    Column("explanation", JSON(none_as_null=True)),
    Index("ix_submissions_contest_id_at", "contest_id", "at"),
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
    Column("progress", JSON(none_as_null=True)),  # as of an entrant
    Index("ix_practices_contest_id_user_id", "contest_id", "user_id"),
)

practice_tries = Table(
    "practice_tries",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of the interaction
    Column("practice_id", ForeignKey("practices.id", ondelete="CASCADE"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("words", JSON, nullable=False),
    Column("positions", JSON(none_as_null=True)),
    Index("ix_practice_tries_practice_id", "practice_id", "score", "at"),  # read without the words
)

# An edition as it was made: a later version of the bot does not change it.
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

# Where, when and what a server wants posted.
daily_setups = Table(
    "daily_setups",
    metadata,
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("games", JSON, nullable=False),  # empty: all
    Column("role_id", BigInteger),
    Column("thread", Boolean, nullable=False),
    Column("running", Boolean, nullable=False),
    Column("set_by", BigInteger, index=True),
    Column("since", Moment, nullable=False),  # what was due before is not posted by itself
    Column("next_due_at", Moment, index=True),  # null: off
    Column("last_number", Integer),  # the latest edition that it has had
    Column("failing_since", Moment),  # when Discord began to refuse
    Column("disabled_at", Moment),  # when the bot gave up by itself
)

# Who wants a message before their streak ends, by the hours of which server.
daily_reminders = Table(
    "daily_reminders",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("set_at", Moment, nullable=False),
    Column("due_at", Moment, index=True),  # when to look next; null: they cannot be written to
)

# Live games between people. What its players do is below; what is shown of it is a message.
races = Table(
    "races",
    metadata,
    Column("id", String(16), primary_key=True),
    # Null: in a direct message, or in a server that the bot itself is not in.
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE"), index=True),
    Column("channel_id", BigInteger, nullable=False, index=True),
    Column("created_by", BigInteger, index=True),
    Column("created_at", Moment, nullable=False),
    Column("challenged_user_id", BigInteger, index=True),  # of a duel
    Column("duel", Boolean, nullable=False),
    Column("mode", String(16), nullable=False),
    Column("game", String(16), nullable=False),
    Column("level", Integer, nullable=False),
    Column("tier", String(16), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),  # that a round lasts
    Column("sealed", Boolean, nullable=False),  # each player's time runs from their first look
    Column("words", JSON, nullable=False),  # of a list of the organiser's own
    Column("state", String(16), nullable=False),
    Column("round", Integer, nullable=False),  # from 1
    Column("due_at", Moment, index=True),  # when its state has to change next; null: over
    Column("end", String(16)),  # why it ended, if not by being played
    Column("next_id", String(16), index=True),  # the rematch
    # By which it is shown where the bot cannot post by itself; else both are null. It is gone once
    # the race is over.
    Column("token", Text),
    Column("token_at", Moment),
    Column("notifies", Boolean, nullable=False),  # whoever is challenged
)

# A puzzle is stored before it is shown, and shown from `starts_at` on.
race_rounds = Table(
    "race_rounds",
    metadata,
    Column("race_id", ForeignKey("races.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("puzzle", String(24), nullable=False, index=True),  # see `puzzle_key`
    Column("content", JSON, nullable=False),
    Column("starts_at", Moment),
    Column("ends_at", Moment),
    Column("progress", JSON, nullable=False),  # of those who play together
    Column("commitment", String(32)),
    Column("commitment_text", Text),  # a secret until the round is over
)

race_players = Table(
    "race_players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("race_id", ForeignKey("races.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, index=True),  # null: somebody forgotten
    Column("joined_at", Moment, nullable=False),
    Column("left_at", Moment),
    Column("points", Integer, nullable=False),  # of the rounds that are over
    Column("removed", Boolean, nullable=False),  # by whoever began it
    UniqueConstraint("race_id", "user_id"),
)

# What a player makes of a round.
race_plays = Table(
    "race_plays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "player_id",
        ForeignKey("race_players.id", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("number", Integer, nullable=False),  # of the round
    Column("started_at", Moment),  # under a sealed clock: their first look
    Column("progress", JSON, nullable=False),  # see `bot.puzzles.Progress`
    Column("tries", Integer, nullable=False),
    Column("result", Integer),  # in the unit of par, the best so far
    Column("best", JSON, nullable=False),  # the words that it took
    Column("share", Integer, nullable=False),  # how far they are, in per cent
    Column("reached_ms", Integer),  # until then
    Column("solved_ms", Integer),
    Column("done", Boolean, nullable=False),
    Column("place", Integer),
    UniqueConstraint("player_id", "number"),
)

# Every try. Its id is the interaction's that sent it, so that none is counted twice.
race_moves = Table(
    "race_moves",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "player_id", ForeignKey("race_players.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("number", Integer, nullable=False),  # of the round
    Column("at", Moment, nullable=False),
    Column("words", JSON, nullable=False),
    Column("right", Boolean, nullable=False),  # it brought its player on
)

# How well people race: in a server and (null) in all, in a game and in "all".
ratings = Table(
    "ratings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE")),
    Column("game", String(16), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("podiums", Integer, nullable=False),  # places 1 to 3
    Column("best_place", Integer),
    Column("best_of", Integer),  # so many players: the most among equal places
    Column("streak", Integer, nullable=False),  # wins in a row, by now
    Column("longest", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Index("ix_ratings_guild_id_game", "guild_id", "game"),
)

# How somebody gets on by themselves in a game: their level, and the puzzles they had.
trainings = Table(
    "trainings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("game", String(16), nullable=False),
    Column("mu", Float, nullable=False),  # see `bot.ratings.levels`
    Column("sigma", Float, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # solved in a row, by now
    Column("longest", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    UniqueConstraint("user_id", "game"),
)
training_puzzles = Table(
    "training_puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("training_id", ForeignKey("trainings.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1; the last one is being played
    Column("puzzle", String(24), nullable=False),  # see `puzzle_key`
    Column("content", JSON, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("progress", JSON, nullable=False),  # see `bot.puzzles.Progress`
    Column("hints", JSON, nullable=False),  # [[kind, step, interaction, after, reveals], …]
    Column("tries", Integer, nullable=False),
    Column("ended_at", Moment),
    Column("end", String(16)),  # how
    UniqueConstraint("training_id", "number"),
    Index("ix_training_puzzles_puzzle", "puzzle"),
)
training_tries = Table(
    "training_tries",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of the interaction
    Column("training_id", ForeignKey("trainings.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # of the puzzle
    Column("at", Moment, nullable=False),
    Column("words", JSON, nullable=False),
    Index("ix_training_tries_training_id", "training_id", "number"),
)

# How hard puzzles are, by how people fared with them.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(24), primary_key=True),  # see `puzzle_key`
    Column("game", String(16), nullable=False),
    Column("level", Integer, nullable=False),  # by `mu`
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),  # how often it was rated
    Column("last_at", Moment, nullable=False),
)

# What people have set for themselves, and whom they do not want to be challenged by.
people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("duels", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # on leaderboards of servers, of what was done there
    Column("everywhere", Boolean, nullable=False),  # in other servers, too
    Column("pictures", Boolean, nullable=False, index=True),  # else answers are words
)
blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

# The channels of people's direct messages with the bot. Another application has others.
conversations = Table(
    "conversations",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("bot_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
)

# What Discord is to show: messages about a contest, a season, the edition `number` in a server, or
# a race, one of each kind and person. The other columns are null: their keys do not apply.
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    # Null: of a race that is shown by a token.
    Column("guild_id", ForeignKey("guilds.guild_id", ondelete="CASCADE")),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE")),
    Column("race_id", ForeignKey("races.id", ondelete="CASCADE")),
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE")),
    Column("number", Integer),  # of the edition
    Column("user_id", BigInteger, nullable=False, index=True),  # of a private message; else 0
    Column("kind", String(32), nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # of kind "gone": what is gone
    Column("message_id", BigInteger),  # Discord's, once it is sent
    Column("nonce", String(25), nullable=False),
    Column("text", Text),  # of a failure notice
    Column("opens_at", Moment),  # the edition, in this server
    Column("closes_at", Moment),  # when the next one opens there
    Column("closed", Boolean, nullable=False),  # the edition's board has closed there
    Column("version", Integer, nullable=False),
    Column("delivered_version", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("first_attempt_at", Moment),
    Column("next_attempt_at", Moment, nullable=False),
    Column("last_error", Text),
    Column("given_up_at", Moment),
    Column("may_wait", Boolean, nullable=False),  # until all else has been shown
    UniqueConstraint("contest_id", "kind", "user_id"),
    UniqueConstraint("race_id", "kind"),
    UniqueConstraint("season_id", "kind", "user_id"),
    UniqueConstraint("guild_id", "number", "kind", "user_id"),
    Index("ix_messages_closed_closes_at", "closed", "closes_at"),
)
pending = messages.c.given_up_at.is_(None) & (messages.c.delivered_version < messages.c.version)
# Pending messages are few among many, and looked for every few seconds.
Index(None, messages.c.next_attempt_at, sqlite_where=pending, postgresql_where=pending)

# What somebody makes of an edition: once while it is live, once more from the archive.
daily_plays = Table(
    "daily_plays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, index=True),  # null: somebody forgotten
    Column("tombstone", String(64)),
    Column("live", Boolean, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("progress", JSON, nullable=False),  # [[word, …], [misses, …]]
    Column("hints", JSON, nullable=False),  # [[kind, step, interaction, after, reveals], …]
    Column("tries", Integer, nullable=False),
    Column("best_result", Integer),
    Column("best", JSON(none_as_null=True)),  # [[word, …], [misses, …], interaction]
    Column("points", Integer),
    Column("solved_at", Moment),
    Column("best_ms", Integer),  # from the start to the best
    Column("at_par", Boolean, nullable=False),
    Column("given_up_at", Moment),
    UniqueConstraint("number", "user_id", "live"),
)

# Few among many, and looked for every hour.
Index(
    "ix_daily_plays_tombstone",
    daily_plays.c.number,
    sqlite_where=daily_plays.c.tombstone.is_not(None),
    postgresql_where=daily_plays.c.tombstone.is_not(None),
)

# In which servers a live play counts for the board, those where Play was pressed, and what it
# counts there: a board that has closed stays, though the edition be open elsewhere.
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


class has_id(FunctionElement[Any]):  # noqa: N801 - a function of SQL
    """Whether a text has ten digits in a row, as ids of people have: an index has those texts.

    It has no type: as a Boolean it would be compared with 1, which the index is not for.
    """

    inherit_cache = True


@compiles(has_id, "sqlite")
def _has_digits(element: has_id, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.process(element.clauses, **options)} GLOB '*{'[0-9]' * ID_DIGITS}*'"


@compiles(has_id, "postgresql")
def _matches_digits(element: has_id, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.process(element.clauses, **options)} ~ '[0-9]{{{ID_DIGITS}}}'"


class json_array(FunctionElement[Any]):  # noqa: N801 - a function of SQL
    """Values as the text of a JSON array, which the database writes; moments in ISO 8601."""

    inherit_cache = True


@compiles(json_array, "sqlite")
def _json_array(element: json_array, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_array({compiler.process(element.clauses, **options)})"


@compiles(json_array, "postgresql")
def _json_build_array(element: json_array, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_build_array({compiler.process(element.clauses, **options)})::text"


FREE_TEXTS = (
    contests.c.title,
    contest_templates.c.name,
    seasons.c.name,
    entrants.c.reason,
    audit.c.detail,
    messages.c.text,
    cards.c.content,  # of forms as they were filled in; other cards have words of puzzles only
)
"""What people wrote, and may name somebody in. Tries at puzzles are none of these: of what was
typed only the letters are stored."""

for _column in FREE_TEXTS:
    _names = and_(*([cards.c.typed] if _column.table is cards else []), has_id(_column))
    # Few among many, and looked through when somebody asks what is kept about them.
    Index(
        f"ix_{_column.table.name}_{_column.name}_ids",
        _column.table.c.id,
        sqlite_where=_names,
        postgresql_where=_names,
    )
