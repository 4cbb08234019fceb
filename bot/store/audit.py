"""The audit: who did what to a server's contests and settings, when."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import insert, select, update

from bot.store import rows
from bot.store.budget import size_of
from bot.store.database import Transaction, organising_of
from bot.store.schema import Act, AuditEntry, Contest, ContestTemplate, Season, audit


async def last_actor(tx: Transaction, guild_id: int, actions: Collection[str]) -> int | None:
    """Return who last performed any of the given actions in a server, if that is known."""
    query = (
        select(audit.c.actor_id)
        .where(
            audit.c.guild_id == guild_id,
            audit.c.action.in_(actions),
            audit.c.actor_id.is_not(None),
        )
        .order_by(audit.c.at.desc())
        .limit(1)
    )
    actor: int | None = (await tx.execute(query)).scalar_one_or_none()
    return actor


async def note(
    tx: Transaction,
    about: Contest | ContestTemplate | Season | int,
    act: Act | datetime,
    action: str,
    *,
    entrant_id: int | None = None,
    detail: str | None = None,
) -> None:
    """Add an entry about a contest, a template, a season or a server (its id).

    If `act` is only a moment, the bot itself acted. `detail` names nobody by id. Raises NotKept if
    the person has used up today's storage.
    """
    place = about if isinstance(about, ContestTemplate | Season) else None
    actor_id, at = (act.user, act.at) if isinstance(act, Act) else (None, act)
    if actor_id is not None:
        organising_of(tx).spend(actor_id, size_of([detail or ""]), at)
    await tx.execute(
        insert(audit).values(
            guild_id=about if isinstance(about, int) else about.guild_id,
            contest_id=about.id if isinstance(about, Contest) else None,
            channel_id=None if place is None else place.channel_id,
            parent_id=None if place is None else place.parent_id,
            entrant_id=entrant_id,
            actor_id=actor_id,
            action=action,
            detail=detail,
            at=at,
        )
    )


async def actors(tx: Transaction, contest_id: str, actions: Collection[str]) -> set[int]:
    """Return who performed any of the given actions on a contest, without forgotten people."""
    query = select(audit.c.actor_id).where(
        audit.c.contest_id == contest_id,
        audit.c.action.in_(actions),
        audit.c.actor_id.is_not(None),
    )
    return set((await tx.execute(query)).scalars())


async def carry_over(tx: Transaction, contest_id: str, to: str) -> None:
    """Move a contest's entries to the contest that replaces it."""
    query = update(audit).where(audit.c.contest_id == contest_id)
    await tx.execute(query.values(contest_id=to))


async def entries(
    tx: Transaction, guild_id: int, contest_id: str | None = None, *, limit: int = 100
) -> list[AuditEntry]:
    """Return the latest entries of a server or of one of its contests, the newest first."""
    query = rows.chosen(AuditEntry).where(audit.c.guild_id == guild_id)
    if contest_id is not None:
        query = query.where(audit.c.contest_id == contest_id)
    return await rows.every(
        tx, AuditEntry, query.order_by(audit.c.at.desc(), audit.c.id.desc()).limit(limit)
    )
