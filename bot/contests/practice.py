"""Finished contests played again, with a clock; unranked and separate from the contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from bot.contests import life
from bot.contests.plan import MOST_SEALED_MINUTES
from bot.contests.play import Turn
from bot.contests.queries import fetch
from bot.contests.ranking import percent
from bot.contests.tries import Try, check_try
from bot.errors import BadTime, NoSuchContest, Refused, WrongState
from bot.store import Database, contests
from bot.store.records import Act, Contest, Practice, PracticeTry
from solvers.lexicon import Lexicon
from solvers.wordsnake import Scored

MINUTES = 15
"""The clock of a practice unless the contest had one or the player asks for another."""
TIME_IS_UP = "The time of this practice is over; begin another from the contest's results."


@dataclass(frozen=True, slots=True)
class PracticeReceipt:
    """A try that has been stored; `number` counts the tries of this practice from 1."""

    contest: Contest
    practice: Practice
    number: int
    scored: Scored
    percent: float
    is_best: bool
    best_score: int
    best_percent: float


class ContestPractice:
    """Beginning a practice and sending in tries."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def begin(
        self,
        guild_id: int,
        contest_id: str,
        act: Act,
        minutes: int | None = None,
    ) -> tuple[Contest, Practice]:
        """Begin to practise a contest whose results are out, or continue a practice under way.

        Raises WrongState while the results are not out, BadTime for a clock that is too long.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            if contest.state != "revealed":
                raise WrongState("A contest can be practised once its results are out.")
            running = await contests.running_practice(tx, contest_id, act.user, act.at)
            if running is not None:
                return contest, running
            minutes = minutes or contest.sealed_minutes or MINUTES
            if not 1 <= minutes <= MOST_SEALED_MINUTES:
                raise BadTime(f"A practice has from 1 to {MOST_SEALED_MINUTES:,} minutes.")
            ends = act.at + timedelta(minutes=minutes)
            practice = Practice(act.interaction, contest_id, act.user, act.at, ends)
            await contests.add_practice(tx, practice)
            return contest, practice

    async def find(self, practice_id: int, user_id: int) -> tuple[Contest, Practice]:
        """Return a person's practice and its contest; raises NoSuchContest."""
        async with self._database.read() as tx:
            practice = await contests.get_practice(tx, practice_id)
            if practice is None or practice.user_id != user_id:
                raise NoSuchContest("This practice is not yours, or is no longer kept.")
            return await fetch(tx, practice.contest_id), practice

    async def turn(self, practice_id: int, act: Act) -> Turn:
        """Return what somebody needs to send in a snake; raises Refused, NoSuchContest."""
        contest, practice = await self.find(practice_id, act.user)
        if act.at >= practice.ends_at:
            raise Refused("time is up", TIME_IS_UP)
        async with self._database.read() as tx:
            tries = await contests.tries_of_practice(tx, practice_id)
        best = max(tries, key=lambda one: one.score, default=None)
        tried = None if best is None else Try(best.words, best.positions)
        return Turn(contest, contest.words, practice.ends_at, None, tried)

    async def submit(self, practice_id: int, act: Act, tried: Try) -> PracticeReceipt:
        """Score a snake and store it, once per interaction; raises Refused, BadTry, BadInput."""
        contest, practice = await self.find(practice_id, act.user)
        check_try(tried.order, contest.words, self._lexicons[contest.tier].__contains__)
        scored = life.score(contest, tried.order, tried.positions)
        async with self._database.write() as tx:
            await contests.get_practice(tx, practice_id)  # locks it: one try at a time
            tries = await contests.tries_of_practice(tx, practice_id)
            if act.interaction not in {before.id for before in tries}:
                if not practice.started_at <= act.at < practice.ends_at:
                    raise Refused("time is up", TIME_IS_UP)
                new = PracticeTry(
                    act.interaction,
                    practice_id,
                    act.at,
                    scored.score,
                    tried.order,
                    tried.positions,
                )
                await contests.add_practice_try(tx, new)
                tries.append(new)
        number = next(n for n, one in enumerate(tries, 1) if one.id == act.interaction)
        this = tries[number - 1]
        best = max(one.score for one in tries)
        return PracticeReceipt(
            contest,
            practice,
            number,
            life.score(contest, this.words, this.positions),
            percent(this.score, contest.par or 0),
            this.score == best,
            best,
            percent(best, contest.par or 0),
        )
