"""Contests, their templates and seasons, and who plays in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Literal

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.puzzles import LIST_GAME
from bot.store.schema.columns import (
    InteractionId,
    Key,
    RowId,
    Snowflake,
    column,
    metadata,
    part,
    table,
)
from bot.store.schema.guilds import GuildId

State = Literal["draft", "open", "closed", "revealed", "cancelled"]
Rule = Literal["pairs", "containment"]
BoardMode = Literal["scores", "places", "hidden"]
Ties = Literal["shared", "look", "opening"]
Scoring = Literal["percent", "points"]

TemplateId = Annotated[str, column(references="contest_templates.id", ondelete="SET NULL")]
ContestId = Annotated[str, column(references="contests.id")]
Progress = tuple[tuple[Any, ...], ...]
"""The progress of a player who plays word by word: see `bot.puzzles.Progress`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestTemplate:
    """A contest to be held again, by hand or automatically; see `bot.contests.templates`.

    words        “generate 20 hard”, or the words
    options      columns of a contest
    channel_id   where it repeats; None: it does not
    repeats      “every Friday at 20:00”, in `time_zone`; None: held only by hand
    exceptions   {"2026-12-25": None or another day}
    last_day     the last day that had its turn
    held         how many times it was held automatically
    next_due_at  when its next turn comes; None although it repeats: see `paused`
    problem      why the latest contest has not been held so far
    """

    id: Key
    guild_id: GuildId
    name: Annotated[str, column(String(50))]
    words: str
    options: Mapping[str, Any]
    set_by: Annotated[Snowflake | None, column(index=True)]
    channel_id: Snowflake | None = None
    parent_id: Snowflake | None = None
    repeats: str | None = None
    time_zone: Annotated[str | None, column(String(64))] = None
    exceptions: Mapping[str, str | None]
    last_day: date | None = None
    next_due_at: Annotated[datetime | None, column(index=True)] = None
    held: int = 0
    problem: str | None = None

    @property
    def paused(self) -> bool:
        """Whether it has stopped repeating until an organiser says where."""
        return self.repeats is not None and self.next_due_at is None


