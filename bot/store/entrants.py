"""Who plays in a contest, how well so far, and every try."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from bot.store.database import Transaction
from bot.store.records import Act, Entrant, Submission, load
from bot.store.schema import entrants, submissions


async def of(tx: Transaction, contest_id: str, user_id: int) -> Entrant | None:
    """Return a person's part in a contest; nobody else changes it before this transaction ends."""
    return next(iter(await some(tx, [contest_id], [user_id])), None)


async def some(
    tx: Transaction, contest_ids: Sequence[str], user_ids: Sequence[int]
) -> list[Entrant]:
    """Return the parts that any of these people have in any of these contests, as `of` does."""
    query = select(entrants).where(
        entrants.c.contest_id.in_(contest_ids), entrants.c.user_id.in_(user_ids)
    )
    rows = (await tx.execute(query.with_for_update())).mappings()
    return [load(Entrant, row) for row in rows]


async def get(tx: Transaction, entrant_id: int) -> Entrant | None:
    """Return an entrant by id."""
    row = (await tx.execute(select(entrants).where(entrants.c.id == entrant_id))).mappings().first()
    return None if row is None else load(Entrant, row)


async def tombstones(tx: Transaction, contest_ids: Sequence[str]) -> set[str]:
    """Return the hashes of those who were in these contests and asked to be forgotten."""
    query = select(entrants.c.tombstone).where(
        entrants.c.contest_id.in_(contest_ids), entrants.c.tombstone.is_not(None)
    )
    return set((await tx.execute(query)).scalars())


async def drop_tombstones(tx: Transaction, contest_id: str) -> None:
    """Drop the hashes of those forgotten: the contest is over."""
    await tx.execute(
        update(entrants)
        .where(entrants.c.contest_id == contest_id, entrants.c.tombstone.is_not(None))
        .values(tombstone=None)
    )


async def join(
    tx: Transaction, joining: Sequence[tuple[str, Act]], *, start: bool
) -> list[Entrant]:
    """Let people into contests; `start`: their clocks, if they have one, start now."""
    rows = [
        {
            "contest_id": contest_id,
            "user_id": act.user,
            "joined_at": act.at,
            "started_at": act.at if start else None,
            "tries": 0,
        }
        for contest_id, act in joining
    ]
    added = await tx.execute(insert(entrants).returning(entrants), rows)
    return [load(Entrant, row) for row in added.mappings()]


async def change(tx: Transaction, entrant: Entrant, **values: Any) -> Entrant:
    """Set some columns of an entrant and return it as it is then."""
    await tx.execute(update(entrants).where(entrants.c.id == entrant.id).values(**values))
    return replace(entrant, **values)


async def score(tx: Transaction, changed: Iterable[Entrant]) -> None:
    """Keep how well entrants do by now."""
    columns = ("tries", "last_at", "best_score", "best_submission", "reached_ms")
    await tx.execute(
        update(entrants)
        .where(entrants.c.id == bindparam("entrant"))
        .values({name: bindparam(f"new_{name}") for name in columns}),
        [
            {"entrant": entrant.id} | {f"new_{name}": getattr(entrant, name) for name in columns}
            for entrant in changed
        ],
    )


async def of_contest(tx: Transaction, contest_id: str) -> list[Entrant]:
    """Return everybody in a contest, in the order they joined."""
    query = select(entrants).where(entrants.c.contest_id == contest_id).order_by(entrants.c.id)
    return [load(Entrant, row) for row in (await tx.execute(query)).mappings()]


async def of_contests(tx: Transaction, contest_ids: list[str]) -> list[Entrant]:
    """Return everybody in some contests."""
    query = select(entrants).where(entrants.c.contest_id.in_(contest_ids)).order_by(entrants.c.id)
    return [load(Entrant, row) for row in (await tx.execute(query)).mappings()]


async def people(tx: Transaction, entrant_ids: Collection[int]) -> dict[int, int | None]:
    """Return whose parts in contests these are; None: somebody forgotten."""
    query = select(entrants.c.id, entrants.c.user_id).where(entrants.c.id.in_(entrant_ids))
    return {row.id: row.user_id for row in await tx.execute(query)}


async def keys(tx: Transaction, contest_id: str) -> list[tuple[int, int, int]]:
    """Return best score, milliseconds to it and tries of everybody ranked in a contest."""
    table = entrants.c
    query = select(table.best_score, table.reached_ms, table.tries).where(
        table.contest_id == contest_id,
        table.best_score.is_not(None),
        table.disqualified_at.is_(None),
    )
    return [(score, reached, tries) for score, reached, tries in await tx.execute(query)]


async def add_tries(tx: Transaction, tries: Sequence[Submission]) -> None:
    """Keep tries."""
    await tx.execute(insert(submissions), [asdict(tried) for tried in tries])


async def get_try(tx: Transaction, submission_id: int) -> Submission | None:
    """Return a try by its interaction's id."""
    return next(iter(await get_tries(tx, [submission_id])), None)


async def get_tries(tx: Transaction, submission_ids: Sequence[int]) -> list[Submission]:
    """Return those tries that there are, by their interactions' ids."""
    query = select(submissions).where(submissions.c.id.in_(submission_ids))
    return [load(Submission, row) for row in (await tx.execute(query)).mappings()]


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
