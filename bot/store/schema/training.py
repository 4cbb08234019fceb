"""Training: people's skill when playing alone, their puzzles and tries; puzzles' difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from sqlalchemy import Index, String, UniqueConstraint

from bot.puzzles import HintKind
from bot.store.schema.columns import InteractionId, RowId, Snowflake, column, table

TrainingEnd = Literal["solved", "helped", "given up", "dropped"]
"""“solved” means without hints, “helped” with them. A puzzle is “dropped” once it is used where
people compete."""

TrainingId = Annotated[int, column(references="trainings.id")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """A person's training in a game.

    mu, sigma  the estimate of their skill and its uncertainty; see `bot.ratings.levels`
    streak     puzzles currently solved in a row; `longest`: the record
    """

    id: RowId = 0
    user_id: Snowflake
    game: Annotated[str, column(String(16))]
    mu: float
    sigma: float
    solved: int = 0
    streak: int = 0
    longest: int = 0
    last_at: datetime


trainings = table("trainings", Training, UniqueConstraint("user_id", "game"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPuzzle:
    """One puzzle of a person's training, and how they played it.

    number    from 1; the last one is being played
    puzzle    see `puzzle_key`
    progress  see `bot.puzzles.Progress`
    hints     (kind, step, interaction, after, reveals) of each hint taken
    end       how it ended
    """

    id: RowId = 0
    training_id: TrainingId
    number: int
    puzzle: Annotated[str, column(String(24))]
    content: dict[str, Any]
    started_at: datetime
    progress: tuple[tuple[Any, ...], ...] = ((), ())
    hints: tuple[tuple[HintKind, int, int, str, str], ...] = ()
    tries: int = 0
    ended_at: datetime | None = None
    end: Annotated[TrainingEnd | None, column(String(16))] = None


training_puzzles = table(
    "training_puzzles",
    TrainingPuzzle,
    UniqueConstraint("training_id", "number"),
    Index("ix_training_puzzles_puzzle", "puzzle"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingTry:
    """One try at puzzle `number`."""

    id: InteractionId
    training_id: TrainingId
    number: int
    at: datetime
    words: tuple[str, ...]


training_tries = table(
    "training_tries",
    TrainingTry,
    Index("ix_training_tries_training_id", "training_id", "number"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleRating:
    """How hard a puzzle is, judging by people's results; see `bot.ratings.levels`.

    `puzzle`: see `puzzle_key`; `level` follows from `mu`; `games`: how often it was rated.
    """

    puzzle: Annotated[str, column(String(24), primary_key=True)]
    game: Annotated[str, column(String(16))]
    level: int
    mu: float
    sigma: float
    games: int = 0
    last_at: datetime


puzzle_ratings = table("puzzle_ratings", PuzzleRating)
