"""No help from the bot: it does not answer the puzzle of a race, or a contest, to who is in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.contests import ContestGuard
from bot.contests.guard import ScopeIn
from bot.dailies.guard import DailyGuard
from bot.errors import LiveEdition
from bot.fresh import Fresh
from bot.store import Database, races
from solvers.daily import Edition, Game


class RaceGuards:
    """Makes the guard of a person. Who is in a race is read once for many questions."""

    def __init__(self, database: Database, dailies: DailyGuard, contests: ContestGuard) -> None:
        self.database = database
        self.dailies = dailies
        self.contests = contests
        self._racing = Fresh(self._read)

    def of(
        self, user_id: int, scope_in: ScopeIn | None = None, *, planning: bool = False
    ) -> DailyGuard:
        """Return what refuses, to this person, daily puzzles and those of their races and contests.

        Contests are theirs in the servers where `scope_in` finds them; without it, all are.
        `planning`: for a contest, of which those that they made themselves are not.
        """
        return RaceGuard(self, user_id, scope_in, planning=planning)

    async def is_racing(self, user_id: int) -> bool:
        """Return whether somebody is in a race whose puzzle they may see."""
        return user_id in await self._racing.get()

    async def _read(self) -> frozenset[int]:
        async with self.database.read() as tx:
            return frozenset(await races.racing(tx))


class RaceGuard(DailyGuard):
    """Refuses what the guard of daily puzzles refuses, and to one person more."""

    def __init__(
        self, guards: RaceGuards, user_id: int, scope_in: ScopeIn | None, *, planning: bool
    ) -> None:
        super().__init__(guards.database)
        self._guards = guards
        self._user_id = user_id
        self._scope_in = scope_in
        self._planning = planning

    async def refuse_ladder(self, at: datetime, *words: str) -> None:
        """Refuse one of an edition, as the guard of daily puzzles does, and the last part of one.

        Only contests are guarded against several questions.
        """
        await super().refuse_ladder(at, *words)
        await self._guards.contests.refuse_parts(
            self._user_id, at, words, self._scope_in, planning=self._planning
        )

    async def _refuse(self, at: datetime, game: Game, is_own: Callable[[Edition], bool]) -> None:
        await self._guards.dailies._refuse(at, game, is_own)  # noqa: SLF001 - it is one as well
        await self._guards.contests.refuse_puzzle(
            self._user_id, at, game, is_own, self._scope_in, planning=self._planning
        )
        if not await self._guards.is_racing(self._user_id):
            return
        async with self._guards.database.read() as tx:
            rounds = await races.running_of(tx, self._user_id)
        for one in rounds:
            edition = Edition.of(one.content)
            if edition.game == game and is_own(edition):
                assert one.ends_at is not None
                raise LiveEdition(
                    "That’s the puzzle of a race you’re in, so I’m keeping its answer to myself. "
                    "Ask again when it’s over.",
                    one.ends_at,
                )
