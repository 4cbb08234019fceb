"""The players of a contest, their results so far, and every try."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Subquery,
    Text,
    bindparam,
    case,
    cast,
    func,
    insert,
    select,
    update,
)

from bot.puzzles import FEWEST, FULL_SHARE, STEP
from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import (
    Act,
    BoardEntry,
    Entrant,
    Scoring,
    StandingsEntry,
    Submission,
    contests,
    entrants,
    json_array,
    seasons,
    submissions,
)

POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""Points for the places of a contest where points are summed; equals get the same."""
_SHOWN = ("shown_score", "shown_ms", "shown_tries")
"""Columns that hold the state as of the freeze."""


async def of(tx: Transaction, contest_id: str, user_id: int) -> Entrant | None:
    """Return a person's entry in a contest."""
    return next(iter(await some(tx, [contest_id], [user_id])), None)


async def some(
    tx: Transaction, contest_ids: Sequence[str], user_ids: Sequence[int]
) -> list[Entrant]:
    """Return the entries that the given people have in the given contests."""
    query = rows.chosen(Entrant).where(
        entrants.c.contest_id.in_(contest_ids), entrants.c.user_id.in_(user_ids)
    )
    return await rows.every(tx, Entrant, query)


async def tombstones(tx: Transaction, contest_ids: Sequence[str]) -> set[str]:
    """Return the hashes of people who were in these contests and asked to be forgotten."""
    query = select(entrants.c.tombstone).where(
        entrants.c.contest_id.in_(contest_ids), entrants.c.tombstone.is_not(None)
    )
    return set((await tx.execute(query)).scalars())


async def drop_tombstones(tx: Transaction, contest_id: str) -> None:
    """Delete the hashes of forgotten people, because the contest is over."""
    await tx.execute(
        update(entrants)
        .where(entrants.c.contest_id == contest_id, entrants.c.tombstone.is_not(None))
        .values(tombstone=None)
    )


async def join(
    tx: Transaction,
    joining: Sequence[tuple[str, Act]],
    *,
    start: bool,
    insiders: Collection[tuple[str, int]] = (),
) -> list[Entrant]:
    """Add people to contests; `start`: their own clocks, if there are any, start now.

    `insiders`: pairs of a contest and a person who is an insider there.
    """
    new = [
        Entrant(
            contest_id=contest_id,
            user_id=act.user,
            joined_at=act.at,
            started_at=act.at if start else None,
            insider=(contest_id, act.user) in insiders,
        )
        for contest_id, act in joining
    ]
    adding = insert(entrants).returning(*rows.chosen(Entrant).selected_columns)
    added = await tx.execute(adding, list(map(rows.new_values, new)))
    return [rows.load(Entrant, row) for row in added.mappings()]


async def note_ratings(tx: Transaction, contest_id: str, changes: Mapping[int, int]) -> None:
    """Store by how much the ratings of the ranked players of a contest changed, by user id."""
    theirs = (entrants.c.contest_id == contest_id) & (entrants.c.user_id == bindparam("user"))
    await tx.execute(
        update(entrants).where(theirs).values(rating_change=bindparam("change")),
        [{"user": user, "change": change} for user, change in changes.items()],
    )


async def make_insider(tx: Transaction, contest_id: str, user_id: int) -> None:
    """Take away a person's place in a contest, if they play in it: they saw answers."""
    theirs = (entrants.c.contest_id == contest_id) & (entrants.c.user_id == user_id)
    await tx.execute(update(entrants).where(theirs).values(insider=True))


async def score(tx: Transaction, changed: Iterable[Entrant]) -> None:
    """Store the current results of entrants."""
    columns = ("tries", "last_at", "best_score", "best_submission", "reached_ms", *_SHOWN)
    await tx.execute(
        update(entrants)
        .where(entrants.c.id == bindparam("entrant"))
        .values({name: bindparam(f"new_{name}") for name in columns}),
        [
            {"entrant": entrant.id} | {f"new_{name}": getattr(entrant, name) for name in columns}
            for entrant in changed
        ],
    )


