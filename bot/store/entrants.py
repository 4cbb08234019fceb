"""Who plays in a contest, how well so far, and every try."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, or_, select, update

from bot.store.records import Entrant, Submission, load
from bot.store.schema import entrants, submissions

if TYPE_CHECKING:
    from datetime import datetime

    from bot.store.database import Transaction
    from bot.store.records import Act


async def of(
    tx: Transaction, contest_id: str, user_id: int, *, lock: bool = False
) -> Entrant | None:
    """Return a person's part in a contest."""
    query = select(entrants).where(
        entrants.c.contest_id == contest_id, entrants.c.user_id == user_id
    )
    row = (await tx.execute(query.with_for_update() if lock else query)).mappings().first()
    return None if row is None else load(Entrant, row)


async def get(tx: Transaction, entrant_id: int) -> Entrant | None:
    """Return an entrant by id."""
    row = (await tx.execute(select(entrants).where(entrants.c.id == entrant_id))).mappings().first()
    return None if row is None else load(Entrant, row)


async def haunted(tx: Transaction, contest_id: str, ghost: str) -> bool:
    """Tell whether somebody with this hash was in the contest and had themselves forgotten."""
    query = select(entrants.c.id).where(
        entrants.c.contest_id == contest_id, entrants.c.ghost == ghost
    )
    return (await tx.execute(query)).first() is not None


async def lay_ghosts(tx: Transaction, contest_id: str) -> None:
    """Drop the hashes of those forgotten: the contest is over."""
    await tx.execute(
        update(entrants)
        .where(entrants.c.contest_id == contest_id, entrants.c.ghost.is_not(None))
        .values(ghost=None)
    )


async def join(tx: Transaction, contest_id: str, act: Act, *, start: bool) -> Entrant:
    """Let a person into a contest; `start`: their clock, if it has one, starts now."""
    started = act.at if start else None
    added = await tx.execute(
        insert(entrants)
        .values(
            contest_id=contest_id, user_id=act.user, joined_at=act.at, started_at=started, tries=0
        )
        .returning(entrants)
    )
    return load(Entrant, added.mappings().one())


async def change(tx: Transaction, entrant: Entrant, **values: Any) -> Entrant:
    """Set some columns of an entrant and return it as it is then."""
    await tx.execute(update(entrants).where(entrants.c.id == entrant.id).values(**values))
    return replace(entrant, **values)


async def of_contest(tx: Transaction, contest_id: str) -> list[Entrant]:
    """Return everybody in a contest, in the order they joined."""
    query = select(entrants).where(entrants.c.contest_id == contest_id).order_by(entrants.c.id)
    return [load(Entrant, row) for row in (await tx.execute(query)).mappings()]


async def of_contests(tx: Transaction, contest_ids: list[str]) -> list[Entrant]:
    """Return everybody in some contests."""
    query = select(entrants).where(entrants.c.contest_id.in_(contest_ids)).order_by(entrants.c.id)
    return [load(Entrant, row) for row in (await tx.execute(query)).mappings()]


async def place(tx: Transaction, entrant: Entrant) -> tuple[int, int]:
    """Return an entrant's place, counted by the database, and how many are ranked.

    The same order as `bot.contests.ranking`: score, then who reached it first, then fewer tries.
    """
    table = entrants.c
    better = or_(
        table.best_score > entrant.best_score,
        and_(table.best_score == entrant.best_score, table.reached_ms < entrant.reached_ms),
        and_(
            table.best_score == entrant.best_score,
            table.reached_ms == entrant.reached_ms,
            table.tries < entrant.tries,
        ),
    )
    ranked = (
        table.contest_id == entrant.contest_id,
        table.best_score.is_not(None),
        table.disqualified_at.is_(None),
    )
    query = select(func.count().filter(better), func.count()).where(*ranked)
    ahead, total = (await tx.execute(query)).one()
    return ahead + 1, total


async def add_try(tx: Transaction, submission: Submission) -> None:
    """Keep a try."""
    await tx.execute(
        insert(submissions).values(
            id=submission.id,
            contest_id=submission.contest_id,
            entrant_id=submission.entrant_id,
            at=submission.at,
            number=submission.number,
            score=submission.score,
            words=submission.words,
            positions=submission.positions,
        )
    )


async def get_try(tx: Transaction, submission_id: int) -> Submission | None:
    """Return a try by its interaction's id."""
    query = select(submissions).where(submissions.c.id == submission_id)
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(Submission, row)


async def tries(
    tx: Transaction, contest_id: str, entrant_id: int | None = None
) -> list[Submission]:
    """Return every try of a contest, or of one entrant, as they came."""
    query = select(submissions).where(submissions.c.contest_id == contest_id)
    if entrant_id is not None:
        query = query.where(submissions.c.entrant_id == entrant_id)
    rows = await tx.execute(query.order_by(submissions.c.at, submissions.c.id))
    return [load(Submission, row) for row in rows.mappings()]


async def latest(tx: Transaction, contest_id: str) -> datetime | None:
    """Return the moment of the latest try of a contest."""
    query = select(func.max(submissions.c.at)).where(submissions.c.contest_id == contest_id)
    moment: datetime | None = (await tx.execute(query)).scalar_one()
    return moment
