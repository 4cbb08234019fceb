"""Stores, finds and settles seasons of contests; and keeps who holds a champion's role."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, or_, select, update

from bot.store import rows
from bot.store.contests import held_nowhere
from bot.store.database import Database, Transaction
from bot.store.retention import delete_some
from bot.store.schema import (
    ContestTitle,
    Season,
    SeasonPlace,
    State,
    contests,
    left_guilds,
    season_places,
    seasons,
)

_OVER: tuple[State, ...] = ("revealed",)
_is_draft = seasons.c.due_at.is_(None) & seasons.c.held.is_(None)


async def of_guild(
    tx: Transaction, guild_id: int, limit: int, *, of_lists: bool = False
) -> list[Season]:
    """Return a server's seasons: running and coming ones, then the others, newest first.

    `of_lists`: return its contests of several lists instead.
    """
    rounds = seasons.c.rounds
    kind = rounds.is_not(None) if of_lists else rounds.is_(None)
    query = rows.chosen(Season).where(seasons.c.guild_id == guild_id, kind, ~_is_draft)
    query = query.order_by(seasons.c.due_at.is_(None), seasons.c.ends_at.desc(), seasons.c.id)
    return await rows.every(tx, Season, query.limit(limit))


async def running(
    tx: Transaction, guild_id: int, *, template_id: str | None = None
) -> list[Season]:
    """Return a server's seasons, or a template's, that are not over.

    Contests of several lists are left out.
    """
    table = seasons.c
    query = rows.chosen(Season).where(
        table.guild_id == guild_id, table.due_at.is_not(None), table.rounds.is_(None)
    )
    if template_id is not None:
        query = query.where(seasons.c.template_id == template_id)
    return await rows.every(tx, Season, query)


async def drop(tx: Transaction, season_id: str) -> None:
    """Delete a season; its contests stay."""
    await tx.execute(delete(seasons).where(seasons.c.id == season_id))


async def drop_drafts(database: Database, before: datetime) -> None:
    """Delete seasons whose rounds were drafts that nobody confirmed."""
    await delete_some(database, seasons, _is_draft & (seasons.c.starts_at < before))


async def due(tx: Transaction, now: datetime, limit: int) -> list[str]:
    """Return the ids of seasons whose end must be settled, in servers that the bot is in."""
    query = select(seasons.c.id).where(
        seasons.c.due_at <= now, seasons.c.guild_id.not_in(left_guilds)
    )
    return list((await tx.execute(query.order_by(seasons.c.due_at).limit(limit))).scalars())


def _has(season: Season) -> ColumnElement[bool]:
    """Whether a contest belongs to a season: made for it, or matching its time and place.

    The place is a template or a channel. A contest that was held nowhere belongs to no season.
    """
    table = contests.c
    if season.rounds is not None:
        return (table.season_id == season.id) & ~held_nowhere
    if season.template_id is not None:
        belongs = table.template_id == season.template_id
    else:
        place = season.channel_id
        belongs = or_(table.channel_id == place, table.parent_id == place)
    ends = (table.closes_at > season.starts_at) & (table.closes_at <= season.ends_at)
    held = table.confirmed_at.is_not(None) & ~held_nowhere
    return (table.guild_id == season.guild_id) & held & ends & belongs


async def titles(
    tx: Transaction, season: Season, states: Collection[State] = _OVER
) -> list[ContestTitle]:
    """Return a season's contests in these states, the newest first."""
    query = rows.chosen(ContestTitle).where(_has(season), contests.c.state.in_(states))
    return await rows.every(
        tx, ContestTitle, query.order_by(contests.c.closes_at.desc(), contests.c.id)
    )


async def is_settled(tx: Transaction, season: Season) -> bool:
    """Whether none of its contests is still to be held or revealed."""
    query = select(contests.c.id).where(_has(season), contests.c.due_at.is_not(None))
    return (await tx.execute(query.limit(1))).first() is None


