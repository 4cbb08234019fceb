"""Counting snakes: as many as have come in are judged and stored in one transaction.

A commit waits for the disk; everybody who came meanwhile shares the next one. Nobody is told of
a snake before its transaction has ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.contests import life
from bot.contests.ranking import order_of, percent, place_among
from bot.contests.tries import Try
from bot.errors import ContestError, NoSuchContest
from bot.store import Database, Transaction, contests, entrants
from bot.store.records import Act, Contest, Entrant, Submission
from solvers.wordsnake import Scored

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Receipt:
    """A snake that has been stored. `number` is the try's, from 1; `place` None: the board hides.

    `repeated`: this very interaction had been stored before. `again_at`: when a cooldown ends.
    """

    contest: Contest
    number: int
    scored: Scored
    percent: float
    is_best: bool
    best_score: int
    best_percent: float
    place: int | None
    ranked: int | None
    tries_left: int | None
    again_at: datetime | None
    repeated: bool


@dataclass(frozen=True, slots=True)
class Snake:
    """A snake of the contest's very words, scored; whether it counts is still to be judged."""

    contest_id: str
    act: Act
    tried: Try
    scored: Scored


class SubmissionBatcher:
    """Takes snakes one by one and counts them in batches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Snake, asyncio.Future[Receipt]]] = []
        self._working: asyncio.Task[None] | None = None

    async def take(self, snake: Snake) -> Receipt:
        """Count a snake; it is stored when this returns. Raises Refused or Unsaved."""
        receipt: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._waiting.append((snake, receipt))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await receipt

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            if not await self._count(batch) and len(batch) > 1:
                for one in batch:  # one of them may be at fault: each by itself
                    await self._count([one])

    async def _count(self, batch: Sequence[tuple[Snake, asyncio.Future[Receipt]]]) -> bool:
        """Count a batch and tell those in it; False if it failed and is to be tried one by one."""
        answers: Sequence[Receipt | Exception]
        try:
            async with self._database.write() as tx:
                answers = await store_batch(tx, [snake for snake, _ in batch])
        except Exception as error:  # noqa: BLE001 - it is raised to whoever waits
            if len(batch) > 1:
                return False
            answers = [error]
        for (_, receipt), answer in zip(batch, answers, strict=True):
            if receipt.cancelled():
                continue
            if isinstance(answer, Exception):
                receipt.set_exception(answer)
            else:
                receipt.set_result(answer)
        return True


class Batch:
    """A batch being counted: what the store knows, and what it is to learn."""

    def __init__(self, known: Iterable[Contest], ghosts: set[str]) -> None:
        self.contests = {contest.id: contest for contest in known}
        self.ghosts = ghosts
        self.entrants: dict[tuple[str, int], Entrant] = {}
        self.tries: dict[int, Submission] = {}
        self.new: list[Submission] = []

    def judge(self, snake: Snake) -> Entrant | None:
        """Return who sent it, None for a newcomer; raise a ContestError if it does not count."""
        contest = self.contests.get(snake.contest_id)
        if contest is None:
            raise NoSuchContest("This contest is no longer kept.")
        entrant = self.entrants.get((snake.contest_id, snake.act.user))
        if entrant is None:
            life.refuse_returning(contest, snake.act.user, self.ghosts)
        life.judge(contest, entrant, snake.act.at)
        return entrant

    def add(self, snake: Snake) -> bool:
        """Count a try; False: it has been counted before. Raises ContestError."""
        if snake.act.interaction in self.tries:
            return False
        entrant = self.judge(snake)
        assert entrant is not None  # newcomers have been let in
        submission = Submission(
            snake.act.interaction,
            snake.contest_id,
            entrant.id,
            snake.act.at,
            entrant.tries + 1,
            snake.scored.score,
            snake.tried.order,
            snake.tried.positions,
        )
        self.tries[submission.id] = submission
        self.new.append(submission)
        key = (snake.contest_id, snake.act.user)
        self.entrants[key] = _with(entrant, submission, self.contests[snake.contest_id])
        return True


async def store_batch(tx: Transaction, batch: Sequence[Snake]) -> list[Receipt | Exception]:
    """Judge and store snakes, in the order of their moments; return what to tell of each."""
    contest_ids = list({snake.contest_id for snake in batch})
    users = list({snake.act.user for snake in batch})
    counting = Batch(
        await contests.some(tx, contest_ids), await entrants.tombstones(tx, contest_ids)
    )
    stored = await entrants.get_tries(tx, [snake.act.interaction for snake in batch])
    counting.tries = {tried.id: tried for tried in stored}
    _know(counting, await entrants.some(tx, contest_ids, users))
    refused: dict[int, ContestError] = {}
    in_order = sorted(range(len(batch)), key=lambda n: (batch[n].act.at, batch[n].act.interaction))
    newcomers: dict[tuple[str, int], Act] = {}
    for n in in_order:
        snake = batch[n]
        try:
            if snake.act.interaction not in counting.tries and counting.judge(snake) is None:
                newcomers.setdefault((snake.contest_id, snake.act.user), snake.act)
        except ContestError as error:
            refused[n] = error
    if newcomers:
        joining = [(contest_id, act) for (contest_id, _), act in newcomers.items()]
        _know(counting, await entrants.join(tx, joining, start=False))
    fresh = set()
    for n in in_order:
        try:
            if n not in refused and counting.add(batch[n]):
                fresh.add(n)
        except ContestError as error:
            refused[n] = error
    if counting.new:
        await entrants.add_tries(tx, counting.new)
        changed = {submission.entrant_id for submission in counting.new}
        await entrants.score(tx, (e for e in counting.entrants.values() if e.id in changed))
    boards = {
        contest.id: sorted((-s, ms, n) for s, ms, n in await entrants.keys(tx, contest.id))
        for contest in counting.contests.values()
        if contest.board != "hidden"
    }
    return [
        refused.get(n) or _receipt(counting, snake, boards, repeated=n not in fresh)
        for n, snake in enumerate(batch)
    ]


def _know(counting: Batch, some: Iterable[Entrant]) -> None:
    for entrant in some:
        if entrant.user_id is not None:
            counting.entrants[entrant.contest_id, entrant.user_id] = entrant


def _with(entrant: Entrant, submission: Submission, contest: Contest) -> Entrant:
    """Return the entrant with one try more: the best counts, and how soon it was reached."""
    entrant = replace(
        entrant,
        tries=submission.number,
        last_at=max(submission.at, entrant.last_at or submission.at),
    )
    reached = life.reached_ms(contest, entrant.started_at, submission.at)
    if entrant.best_score is not None and (submission.score, -reached) <= (
        entrant.best_score,
        -(entrant.reached_ms or 0),
    ):
        return entrant
    return replace(
        entrant,
        best_score=submission.score,
        best_submission=submission.id,
        reached_ms=reached,
    )


def _receipt(
    counting: Batch,
    snake: Snake,
    boards: dict[str, list[tuple[int, int, int]]],
    *,
    repeated: bool,
) -> Receipt | ContestError:
    contest = counting.contests[snake.contest_id]
    submission = counting.tries[snake.act.interaction]
    entrant = counting.entrants.get((snake.contest_id, snake.act.user))
    if entrant is None or entrant.best_score is None:
        return NoSuchContest("This snake was sent in by somebody who has been forgotten.")
    board = boards.get(contest.id)
    place = None
    if board is not None and entrant.disqualified_at is None:
        place = place_among(order_of(entrant), board)
    par = contest.par or 0
    cooldown = timedelta(seconds=contest.cooldown_seconds)
    return Receipt(
        contest,
        submission.number,
        life.score(contest, submission.words, submission.positions) if repeated else snake.scored,
        percent(submission.score, par),
        entrant.best_submission == submission.id,
        entrant.best_score,
        percent(entrant.best_score, par),
        place,
        None if place is None or board is None else len(board),
        life.tries_left(contest, entrant.tries),
        submission.at + cooldown if cooldown else None,
        repeated,
    )
