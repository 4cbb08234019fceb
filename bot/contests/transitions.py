"""Contests move on: what is due happens, each step once, however long the bot was away."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from bot.contests import life
from bot.contests.ranking import order_of
from bot.store import Database, Transaction, audit, contests, entrants, outbox
from bot.store.records import Contest, Entrant

log = logging.getLogger(__name__)

AT_ONCE = 100
DRAFT_KEPT = timedelta(days=1)
"""How long a draft waits to be confirmed."""
PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(minutes=10)


class ContestTransitions:
    """Opens, closes and reveals contests when that is due."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Contests that could not move on: how often, and not before when to try again.
        self._failed: dict[str, tuple[int, datetime]] = {}

    async def advance(self, now: datetime) -> int:
        """Take every step that is due, each in a transaction of its own; return how many.

        A contest that fails does not hold up the others; it is tried again, ever less often.
        """
        async with self._database.read() as tx:
            due = await contests.due(tx, now, AT_ONCE + len(self._failed))
        steps = 0
        for contest_id in due:
            failures, again = self._failed.get(contest_id, (0, now))
            if now < again:
                continue
            try:
                while await self._step(contest_id, now):
                    steps += 1
            except Exception:
                pause = min(PAUSE * 2**failures, LONGEST_PAUSE)
                self._failed[contest_id] = (failures + 1, now + pause)
                log.exception("contest %s does not move on; again in %s", contest_id, pause)
            else:
                self._failed.pop(contest_id, None)
        return steps

    async def tidy(self, now: datetime) -> int:
        """Delete drafts that nobody confirmed within a day; return how many."""
        async with self._database.write() as tx:
            return await contests.drop_drafts(tx, now - DRAFT_KEPT)

    async def _step(self, contest_id: str, now: datetime) -> bool:
        async with self._database.write() as tx:
            contest = await contests.get(tx, contest_id, lock=True)
            return contest is not None and await step(tx, contest, now) is not None


async def catch_up(tx: Transaction, contest: Contest, now: datetime) -> Contest:
    """Take the steps that are due, within a transaction; return the contest as it is then."""
    while (later := await step(tx, contest, now)) is not None:
        contest = later
    return contest


async def step(tx: Transaction, contest: Contest, now: datetime) -> Contest | None:
    """Take the next step of a contest's life if it is due, with all that it entails."""
    if contest.due_at is None or contest.due_at > now:
        return None
    state = life.DUE_NEXT[contest.state]
    due_at = life.due_after(contest, state)
    if state == "closed":
        await contests.release(tx, contest.id)
    finish = await _finish(tx, contest) if state == "revealed" else {}
    contest = await contests.change(tx, contest, state=state, due_at=due_at, **finish)
    await audit.note(tx, contest, now, state)
    await outbox.mark_stale(tx, contest.id)
    if state == "revealed":
        await outbox.enqueue(tx, contest, "results", now)
    return contest


async def _finish(tx: Transaction, contest: Contest) -> dict[str, Any]:
    """Forget what only a running contest needs; raise an unproven par that somebody has beaten."""
    await entrants.drop_tombstones(tx, contest.id)
    changes: dict[str, Any] = {"salt": None}
    playing = [
        entrant
        for entrant in await entrants.of_contest(tx, contest.id)
        if entrant.best_score is not None and entrant.disqualified_at is None
    ]
    winner: Entrant | None = min(playing, key=order_of, default=None)
    if winner is not None and (winner.best_score or 0) > (contest.par or 0):
        assert winner.best_submission is not None
        best = await entrants.get_try(tx, winner.best_submission)
        assert best is not None
        changes |= {
            "par": best.score,
            "par_order": laid(contest, best.words, best.positions),
            "proven": best.score == contest.bound,
        }
    return changes


def laid(
    contest: Contest, words: tuple[str, ...], positions: tuple[int, ...] | None
) -> tuple[tuple[str, int], ...]:
    """Return each word of a snake with the position it is laid at."""
    scored = life.score(contest, words, positions)
    return tuple((placed.word, placed.position) for placed in scored.order)