contest_templates = table(
    "contest_templates", ContestTemplate, Index("ix_contest_templates_guild_id", "guild_id")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestOptions:
    """How a contest is played, as its organiser chose; see `bot.contests.options`.

    rule            how a snake scores; only for snakes
    board           what the board shows while the contest runs
    sealed_minutes  minutes for each player from their own first look
    freeze_minutes  how long before the end the board freezes
    ties            who is ahead among equal scores
    percents        whether % of best shows before the end
    talk            a thread for new leaders, and for talk once it is over
    remind_minutes  how long before the end people are pinged again
    role_id         only members with this role who have been here for `days_here` may play
    event           whether it is in the server's list of events
    """

    rule: Annotated[Rule, column(String(16))] = "pairs"
    board: Annotated[BoardMode, column(String(8))] = "scores"
    sealed_minutes: int | None = None
    most_tries: int | None = None
    cooldown_seconds: int = 0
    freeze_minutes: int | None = None
    ties: Annotated[Ties, column(String(8))] = "shared"
    percents: bool = True
    talk: bool = False
    remind_minutes: int | None = None
    role_id: Snowflake | None = None
    days_here: int | None = None
    event: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(ContestOptions):
    """A contest; `bot.contests` says what its times and options mean.

    parent_id       the channel of the public thread that the contest is in
    lexicon         the fingerprint of the lexicon that its words were checked against
    words           for a snake in alphabetical order, so that they hint at nothing; for other games
                    what players are given
    opens_at        None: when it is confirmed
    due_at          when its state must change next
    drawn           how its words were asked for: “generate 20 hard”
    revealing       how many places have been revealed so far
    leader_id       the entrant who was announced last as its leader
    day             the day of the template's schedule that it was made for
    round           its number among its season's rounds, from 1
    par_order       ((word, position), …) of an answer that scores par; only a snake's words have
                    positions
    denied          words that do not count, because the server denied them when par was found; None
                    for a snake
    salt            for `tombstone`; gone once the contest is over
    commitment      from its opening on, a commitment to its words and rules; see
    `bot.puzzles.commitment`
    """

    id: Key
    guild_id: GuildId
    channel_id: Snowflake
    parent_id: Snowflake | None
    created_by: Annotated[Snowflake | None, column(index=True)]
    created_at: datetime
    title: Annotated[str, column(String(100))]
    state: Annotated[State, column(String(16))]
    game: Annotated[str, column(String(16))] = LIST_GAME
    tier: Annotated[str, column(String(16))]
    lexicon: Annotated[str, column(String(64))]
    words: tuple[str, ...]
    confirmed_at: datetime | None
    opens_at: datetime | None
    lasts_seconds: int
    closes_at: datetime | None
    due_at: Annotated[datetime | None, column(index=True)]
    drawn: Annotated[str | None, column(String(32))] = None
    freezes_at: datetime | None = None
    revealing: int | None = None
    leader_id: int | None = None
    template_id: TemplateId | None = None
    day: date | None = None
    season_id: Annotated[
        str | None, column(references="seasons.id", ondelete="SET NULL", index=True)
    ] = None
    round: int | None = None
    par: Annotated[int | None, column(BigInteger)]
    bound: Annotated[int | None, column(BigInteger)]
    proven: bool
    par_order: tuple[tuple[str, int], ...] | None
    denied: tuple[str, ...] | None = None
    salt: Annotated[str | None, column(String(32))]
    commitment: Annotated[str | None, column(String(32))] = None

    @property
    def is_sealed(self) -> bool:
        """Whether players see its words only after pressing Start, which starts their time."""
        return self.sealed_minutes is not None or self.ties == "look"


contests = table(
    "contests",
    Contest,
    Column("certificate", JSON(none_as_null=True)),  # of `bound`; see `solvers.wordsnake.verify`
    Column("commitment_text", Text),  # a secret until the results are out
    UniqueConstraint("template_id", "day"),
    Index("ix_contests_guild_id_created_at", "guild_id", "created_at"),
)


@dataclass(frozen=True, slots=True)
class ContestTitle:
    """The columns needed to list a contest: not its words, which may be hundreds, nor its snake."""

    id: str
    guild_id: int
    channel_id: int
    parent_id: int | None
    created_at: datetime
    title: str
    state: State
    confirmed_at: datetime | None
    closes_at: datetime | None
    season_id: str | None
    par: int | None
    proven: bool
    game: str = LIST_GAME


part(contests, ContestTitle)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonOptions:
    """How contests are counted together, as an organiser chose; see `bot.contests.seasons`.

    best     how many of each player's best contests count
    dropped  or how many of each player's worst do not count
    role_id  the champion has this role until the next season that gives it ends
    scoring  what is summed: % of best, or points for places
    """

    best: int | None = None
    dropped: int | None = None
    role_id: Snowflake | None = None
    scoring: Annotated[Scoring, column(String(8))] = "percent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Season(SeasonOptions):
    """Contests of a period, counted together; `bot.contests.seasons` says how.

    They are the contests in a channel, or of a template, or those made for the season.

    due_at       when its end must be settled; None: it is settled or, without `held`, its rounds
                 are drafts
    held         how many contests it had, once it is over
    rounds       how many contests were made for it; then it has no others
    seen_by_all  its channel is deleted, and everybody in the server could see it
    """

    id: Key
    guild_id: GuildId
    channel_id: Snowflake
    parent_id: Snowflake | None
    template_id: TemplateId | None
    name: Annotated[str, column(String(50))]
    created_by: Annotated[Snowflake | None, column(index=True)]
    starts_at: datetime
    ends_at: datetime
    due_at: Annotated[datetime | None, column(index=True)]
    held: int | None
    rounds: int | None = None
    seen_by_all: bool = False

    @property
    def is_draft(self) -> bool:
        """Whether its rounds are drafts, so that only organisers know of it."""
        return self.due_at is None and self.held is None

    def shows(self, contest: Contest) -> bool:
        """Whether the board of one of its rounds may be summed up by now."""
        if contest.state not in {"open", "closed"}:
            return True
        if self.scoring == "points":
            return contest.board != "hidden"
        return contest.board == "scores" and contest.percents


seasons = table("seasons", Season, Index("ix_seasons_guild_id_ends_at", "guild_id", "ends_at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlace:
    """A person's final place in a season, kept whatever becomes of its contests.

    user_id   None for a forgotten person
    result    points, or the mean share of par of the contests that counted, in hundredths of a per
              cent
    has_role  whether they have the champion's role
    """

    id: RowId = 0
    season_id: Annotated[str, column(references="seasons.id")]
    user_id: Annotated[Snowflake | None, column(index=True)]
    place: int
    result: int
    won: int
    played: int
    has_role: bool


season_places = table(
    "season_places",
    SeasonPlace,
    Index("ix_season_places_season_id_place", "season_id", "place"),
)

# The words of contests that are live or about to be, which /snake must not solve.
live_words = Table(
    "live_words",
    metadata,
    Column("word", String(64), primary_key=True),
    Column("contest_id", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_live_words_contest_id", "contest_id"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player in a contest; without `user_id`, a forgotten person.

    reached_ms        milliseconds to the best score, from the opening or, in a sealed contest, from
                      their own start
    shown_score, …    the same as of the freeze, in a contest with one
    results_asked_at  when they asked for a message with the results
    insider           they saw words or answers before others could, and get no place
    rating_change     how their place changed their rating in this server, as
    `bot.ratings.rating.shown`
    """

    id: RowId = 0
    contest_id: ContestId
    user_id: Annotated[Snowflake | None, column(index=True)]
    joined_at: datetime
    started_at: datetime | None = None
    last_at: datetime | None = None
    results_asked_at: datetime | None = None
    tries: int = 0
    best_score: Annotated[int | None, column(BigInteger)] = None
    best_submission: Annotated[int | None, column(BigInteger)] = None
    reached_ms: Annotated[int | None, column(BigInteger)] = None
    shown_score: Annotated[int | None, column(BigInteger)] = None
    shown_ms: Annotated[int | None, column(BigInteger)] = None
    shown_tries: int | None = None
    disqualified_at: datetime | None = None
    disqualified_by: Annotated[Snowflake | None, column(index=True)] = None
    reason: str | None = None
    progress: Progress | None = None
    insider: bool = False
    rating_change: int | None = None


entrants = table(
    "entrants",
    Entrant,
    # A salted hash of a person forgotten while the contest runs, so that they cannot start again.
    Column("tombstone", String(64)),
    UniqueConstraint("contest_id", "user_id", name="uq_entrants_contest_id"),
    Index("ix_entrants_contest_id_best_score", "contest_id", "best_score"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One valid try, number `number` of its entrant from 1, its words in the order they were laid.

    `positions`: where a snake's words lie.
    """

    id: InteractionId
    contest_id: ContestId
    entrant_id: Annotated[int, column(references="entrants.id", index=True)]
    at: datetime
    number: int
    score: Annotated[int, column(BigInteger)]
    words: tuple[str, ...]
    positions: tuple[int, ...] | None = None


submissions = table(
    "submissions",
    Submission,
    # How the try could have been better, once a player asked for it after the results.
    Column("explanation", JSON(none_as_null=True)),
    Index("ix_submissions_contest_id_at", "contest_id", "at"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """A finished contest played again by one person, unranked and apart from the contest."""

    id: InteractionId
    contest_id: ContestId
    user_id: Annotated[int, column(BigInteger, index=True)]
    started_at: datetime
    ends_at: datetime
    progress: Progress | None = None


practices = table(
    "practices", Practice, Index("ix_practices_contest_id_user_id", "contest_id", "user_id")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeTry:
    """One valid try of a practice."""

    id: InteractionId
    practice_id: Annotated[int, column(references="practices.id")]
    at: datetime
    score: Annotated[int, column(BigInteger)]
    words: tuple[str, ...]
    positions: tuple[int, ...] | None = None


practice_tries = table(
    "practice_tries",
    PracticeTry,
    Index("ix_practice_tries_practice_id", "practice_id", "score", "at"),  # read without the words
)


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A row of a contest's board, number `number` from 1; equals share a `place`.

    `above` is the score of the row before; the first one has none. `rating_change`: see `Entrant`.
    """

    number: int
    place: int
    user_id: int | None
    entrant_id: int
    score: int
    above: int | None
    tries: int
    reached_ms: int
    rating_change: int | None


@dataclass(frozen=True, slots=True)
class StandingsEntry:
    """A row of a season's standings, number `number` of `ranked`; equals share a `place`.

    `total` is the sum of what counts: points, or shares of par in hundredths of a per cent.
    """

    number: int
    place: int
    user_id: int
    total: int
    won: int
    played: int
    ranked: int
