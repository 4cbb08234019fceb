"""How long things are kept; older rows are deleted, a few at a time.

Nothing grows for ever: results are kept while somebody may look at them, single tries for less
long.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    Table,
    Update,
    and_,
    delete,
    func,
    select,
    tuple_,
    update,
)

from bot.store.database import Database
from bot.store.schema import (
    audit,
    contests,
    daily_plays,
    daily_reminders,
    daily_shares,
    daily_tries,
    entrants,
    messages,
    practices,
    puzzle_ratings,
    race_moves,
    races,
    ratings,
    seasons,
    submissions,
    training_puzzles,
    training_tries,
    trainings,
)

DETAIL_DAYS = 180
"""For tries at daily puzzles, in races and in training; where dailies were shared; practices; tries
in contests except the best."""
RECORD_DAYS = 365
"""For the audit; messages about daily puzzles; daily puzzles played from the archive; races;
puzzles of a training, and a training after its last play; ratings of puzzles that nobody plays."""
REMINDER_DAYS = 7
"""For sent private messages. A person who does not play for RECORD_DAYS gets no more reminders."""
PRIVATE = ("reminder", "start", "private_results")
RESULT_DAYS = 3 * 365
"""For contests with their entrants; seasons; daily puzzles that count for boards and streaks."""
ROWS_A_BATCH = 1000
"""Rows that are deleted in one transaction."""
CONTESTS_AT_ONCE = 20
"""Contests deleted in one transaction; each may take thousands of tries with it."""


class Retention:
    """Deletes what is too old."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def prune(self, now: datetime) -> int:
        """Delete everything too old; return how many rows, without cascading ones."""
        gone = 0
        for table, which in _too_old(now):
            at_once = CONTESTS_AT_ONCE if table is contests else ROWS_A_BATCH
            gone += await delete_some(self._database, table, which, at_once)
        return gone


def _too_old(now: datetime) -> list[tuple[Table, ColumnElement[bool]]]:
    details, records, results = (
        now - timedelta(days=days) for days in (DETAIL_DAYS, RECORD_DAYS, RESULT_DAYS)
    )
    over = contests.c.due_at.is_(None) & contests.c.closes_at.is_not(None)
    long_over = select(contests.c.id).where(over, contests.c.closes_at < details)
    best = select(entrants.c.best_submission).where(entrants.c.id == submissions.c.entrant_id)
    later = messages.alias()
    newest = (
        select(func.max(later.c.number))
        .where(later.c.guild_id == messages.c.guild_id)
        .scalar_subquery()
    )
    just_now = now - timedelta(days=REMINDER_DAYS)
    plays_lately = (
        select(daily_plays.c.id)
        .where(
            daily_plays.c.user_id == daily_reminders.c.user_id,
            daily_plays.c.started_at > records,
        )
        .exists()
    )
    return [
        (contests, over & (contests.c.closes_at < results)),
        (seasons, seasons.c.due_at.is_(None) & (seasons.c.ends_at < results)),
        (
            submissions,
            submissions.c.contest_id.in_(long_over) & submissions.c.id.not_in(best),
        ),
        (practices, practices.c.ends_at < details),
        (audit, audit.c.at < records),
        (daily_plays, daily_plays.c.started_at < results),
        (daily_plays, daily_plays.c.live.is_(False) & (daily_plays.c.started_at < records)),
        (daily_tries, daily_tries.c.at < details),
        (races, races.c.due_at.is_(None) & (races.c.created_at < records)),
        (ratings, ratings.c.last_at < results),
        (race_moves, race_moves.c.at < details),
        (trainings, trainings.c.last_at < records),
        (training_puzzles, training_puzzles.c.ended_at < records),
        (training_tries, training_tries.c.at < details),
        (puzzle_ratings, puzzle_ratings.c.last_at < records),
        (daily_shares, daily_shares.c.claimed_at < details),
        # Keep each server's newest: it says which puzzle comes next there.
        (
            messages,
            and_(messages.c.closed, messages.c.closes_at < records, messages.c.number < newest),
        ),
        (messages, and_(messages.c.kind.in_(PRIVATE), messages.c.closes_at < just_now)),
        (daily_reminders, (daily_reminders.c.set_at < records) & ~plays_lately),
    ]


async def delete_some(
    database: Database, table: Table, which: ColumnElement[bool], at_once: int = ROWS_A_BATCH
) -> int:
    """Delete rows a few at a time, so that nobody waits long for the write lock; return how many.

    They are found outside the write lock.
    """
    return await _some(database, delete(table), which, at_once)


async def change_some(
    database: Database, table: Table, which: ColumnElement[bool], **values: Any
) -> int:
    """Set columns of rows a few at a time, like `delete_some`; `which` must then exclude them."""
    return await _some(database, update(table).values(**values), which, ROWS_A_BATCH)


async def _some(
    database: Database, change: Delete | Update, which: ColumnElement[bool], at_once: int
) -> int:
    keys = change.table.primary_key.columns.values()  # type: ignore[attr-defined]
    key: Any = keys[0] if len(keys) == 1 else tuple_(*keys)
    done = 0
    while True:
        async with database.read() as tx:
            rows = (await tx.execute(select(*keys).where(which).limit(at_once))).all()
        found = [row[0] if len(keys) == 1 else tuple(row) for row in rows]
        if found:
            async with database.write() as tx:
                done += (await tx.execute(change.where(key.in_(found), which))).rowcount
        if len(found) < at_once:
            return done
