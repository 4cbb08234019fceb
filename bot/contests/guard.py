"""No cheating by asking the bot: it does not solve the words of live contests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime

from bot.contests.answers import puzzle_of
from bot.contests.queries import KNOWING, Scope
from bot.errors import LiveContest, LiveEdition, Unread
from bot.fresh import Fresh
from bot.overlap import Told, has_most, is_suspicious, overlaps_enough
from bot.parts import Parts
from bot.puzzles.games import Legs
from bot.store import Database, audit, contests, entrants
from bot.store.contests import Shared
from bot.store.records import Act, Contest, Entrant
from solvers.daily import Puzzle

ScopeIn = Callable[[int], Awaitable[Scope | None]]
"""Tells the scope of who asks in a server, by its id; None: they are not in it."""


class ContestGuard:
    """Refuses lists that would solve a live contest, at once or in several questions.

    What somebody was told is remembered: see `bot.overlap.Told`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._puzzles = Fresh(self._read_puzzles)
        # The live ones by id, as `remember` found them; None until it has.
        self._snakes: dict[str, Contest] | None = None
        self.told = Told()  # of snakes
        self.parts = Parts()

    async def refuse(
        self, act: Act, words: Iterable[str], scope_in: ScopeIn, *, planning: bool = False
    ) -> None:
        """Raise LiveContest when words, with those answered before, would solve a live contest.

        A list that is allowed is remembered as answered. `scope_in` is only asked about servers
        with a contest that the list would solve. `planning`: for a contest of these words, which
        is let through by the contests that the person made.
        """
        asked = frozenset(words)
        seen: bool | None
        try:
            async with self._database.read() as tx:
                found = _suspicious(await contests.shared_with_live(tx, asked))
                ids = [shared.contest_id for shared in found]
                live = {one.id: one for one in await contests.some(tx, ids)}
                knowing = {one: await audit.actors(tx, one, KNOWING) for one in ids}
                entered = {one.contest_id: one for one in await entrants.some(tx, ids, [act.user])}
        except Unread:
            if self._snakes is None:
                raise
            live, entered, knowing = self._snakes, {}, None
            found = _suspicious(
                Shared(key, asked.intersection(one.words), len(one.words))
                for key, one in live.items()
            )
        for shared in found:
            if not self._solves(act.user, shared, len(asked), seen=True):
                continue
            one = shared.contest_id
            if planning and live[one].created_by == act.user:
                continue
            if knowing is None or act.user in knowing[one]:
                seen = True  # or nobody can tell
            else:
                seen = await _has_seen(live[one], entered.get(one), act, scope_in)
            if seen is not None and self._solves(act.user, shared, len(asked), seen=seen):
                raise LiveContest(
                    "These words are in a contest that’s still running, so I won’t solve them "
                    "until it ends."
                )
        self.told.add(act.user, {shared.contest_id: shared.words for shared in found})

    async def remember(self) -> None:
        """Read what is live: while nothing can be read, this is gone by."""
        await self._puzzles.get()
        known = self._snakes or {}
        async with self._database.read() as tx:
            ids = await contests.live_snakes(tx)
            new = [one for one in ids if one not in known]
            found = {one.id: one for one in await contests.some(tx, new)}
        self._snakes = {one: found.get(one) or known[one] for one in ids}

    async def refuse_puzzle(
        self,
        user_id: int,
        game: str,
        at: datetime,
        spoils: Callable[[Puzzle], bool],
        scope_in: ScopeIn | None,
        *,
        planning: bool = False,
    ) -> None:
        """Raise LiveEdition for a question that is a live contest's own, to who is in its server.

        Likewise to whoever made or entered it, and without `scope_in` to everybody. `planning` is
        as in `refuse`.
        """
        for contest in await self._live(game, at):
            if spoils(puzzle_of(contest)):
                await self._unless_theirs(user_id, contest, scope_in, planning=planning)

    async def refuse_parts(
        self,
        user_id: int,
        game: str,
        at: datetime,
        legs: Legs,
        scope_in: ScopeIn | None,
        *,
        planning: bool = False,
    ) -> None:
        """Raise LiveEdition for words that make, with those told before, a live contest's answer.

        Those that are allowed are remembered as told.
        """
        contests = {one.id: one for one in await self._live(game, at)}
        puzzles = {key: puzzle_of(contest) for key, contest in contests.items()}
        for key in self.parts.completed(user_id, legs, puzzles):
            await self._unless_theirs(user_id, contests[key], scope_in, planning=planning)
        self.parts.tell(user_id, legs, puzzles)

    async def _live(self, game: str, at: datetime) -> list[Contest]:
        """Return the live contests of a game other than the snake."""
        return [
            contest
            for contest in await self._puzzles.get()
            if contest.game == game and contest.closes_at is not None and at < contest.closes_at
        ]

    async def _unless_theirs(
        self, user_id: int, contest: Contest, scope_in: ScopeIn | None, *, planning: bool
    ) -> None:
        made = user_id == contest.created_by
        if planning and made:
            return
        if scope_in is None or made or await self._plays(user_id, contest, scope_in):
            assert contest.closes_at is not None  # it is announced
            raise LiveEdition(
                "That’s the puzzle of a contest that’s still running, so I’m keeping its "
                "answer to myself. Ask again when it’s over.",
                contest.closes_at,
            )

    async def _plays(self, user_id: int, contest: Contest, scope_in: ScopeIn | None) -> bool:
        try:
            async with self._database.read() as tx:
                entrant = await entrants.of(tx, contest.id, user_id)
        except Unread:
            return True  # nobody can tell
        if entrant is not None:
            return True
        return scope_in is None or await scope_in(contest.guild_id) is not None

    async def _read_puzzles(self) -> list[Contest]:
        """Return the live contests of other games than the snake."""
        async with self._database.read() as tx:
            return await contests.live_puzzles(tx)

    def forget(self, user: int) -> None:
        """Remember nothing about a person."""
        self.told.forget(user)
        self.parts.told.forget(user)

    def _solves(self, user: int, shared: Shared, asked: int, *, seen: bool) -> bool:
        before = len(self.told(user, shared.contest_id) - shared.words)
        if seen:
            return overlaps_enough(len(shared.words), asked, shared.of, before)
        # Told earlier, they would learn which of the words that they guess are right.
        return has_most(len(shared.words) + before, shared.of)


def _suspicious(shared: Iterable[Shared]) -> list[Shared]:
    return [one for one in shared if is_suspicious(len(one.words), one.of)]


async def _has_seen(
    contest: Contest, entrant: Entrant | None, act: Act, scope_in: ScopeIn
) -> bool | None:
    """Return whether somebody may have seen a live contest's words; None: it is not theirs.

    It is theirs who are in its server, have entered it, or made it.
    """
    if act.user == contest.created_by:
        return True
    scope = None
    if entrant is None:
        scope = await scope_in(contest.guild_id)
        if scope is None:
            return None
    if contest.is_sealed:
        return entrant is not None and entrant.started_at is not None
    assert contest.opens_at is not None  # it is live
    return act.at >= contest.opens_at and (scope is None or scope.has(contest))
