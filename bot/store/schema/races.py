"""Races: their rounds, puzzles and players, results in a round, every try; and ratings.

What Discord shows of a race is a message.
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
    """A live game between people; `bot.races` explains the columns.

    guild_id  None: in a direct message, or in a server that the bot itself is not in
    seconds   how long a round lasts
    sealed    each player's time runs from their first look
    words     the organiser's own list, if there is one
    round     from 1
    due_at    when its state must change next; None: over
    end       why it ended, if it was not played to the end
    next_id   the rematch
    token     the interaction's, to show it where the bot cannot post; deleted once the race is over
    notifies  whether the challenged person is pinged
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
        """Whether it is shown by an interaction's token, because the bot cannot post there."""
        return self.token_at is not None


races = table("races", Race)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRound:
    """One puzzle of a race, drawn before anybody sees it; it starts and ends for all at once.

    puzzle    see `puzzle_key`
    progress  in mode “together”, everybody's progress: see `bot.puzzles.Progress`
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
    """A player in a race; without `user_id`, a forgotten person.

    `points` come from finished rounds; `removed`: by the person who began the race.
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
    """A player's play of a round so far.

    started_at  their first look, in a sealed race
    progress    see `bot.puzzles.Progress`
    result      the best so far, in the unit of par; `best` has its words
    share       how far they are, in per cent of par; the bar that others see
    reached_ms  milliseconds until the best result; `solved_ms` until the first solution
    done        whether they have nothing more to do, or have stopped
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
    """One try at round `number` of a race. `right`: whether it helped the player on."""

    id: InteractionId
    player_id: Annotated[PlayerId, column(index=True)]
    number: int
    at: datetime
    words: tuple[str, ...]
    right: bool


race_moves = table("race_moves", RaceMove)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A person's rating in a server (None: all servers) and a game ("all": all games).

    mu, sigma  the estimate of their skill and its uncertainty; see `bot.ratings.rating`
    podiums    places 1 to 3
    best_of    the number of players in the round of their best place; the most among equal places
    streak     current wins in a row; `longest`: the record
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
