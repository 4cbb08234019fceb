"""Finished contests played again, with a clock; unranked and separate from the contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from bot.contests.answers import Answer, answer_of, answer_size
from bot.contests.options import MOST_MINUTES, MOST_SUBMISSIONS
from bot.contests.play import Entry
from bot.contests.queries import Scope, find
from bot.contests.ranking import percent
from bot.contests.times import next_second
from bot.contests.tries import Try
from bot.errors import BadTime, NoSuchContest, Refused, WrongState
from bot.store import Database, Transaction, contests, rows
from bot.store.schema import Act, Contest, Practice, PracticeTry
from solvers.lexicon import Lexicon

MINUTES = 15
"""The clock of a practice unless the contest had one or the player asks for another."""
NO_ROOM = "nobody can practise"
TIME_IS_UP = "Time’s up! Start another practice with /contests practice."


@dataclass(frozen=True, slots=True)
class PracticeReceipt:
    """A try that has been stored; `number` counts the tries of this practice from 1."""

    contest: Contest
    practice: Practice
    number: int
    answer: Answer
    percent: float
    is_best: bool
    best_score: int
    best_percent: float


class ContestPractice:
    """Begins practices and takes their tries; for `scope` see `ContestPlaying`."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def begin(
        self,
        scope: Scope,
        contest_id: str,
        act: Act,
        minutes: int | None = None,
    ) -> tuple[Contest, Practice]:
        """Begin to practise a contest whose results are out, or continue a running practice.

        Raises WrongState before the results are out, BadTime if the clock is too long, Refused
        after MOST_TRIES practised tries, NotKept while the disk is nearly full or if the person has
        used up today's storage.
        """
        await self._require_room()
        async with self._database.write() as tx:
            contest = await find(tx, scope, contest_id)
            if contest.state != "revealed":
                raise WrongState("You can practise this contest once its results are out.")
            running = await contests.running_practice(tx, contest_id, act.user, act.at)
            if running is not None:
                return contest, running
            minutes = minutes or contest.sealed_minutes or MINUTES
            if not 1 <= minutes <= MOST_MINUTES:
                raise BadTime(f"A practice can have 1 to {MOST_MINUTES:,} minutes.")
            ends = next_second(act.at + timedelta(minutes=minutes))
            practice = Practice(
                id=act.interaction,
                contest_id=contest_id,
                user_id=act.user,
                started_at=act.at,
                ends_at=ends,
            )
            await _check_tries(tx, practice)
            self._database.budget.spend(act.user, 0, act.at)
            await rows.add(tx, practice)
            return contest, practice

    async def _require_room(self) -> None:
        """Leave the last disk space to contests and daily puzzles."""
        await self._database.require_room(NO_ROOM)

    async def find(self, scope: Scope, practice_id: int, user_id: int) -> tuple[Contest, Practice]:
        """Return a person's practice and its contest; raises NoSuchContest."""
        async with self._database.read() as tx:
            return await _find(tx, scope, practice_id, user_id)

    async def entry(self, scope: Scope, practice_id: int, act: Act) -> Entry:
        """Return what a player needs to send in a snake; raises Refused, NoSuchContest."""
        contest, practice = await self.find(scope, practice_id, act.user)
        if act.at >= practice.ends_at:
            raise Refused("time is up", TIME_IS_UP)
        async with self._database.read() as tx:
            await _check_tries(tx, practice)
            best = await contests.best_practice_try(tx, practice_id)
        tried = None if best is None else Try(best.words, best.positions)
        return Entry(contest, contest.words, practice.ends_at, None, tried)

    async def submit(self, scope: Scope, practice_id: int, act: Act, tried: Try) -> PracticeReceipt:
        """Score an answer and store it, once per interaction; raises Refused, BadTry, BadInput.

        NotKept: the disk is nearly full, or this person has used up today's storage.
        """
        contest, practice = await self.find(scope, practice_id, act.user)
        if not practice.started_at <= act.at < practice.ends_at:
            raise Refused("time is up", TIME_IS_UP)
        answer = answer_of(contest, tried, self._lexicons[contest.tier])
        await self._require_room()
        async with self._database.write() as tx:
            return await store_practised(
                tx, self._database, contest, practice=practice, act=act, answer=answer
            )


async def _find(
    tx: Transaction, scope: Scope, practice_id: int, user_id: int
) -> tuple[Contest, Practice]:
    practice = await rows.get(tx, Practice, practice_id)
    if practice is None or practice.user_id != user_id:
        raise NoSuchContest(
            "I no longer have this practice, or it isn’t yours. Start one with /contests practice."
        )
    return await find(tx, scope, practice.contest_id), practice


async def practice_of(
    tx: Transaction, scope: Scope, practice_id: int, act: Act
) -> tuple[Contest, Practice]:
    """Return a person's running practice and its contest; raises Refused, NoSuchContest."""
    contest, practice = await _find(tx, scope, practice_id, act.user)
    if not practice.started_at <= act.at < practice.ends_at:
        raise Refused("time is up", TIME_IS_UP)
    return contest, practice


async def store_practised(
    tx: Transaction,
    database: Database,
    contest: Contest,
    *,
    practice: Practice,
    act: Act,
    answer: Answer,
) -> PracticeReceipt:
    """Store an answer of a practice, once per interaction.

    Raises Refused after MOST_TRIES practised tries, NotKept if the person has used up today's
    storage.
    """
    await rows.get(tx, Practice, practice.id)  # locks it: one try at a time
    this = await rows.get(tx, PracticeTry, act.interaction)
    if this is None:
        await _check_tries(tx, practice)
        database.budget.spend(act.user, answer_size(answer), act.at)
        this = PracticeTry(
            id=act.interaction,
            practice_id=practice.id,
            at=act.at,
            score=answer.score,
            words=answer.words,
            positions=answer.positions,
        )
        await rows.add(tx, this)
    number = await contests.number_in_practice(tx, this)
    best = await contests.best_practice_try(tx, practice.id)
    assert best is not None  # at least this one
    return PracticeReceipt(
        contest=contest,
        practice=practice,
        number=number,
        answer=Answer(this.words, this.positions, this.score),
        percent=percent(contest, this.score),
        is_best=this.score == best.score,
        best_score=best.score,
        best_percent=percent(contest, best.score),
    )


async def _check_tries(tx: Transaction, practice: Practice) -> None:
    """Raise Refused if a person has practised a contest MOST_TRIES times."""
    tries = await contests.count_practised(tx, practice.contest_id, practice.user_id)
    if tries >= MOST_SUBMISSIONS:
        raise Refused(
            "no tries left",
            f"You’ve practised this contest {MOST_SUBMISSIONS:,} times, and I can’t keep more. Try "
            "another contest.",
        )
