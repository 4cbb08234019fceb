"""Opens, closes and reveals contests: each step once, however long the bot was down."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from bot.contests import life
from bot.contests.ranking import order_of
from bot.contests.terms import terms_of
from bot.puzzles import GAMES, commit
from bot.ratings import rating
from bot.retries import Retries
from bot.store import Database, Transaction, audit, contests, entrants, outbox, rows, seasons
from bot.store.schema import Contest, Entrant, Submission

log = logging.getLogger(__name__)

CONTESTS_A_STEP = 100
"""How many contests one call advances."""
REVEAL_EVERY = timedelta(seconds=6)
TOLD_AFTER = timedelta(seconds=5)
"""How long after the results private messages go out: the post is there by then."""
DRAFT_KEPT = timedelta(days=1)
"""How long a draft waits to be confirmed."""
RATED_TOGETHER = 100
"""With more players than this, each is compared with about this many from all over the board."""


class ContestTransitions:
    """Opens, closes and reveals contests when they are due."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._retries = Retries()

    async def advance(self, now: datetime) -> int:
        """Take every due step, each in its own transaction; return how many.

        A failing contest does not delay the others; it is retried with exponential backoff.
        """
        async with self._database.read() as tx:
            due = await contests.due(tx, now, CONTESTS_A_STEP + len(self._retries))
        steps = 0
        for contest_id in self._retries.ready(due, now):
            try:
                while await self._step(contest_id, now):
                    steps += 1
            except Exception:
                pause = self._retries.failed(contest_id, now)
                log.exception("contest %s: a step failed; retrying in %s", contest_id, pause)
            else:
                self._retries.passed(contest_id)
        return steps

    async def tidy(self, now: datetime) -> int:
        """Delete drafts that nobody confirmed within a day; return how many."""
        await seasons.drop_drafts(self._database, now - DRAFT_KEPT)
        return await contests.drop_drafts(self._database, now - DRAFT_KEPT)

    async def _step(self, contest_id: str, now: datetime) -> bool:
        async with self._database.write() as tx:
            contest = await rows.get(tx, Contest, contest_id)
            return contest is not None and await step(tx, contest, now) is not None


async def catch_up(tx: Transaction, contest: Contest, now: datetime) -> Contest:
    """Take all due steps within a transaction; return the contest after them."""
    while (later := await step(tx, contest, now)) is not None:
        contest = later
    return contest


async def step(tx: Transaction, contest: Contest, now: datetime) -> Contest | None:
    """Take the next step of a contest's life if it is due; None if it is not."""
    if contest.due_at is None or contest.due_at > now:
        return None
    if contest.state == "closed" and (one := await _reveal_place(tx, contest, now)):
        return one
    state = life.DUE_NEXT[contest.state]
    due_at = life.due_after(contest, state)
    if state == "closed":
        await contests.release(tx, contest.id)
    if state == "open":  # nobody has seen it yet, and its terms can no longer change
        contest = await contests.lock_in(tx, contest, commit(terms_of(contest)))
    after = await _finished(tx, contest) if state == "revealed" else contest
    contest = await rows.change(tx, contest, replace(after, state=state, due_at=due_at))
    await audit.note(tx, contest, now, state)
    await outbox.mark_stale(tx, contest.id, now)
    if state == "revealed":
        await outbox.enqueue(tx, contest, "results", now)
        await _rate(tx, contest, now)
        asked = await entrants.who_asked(tx, contest.id)
        await outbox.enqueue_private_results(tx, contest, asked, now + TOLD_AFTER)
        if contest.season_id is not None:
            await seasons.hurry(tx, contest.season_id, now)
    return contest


async def _rate(tx: Transaction, contest: Contest, now: datetime) -> None:
    """Rate players with a place, here and across all servers, now that places are final."""
    board = await entrants.board(tx, contest.id, 0, None)
    places = {row.user_id: row.place for row in board if row.user_id is not None}
    users = list(places)
    groups = -(-len(users) // RATED_TOGETHER)
    for number in range(groups):
        group = users[number::groups]
        if len(group) > 1:
            changes = await rating.rate_round(
                tx, group, places, guild_id=contest.guild_id, games=(rating.CONTEST,), at=now
            )
            await entrants.note_ratings(tx, contest.id, changes)


async def _reveal_place(tx: Transaction, contest: Contest, now: datetime) -> Contest | None:
    """Reveal the next place of a frozen board, from last to first; None: all are revealed."""
    if contest.freezes_at is None:
        return None
    _, ranked = await entrants.count(tx, contest.id)
    revealed = -1 if contest.revealing is None else contest.revealing
    if ranked < 2 or revealed >= min(ranked, life.MOST_REVEALED):
        return None
    contest = await rows.change(
        tx, contest, replace(contest, revealing=revealed + 1, due_at=now + REVEAL_EVERY)
    )
    await outbox.enqueue(tx, contest, "results", now)
    return contest


async def _finished(tx: Transaction, contest: Contest) -> Contest:
    """Delete what only a running contest needs; return the contest as changed by its end.

    An unproven par that somebody has beaten becomes their score.
    """
    await entrants.drop_tombstones(tx, contest.id)
    after = replace(contest, salt=None)
    playing = [
        entrant
        for entrant in await entrants.of_contest(tx, contest.id)
        if entrant.best_score is not None and entrant.disqualified_at is None
    ]
    winner: Entrant | None = min(playing, key=lambda one: order_of(one, contest.ties), default=None)
    beaten = winner is not None and (winner.best_score or 0) > (contest.par or 0)
    if winner is not None and beaten and GAMES[contest.game].arranges:  # others are proven
        assert winner.best_submission is not None
        best = await rows.get(tx, Submission, winner.best_submission)
        assert best is not None
        order = life.par_order(life.score(contest, best.words, best.positions).order)
        proven = best.score == contest.bound
        after = replace(after, par=best.score, par_order=order, proven=proven)
    return after