async def of_contest(
    tx: Transaction, contest_id: str, *, forgotten: bool = False, disqualified: bool = False
) -> list[Entrant]:
    """Return everybody in a contest in the order they joined, or only those with a property."""
    query = rows.chosen(Entrant).where(entrants.c.contest_id == contest_id).order_by(entrants.c.id)
    if forgotten:
        query = query.where(entrants.c.user_id.is_(None))
    if disqualified:
        query = query.where(entrants.c.disqualified_at.is_not(None))
    return await rows.every(tx, Entrant, query)


async def count(tx: Transaction, contest_id: str, *, frozen: bool = False) -> tuple[int, int]:
    """Return how many people are in a contest, and how many of them are on its board.

    `frozen`: as of the freeze.
    """
    on_board = case((_on_board(frozen=frozen), 1), else_=0)
    query = select(func.count(), func.coalesce(func.sum(on_board), 0)).where(
        entrants.c.contest_id == contest_id
    )
    entered, ranked = (await tx.execute(query)).one()
    return entered, ranked


async def board(
    tx: Transaction,
    contest_id: str,
    first: int,
    limit: int | None,
    user_id: int | None = None,
    *,
    frozen: bool = False,
    insiders: bool = False,
) -> list[BoardEntry]:
    """Return a contest's board after the first `first` rows, plus the row of `user_id`, best first.

    The database ranks and cuts it: thousands may be on it. `frozen`: as of the freeze; `insiders`:
    the board of people out of competition, ranked among themselves.
    """
    table, merit = entrants.c, _merit(frozen=frozen)
    score, reached, tries = _standing(frozen=frozen)
    order = (*merit, reached, table.id)
    ranked = (
        select(
            func.rank().over(order_by=merit).label("place"),
            func.row_number().over(order_by=order).label("number"),
            table.user_id,
            table.id.label("entrant_id"),
            score.label("score"),
            func.lag(score).over(order_by=order).label("above"),
            tries.label("tries"),
            reached.label("reached_ms"),
            table.rating_change,
        )
        .select_from(entrants.join(contests))
        .where(table.contest_id == contest_id, _on_board(frozen=frozen, insiders=insiders))
        .subquery()
    )
    number = ranked.c.number
    shown = number > first if limit is None else number.between(first + 1, first + limit)
    if user_id is not None:
        shown |= ranked.c.user_id == user_id
    query = select(ranked).where(shown).order_by(number)
    return await rows.every(tx, BoardEntry, query)


async def frozen_places(
    tx: Transaction, contest_id: str, entrant_ids: Collection[int]
) -> dict[int, int]:
    """Return the given entrants' places as of the freeze, for entrants that had one."""
    table = entrants.c
    ranked = (
        select(func.rank().over(order_by=_merit(frozen=True)).label("place"), table.id)
        .select_from(entrants.join(contests))
        .where(table.contest_id == contest_id, _on_board(frozen=True))
        .subquery()
    )
    query = select(ranked.c.id, ranked.c.place).where(ranked.c.id.in_(entrant_ids))
    return {row.id: row.place for row in await tx.execute(query)}


def _standing(*, frozen: bool | None) -> tuple[ColumnElement[Any], ...]:
    """Return the columns that people are ranked by: score, milliseconds and tries.

    `frozen`: as of the freeze; None: as of the freeze only in unrevealed contests that have one.
    """
    table = entrants.c
    shown = table.shown_score, table.shown_ms, table.shown_tries
    latest = table.best_score, table.reached_ms, table.tries
    if frozen is None:
        frozen_ones = contests.c.freezes_at.is_not(None) & (contests.c.state != "revealed")
        pairs = zip(shown, latest, strict=True)
        return tuple(case((frozen_ones, then), else_=now) for then, now in pairs)
    return shown if frozen else latest


