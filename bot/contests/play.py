"""What players do: start their clock, send in snakes. What they are told has been stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.contests import life
from bot.contests.queries import fetch
from bot.contests.submissions import Receipt, Snake, SubmissionBatcher
from bot.contests.tries import Try, check_try, read_try
from bot.errors import BadTry, Refused
from bot.store import Database, Transaction, entrants
from bot.store.records import Act, Contest, Entrant
from solvers.errors import BadInput
from solvers.lexicon import Lexicon

KNOWN = 200
"""Contests whose words are kept at hand."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody may play: the words, until when (not including it), and how many tries are left.

    `best` is their best snake so far, as they laid it; `again_at` when a cooldown ends that still
    keeps them from sending in the next.
    """

    contest: Contest
    words: tuple[str, ...]
    deadline: datetime
    tries_left: int | None
    best: Try | None = None
    again_at: datetime | None = None


class ContestPlay:
    """The players' side of contests."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons
        self._count = SubmissionBatcher(database)
        self._known: dict[str, Contest] = {}

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
                    (entrant,) = await entrants.join(tx, [(contest_id, act)], start=True)
                elif entrant.started_at is None:
                    entrant = await entrants.change(tx, entrant, started_at=act.at)
            best = await _best(tx, entrant)
        return _turn(contest, entrant, best, act.at)

    async def turn(self, contest_id: str, act: Act) -> Turn:
        """Return what somebody needs to lay a snake; raises Refused when none of theirs counts."""
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
            entrant = await _entrant(tx, contest, act.user)
            best = await _best(tx, entrant)
        return _turn(contest, entrant, best, act.at)

    async def submit_text(self, contest_id: str, act: Act, text: str) -> Receipt:
        """Take a snake as it was typed; see `submit`."""
        return await self.submit(contest_id, act, read_try(text))

    async def submit(self, contest_id: str, act: Act, tried: Try) -> Receipt:
        """Score a snake and store it; once this returns, it counts whatever happens.

        The same interaction counts once, however often it comes. Raises Refused, BadTry, BadInput
        (positions that do not work out), Unsaved.
        """
        contest = await self._of(contest_id)
        try:
            check_try(tried.order, contest.words, self._lexicons[contest.tier].__contains__)
            scored = life.score(contest, tried.order, tried.positions)
        except (BadTry, BadInput):
            # If none of theirs counts, that is the thing to say; and words may still be sealed.
            await self.turn(contest_id, act)
            raise
        return await self._count.take(Snake(contest_id, act, tried, scored))

    async def _of(self, contest_id: str) -> Contest:
        """Return a contest for what never changes once it is announced: its words and rule."""
        contest = self._known.get(contest_id)
        if contest is None:
            async with self._database.read() as tx:
                contest = await fetch(tx, contest_id)
            if contest.confirmed_at is not None:
                if len(self._known) >= KNOWN:
                    self._known.clear()
                self._known[contest_id] = contest
        return contest


async def _entrant(tx: Transaction, contest: Contest, user_id: int) -> Entrant | None:
    """Return a person's part in a contest; Refused if they had themselves forgotten meanwhile."""
    entrant = await entrants.of(tx, contest.id, user_id)
    if entrant is None:
        life.refuse_returning(contest, user_id, await entrants.tombstones(tx, [contest.id]))
    return entrant


async def _best(tx: Transaction, entrant: Entrant | None) -> Try | None:
    if entrant is None or entrant.best_submission is None:
        return None
    best = await entrants.get_try(tx, entrant.best_submission)
    return None if best is None else Try(best.words, best.positions)


def _turn(contest: Contest, entrant: Entrant | None, best: Try | None, at: datetime) -> Turn:
    again_at = None
    try:
        life.judge(contest, entrant, at)
    except Refused as error:
        if error.reason != "cooling down":  # the next snake may be laid meanwhile
            raise
        again_at = error.until
    end = life.deadline(contest, entrant.started_at if entrant else None)
    assert end is not None  # judged: it is open, and its clock runs
    tries = life.tries_left(contest, entrant.tries if entrant else 0)
    return Turn(contest, contest.words, end, tries, best, again_at)