async def hurry(tx: Transaction, season_id: str, now: datetime) -> None:
    """Make a season of rounds due now if the last of its contests is over."""
    season = await rows.get(tx, Season, season_id)
    if season is None or season.due_at is None or season.due_at <= now:
        return
    if await is_settled(tx, season):
        await rows.change(tx, season, replace(season, ends_at=min(season.ends_at, now), due_at=now))


async def open_to_all(tx: Transaction, guild_id: int, channel_id: int) -> None:
    """Note that the channel of seasons is gone, which everybody in the server could see."""
    here = or_(seasons.c.channel_id == channel_id, seasons.c.parent_id == channel_id)
    query = update(seasons).where(seasons.c.guild_id == guild_id, here)
    await tx.execute(query.values(seen_by_all=True))


async def move(
    tx: Transaction, template_id: str, *, channel_id: int, parent_id: int | None
) -> None:
    """Move the seasons of a template's contests, and of its rounds, to another channel."""
    made_for = select(contests.c.season_id).where(
        contests.c.template_id == template_id, contests.c.season_id.is_not(None)
    )
    query = update(seasons).where(
        seasons.c.due_at.is_not(None),
        (seasons.c.template_id == template_id) | seasons.c.id.in_(made_for),
    )
    place = {"channel_id": channel_id, "parent_id": parent_id, "seen_by_all": False}
    await tx.execute(query.values(**place))


# Results


async def places(
    tx: Transaction, season_id: str, limit: int | None = None, user_id: int | None = None
) -> list[SeasonPlace]:
    """Return the first `limit` places of a season, plus the place of `user_id`, best first."""
    table = season_places.c
    query = (
        rows.chosen(SeasonPlace).where(table.season_id == season_id).order_by(table.place, table.id)
    )
    found = list((await tx.execute(query.limit(limit))).mappings())
    if user_id is not None and all(row["user_id"] != user_id for row in found):
        found += [*(await tx.execute(query.where(table.user_id == user_id))).mappings()]
    return [rows.load(SeasonPlace, row) for row in found]


async def count_places(tx: Transaction, season_id: str) -> int:
    """Return how many people ended a season with a place."""
    query = select(func.count()).where(season_places.c.season_id == season_id)
    return int((await tx.execute(query)).scalar_one())


async def champions(tx: Transaction, season_id: str) -> list[SeasonPlace]:
    """Return the winners of a season, without forgotten people."""
    table = season_places.c
    query = rows.chosen(SeasonPlace).where(
        table.season_id == season_id, table.place == 1, table.user_id.is_not(None)
    )
    return await rows.every(tx, SeasonPlace, query)


async def holders(tx: Transaction, season: Season) -> list[SeasonPlace]:
    """Return who still has the champion's role from earlier seasons with the same role."""
    before = _same_role(season).where(seasons.c.ends_at <= season.ends_at)
    query = rows.chosen(SeasonPlace).where(
        season_places.c.season_id.in_(before),
        season_places.c.has_role,
        season_places.c.user_id.is_not(None),
    )
    return await rows.every(tx, SeasonPlace, query)


async def is_latest(tx: Transaction, season: Season) -> bool:
    """Whether no season with the same role has ended after this one."""
    after = _same_role(season).where(seasons.c.ends_at > season.ends_at)
    return (await tx.execute(after.limit(1))).first() is None


def _same_role(season: Season) -> Any:
    """Select the other seasons that are over and give the same role."""
    return select(seasons.c.id).where(
        seasons.c.guild_id == season.guild_id,
        seasons.c.role_id == season.role_id,
        seasons.c.due_at.is_(None),
        seasons.c.id != season.id,
    )


async def note_role(tx: Transaction, place_id: int, *, has_role: bool) -> None:
    """Note whether the holder of a place has the champion's role."""
    change = update(season_places).where(season_places.c.id == place_id)
    await tx.execute(change.values(has_role=has_role))
