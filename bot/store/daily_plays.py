"""Who plays which edition, with what result, in which servers it counts; tries and shares."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    case,
    delete,
    func,
    insert,
    literal,
    null,
    select,
    update,
)

from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import (
    DailyPlay,
    LeaderboardRow,
    daily_guild_scores,
    daily_plays,
    daily_shares,
    daily_tries,
)

COUNTS = ("best_result", "points", "best_ms", "at_par")
"""The columns that a board depends on."""
MONTH = 30
"""Editions."""
SUMMED = ("points", "solved", "at_par", "milliseconds")


async def of(tx: Transaction, number: int, user_id: int, *, live: bool) -> DailyPlay | None:
    """Return a person's play of an edition."""
    query = rows.chosen(DailyPlay).where(
        daily_plays.c.number == number,
        daily_plays.c.user_id == user_id,
        daily_plays.c.live.is_(live),
    )
    return await rows.first(tx, DailyPlay, query)


async def absorb(tx: Transaction, play: DailyPlay, other: DailyPlay) -> None:
    """Move the tries of the same person's other play to this one, and delete the other."""
    await tx.execute(
        update(daily_tries).where(daily_tries.c.play_id == other.id).values(play_id=play.id)
    )
    await tx.execute(delete(daily_plays).where(daily_plays.c.id == other.id))


async def tombstones(tx: Transaction, number: int) -> set[str]:
    """Return the hashes of people who played an edition and asked to be forgotten."""
    query = select(daily_plays.c.tombstone).where(
        daily_plays.c.number == number, daily_plays.c.tombstone.is_not(None)
    )
    return set((await tx.execute(query)).scalars())


async def register_in(tx: Transaction, play: DailyPlay, guild_id: int) -> bool:
    """Count a play's current result on a server's board; False if it already counts there."""
    if guild_id in await registered_in(tx, play):
        return False
    counts = {name: getattr(play, name) for name in COUNTS}
    await tx.execute(
        insert(daily_guild_scores).values(play_id=play.id, guild_id=guild_id, **counts)
    )
    return True


async def registered_in(tx: Transaction, play: DailyPlay, *, solved: bool = False) -> list[int]:
    """Return the servers in which a play counts; with `solved`, those where it counts as solved."""
    query = select(daily_guild_scores.c.guild_id).where(daily_guild_scores.c.play_id == play.id)
    if solved:
        query = query.where(daily_guild_scores.c.points.is_not(None))
    return list((await tx.execute(query)).scalars())


async def played_in(tx: Transaction, user_id: int, since: int) -> list[int | None]:
    """Return the servers in which a person's plays, from edition `since` on, count.

    None in the list means that a play counts in no server: it was played in direct messages.
    """
    query = (
        select(daily_guild_scores.c.guild_id)
        .select_from(daily_plays)
        .outerjoin(daily_guild_scores, daily_plays.c.id == daily_guild_scores.c.play_id)
        .where(
            daily_plays.c.user_id == user_id,
            daily_plays.c.live.is_(True),
            daily_plays.c.number >= since,
        )
        .distinct()
    )
    return list((await tx.execute(query)).scalars())


async def counted_in(tx: Transaction, user_id: int, first: int) -> list[tuple[int, int]]:
    """Return (edition, server) pairs where a person's plays from edition `first` on count."""
    query = (
        select(daily_plays.c.number, daily_guild_scores.c.guild_id)
        .join(daily_guild_scores, daily_guild_scores.c.play_id == daily_plays.c.id)
        .where(
            daily_plays.c.user_id == user_id,
            daily_plays.c.live.is_(True),
            daily_plays.c.number >= first,
        )
    )
    return [(number, guild_id) for number, guild_id in await tx.execute(query)]


async def played_before(tx: Transaction, guild_id: int, number: int) -> set[int]:
    """Return the editions before `number` that anybody played in a server."""
    query = (
        select(daily_plays.c.number)
        .join(daily_guild_scores, daily_guild_scores.c.play_id == daily_plays.c.id)
        .where(daily_guild_scores.c.guild_id == guild_id, daily_plays.c.number < number)
        .distinct()
    )
    return set((await tx.execute(query)).scalars())


