"""The live contests, which concern their makers, their players and the members of their servers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from bot.contests.answers import puzzle_of
from bot.contests.insiders import KNOWING
from bot.errors import Unread
from bot.guard.fresh import Fresh
from bot.guard.played import Asker, Played, Question, Sight
from bot.puzzles.games import GAMES
from bot.puzzles.games.overlap import is_suspicious
from bot.store import Database, audit, contests, entrants
from bot.store.schema import Contest

WHY = (
    "That’s the puzzle of a contest that’s still running, so I’m keeping its answer to myself. "
    "Ask again when it’s over."
)


class LiveContests:
    """The announced and open contests of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lines = Fresh(self._read_lines)
        # Contests with lists, by id, as `remember` found them; None before that.
        self._lists: dict[str, Contest] | None = None

    async def played(self, question: Question, _asker: Asker) -> list[Played]:
        """Return a game's live contests; if it has lists, the ones that share the words asked."""
        if GAMES[question.game].arranges:
            found = await self._sharing(question.words)
            return [self._played(one, question.at) for one in found]
        return [
            self._played(one, question.at)
            for one in await self._lines.get()
            if one.game == question.game and one.closes_at and question.at < one.closes_at
        ]

    async def remember(self, _at: datetime) -> None:
        """Read the live contests, for use while nothing can be read."""
        await self._lines.get()
        known = self._lists or {}
        async with self._database.read() as tx:
            ids = await contests.live_snakes(tx)
            new = [one for one in ids if one not in known]
            found = {one.id: one for one in await contests.some(tx, new)}
        self._lists = {one: found.get(one) or known[one] for one in ids}

    async def _read_lines(self) -> list[Contest]:
        """Return the live contests whose words follow from one another."""
        async with self._database.read() as tx:
            return await contests.live_puzzles(tx)

    async def _sharing(self, words: Iterable[str]) -> list[Contest]:
        """Return the live contests whose lists share enough of the words to matter.

        Only these few are read for a question, because lists are long.
        """
        asked = frozenset(words)
        try:
            async with self._database.read() as tx:
                shared = await contests.shared_with_live(tx, asked)
                ids = [one.contest_id for one in shared if is_suspicious(len(one.words), one.of)]
                return await contests.some(tx, ids)
        except Unread:
            if self._lists is None:
                raise
            return list(self._lists.values())

    def _played(self, contest: Contest, at: datetime) -> Played:
        sight = partial(self._sight, contest, at)
        return Played(contest.id, puzzle_of(contest), WHY, contest.closes_at, sight)

    async def _sight(self, contest: Contest, at: datetime, asker: Asker) -> Sight:
        """Return whether a contest is the asker's, and whether they may have seen its words.

        It is the asker's if they are in its server, entered it, or made it.
        """
        if asker.user_id == contest.created_by:
            return "foreign" if asker.planning else "seen"
        if asker.scope_in is None:
            return "seen"
        try:
            async with self._database.read() as tx:
                entrant = await entrants.of(tx, contest.id, asker.user_id)
                knows = asker.user_id in await audit.actors(tx, contest.id, KNOWING)
        except Unread:
            return "seen"  # nobody can tell
        scope = None
        if entrant is None and not knows:
            scope = await asker.scope_in(contest.guild_id)
            if scope is None:
                return "foreign"
        if contest.is_sealed:
            looked = entrant is not None and entrant.started_at is not None
        else:
            assert contest.opens_at is not None  # it is live
            looked = at >= contest.opens_at and (scope is None or scope.has(contest))
        return "seen" if knows or looked else "unseen"