def _merit(*, frozen: bool | None = False) -> tuple[ColumnElement[Any], ...]:
    """Return the ranking order, as `bot.contests.ranking.order_of`; contests must be joined."""
    score, reached, tries = _standing(frozen=frozen)
    return score.desc(), _unless_shared(reached), _unless_shared(tries)


def _unless_shared(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a column that separates equal scores; 0 in contests where they share a place."""
    return case((contests.c.ties == "shared", 0), else_=column)


def _on_board(*, frozen: bool | None = False, insiders: bool = False) -> ColumnElement[bool]:
    counts = _standing(frozen=frozen)[0].is_not(None) & entrants.c.disqualified_at.is_(None)
    return counts & (entrants.c.insider if insiders else ~entrants.c.insider)


async def standings(
    tx: Transaction,
    contest_ids: Sequence[str],
    best: int,
    limit: int | None,
    user_id: int | None = None,
    *,
    scoring: Scoring = "percent",
    apart: bool = False,
) -> list[StandingsEntry]:
    """Return the first `limit` standings over these contests, plus that person's, best first.

    Each person's `best` results count. Lists that were played together are one contest, unless
    `apart`. Forgotten people are left out.
    """
    results = _results(contest_ids, scoring, apart=apart)
    nth = func.row_number().over(partition_by=results.c.user_id, order_by=results.c.result.desc())
    numbered = select(results, nth.label("nth")).where(results.c.user_id.is_not(None)).subquery()
    each = numbered.c
    counted = case((each.nth <= best, each.result), else_=0)
    totals = (
        select(
            each.user_id,
            cast(func.sum(counted), BigInteger).label("total"),
            func.sum(case((each.place == 1, 1), else_=0)).label("won"),
            func.count().label("played"),
        )
        .group_by(each.user_id)
        .subquery()
    )
    merit = (totals.c.total.desc(), totals.c.won.desc())
    ranked = select(
        func.row_number().over(order_by=(*merit, totals.c.user_id)).label("number"),
        func.rank().over(order_by=merit).label("place"),
        totals,
        func.count().over().label("ranked"),
    ).subquery()
    query = select(ranked).order_by(ranked.c.number)
    if limit is not None:
        query = query.where((ranked.c.number <= limit) | (ranked.c.user_id == user_id))
    return await rows.every(tx, StandingsEntry, query)


async def results_of(
    tx: Transaction,
    contest_ids: Sequence[str],
    user_ids: Collection[int],
    scoring: Scoring = "percent",
    *,
    apart: bool = False,
) -> dict[int, list[int]]:
    """Return these people's results in some contests, best first, as `standings` adds them up."""
    results = _results(contest_ids, scoring, apart=apart)
    query = select(results.c.user_id, results.c.result).where(results.c.user_id.in_(user_ids))
    found: dict[int, list[int]] = {}
    for user_id, result in await tx.execute(query.order_by(results.c.result.desc())):
        found.setdefault(user_id, []).append(result)
    return found


def _results(contest_ids: Sequence[str], scoring: Scoring, *, apart: bool) -> Subquery:
    """Select each player's place in a contest and its value: a share of par, or points.

    Unless `apart`, lists that were played together give one place, by the sum they were played for,
    and the mean of their shares; a list not played counts 0.
    """
    each = _shares(contest_ids, apart=apart).c
    shares, points = func.sum(each.share), func.sum(_points(each.place))
    total = case((each.scoring == "points", points), else_=shares)
    order = (total.desc(), func.sum(case((each.place == 1, 1), else_=0)).desc())
    together = (
        select(
            each.user_id,
            # A single list has the place of its own board, where time may separate equals.
            case(
                (each.lists == 1, func.min(each.place)),
                else_=func.rank().over(partition_by=each.event, order_by=order),
            ).label("place"),
            (cast(shares, BigInteger) // each.lists).label("share"),
        )
        .where(each.user_id.is_not(None))
        .group_by(each.event, each.user_id, each.lists, each.scoring)
        .subquery()
    ).c
    result = _points(together.place) if scoring == "points" else together.share
    return select(together.user_id, together.place, result.label("result")).subquery()


def _points(place: ColumnElement[int]) -> ColumnElement[int]:
    return case(dict(enumerate(POINTS, 1)), value=place, else_=0)


def _shares(contest_ids: Sequence[str], *, apart: bool) -> Subquery:
    """Select each entrant's place in a contest and share of its par, in hundredths of a per cent.

    Shares are as in `Game.hundredths`, and as of the freeze where there is one. `event` is
    the contest or, unless `apart`, the season of `lists` that were played together for a sum by
    `scoring`.
    """
    par, (score, *_) = func.coalesce(contests.c.par, 0), _standing(frozen=None)
    whole = FULL_SHARE
    share = case(
        (contests.c.game.in_(FEWEST), whole * (-par // STEP) // (-score // STEP)),
        (par <= 0, whole),
        else_=whole * score // par,
    )
    place = func.rank().over(partition_by=entrants.c.contest_id, order_by=_merit(frozen=None))
    event = contests.c.id if apart else func.coalesce(contests.c.season_id, contests.c.id)
    held = (
        select(
            contests.c.id,
            event.label("event"),
            func.count().over(partition_by=event).label("lists"),
            seasons.c.scoring,
        )
        .outerjoin(seasons, seasons.c.id == contests.c.season_id)
        .where(contests.c.id.in_(contest_ids))
        .subquery()
    )
    return (
        select(
            entrants.c.user_id,
            held.c.event,
            held.c.lists,
            held.c.scoring,
            share.label("share"),
            place.label("place"),
        )
        .join(contests, contests.c.id == entrants.c.contest_id)
        .join(held, held.c.id == contests.c.id)
        .where(_on_board(frozen=None))
        .subquery()
    )


async def count_users(tx: Transaction, contest_ids: Sequence[str]) -> int:
    """Return how many people are in any of the given contests."""
    user = func.count(entrants.c.user_id.distinct())
    query = select(user).where(entrants.c.contest_id.in_(contest_ids))
    return int((await tx.execute(query)).scalar_one())


async def people(tx: Transaction, entrant_ids: Collection[int]) -> dict[int, int | None]:
    """Return the user id of each given entrant; None: a forgotten person."""
    query = select(entrants.c.id, entrants.c.user_id).where(entrants.c.id.in_(entrant_ids))
    return {row.id: row.user_id for row in await tx.execute(query)}


async def keys(
    tx: Transaction, contest_id: str, *, frozen: bool = False
) -> list[tuple[int, int, int]]:
    """Return `bot.contests.ranking.order_of` everybody ranked in a contest, unsorted."""
    score, reached, tries = _standing(frozen=frozen)
    query = (
        select(-score, _unless_shared(reached), _unless_shared(tries))
        .select_from(entrants.join(contests))
        .where(entrants.c.contest_id == contest_id, _on_board(frozen=frozen))
    )
    return [(score, reached, tries) for score, reached, tries in await tx.execute(query)]


async def get_tries(tx: Transaction, submission_ids: Sequence[int]) -> list[Submission]:
    """Return the tries that exist for these interaction ids."""
    query = rows.chosen(Submission).where(submissions.c.id.in_(submission_ids))
    return await rows.every(tx, Submission, query)


async def explanation(tx: Transaction, submission_id: int) -> dict[str, Any] | None:
    """Return what was stored about how a try could have been better, if anything was."""
    query = select(submissions.c.explanation).where(submissions.c.id == submission_id)
    stored: dict[str, Any] | None = (await tx.execute(query)).scalar_one_or_none()
    return stored


async def store_explanation(tx: Transaction, submission_id: int, content: dict[str, Any]) -> None:
    """Store how a try could have been better."""
    await tx.execute(
        update(submissions).where(submissions.c.id == submission_id).values(explanation=content)
    )


async def tries(
    tx: Transaction, contest_id: str, entrant_id: int | None = None
) -> list[Submission]:
    """Return every try of a contest, or of one entrant, in order."""
    query = rows.chosen(Submission).where(submissions.c.contest_id == contest_id)
    if entrant_id is not None:
        query = query.where(submissions.c.entrant_id == entrant_id)
    return await rows.every(tx, Submission, query.order_by(submissions.c.at, submissions.c.id))


async def tries_with_places(tx: Transaction, contest_id: str) -> Sequence[tuple[int | None, str]]:
    """Return every try of a contest in order: the user id, and its row for an export.

    The database writes the row as JSON text, because there may be tens of thousands.
    """
    table, tried = entrants.c, submissions.c
    on_board = _on_board()
    place = func.rank().over(partition_by=on_board, order_by=_merit())
    ranked = (
        select(*table, case((on_board, place)).label("place"))
        .select_from(entrants.join(contests))
        .where(table.contest_id == contest_id)
        .subquery()
    ).c
    row = json_array(
        ranked.place,
        ranked.id,
        ranked.user_id,
        ranked.reached_ms,
        tried.number,
        tried.at,
        tried.score,
        tried.id == ranked.best_submission,
        ranked.insider,
        ranked.disqualified_at.is_not(None),
        ranked.reason,
        cast(tried.words, Text),
        cast(tried.positions, Text),
    )
    # Joined by entrant only: with the contest, SQLite would scan all entrants for each of them.
    query = (
        select(ranked.user_id, row)
        .where(tried.entrant_id == ranked.id)
        .order_by(tried.at, tried.id)
    )
    return (await tx.execute(query)).all()


@dataclass(frozen=True, slots=True)
class Sent:
    """An order of words that an entrant sent in, and when they first did so."""

    order: tuple[str, ...]
    entrant_id: int
    user_id: int | None
    at: datetime


async def who_asked(tx: Transaction, contest_id: str) -> list[int]:
    """Return who asked for a message with the results of a contest."""
    query = select(entrants.c.user_id).where(
        entrants.c.contest_id == contest_id,
        entrants.c.user_id.is_not(None),
        entrants.c.results_asked_at.is_not(None),
    )
    return list((await tx.execute(query.order_by(entrants.c.id))).scalars())


async def sent_by_several(tx: Transaction, contest_id: str) -> list[Sent]:
    """Return the orders that several entrants sent in, one entry per entrant, earliest first."""
    tried, order = submissions.c, cast(submissions.c.words, Text)
    first = (
        select(
            order.label("order"),
            tried.entrant_id,
            entrants.c.user_id,
            func.min(tried.at).label("at"),
        )
        .join(entrants, entrants.c.id == tried.entrant_id)
        .where(tried.contest_id == contest_id)
        .group_by(order, tried.entrant_id, entrants.c.user_id)
        .subquery()
    )
    others = func.count().over(partition_by=first.c.order).label("others")
    counted = select(first, others).subquery()
    query = select(counted).where(counted.c.others > 1)
    rows = await tx.execute(query.order_by(counted.c.order, counted.c.at, counted.c.entrant_id))
    return [Sent(tuple(json.loads(row.order)), row.entrant_id, row.user_id, row.at) for row in rows]


async def users(tx: Transaction, contest_id: str) -> list[int]:
    """Return the user ids of everybody in a contest, without forgotten people."""
    query = select(entrants.c.user_id).where(
        entrants.c.contest_id == contest_id, entrants.c.user_id.is_not(None)
    )
    return list((await tx.execute(query.order_by(entrants.c.id))).scalars().all())


async def latest(tx: Transaction, contest_id: str) -> datetime | None:
    """Return the moment of the latest try of a contest."""
    query = select(func.max(submissions.c.at)).where(submissions.c.contest_id == contest_id)
    moment: datetime | None = (await tx.execute(query)).scalar_one()
    return moment
