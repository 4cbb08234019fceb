"""Queries about contests: lists, boards, seasons, the audit, an export, a review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bot.contests import export, life
from bot.contests.answers import Answer
from bot.contests.insiders import note_export
from bot.contests.integrity import EqualSnakes, find_equal_snakes
from bot.contests.ranking import Standing, percent, standing
from bot.contests.terms import terms_of
from bot.errors import NoSuchContest, Refused, WrongState
from bot.pages import rows_before
from bot.puzzles import GAMES, Opened, opened
from bot.solving import Requester, Solving
from bot.store import Database, Transaction, audit, contests, entrants, guilds, outbox, rows
from bot.store.schema import (
    Act,
    AuditEntry,
    BoardEntry,
    BoardMode,
    Contest,
    ContestTemplate,
    ContestTitle,
    Message,
    MessageKind,
    Scoring,
    Season,
    State,
    Submission,
)
from solvers import wordsnake
from solvers.daily import Departure, LineRequest, find_departure
from solvers.lexicon import Lexicon
from solvers.text import many
from solvers.wordsnake import Explanation

REVIEW_SECONDS = 10.0
BLACK = "█"
LOOKED_THROUGH = 100
"""How many of a server's newest finished contests are considered for standings."""
NAMED_COMING = 10
"""How many of the people who signed up before a contest opens are named."""
MISSING = "I can’t find that contest here. See them all with /contests list."


def _every_channel(_channel_id: int, _parent_id: int | None) -> bool:
    return True


