"""Races: their rounds and puzzles, who plays them, what each made of a round, every try; ratings.

What is shown of a race is a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from sqlalchemy import BigInteger, Column, Index, String, Text, UniqueConstraint

from bot.store.schema.columns import InteractionId, Key, RowId, Snowflake, column, table

RaceMode = Literal["first", "best", "together"]
RaceState = Literal["lobby", "countdown", "running", "between", "over"]
RaceEnd = Literal["cancelled", "declined", "too few", "expired", "lost"]

PlayerId = Annotated[int, column(references="race_players.id")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A live game between people; what its columns mean: `bot.races`.

    guild_id  None: in a direct message, or in a server that the bot itself is not in
    seconds   that a round lasts
    sealed    each player's time runs from their first look
    words     of a list of the organiser's own
    round     from 1
    due_at    when its state has to change next; None: over
    end       why it ended, if not by being played
    next_id   the rematch
    token     by which it is shown where the bot cannot post by itself; gone once the race is over
    notifies  whoever is challenged
    """

    id: Key
    guild_id: Annotated[int | None, column(references="guilds.guild_id", index=True)]
    channel_id: Annotated[Snowflake, column(index=True)]
    created_by: Annotated[Snowflake | None, column(index=True)]
    created_at: datetime
    challenged_user_id: Annotated[Snowflake | None, column(index=True)]
    duel: bool
    mode: Annotated[RaceMode, column(String(16))]
    game: Annotated[str, column(String(16))]
    level: int
    tier: Annotated[str, column(String(16))]
    rounds: int
    seconds: int
    sealed: bool
    words: tuple[str, ...]
    state: Annotated[RaceState, column(String(16))]
    round: int
    due_at: Annotated[datetime | None, column(index=True)]
    end: Annotated[RaceEnd | None, column(String(16))]
    next_id: Annotated[str | None, column(String(16), index=True)]
    token: str | None
    token_at: datetime | None
    notifies: bool

    @property
    def by_token(self) -> bool:
        """Whether it is shown by the token of an interaction: the bot cannot post there itself."""
        return self.token_at is not None


races = table("races", Race)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRound:
    """One puzzle of a race, drawn before anybody sees it; it starts and ends for all at once.

    puzzle    see `puzzle_key`
    progress  of those who play together: see `bot.puzzles.Progress`
    """

    race_id: Annotated[str, column(references="races.id", primary_key=True)]
    number: Annotated[int, column(primary_key=True, autoincrement=False)]
    puzzle: Annotated[str, column(String(24), index=True)]
    content: dict[str, Any]
    starts_at: datetime | None
    ends_at: datetime | None
    progress: tuple[tuple[Any, ...], ...]
    commitment: Annotated[str | None, column(String(32))] = None


race_rounds = table(
    "race_rounds",
    RaceRound,
    Column("commitment_text", Text),  # a secret until the round is over
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePlayer:
    """Somebody in a race; without `user_id`, somebody forgotten.

    `points` are of the rounds that are over; `removed`: by whoever began it.
    """

    id: RowId = 0
    race_id: Annotated[str, column(references="races.id")]
    user_id: Annotated[Snowflake | None, column(index=True)]
    joined_at: datetime
    left_at: datetime | None = None
    points: int = 0
    removed: bool = False


race_players = table("race_players", RacePlayer, UniqueConstraint("race_id", "user_id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePlay:
    """What a player made of a round so far.

    started_at  under a sealed clock, their first look
    progress    see `bot.puzzles.Progress`
    result      the best so far, in the unit of par; `best` are the words that it took
    share       how far they are, in per cent of par; the bar that others see
    reached_ms  milliseconds until then, `solved_ms` until it was first solved
    done        they have nothing more to do, or want no more
    """

    id: RowId = 0
    player_id: PlayerId
    number: int
    started_at: datetime | None = None
    progress: tuple[tuple[Any, ...], ...] = ((), ())
    tries: int = 0
    result: int | None = None
    best: tuple[str, ...] = ()
    share: int = 0
    reached_ms: int | None = None
    solved_ms: int | None = None
    done: bool = False
    place: int | None = None


race_plays = table("race_plays", RacePlay, UniqueConstraint("player_id", "number"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceMove:
    """One try at round `number` of a race. `right`: it brought its player on."""

    id: InteractionId
    player_id: Annotated[PlayerId, column(index=True)]
    number: int
    at: datetime
    words: tuple[str, ...]
    right: bool


race_moves = table("race_moves", RaceMove)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """How well somebody races in a server (None: in all), in a game ("all": in all).

    mu, sigma  the estimate of their skill and its uncertainty; see `bot.ratings.rating`
    podiums    places 1 to 3
    best_of    the players of the round that their best place is from; the most among equal places
    streak     wins in a row, by now, and the `longest`
    """

    id: RowId = 0
    user_id: Annotated[int, column(BigInteger, index=True)]
    guild_id: Annotated[int | None, column(references="guilds.guild_id")]
    game: Annotated[str, column(String(16))]
    mu: float
    sigma: float
    games: int = 0
    wins: int = 0
    podiums: int = 0
    best_place: int | None = None
    best_of: int | None = None
    streak: int = 0
    longest: int = 0
    last_at: datetime


ratings = table("ratings", Rating, Index("ix_ratings_guild_id_game", "guild_id", "game"))
