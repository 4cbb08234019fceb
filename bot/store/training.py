"""Training: a person's puzzles and tries when playing alone."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, select

from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import (
    Training,
    TrainingPuzzle,
    training_puzzles,
    training_tries,
    trainings,
)

MOST_KEPT = 1000
"""How many puzzles of a training are kept, the newest."""


async def get(tx: Transaction, user_id: int, game: str) -> Training | None:
    """Return a person's training in a game."""
    query = rows.chosen(Training).where(trainings.c.user_id == user_id, trainings.c.game == game)
    return await rows.first(tx, Training, query)


async def of(tx: Transaction, user_ids: Collection[int], game: str) -> list[Training]:
    """Return these people's training in a game."""
    query = rows.chosen(Training).where(trainings.c.user_id.in_(user_ids), trainings.c.game == game)
    return await rows.every(tx, Training, query)


# Puzzles


async def last_puzzle(tx: Transaction, training_id: int) -> TrainingPuzzle | None:
    """Return the puzzle that is being played, or was played last."""
    query = (
        rows.chosen(TrainingPuzzle)
        .where(training_puzzles.c.training_id == training_id)
        .order_by(training_puzzles.c.number.desc())
        .limit(1)
    )
    return await rows.first(tx, TrainingPuzzle, query)


async def add_puzzle(tx: Transaction, new: TrainingPuzzle) -> None:
    """Store a new puzzle, and delete old ones beyond MOST_KEPT."""
    await rows.add(tx, new)
    for table in (training_puzzles, training_tries):
        old = table.c.number <= new.number - MOST_KEPT
        await tx.execute(delete(table).where(table.c.training_id == new.training_id, old))


# Tries


async def words_of(tx: Transaction, interaction: int) -> tuple[str, ...] | None:
    """Return the words that an interaction sent, if they were stored."""
    query = select(training_tries.c.words).where(training_tries.c.id == interaction)
    words = (await tx.execute(query)).scalar_one_or_none()
    return None if words is None else tuple(words)
