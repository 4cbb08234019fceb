"""The actions of players: start the clock, send in answers. A receipt means one is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from cachetools import LRUCache

from bot.contests import insiders, life
from bot.contests.answers import answer_of, answer_size
from bot.contests.queries import Scope, find
from bot.contests.seasons import as_one, find_rounds
from bot.contests.submissions import Receipt, Sent, store_batch
from bot.contests.tries import Try
from bot.errors import BadTry, Refused, WrongState
from bot.store import Batcher, Database, Transaction, entrants, outbox, rows
from bot.store.schema import Act, Contest, Entrant, Season, Submission
from solvers.errors import BadInput
from solvers.lexicon import Lexicon

CACHED = 200
"""How many contests are cached."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player needs: the words, the deadline (exclusive), the tries left.

    `best` is their best snake so far, as they laid it; `again_at` is set during a cooldown: from
    then on they may send the next one.
    """

    contest: Contest
    words: tuple[str, ...]
    deadline: datetime
    tries_left: int | None
    best: Try | None = None
    again_at: datetime | None = None


class ContestPlaying:
    """The players' side of contests; `scope` says which contests a player can find.

    Raises NoSuchContest for any other.
    """

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons
        self._submissions = Batcher(database, store_batch)
        self._contests: LRUCache[str, Contest] = LRUCache(CACHED)

    async def start(self, scope: Scope, contest_id: str, act: Act) -> Entry:
        """Show a player the words, starting a sealed clock if needed. Raises Refused."""
        async with self._database.write() as tx:
            contest = await find(tx, scope, contest_id)
            life.check_running(contest, act.at)
            scope.check_eligible(contest, act.at)
            entrant = await entrant_of(tx, contest, act.user)
            if contest.is_sealed:
                if entrant is None:
                    (entrant,) = await insiders.join(tx, [(contest_id, act)], start=True)
                    await outbox.touch(tx, [contest_id], act.at)
                elif entrant.started_at is None:
                    entrant = await rows.change(tx, entrant, replace(entrant, started_at=act.at))
            best = await _best(tx, entrant)
        return _entry(contest, entrant, best, act.at)

    async def ask_results(self, scope: Scope, contest_id: str, act: Act) -> bool:
        """Switch whether a player gets the results as a message; return whether they now do.

        Raises Refused if they do not play, or the results are out.
        """
        async with self._database.write() as tx:
            contest = await find(tx, scope, contest_id)
            if contest.state in life.FINISHED:
                raise Refused("over", "This contest is over, and its results are out.")
            entrant = await entrant_of(tx, contest, act.user)
            if entrant is None:
                raise Refused("not started", "Send in an answer first; then I’ll tell you.")
            wanted = entrant.results_asked_at is None
            await rows.change(
                tx, entrant, replace(entrant, results_asked_at=act.at if wanted else None)
            )
            return wanted

    async def ask_reminder(
        self, scope: Scope, act: Act, *, contest_id: str | None = None, season_id: str | None = None
    ) -> bool:
        """Switch whether a person signs up for a contest or rounds, with a message at the opening.

        Returns whether they now do; then the announcement names them. Raises WrongState once it has
        opened, Refused if they may not play, or NoSuchContest.
        """
        async with self._database.write() as tx:
            about: Contest | Season
            if season_id is None:
                assert contest_id is not None
                about = contest = await find(tx, scope, contest_id)
                lists = [contest]
            else:
                about, lists = await find_rounds(tx, scope, season_id)
                contest = as_one(about, lists)
            if contest.state != "draft" or contest.opens_at is None or contest.opens_at <= act.at:
                raise WrongState("It has opened already, so there’s nothing to wait for.")
            scope.check_eligible(contest, contest.opens_at)
            at = contest.opens_at + life.REMINDED_AFTER
            await outbox.touch(tx, [one.id for one in lists], act.at)
            return await outbox.ask_reminder(tx, about, act.user, at)

    async def entry(self, scope: Scope, contest_id: str, act: Act) -> Entry:
        """Return what a player needs to lay a snake; raises Refused if none would count."""
        async with self._database.read() as tx:
            contest = await find(tx, scope, contest_id)
            life.check_running(contest, act.at)
            scope.check_eligible(contest, act.at)
            entrant = await entrant_of(tx, contest, act.user)
            best = await _best(tx, entrant)
        return _entry(contest, entrant, best, act.at)

    async def submit(self, scope: Scope, contest_id: str, act: Act, tried: Try) -> Receipt:
        """Score an answer and store it; once this returns, the answer counts whatever happens.

        An interaction counts once, however often it arrives. Raises Refused, BadTry, BadInput
        (impossible positions), Unsaved.
        """
        contest = await self._announced(scope, contest_id)
        scope.check_eligible(contest, act.at)
        # A refusal comes before other errors: it matters more, and the words may be sealed.
        try:
            answer = answer_of(contest, tried, self._lexicons[contest.tier])
        except (BadTry, BadInput):
            await self.entry(scope, contest_id, act)
            raise
        receipt = await self._submissions.add(Sent(contest_id, act, answer))
        if not receipt.repeated:
            self._database.budget.note(act.user, answer_size(answer), act.at)
        return receipt

    async def _announced(self, scope: Scope, contest_id: str) -> Contest:
        """Return a contest, perhaps outdated except for its words and rule, which never change."""
        contest = self._contests.get(contest_id)
        if contest is None or not scope.has(contest):  # its channel may have changed
            async with self._database.read() as tx:
                contest = await find(tx, scope, contest_id)
            self._contests[contest_id] = contest
        return contest


async def entrant_of(tx: Transaction, contest: Contest, user_id: int) -> Entrant | None:
    """Return a person's entry in a contest; raises Refused if they were forgotten since."""
    entrant = await entrants.of(tx, contest.id, user_id)
    if entrant is None:
        life.refuse_returning(contest, user_id, await entrants.tombstones(tx, [contest.id]))
    return entrant


async def _best(tx: Transaction, entrant: Entrant | None) -> Try | None:
    if entrant is None or entrant.best_submission is None:
        return None
    best = await rows.get(tx, Submission, entrant.best_submission)
    return None if best is None else Try(best.words, best.positions)


def _entry(contest: Contest, entrant: Entrant | None, best: Try | None, at: datetime) -> Entry:
    again_at = None
    try:
        life.check_submission(contest, entrant, at)
    except Refused as error:
        if error.reason != "cooling down":  # players may lay the next snake meanwhile
            raise
        again_at = error.until
    end = life.deadline(contest, entrant.started_at if entrant else None)
    assert end is not None  # it is open, and the clock runs
    tries = life.tries_left(contest, entrant.tries if entrant else 0)
    return Entry(
        contest=contest,
        words=contest.words,
        deadline=end,
        tries_left=tries,
        best=best,
        again_at=again_at,
    )
