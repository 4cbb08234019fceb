"""Looking at contests: lists, boards, seasons, the audit, an export, a review."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.contests import life
from bot.contests.ranking import Standing, percent, rank, standings
from bot.errors import NoSuchContest, WrongState
from bot.solving import Solving
from bot.store import Database, Transaction, audit, contests, entrants, outbox
from bot.store.records import (
    AuditEntry,
    BoardMode,
    Contest,
    Entrant,
    Message,
    MessageKind,
    State,
    Submission,
)
from solvers import wordsnake
from solvers.wordsnake import Explanation, Scored

REVIEW_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a board; what the board's mode hides is None. No user: somebody forgotten."""

    place: int
    user_id: int | None
    score: int | None
    percent: float | None
    tries: int | None
    reached_ms: int


@dataclass(frozen=True, slots=True)
class Board:
    """A contest's ranking as everybody may see it: all of it once the results are out.

    `entered` counts all entrants, with or without a snake so far.
    """

    contest: Contest
    shows: BoardMode
    rows: tuple[BoardRow, ...]
    entered: int


@dataclass(frozen=True, slots=True)
class Season:
    """The standings over finished contests, the newest first; each player's `best` count."""

    contests: tuple[Contest, ...]
    best: int
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A player's best snake, and the one change by which it could have gained most."""

    contest: Contest
    submission: Submission
    scored: Scored
    percent: float
    explanation: Explanation


class ContestQueries:
    """Looking at contests; nothing here changes one."""

    def __init__(self, database: Database, solving: Solving) -> None:
        self._database = database
        self._solving = solving

    async def get(self, contest_id: str, guild_id: int | None = None) -> Contest:
        """Return a contest; raises NoSuchContest, also where it is another server's."""
        async with self._database.read() as tx:
            return await fetch(tx, contest_id, guild_id)

    async def of_guild(
        self, guild_id: int, states: Collection[State] = life.STATES, limit: int = 25
    ) -> list[Contest]:
        """Return a server's contests in these states, the newest first."""
        async with self._database.read() as tx:
            return await contests.of_guild(tx, guild_id, states, limit=limit)

    async def board(self, contest_id: str, guild_id: int | None = None) -> Board:
        """Return a contest's board as everybody may see it."""
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            playing = await entrants.of_contest(tx, contest_id)
        shows: BoardMode = "scores" if contest.state == "revealed" else contest.board
        ranked = () if shows == "hidden" else rank(playing, contest.par or 0)
        scores = shows == "scores"
        rows = tuple(
            BoardRow(
                row.place,
                row.user_id,
                row.score if scores else None,
                row.percent if scores else None,
                row.tries if scores else None,
                row.reached_ms,
            )
            for row in ranked
        )
        return Board(contest, shows, rows, len(playing))

    async def snakes(self, contest_id: str, user_ids: Collection[int]) -> dict[int, Scored]:
        """Return these people's best snakes by user id; raises WrongState before the reveal.

        Those who sent in none and those disqualified are left out.
        """
        async with self._database.read() as tx:
            contest = await _revealed(tx, contest_id)
            playing = await entrants.some(tx, [contest_id], list(user_ids))
            best = {e.best_submission: e.user_id for e in playing if e.disqualified_at is None}
            tries = await entrants.get_tries(tx, [one for one in best if one is not None])
        scored = {}
        for tried in tries:
            user_id = best[tried.id]
            assert user_id is not None  # found by it
            scored[user_id] = life.score(contest, tried.words, tried.positions)
        return scored

    async def season(
        self, guild_id: int, best: int, last: int = 10, since: datetime | None = None
    ) -> Season:
        """Return the standings over a server's `last` finished contests, or all `since` then."""
        async with self._database.read() as tx:
            held = await contests.of_guild(tx, guild_id, ["revealed"], limit=last, since=since)
            playing = await entrants.of_contests(tx, [contest.id for contest in held])
        best = max(1, min(best, len(held)))
        return Season(tuple(held), best, standings(held, playing, best))

    async def audit(
        self, guild_id: int, contest_id: str | None = None, limit: int = 100
    ) -> list[AuditEntry]:
        """Return who did what, the newest first, in a server or about one of its contests."""
        async with self._database.read() as tx:
            return await audit.entries(tx, guild_id, contest_id, limit=limit)

    async def export(
        self, contest_id: str, guild_id: int, names: Mapping[int, str] | None = None
    ) -> str:
        """Return every submission of a contest as CSV; `names` by user id, where known."""
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            playing = await entrants.of_contest(tx, contest_id)
            tries = await entrants.tries(tx, contest_id)
        return to_csv(contest, playing, tries, names or {})

    async def users(self, contest_id: str) -> list[int]:
        """Return the ids of everybody in a contest, to look up their names."""
        async with self._database.read() as tx:
            playing = await entrants.of_contest(tx, contest_id)
        return [entrant.user_id for entrant in playing if entrant.user_id is not None]

    async def people(self, entrant_ids: Collection[int]) -> dict[int, int | None]:
        """Return who some entrants are, by their ids; None: somebody forgotten."""
        async with self._database.read() as tx:
            return await entrants.people(tx, entrant_ids)

    async def review(self, contest_id: str, user_id: int) -> Review:
        """Return by which change a player's best snake would have gained most.

        Raises WrongState before the results are out, NoSuchContest for somebody who sent in none.
        """
        async with self._database.read() as tx:
            contest = await _revealed(tx, contest_id)
            entrant = await entrants.of(tx, contest_id, user_id)
            if entrant is None or entrant.best_submission is None:
                raise NoSuchContest("You sent no snake to this contest.")
            best = await entrants.get_try(tx, entrant.best_submission)
        assert best is not None
        explanation: Explanation = await self._solving.run(
            wordsnake.explain,
            wordsnake.ScoreRequest(best.words, best.positions, contest.rule),
            seconds=REVIEW_SECONDS,
        )
        scored = life.score(contest, best.words, best.positions)
        return Review(contest, best, scored, percent(best.score, contest.par or 0), explanation)

    async def post(self, contest_id: str, kind: MessageKind) -> Message | None:
        """Return a message of a contest, with its id in Discord if it was sent."""
        async with self._database.read() as tx:
            return await outbox.find(tx, kind, contest_id=contest_id)

    async def failure_notices(self, contest_id: str) -> list[str]:
        """Return a sentence for organisers about each message that could not be posted."""
        async with self._database.read() as tx:
            found = await outbox.of_contest(tx, contest_id)
        return [post.text for post in found if post.text is not None]


