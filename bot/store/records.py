"""What the store's functions take and return: frozen rows. All moments are aware and in UTC."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from functools import cache
from operator import itemgetter
from typing import Any, Literal, TypeVar

from sqlalchemy import RowMapping

from bot.puzzles import LIST_GAME, HintKind
from solvers.daily import successor
from solvers.lexicon import Policy

State = Literal["draft", "open", "closed", "revealed", "cancelled"]
Rule = Literal["pairs", "containment"]
BoardMode = Literal["scores", "places", "hidden"]
Ties = Literal["shared", "look", "opening"]
Scoring = Literal["percent", "points"]
MessageKind = Literal[
    "announcement",
    "results",
    "announcement_failure",
    "results_failure",
    "talk",
    "leader",
    "opening",
    "ending",
    "start",
    "private_results",
    "event",
    "edition",
    "thread",
    "reminder",
    "edition_failure",
    "thread_failure",
    "gone",
    "race",
    "rounds",
    "season",
    "champion",
    "rounds_failure",
    "season_failure",
    "champion_failure",
]
RaceMode = Literal["first", "best", "together"]
RaceState = Literal["lobby", "countdown", "running", "between", "over"]
RaceEnd = Literal["cancelled", "declined", "too few", "expired", "lost"]
TrainingEnd = Literal["solved", "helped", "given up", "dropped"]
"""By oneself, with hints, or not; dropped: it became a puzzle that others play for something."""

_CHANGING = frozenset(
    {"announcement", "results", "talk", "event", "edition", "race", "rounds", "season"}
)

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person did: who, at which moment (Discord's, not ours), in which interaction.

    `channel_id`: where; needed by what belongs to one channel, such as races.
    """

    user: int
    at: datetime
    interaction: int
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest; `bot.contests` says what its times and options mean."""

    id: str
    guild_id: int
    channel_id: int
    parent_id: int | None
    created_by: int | None
    created_at: datetime
    title: str
    state: State
    rule: Rule
    tier: str
    lexicon: str
    words: tuple[str, ...]
    confirmed_at: datetime | None
    opens_at: datetime | None
    lasts_seconds: int
    closes_at: datetime | None
    due_at: datetime | None
    sealed_minutes: int | None
    most_tries: int | None
    cooldown_seconds: int
    board: BoardMode
    par: int | None
    bound: int | None
    proven: bool
    par_order: tuple[tuple[str, int], ...] | None
    salt: str | None
    drawn: str | None = None
    percents: bool = True
    freeze_minutes: int | None = None
    freezes_at: datetime | None = None
    revealing: int | None = None
    remind_minutes: int | None = None
    talk: bool = False
    leader_id: int | None = None
    template_id: str | None = None
    day: date | None = None
    ties: Ties = "shared"
    role_id: int | None = None
    days_here: int | None = None
    season_id: str | None = None
    event: bool = False
    round: int | None = None
    game: str = LIST_GAME
    denied: tuple[str, ...] | None = None
    commitment: str | None = None

    @property
    def is_sealed(self) -> bool:
        """Whether its words are seen only by who presses Start, which starts their time."""
        return self.sealed_minutes is not None or self.ties == "look"


@dataclass(frozen=True, slots=True)
class ContestTemplate:
    """A contest to be held again; what its columns mean: `bot.contests.templates`."""

    id: str
    guild_id: int
    name: str
    words: str
    options: Mapping[str, Any]
    set_by: int | None
    channel_id: int | None
    parent_id: int | None
    days: tuple[int, ...] | None
    at: str | None
    time_zone: str | None
    exceptions: Mapping[str, str | None]
    last_day: date | None
    next_due_at: datetime | None
    held: int
    problem: str | None


@dataclass(frozen=True, slots=True)
class ContestTitle:
    """What it takes to list a contest: not its words, which may be hundreds, nor its snake."""

    id: str
    guild_id: int
    channel_id: int
    parent_id: int | None
    created_at: datetime
    title: str
    state: State
    confirmed_at: datetime | None
    closes_at: datetime | None
    par: int | None
    game: str = LIST_GAME


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a contest; without `user_id`, somebody forgotten."""

    id: int
    contest_id: str
    user_id: int | None
    started_at: datetime | None
    last_at: datetime | None
    tries: int
    best_score: int | None
    best_submission: int | None
    reached_ms: int | None
    disqualified_at: datetime | None
    disqualified_by: int | None
    reason: str | None
    shown_score: int | None = None
    shown_ms: int | None = None
    shown_tries: int | None = None
    results_asked_at: datetime | None = None
    progress: tuple[tuple[Any, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A row of a contest's board, which is number `number` from 1; equals share a `place`."""

    number: int
    place: int
    user_id: int | None
    entrant_id: int
    score: int
    tries: int
    reached_ms: int


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


@dataclass(frozen=True, slots=True)
class Season:
    """Contests of a stretch of time, counted together; `bot.contests.seasons` says how."""

    id: str
    guild_id: int
    channel_id: int
    parent_id: int | None
    template_id: str | None
    name: str
    created_by: int | None
    starts_at: datetime
    ends_at: datetime
    due_at: datetime | None
    best: int | None
    dropped: int | None
    role_id: int | None
    held: int | None
    rounds: int | None = None
    scoring: Scoring = "percent"

    @property
    def is_draft(self) -> bool:
        """Whether its rounds are drafts, so that nobody but organisers knows of it."""
        return self.due_at is None and self.held is None

    def shows(self, contest: Contest) -> bool:
        """Whether the board of one of its rounds may be summed up by now."""
        if contest.state not in {"open", "closed"}:
            return True
        if self.scoring == "points":
            return contest.board != "hidden"
        return contest.board == "scores" and contest.percents


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """How somebody ended a season; without `user_id`, somebody forgotten.

    `result`: points, or the mean share of par of the contests that counted, in hundredths of a per
    cent; `insider`: they knew more about one of its contests than others did.
    """

    id: int
    season_id: str
    user_id: int | None
    place: int
    result: int
    won: int
    played: int
    has_role: bool
    insider: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """One valid try; `id` is its interaction's."""

    id: int
    contest_id: str
    entrant_id: int
    at: datetime
    number: int
    score: int
    words: tuple[str, ...]
    positions: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Message:
    """A message that Discord is to show; pending while `delivered_version` is behind `version`.

    It is about a contest (`contest_id`), a race, a season, or the edition `number` in a server.
    The same `nonce` goes with every attempt to send it.

    guild_id             None only for a race where the bot itself is not
    user_id              to whom a private message goes; 0 for what stands in a channel
    text                 of a failure notice: what organisers read
    opens_at, closes_at  when the edition is live in the server; None for a contest
    closed               the edition's board has closed there
    attempts             failed or interrupted ones since the last that succeeded
    """

    id: int
    guild_id: int
    contest_id: str | None
    race_id: str | None
    season_id: str | None
    number: int | None
    user_id: int
    kind: MessageKind
    channel_id: int
    message_id: int | None
    nonce: str
    text: str | None
    opens_at: datetime | None
    closes_at: datetime | None
    closed: bool
    version: int
    delivered_version: int
    attempts: int
    first_attempt_at: datetime | None
    next_attempt_at: datetime
    last_error: str | None
    given_up_at: datetime | None
    may_wait: bool

    @property
    def changes(self) -> bool:
        """Whether it is edited later."""
        return self.kind in _CHANGING

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is shown where the bot itself is not, by the token of an interaction."""
        return not self.guild_id

    def is_over(self, at: datetime) -> bool:
        """Whether the edition is no longer live in the server; never so for a contest."""
        return self.closes_at is not None and at >= self.closes_at

    def __str__(self) -> str:
        if self.race_id:
            return f"race {self.race_id}"
        if self.season_id:
            return f"{self.kind} of season {self.season_id}"
        about = f"daily {self.number} in server {self.guild_id}"
        return f"{self.kind} of {about if self.number else f'contest {self.contest_id}'}"


@dataclass(frozen=True, slots=True)
class Practice:
    """A finished contest being played again by one person."""

    id: int
    contest_id: str
    user_id: int
    started_at: datetime
    ends_at: datetime
    progress: tuple[tuple[Any, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class PracticeTry:
    """One valid try of a practice."""

    id: int
    practice_id: int
    at: datetime
    score: int
    words: tuple[str, ...]
    positions: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server has set, or what holds where it has set nothing."""

    guild_id: int
    contest_role_id: int | None = None
    time_zone: str = "UTC"
    tier: str = "full"
    policy: Policy = "standard"
    ping_role_id: int | None = None
    duels: bool = True


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Who did what, when; `actor_id` None: the bot itself, or somebody forgotten."""

    id: int
    guild_id: int
    contest_id: str | None
    entrant_id: int | None
    channel_id: int | None
    parent_id: int | None
    actor_id: int | None
    action: str
    detail: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class DailySetup:
    """Where, when and what a server wants posted; what its columns mean: `bot.dailies`.

    `games`: those that are posted; none: all, also those that are new.
    """

    guild_id: int
    channel_id: int
    hour: int
    time_zone: str
    games: tuple[str, ...]
    role_id: int | None
    thread: bool
    running: bool
    set_by: int | None
    since: datetime
    next_due_at: datetime | None
    last_number: int | None
    failing_since: datetime | None
    disabled_at: datetime | None

    def has(self, game: str) -> bool:
        """Whether a game is posted, or the one is that takes its turns over or had them before."""
        return not self.games or successor(game) in map(successor, self.games)


@dataclass(frozen=True, slots=True)
class DailyReminder:
    """Somebody who wants a message before their streak ends; by the hours of a server of theirs.

    `due_at`: when to look at it next; None: they could not be written to, and are to hear so.
    """

    user_id: int
    guild_id: int
    set_at: datetime
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """What somebody made of an edition so far; without `user_id`, somebody forgotten.

    progress     the words there are, and the misses before each and before the next
    hints        (kind, step, interaction, after, reveals) of each that was taken
    best_result  in the unit of par, of what has the most points; `points` of 100, or more
    best         its words, the misses before each, and the interaction that brought the last
    best_ms      milliseconds from the start to the best
    at_par       par was reached without a hint, an anigram also without a wrong try
    """

    id: int
    number: int
    user_id: int | None
    live: bool
    started_at: datetime
    progress: tuple[tuple[str, ...], tuple[int, ...]]
    hints: tuple[tuple[HintKind, int, int, str, str], ...]
    tries: int
    best_result: int | None
    best: tuple[tuple[str, ...], tuple[int, ...], int] | None
    points: int | None
    solved_at: datetime | None
    best_ms: int | None
    at_par: bool
    given_up_at: datetime | None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of a daily board, which is number `number` from 1; equals share a `place`.

    `milliseconds` until solved, summed over the editions; `best_result` on the board of a day only,
    and there alone people who were forgotten, without `user_id`.
    """

    number: int
    place: int
    user_id: int | None
    points: int
    solved: int
    at_par: int
    milliseconds: int
    best_result: int | None


@dataclass(frozen=True, slots=True)
class DailyTry:
    """One try; `id` is its interaction's. Without `result` a step failed."""

    id: int
    play_id: int
    at: datetime
    words: tuple[str, ...]
    result: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Race:
    """A live game between people; what its columns mean: `bot.races`."""

    id: str
    guild_id: int | None
    channel_id: int
    created_by: int | None
    created_at: datetime
    challenged_user_id: int | None
    duel: bool
    mode: RaceMode
    game: str
    level: int
    tier: str
    rounds: int
    seconds: int
    sealed: bool
    words: tuple[str, ...]
    state: RaceState
    round: int
    due_at: datetime | None
    end: RaceEnd | None
    next_id: str | None
    token: str | None
    token_at: datetime | None
    notifies: bool

    @property
    def by_token(self) -> bool:
        """Whether it is shown by the token of an interaction: the bot cannot post there itself."""
        return self.token_at is not None


@dataclass(frozen=True, slots=True)
class RaceRound:
    """One puzzle of a race, drawn before anybody sees it; it starts and ends for all at once.

    progress  of those who play together: see `bot.puzzles.Progress`
    """

    race_id: str
    number: int
    puzzle: str
    content: dict[str, Any]
    starts_at: datetime | None
    ends_at: datetime | None
    progress: tuple[tuple[Any, ...], ...]
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class RacePlayer:
    """Somebody in a race; without `user_id`, somebody forgotten.

    `points` are of the rounds that are over; `removed`: by whoever began it.
    """

    id: int
    race_id: str
    user_id: int | None
    joined_at: datetime
    left_at: datetime | None
    points: int
    removed: bool


@dataclass(frozen=True, slots=True)
class RacePlay:
    """What a player made of a round so far.

    started_at  under a sealed clock, their first look
    result      the best so far, in the unit of par; `best` are the words that it took
    share       how far they are, in per cent of par; the bar that others see
    reached_ms  milliseconds until then, `solved_ms` until it was first solved
    done        they have nothing more to do, or want no more
    """

    id: int
    player_id: int
    number: int
    started_at: datetime | None
    progress: tuple[tuple[Any, ...], ...]
    tries: int
    result: int | None
    best: tuple[str, ...]
    share: int
    reached_ms: int | None
    solved_ms: int | None
    done: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody races in a server (None: in all), in a game ("all": in all).

    mu, sigma  the estimate of their skill and its uncertainty; see `bot.ratings.rating`
    streak     wins in a row, and the `longest`
    best_of    the players of the round that their best place is from
    id         of the row; None: it is not stored yet
    """

    user_id: int
    guild_id: int | None
    game: str
    mu: float
    sigma: float
    games: int
    wins: int
    podiums: int
    streak: int
    longest: int
    last_at: datetime
    best_place: int | None = None
    best_of: int | None = None
    id: int | None = None


@dataclass(frozen=True, slots=True)
class RaceMove:
    """One try in a race; `id` is its interaction's. `right`: it brought its player on."""

    id: int
    player_id: int
    number: int
    at: datetime
    words: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Training:
    """How somebody gets on by themselves in a game.

    mu, sigma  what they manage and how sure that is; see `bot.ratings.levels`
    streak     puzzles solved in a row, and the `longest`
    """

    id: int
    user_id: int
    game: str
    mu: float
    sigma: float
    solved: int
    streak: int
    longest: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class TrainingPuzzle:
    """One puzzle of somebody's training, and what they made of it; `hints` as of a `DailyPlay`."""

    id: int
    training_id: int
    number: int
    puzzle: str
    content: dict[str, Any]
    started_at: datetime
    progress: tuple[tuple[Any, ...], ...]
    hints: tuple[tuple[HintKind, int, int, str, str], ...]
    tries: int
    ended_at: datetime | None
    end: TrainingEnd | None


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """How hard a puzzle is, by how people fared with it; see `bot.ratings.levels`."""

    puzzle: str
    game: str
    level: int
    mu: float
    sigma: float
    games: int
    last_at: datetime


def load(kind: type[Record], row: RowMapping) -> Record:
    """Make a record of a row that has a column for each of its fields; lists become tuples."""
    values = _reader(kind)  # type: ignore[arg-type]  # a class is hashable
    return kind(*map(_frozen, values(row)))


@cache
def _reader(kind: type[Any]) -> Callable[[RowMapping], tuple[Any, ...]]:
    """Return what reads the fields of a record from a row, in order."""
    return itemgetter(*(field.name for field in fields(kind)))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