def _nameless(_role_id: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Scope:
    """The contests that a person can find: a server's announced ones, in channels that they see.

    Without `guild_id`, outside of servers, there are none. `sees` takes a channel's id, and its
    parent's id for a public thread. Which contests they may play depends on their `roles` and when
    they joined the server.
    """

    guild_id: int | None
    sees: Callable[[int, int | None], bool] = _every_channel
    roles: Collection[int] = ()
    joined_at: datetime | None = None
    name_of: Callable[[int], str | None] = _nameless

    def has(self, contest: Contest | ContestTitle) -> bool:
        """Return whether the person can find a contest."""
        return contest.confirmed_at is not None and self.reaches(contest)

    def reaches(self, one: Contest | ContestTitle | ContestTemplate | AuditEntry) -> bool:
        """Return whether something is this server's and not in a channel that they cannot see."""
        seen = one.channel_id is None or self.sees(one.channel_id, one.parent_id)
        return one.guild_id == self.guild_id and seen

    def shows(self, season: Season) -> bool:
        """Return whether they can find a season: they see its channel, or it was open to all."""
        here = season.guild_id == self.guild_id and not season.is_draft
        return here and (season.seen_by_all or self.sees(season.channel_id, season.parent_id))

    def check_eligible(self, contest: Contest, at: datetime) -> None:
        """Raise Refused unless the person may play a contest that they can find."""
        if contest.role_id is not None and contest.role_id not in self.roles:
            name = self.name_of(contest.role_id)
            said = f"the role “{name}”. Ask an organiser for it."
            if not name:
                said = "a role that’s gone. Ask an organiser to choose another."
            raise Refused("not eligible", f"This contest is for members with {said}")
        if contest.days_here is None:
            return
        days = many(contest.days_here, "day")
        if self.joined_at is None:
            raise Refused("not eligible", f"This contest is for members of {days} or more.")
        since = self.joined_at + timedelta(days=contest.days_here)
        if at < since:
            raise Refused(
                "not eligible",
                f"This contest is for those who have been in the server for {days}. You can play "
                f"from {since.day} {since:%B %Y, %H:%M} UTC on.",
                since,
            )


class Coming(NamedTuple):
    """Who signed up for a contest before it opens: the first of them, and their number."""

    users: Sequence[int] = ()
    number: int = 0


NOBODY = Coming()


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a board; values that the board's mode hides are None. No user: a forgotten person.

    insider  out of competition: the place is among insiders only
    rating_change  how much the results changed their rating
    before   the place as of the freeze, while places are revealed; None: they had none
    rarer    whether only rarer words put the row above ahead of it
    """

    place: int
    user_id: int | None
    score: int | None
    percent: float | None
    tries: int | None
    reached_ms: int
    insider: bool = False
    rating_change: int | None = None
    before: int | None = None
    rarer: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A contest's ranking as everybody may see it; complete once the results are out.

    entered  the number of entrants, with or without a snake so far
    ranked   the number of all rows; `rows` are some of them, after the first `first`
    own      the viewer's row, if there is one
    insiders rows of people out of competition, the best first
    """

    contest: Contest
    shows: BoardMode
    entered: int
    ranked: int = 0
    rows: tuple[BoardRow, ...] = ()
    first: int = 0
    own: BoardRow | None = None
    insiders: tuple[BoardRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings over `held` finished contests, where each player's `best` ones count.

    contests  the contests that may be named, the newest first
    ranked    the number of all rows; `rows` are the first of them
    own       the viewer's row, if it is further down
    season    the season these standings are for; once it is over, rows no longer say what counted
    template  the name of the template whose contests the season has
    scoring   what is summed: % of best, or points
    """

    contests: tuple[ContestTitle, ...]
    held: int
    best: int
    ranked: int
    rows: tuple[Standing, ...]
    own: Standing | None = None
    season: Season | None = None
    scoring: Scoring = "percent"
    template: str | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A player's best answer, and what would have been better.

    For a snake: the single change that would have gained most. For other games: the word that left
    the best answers behind.
    """

    contest: Contest
    submission: Submission
    percent: float
    explanation: Explanation | Departure


@dataclass(frozen=True, slots=True)
class Proof:
    """The commitment made when a contest opened, and the certificate of a snake's bound."""

    contest: Contest
    opened: Opened | None
    certificate: Mapping[str, Any] | None


class ContestQueries:
    """Queries about contests; none changes a contest, though the audit may note who looked."""

    def __init__(
        self, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]
    ) -> None:
        self._database = database
        self._solving = solving
        self._lexicons = lexicons

    async def get(self, contest_id: str, guild_id: int | None = None) -> Contest:
        """Return a contest; raises NoSuchContest, also if it belongs to another server."""
        async with self._database.read() as tx:
            return await fetch(tx, contest_id, guild_id)

    async def rounds(self, contest: Contest) -> list[Contest]:
        """Return all rounds of a contest's season, in order; without a season, only the contest."""
        async with self._database.read() as tx:
            return await rounds_of(tx, contest)

    async def find(self, scope: Scope, contest_id: str) -> Contest:
        """Return a contest within a person's scope; raises NoSuchContest."""
        async with self._database.read() as tx:
            return await find(tx, scope, contest_id)

    async def of_guild(
        self, guild_id: int, states: Collection[State] = life.STATES, limit: int = 25
    ) -> list[Contest]:
        """Return a server's contests in these states, the newest first."""
        async with self._database.read() as tx:
            return await contests.of_guild(tx, guild_id, states, limit=limit)

    async def titles(
        self, guild_id: int, states: Collection[State] = life.STATES, limit: int = 25
    ) -> list[ContestTitle]:
        """Return the titles of a server's contests in the given states, the newest first."""
        async with self._database.read() as tx:
            return await contests.titles(tx, guild_id, states, limit=limit)

    async def named(self, contest_ids: Collection[str]) -> list[ContestTitle]:
        """Return the titles of the contests that exist."""
        async with self._database.read() as tx:
            return await contests.named(tx, contest_ids)

    async def board(
        self,
        contest_id: str,
        *,
        viewer: int | None = None,
        page: int = 0,
        size: int | None = None,
    ) -> Board:
        """Return a page of a contest's board, of `size` rows, as `viewer` may see it.

        `viewer` must be able to find the contest. Pages count from 0; a page beyond the last is the
        last. Without a size, return all rows.
        """
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
            frozen = contest.freezes_at is not None and contest.state != "revealed"
            entered, ranked = await entrants.count(tx, contest_id, frozen=frozen)
            shows: BoardMode = "scores" if contest.state == "revealed" else contest.board
            if shows == "hidden":
                return Board(contest, shows, entered)
            first = rows_before(page, ranked, size)
            found = await entrants.board(tx, contest_id, first, size, viewer, frozen=frozen)
            inside = await entrants.board(tx, contest_id, 0, None, frozen=frozen, insiders=True)
        placed = {row.number - 1: _board_row(row, contest, shows) for row in found}
        insiders = tuple(replace(_board_row(row, contest, shows), insider=True) for row in inside)
        last = ranked if size is None else first + size
        own = None
        if viewer is not None:
            everybody = (*placed.values(), *insiders)
            own = next((row for row in everybody if row.user_id == viewer), None)
        shown = tuple(row for number, row in placed.items() if first <= number < last)
        return Board(
            contest=contest,
            shows=shows,
            entered=entered,
            ranked=ranked,
            rows=shown,
            first=first,
            own=own,
            insiders=insiders,
        )

    async def coming(self, contest: Contest) -> Coming:
        """Return who has signed up for a contest that has not opened."""
        async with self._database.read() as tx:
            return Coming(*await outbox.coming(tx, contest, NAMED_COMING))

    async def reveal(self, contest_id: str) -> Board:
        """Return the places of a contest that are revealed one by one, first place first.

        Each has its place as of the freeze. Show them only to people who may see all of them.
        """
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
            entered, ranked = await entrants.count(tx, contest_id)
            found = await entrants.board(tx, contest_id, 0, life.MOST_REVEALED)
            before = await entrants.frozen_places(tx, contest_id, [e.entrant_id for e in found])
        placed = tuple(
            replace(_board_row(row, contest, "scores"), before=before.get(row.entrant_id))
            for row in found
        )
        return Board(contest, "scores", entered, ranked, placed)

    async def answers(self, contest_id: str, user_ids: Collection[int]) -> dict[int, Answer]:
        """Return these people's best answers by user id; raises WrongState before the reveal.

        People without an answer and disqualified ones are left out. Players' own words that the
        server does not show are blacked out.
        """
        async with self._database.read() as tx:
            contest = await _revealed(tx, contest_id)
            policy = (await guilds.settings(tx, contest.guild_id)).policy
            playing = await entrants.some(tx, [contest_id], list(user_ids))
            best = {e.best_submission: e.user_id for e in playing if e.disqualified_at is None}
            tries = await entrants.get_tries(tx, [one for one in best if one is not None])
        lexicon, found = self._lexicons[contest.tier].showing(policy), {}

        def shown(word: str) -> str:
            id_ = -1 if word in contest.words else lexicon.find(word)
            return BLACK * len(word) if id_ >= 0 and lexicon.hidden(id_) else word

        for tried in tries:
            user_id = best[tried.id]
            assert user_id is not None  # the query was by user id
            words = tuple(map(shown, tried.words))
            found[user_id] = Answer(words, tried.positions, tried.score)
        return found

    async def standings(
        self,
        scope: Scope,
        best: int,
        last: int = 10,
        since: datetime | None = None,
        *,
        scoring: Scoring = "percent",
        viewer: int | None = None,
        limit: int | None = None,
    ) -> Standings:
        """Return the standings over the `last` finished contests in scope, since a moment if given.

        There are the first `limit` rows, or all, and the viewer's own row.
        """
        assert scope.guild_id is not None
        async with self._database.read() as tx:
            found = await contests.titles(
                tx, scope.guild_id, ["revealed"], limit=LOOKED_THROUGH, since=since, held=True
            )
            newest = evenings([contest for contest in found if scope.has(contest)])[:last]
            held = [contest for lists in newest for contest in lists]
            best = max(1, min(best, len(newest)))
            return await standings_over(tx, held, best, viewer=viewer, limit=limit, scoring=scoring)

    async def audit(
        self, guild_id: int, contest_id: str | None = None, limit: int = 100
    ) -> list[AuditEntry]:
        """Return who did what, the newest first, in a server or about one of its contests."""
        async with self._database.read() as tx:
            return await audit.entries(tx, guild_id, contest_id, limit=limit)

    async def export(
        self, contest_id: str, guild_id: int, act: Act, names: Mapping[int, str] | None = None
    ) -> tuple[bytes, int]:
        """Return every submission of a contest as CSV, the oldest first, and their number.

        `names` are by user id, where known; `place` is the entrant's. While the contest is open,
        the audit notes who exported it, and they play out of competition. Raises SolvingError.
        """
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            tries = await entrants.tries_with_places(tx, contest_id)
        if contest.state == "open":
            async with self._database.write() as tx:
                await note_export(tx, contest, act)
        about = export.About(contest.game, contest.rule, contest.words, contest.par or 0)
        requester = Requester(act.user, guild_id)
        content = await export.write(self._solving, requester, about, tries, names or {})
        return content, len(tries)

    async def equal_snakes(self, contest_id: str, guild_id: int) -> list[EqualSnakes]:
        """Return who sent in the same snake shortly after one another, for organisers only."""
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            sent = await entrants.sent_by_several(tx, contest_id)
        return await asyncio.to_thread(find_equal_snakes, contest, sent)

    async def users(self, contest_id: str) -> list[int]:
        """Return the ids of everybody in a contest, to look up their names."""
        async with self._database.read() as tx:
            return await entrants.users(tx, contest_id)

    async def people(self, entrant_ids: Collection[int]) -> dict[int, int | None]:
        """Return the user id of each given entrant; None: a forgotten person."""
        async with self._database.read() as tx:
            return await entrants.people(tx, entrant_ids)

    async def review(self, contest_id: str, requester: Requester) -> Review:
        """Return how a player's best answer could have been better.

        It is worked out once and then stored. Raises WrongState before the results are out,
        NoSuchContest for a person who sent in none, or a SolvingError.
        """
        assert requester.user_id is not None
        async with self._database.read() as tx:
            entrant = await entrants.of(tx, contest_id, requester.user_id)
            if entrant is None and requester.guild_id is None:  # people who guess ids learn nothing
                raise NoSuchContest(MISSING)
            contest = await _revealed(tx, contest_id)
            if entrant is None or entrant.best_submission is None:
                raise NoSuchContest(
                    "You didn’t play this contest, so there’s nothing to review. Press Practice "
                    "to play it now."
                )
            best = await rows.get(tx, Submission, entrant.best_submission)
            assert best is not None
            stored = await entrants.explanation(tx, best.id)
        explanation: Explanation | Departure
        arranged = GAMES[contest.game].arranges
        if stored is None:
            call: Callable[..., Any] = find_departure
            denied = contest.denied or ()
            request: object = LineRequest(contest.game, contest.words, best.words, denied)
            if arranged:
                call = wordsnake.explain
                request = wordsnake.ScoreRequest(best.words, best.positions, contest.rule)
            explanation = await self._solving.run(
                call, request, requester=requester, tier=contest.tier, seconds=REVIEW_SECONDS
            )
            async with self._database.write() as tx:
                await entrants.store_explanation(tx, best.id, asdict(explanation))
        elif arranged:
            explanation = Explanation(**{**stored, "order": tuple(stored["order"])})
        else:
            explanation = Departure(**stored)
        return Review(contest, best, percent(contest, best.score), explanation)

    async def proof(self, contest_id: str) -> Proof:
        """Return the proof that a contest did not change after its opening, and a snake's bound.

        Raises WrongState before the results are out, or if there is no proof.
        """
        async with self._database.read() as tx:
            contest = await _revealed(tx, contest_id)
            certificate = await contests.certificate(tx, contest_id)
            kept = await contests.commitment(tx, contest_id)
        if certificate is None and kept is None:
            raise WrongState("There’s no proof for this contest.")
        return Proof(
            contest, None if kept is None else opened(kept, terms_of(contest)), certificate
        )

    async def post(self, contest_id: str, kind: MessageKind) -> Message | None:
        """Return a message of a contest, with its id in Discord if it was sent."""
        async with self._database.read() as tx:
            return await outbox.find(tx, kind, contest_id=contest_id)

    async def announcement(self, message: Message) -> Message | None:
        """Return the announcement of the contest or rounds that a message is about."""
        async with self._database.read() as tx:
            if message.season_id is not None:
                return await outbox.find(tx, "rounds", season_id=message.season_id)
            return await outbox.find(tx, "announcement", contest_id=message.contest_id)

    async def failure_notices(self, *contest_ids: str) -> list[str]:
        """Return a sentence for organisers about each message that could not be posted."""
        async with self._database.read() as tx:
            return await outbox.failures(tx, contest_ids)


def _board_row(row: BoardEntry, contest: Contest, shows: BoardMode) -> BoardRow:
    scores = shows == "scores"
    share = scores and (contest.percents or contest.state == "revealed")
    above = row.score if row.above is None else row.above
    return BoardRow(
        place=row.place,
        user_id=row.user_id,
        score=row.score if scores else None,
        percent=percent(contest, row.score) if share else None,
        tries=row.tries if scores else None,
        reached_ms=row.reached_ms,
        rating_change=row.rating_change,
        rarer=scores and GAMES[contest.game].is_rarer(row.score, above),
    )


async def fetch(tx: Transaction, contest_id: str, guild_id: int | None = None) -> Contest:
    """Return a contest; raises NoSuchContest, also if it belongs to another server."""
    contest = await rows.get(tx, Contest, contest_id)
    if contest is None or guild_id not in {None, contest.guild_id}:
        raise NoSuchContest(MISSING)
    return contest


async def find(tx: Transaction, scope: Scope, contest_id: str) -> Contest:
    """Return a contest within a person's scope; raises NoSuchContest."""
    contest = await rows.get(tx, Contest, contest_id)
    if contest is None or not scope.has(contest):
        raise NoSuchContest(MISSING)
    return contest


async def rounds_of(tx: Transaction, contest: Contest) -> list[Contest]:
    """Return all rounds of a contest's season, in order; without a season, only the contest."""
    if contest.season_id is None:
        return [contest]
    return await contests.of_season(tx, contest.season_id)


def evenings(held: Sequence[ContestTitle]) -> list[list[ContestTitle]]:
    """Group contests, in order, so that lists of the same rounds are together."""
    found: dict[str, list[ContestTitle]] = {}
    for one in held:
        found.setdefault(one.season_id or one.id, []).append(one)
    return list(found.values())


async def standings_over(
    tx: Transaction,
    held: Sequence[ContestTitle],
    best: int,
    *,
    viewer: int | None,
    limit: int | None,
    scoring: Scoring = "percent",
    apart: bool = False,
) -> Standings:
    """Return the standings over some contests: the first `limit` rows, and the viewer's row.

    Lists that were played together are one contest, unless `apart`.
    """
    ids = [contest.id for contest in held]
    ranked = await entrants.standings(
        tx, ids, best, limit=limit, user_id=viewer, scoring=scoring, apart=apart
    )
    users = [entry.user_id for entry in ranked]
    results = await entrants.results_of(tx, ids, users, scoring, apart=apart)
    placed = [standing(entry, results[entry.user_id], best, scoring) for entry in ranked]
    own = placed.pop() if limit is not None and len(placed) > limit else None
    count = ranked[0].ranked if ranked else 0
    return Standings(
        contests=tuple(held),
        held=len(held) if apart else len(evenings(held)),
        best=best,
        ranked=count,
        rows=tuple(placed),
        own=own,
        scoring=scoring,
    )


async def _revealed(tx: Transaction, contest_id: str) -> Contest:
    contest = await fetch(tx, contest_id)
    if contest.state != "revealed":
        raise WrongState("The results aren’t out yet. They come when the contest closes.")
    return contest