async def fetch(
    tx: Transaction, contest_id: str, guild_id: int | None = None, *, lock: bool = False
) -> Contest:
    """Return a contest; raises NoSuchContest, also where it is another server's."""
    contest = await contests.get(tx, contest_id, lock=lock)
    if contest is None or guild_id not in {None, contest.guild_id}:
        raise NoSuchContest("There is no such contest in this server; /contest list shows them.")
    return contest


async def _revealed(tx: Transaction, contest_id: str) -> Contest:
    contest = await fetch(tx, contest_id)
    if contest.state != "revealed":
        raise WrongState("The results of this contest are not out yet.")
    return contest


COLUMNS = (
    "place",
    "entrant",
    "user_id",
    "name",
    "try",
    "sent_at",
    "score",
    "percent_of_par",
    "is_best",
    "disqualified",
    "reason",
    "words",
    "positions",
    "snake",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def to_csv(
    contest: Contest,
    entrants: Sequence[Entrant],
    tries: Iterable[Submission],
    names: Mapping[int, str],
) -> str:
    """Return a header and a row for each submission, the oldest first. Times are UTC, in ISO 8601.

    `place` is the entrant's. A spreadsheet takes nothing that people wrote for a formula.
    """
    places = {row.entrant_id: row.place for row in rank(entrants, contest.par or 0)}
    people = {entrant.id: entrant for entrant in entrants}
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for tried in tries:
        entrant = people[tried.entrant_id]
        user = entrant.user_id
        scored = life.score(contest, tried.words, tried.positions)
        writer.writerow(
            (
                places.get(entrant.id, ""),
                entrant.id,
                user or "",
                _not_a_formula(names.get(user, "") if user else "(forgotten)"),
                tried.number,
                tried.at.isoformat(timespec="milliseconds"),
                tried.score,
                percent(tried.score, contest.par or 0),
                "yes" if tried.id == entrant.best_submission else "no",
                "yes" if entrant.disqualified_at else "no",
                _not_a_formula(entrant.reason or ""),
                " ".join(tried.words),
                " ".join(str(placed.position) for placed in scored.order),
                scored.snake,
            )
        )
    return out.getvalue()


def _not_a_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
