"""Training: how people get on by themselves, their puzzles and tries; how hard puzzles are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.records import PuzzleRating, Training, TrainingPuzzle, load
from bot.store.schema import puzzle_ratings, training_puzzles, training_tries, trainings

MOST_KEPT = 1000
"""Puzzles of a training: the newest."""


async def get(tx: Transaction, user_id: int, game: str) -> Training | None:
    """Return somebody's training in a game."""
    query = select(trainings).where(trainings.c.user_id == user_id, trainings.c.game == game)
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(Training, row)


async def of(tx: Transaction, user_ids: Collection[int], game: str) -> list[Training]:
    """Return some people's training in a game."""
    query = select(trainings).where(trainings.c.user_id.in_(user_ids), trainings.c.game == game)
    return [load(Training, row) for row in (await tx.execute(query)).mappings()]


async def begin(
    tx: Transaction, user_id: int, game: str, skill: tuple[float, float], at: datetime
) -> Training:
    """Begin somebody's training in a game, which they have none of."""
    mu, sigma = skill
    values = {"user_id": user_id, "game": game, "mu": mu, "sigma": sigma, "last_at": at}
    await tx.execute(insert(trainings).values(**values, solved=0, streak=0, longest=0))
    made = await get(tx, user_id, game)
    assert made is not None
    return made


async def change(tx: Transaction, one: Training, **values: Any) -> Training:
    """Set some columns of a training and return it as it is then."""
    await tx.execute(update(trainings).where(trainings.c.id == one.id).values(**values))
    return replace(one, **values)


# Puzzles


async def last_puzzle(tx: Transaction, training_id: int) -> TrainingPuzzle | None:
    """Return the puzzle that is being played, or was played last."""
    query = (
        select(training_puzzles)
        .where(training_puzzles.c.training_id == training_id)
        .order_by(training_puzzles.c.number.desc())
        .limit(1)
    )
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(TrainingPuzzle, row)


async def add_puzzle(  # noqa: PLR0917 - its columns
    tx: Transaction,
    training_id: int,
    number: int,
    puzzle: str,
    content: dict[str, Any],
    at: datetime,
) -> None:
    """Keep a new puzzle, of which there is nothing yet, and forget the oldest of too many."""
    await tx.execute(
        insert(training_puzzles).values(
            training_id=training_id,
            number=number,
            puzzle=puzzle,
            content=content,
            started_at=at,
            progress=((), ()),
            hints=(),
            tries=0,
        )
    )
    for table in (training_puzzles, training_tries):
        old = (table.c.training_id == training_id) & (table.c.number <= number - MOST_KEPT)
        await tx.execute(delete(table).where(old))


async def change_puzzle(tx: Transaction, one: TrainingPuzzle, **values: Any) -> TrainingPuzzle:
    """Set some columns of a puzzle and return it as it is then."""
    query = update(training_puzzles).where(training_puzzles.c.id == one.id)
    await tx.execute(query.values(**values))
    return replace(one, **values)


# Tries


async def add_try(  # noqa: PLR0917 - its columns
    tx: Transaction,
    interaction: int,
    training_id: int,
    number: int,
    at: datetime,
    words: tuple[str, ...],
) -> None:
    """Keep a try."""
    await tx.execute(
        insert(training_tries).values(
            id=interaction, training_id=training_id, number=number, at=at, words=words
        )
    )


async def words_of(tx: Transaction, interaction: int) -> tuple[str, ...] | None:
    """Return the words that an interaction sent, if they have been kept."""
    query = select(training_tries.c.words).where(training_tries.c.id == interaction)
    words = (await tx.execute(query)).scalar_one_or_none()
    return None if words is None else tuple(words)


# How hard puzzles are


async def rating_of(tx: Transaction, puzzle: str) -> PuzzleRating | None:
    """Return how hard a puzzle is, if anybody has fared with it."""
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle)
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(PuzzleRating, row)


async def put_rating(tx: Transaction, rated: PuzzleRating) -> None:
    """Keep how hard a puzzle is."""
    values = asdict(rated)
    query = update(puzzle_ratings).where(puzzle_ratings.c.puzzle == rated.puzzle)
    if not (await tx.execute(query.values(**values))).rowcount:
        await tx.execute(insert(puzzle_ratings).values(**values))