async def recount(tx: Transaction, play: DailyPlay, guild_ids: Collection[int]) -> None:
    """Update what a play counts on these servers' boards."""
    await tx.execute(
        update(daily_guild_scores)
        .where(
            daily_guild_scores.c.play_id == play.id, daily_guild_scores.c.guild_id.in_(guild_ids)
        )
        .values({name: getattr(play, name) for name in COUNTS})
    )


async def count_tries(tx: Transaction, number: int, user_id: int) -> int:
    """Return how many tries a person has made at an edition, archive tries included."""
    query = select(func.sum(daily_plays.c.tries)).where(
        daily_plays.c.number == number, daily_plays.c.user_id == user_id
    )
    return (await tx.execute(query)).scalar_one() or 0


async def results_of(tx: Transaction, play: DailyPlay) -> tuple[int, ...]:
    """Return the results of a play's tries that scored, up to its best try."""
    query = (
        select(daily_tries.c.result)
        .where(daily_tries.c.play_id == play.id, daily_tries.c.result.is_not(None))
        .order_by(daily_tries.c.id)
    )
    if play.best is not None:
        query = query.where(daily_tries.c.id <= play.best[-1])
    return tuple((await tx.execute(query)).scalars())


async def count_finished(tx: Transaction, number: int, points: int | None = None) -> int:
    """Return how many people in all servers solved or gave up an edition while it was live.

    With `points`, count only people with fewer points, or none.
    """
    finished = daily_plays.c.points.is_not(None) | daily_plays.c.given_up_at.is_not(None)
    query = select(func.count()).where(
        daily_plays.c.number == number, daily_plays.c.live.is_(True), finished
    )
    if points is not None:
        query = query.where(func.coalesce(daily_plays.c.points, 0) < points)
    return (await tx.execute(query)).scalar_one()


async def count_on_board(tx: Transaction, guild_id: int, first: int, last: int) -> int:
    """Return how many rows a server's board over these editions has."""
    query = select(func.count()).select_from(_merits(guild_id, first, last).subquery())
    return (await tx.execute(query)).scalar_one()


async def board(
    tx: Transaction,
    guild_id: int,
    first: int,
    last: int,
    *,
    skip: int = 0,
    limit: int | None = None,
    user_id: int | None = None,
) -> list[LeaderboardRow]:
    """Return a server's board after the first `skip` rows, plus the row of `user_id`, best first.

    The database sums, ranks and cuts: over the years there are too many plays to load at once.
    """
    found = _merits(guild_id, first, last).subquery()
    merit = (found.c.points.desc(), found.c.at_par.desc(), found.c.milliseconds)
    ranked = select(
        func.rank().over(order_by=merit).label("place"),
        func.row_number()
        .over(order_by=(*merit, func.coalesce(found.c.user_id, 0)))
        .label("number"),
        found,
    ).subquery()
    number = ranked.c.number
    shown = number > skip if limit is None else number.between(skip + 1, skip + limit)
    if user_id is not None:
        shown |= ranked.c.user_id == user_id
    query = select(ranked).where(shown).order_by(number)
    return await rows.every(tx, LeaderboardRow, query)


def _merits(guild_id: int, first: int, last: int) -> Select[Any]:
    """Select what each play of the given editions counts in a server.

    Over several editions, select each person's sums, without forgotten people.
    """
    counted = daily_guild_scores.c
    plays = (
        select(
            daily_plays.c.user_id,
            counted.points,
            literal(1).label("solved"),
            case((counted.at_par, 1), else_=0).label("at_par"),
            func.coalesce(counted.best_ms, 0).label("milliseconds"),
            counted.best_result,
        )
        .join(daily_guild_scores, daily_guild_scores.c.play_id == daily_plays.c.id)
        .where(
            counted.guild_id == guild_id,
            daily_plays.c.number.between(first, last),
            counted.points.is_not(None),
        )
    )
    if first == last:
        return plays
    each = plays.where(daily_plays.c.user_id.is_not(None)).subquery().c
    sums = [func.sum(each[name]).label(name) for name in SUMMED]
    return select(each.user_id, *sums, null().label("best_result")).group_by(each.user_id)


