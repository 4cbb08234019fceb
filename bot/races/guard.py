"""No help from the bot: it does not answer the puzzle of a race to those who are in it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime

from bot.dailies.editions import load
from bot.dailies.guard import DailyGuard
from bot.errors import LiveEdition
from bot.store import Database, races
from solvers.daily import Edition, Game

FRESH_SECONDS = 0.5
"""For how long it holds who is in a race: nobody asks and gets an answer faster than that."""


class RaceGuards:
    """Makes the guard of a person. Who is in a race is read once for many questions."""

    def __init__(
        self,
        database: Database,
        dailies: DailyGuard,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.database = database
        self.dailies = dailies
        self._clock = clock
        self._racing: frozenset[int] = frozenset()
        self._read_at = -FRESH_SECONDS
        self._reading = asyncio.Lock()

    def of(self, user_id: int) -> DailyGuard:
        """Return what refuses, to this person, daily puzzles and the puzzles of their races."""
        return RaceGuard(self, user_id)

    async def is_racing(self, user_id: int) -> bool:
        """Return whether somebody is in a race whose puzzle they may see."""
        if self._clock() - self._read_at >= FRESH_SECONDS:
            async with self._reading:  # one reads, for all who ask meanwhile
                if (now := self._clock()) - self._read_at >= FRESH_SECONDS:
                    async with self.database.read() as tx:
                        self._racing = frozenset(await races.racing(tx))
                    self._read_at = now  # not before: others would be told what was until then
        return user_id in self._racing


class RaceGuard(DailyGuard):
    """Refuses what the guard of daily puzzles refuses, and to one person more."""

    def __init__(self, guards: RaceGuards, user_id: int) -> None:
        super().__init__(guards.database)
        self._guards = guards
        self._user_id = user_id

    async def _refuse(self, at: datetime, game: Game, is_own: Callable[[Edition], bool]) -> None:
        await self._guards.dailies._refuse(at, game, is_own)  # noqa: SLF001 - it is one as well
        if not await self._guards.is_racing(self._user_id):
            return
        async with self._guards.database.read() as tx:
            rounds = await races.running_of(tx, self._user_id)
        for one in rounds:
            edition = load(one.content)
            if edition.game == game and is_own(edition):
                assert one.ends_at is not None
                raise LiveEdition(
                    "That’s the puzzle of a race you’re in, so I’m keeping its answer to myself. "
                    "Ask again when it’s over.",
                    one.ends_at,
                )
