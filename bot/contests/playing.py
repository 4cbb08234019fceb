"""What players do: start their clock, send in snakes. What they are told has been stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.contests import life
from bot.contests.ranking import percent
from bot.contests.reading import fetch
from bot.contests.tries import check_try, read_try
from bot.errors import Refused
from bot.store import entrants
from bot.store.privacy import ghost_of
from bot.store.records import Submission

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.contests.tries import Try
    from bot.store import Database, Transaction
    from bot.store.records import Act, Contest, Entrant
    from solvers.lexicon import Lexicon
    from solvers.wordsnake import Scored


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody may play: the words, until when (not including it), and how many tries are left."""

    contest: Contest
    words: tuple[str, ...]
    deadline: datetime
    tries_left: int | None


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


class Playing:
    """The players' side of contests."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def start(self, contest_id: str, act: Act) -> Turn:
        """Let somebody see the words; under a sealed clock, theirs starts now if it has not.

        Raises Refused.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id)
            life.admit(contest, act.at)
            entrant = await _entrant(tx, contest, act.user)
            if contest.sealed_minutes is not None:
                if entrant is None:
                    entrant = await entrants.join(tx, contest_id, act, start=True)
                elif entrant.started_at is None:
                    entrant = await entrants.change(tx, entrant, started_at=act.at)
        return _turn(contest, entrant, act.at)

    async def turn(self, contest_id: str, act: Act) -> Turn:
        """Return what somebody needs to send in a snake; raises Refused when it would not count."""
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
            entrant = await _entrant(tx, contest, act.user)
        return _turn(contest, entrant, act.at)

    async def submit_text(self, contest_id: str, act: Act, text: str) -> Receipt:
        """Take a snake as it was typed; see `submit`."""
        return await self.submit(contest_id, act, read_try(text))

    async def submit(self, contest_id: str, act: Act, tried: Try) -> Receipt:
        """Score a snake and store it; once this returns, it counts whatever happens.

        The same interaction counts once, however often it comes. Raises Refused, BadTry, BadInput
        (positions that do not work out), Unsaved.
        """
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
        life.admit(contest, act.at)
        check_try(tried.order, contest.words, self._lexicons[contest.tier].__contains__)
        scored = life.score(contest, tried.order, tried.positions)
        async with self._database.write() as tx:
            before = await entrants.get_try(tx, act.interaction)
            if before is not None:
                return await _receipt(tx, contest, before)
            contest = await fetch(tx, contest_id)
            entrant = await _entrant(tx, contest, act.user)
            life.judge(contest, entrant, act.at)
            if entrant is None:
                entrant = await entrants.join(tx, contest_id, act, start=False)
            submission = Submission(
                act.interaction,
                contest_id,
                entrant.id,
                act.at,
                entrant.tries + 1,
                scored.score,
                tried.order,
                tried.positions,
            )
            await entrants.add_try(tx, submission)
            entrant = await _count(tx, contest, entrant, submission)
            return await _receipt(tx, contest, submission, entrant, scored)


async def _entrant(tx: Transaction, contest: Contest, user_id: int) -> Entrant | None:
    """Return a person's part in a contest; Refused if they had themselves forgotten meanwhile."""
    entrant = await entrants.of(tx, contest.id, user_id, lock=True)
    if entrant is None and contest.salt is not None:
        ghost = ghost_of(contest.salt, user_id)
        if await entrants.haunted(tx, contest.id, ghost):
            raise Refused(
                "left",
                "You were in this contest when you asked to be forgotten, so you cannot enter it "
                "a second time.",
            )
    return entrant


async def _count(
    tx: Transaction, contest: Contest, entrant: Entrant, submission: Submission
) -> Entrant:
    """Count a try that has been stored: the best counts, and who reached it first."""
    columns: dict[str, Any] = {
        "tries": submission.number,
        "last_at": max(submission.at, entrant.last_at or submission.at),
    }
    reached = life.reached_ms(contest, entrant.started_at, submission.at)
    best = (submission.score, -reached)
    if entrant.best_score is None or best > (entrant.best_score, -(entrant.reached_ms or 0)):
        columns |= {"best_score": submission.score, "best_submission": submission.id}
        columns["reached_ms"] = reached
    return await entrants.change(tx, entrant, **columns)


async def _receipt(
    tx: Transaction,
    contest: Contest,
    submission: Submission,
    entrant: Entrant | None = None,
    scored: Scored | None = None,
) -> Receipt:
    repeated = entrant is None
    if entrant is None:
        entrant = await entrants.get(tx, submission.entrant_id)
    assert entrant is not None
    assert entrant.best_score is not None
    place = ranked = None
    if contest.board != "hidden" and entrant.disqualified_at is None:
        place, ranked = await entrants.place(tx, entrant)
    par = contest.par or 0
    cooldown = timedelta(seconds=contest.cooldown_seconds)
    return Receipt(
        contest,
        submission.number,
        scored or life.score(contest, submission.words, submission.positions),
        percent(submission.score, par),
        entrant.best_submission == submission.id,
        entrant.best_score,
        percent(entrant.best_score, par),
        place,
        ranked,
        life.tries_left(contest, entrant.tries),
        submission.at + cooldown if cooldown else None,
        repeated,
    )


def _turn(contest: Contest, entrant: Entrant | None, at: datetime) -> Turn:
    life.judge(contest, entrant, at)
    end = life.deadline(contest, entrant.started_at if entrant else None)
    assert end is not None  # judged: it is open, and its clock runs
    tries = entrant.tries if entrant else 0
    return Turn(contest, contest.words, end, life.tries_left(contest, tries))