async def faithful(
    tx: Transaction, guild_id: int, first: int, last: int, limit: int
) -> list[tuple[int, int]]:
    """Return people who solved an edition of this range in a server, and how many they ever solved.

    Those who solved most come first. Only the `limit` people who solved most in the last month are
    considered; counting more would take the editions of years.
    """
    solved = daily_plays.c.live.is_(True), daily_plays.c.points.is_not(None)
    here = (
        select(daily_plays.c.user_id)
        .join(daily_guild_scores, daily_guild_scores.c.play_id == daily_plays.c.id)
        .where(
            daily_guild_scores.c.guild_id == guild_id,
            daily_plays.c.number.between(first, last),
            daily_plays.c.user_id.is_not(None),
            *solved,
        )
    )
    lately = (
        select(daily_plays.c.user_id)
        .where(
            daily_plays.c.user_id.in_(here),
            daily_plays.c.number.between(last - MONTH, last),
            *solved,
        )
        .group_by(daily_plays.c.user_id)
        .order_by(func.count().desc(), daily_plays.c.user_id)
        .limit(limit)
    )
    query = (
        select(daily_plays.c.user_id, func.count())
        .where(daily_plays.c.user_id.in_(lately.scalar_subquery()), *solved)
        .group_by(daily_plays.c.user_id)
        .order_by(func.count().desc(), daily_plays.c.user_id)
    )
    return [(user_id, count) for user_id, count in await tx.execute(query)]


async def played_here(
    tx: Transaction, guild_id: int, first: int, last: int
) -> list[tuple[int, int, int, float]]:
    """Return how these editions were played in a server.

    That is, for each: its number, how many people played it, how many solved it, and their average
    points, where an unsolved play counts 0.
    """
    counted = daily_guild_scores.c
    query = (
        select(
            daily_plays.c.number,
            func.count(),
            func.count(counted.points),
            func.avg(func.coalesce(counted.points, 0)),
        )
        .join(daily_guild_scores, counted.play_id == daily_plays.c.id)
        .where(counted.guild_id == guild_id, daily_plays.c.number.between(first, last))
        .group_by(daily_plays.c.number)
        .order_by(daily_plays.c.number)
    )
    return [
        (number, played, solved, float(points))
        for number, played, solved, points in await tx.execute(query)
    ]


async def of_person(tx: Transaction, user_id: int, *, live: bool = True) -> list[DailyPlay]:
    """Return everything that a person played, by edition."""
    query = (
        rows.chosen(DailyPlay)
        .where(daily_plays.c.user_id == user_id, daily_plays.c.live.is_(live))
        .order_by(daily_plays.c.number)
    )
    return await rows.every(tx, DailyPlay, query)


async def claim_share(
    tx: Transaction, number: int, user_id: int, channel_id: int, *, at: datetime, before: datetime
) -> bool:
    """Note that a person is about to share; False if they have, or began to after `before`."""
    this = _share(number, user_id, channel_id)
    found = (await tx.execute(select(daily_shares).where(this))).first()
    if found is None:
        await tx.execute(
            insert(daily_shares).values(
                number=number, user_id=user_id, channel_id=channel_id, claimed_at=at, sent=False
            )
        )
        return True
    if found.sent or found.claimed_at > before:
        return False
    await tx.execute(update(daily_shares).where(this).values(claimed_at=at))
    return True


async def end_share(
    tx: Transaction, number: int, user_id: int, channel_id: int, *, sent: bool
) -> None:
    """Note that a claimed share has been sent, or allow another attempt."""
    this = _share(number, user_id, channel_id)
    if sent:
        await tx.execute(update(daily_shares).where(this).values(sent=True))
    else:
        await tx.execute(delete(daily_shares).where(this, daily_shares.c.sent.is_(False)))


def _share(number: int, user_id: int, channel_id: int) -> ColumnElement[bool]:
    return (
        (daily_shares.c.number == number)
        & (daily_shares.c.user_id == user_id)
        & (daily_shares.c.channel_id == channel_id)
    )
