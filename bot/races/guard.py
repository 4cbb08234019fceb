"""No help from the bot: it does not answer the puzzle of a race, or a contest, to who is in it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from bot.contests import ContestGuard
from bot.contests.guard import ScopeIn
from bot.dailies.guard import DailyGuard, Played, Spoils, spoiling
from bot.errors import Unread
from bot.fresh import Fresh
from bot.parts import Parts
from bot.puzzles.games import Legs
from bot.store import Database, races
from bot.store.records import RaceRound
from solvers.daily import Puzzle

WHY = (
    "That’s the puzzle of a race you’re in, so I’m keeping its answer to myself. Ask again when "
    "it’s over."
)


class RaceGuards:
    """Makes the guard of a person. Who is in a race is read once for many questions."""

    def __init__(self, database: Database, dailies: DailyGuard, contests: ContestGuard) -> None:
        self.database = database
        self.dailies = dailies
        self.contests = contests
        self.parts = Parts()  # of daily puzzles and races
        self._racing = Fresh(self._read)
        self._rounds: dict[int, list[Played]] = {}  # of those who race, as `remember` found them

    def of(
        self, user_id: int, scope_in: ScopeIn | None = None, *, planning: bool = False
    ) -> DailyGuard:
        """Return what refuses, to this person, daily puzzles and those of their races and contests.

        Contests are theirs in the servers where `scope_in` finds them; without it, all are.
        `planning`: for a contest, of which those that they made themselves are not.
        """
        return RaceGuard(self, user_id, scope_in, planning=planning)

    def forget(self, user_id: int) -> None:
        """Remember nothing about a person."""
        self.parts.told.forget(user_id)
        self.contests.forget(user_id)

    async def is_racing(self, user_id: int) -> bool:
        """Return whether somebody is in a race whose puzzle they may see."""
        return user_id in await self._racing.get()

    async def rounds_of(self, user_id: int) -> list[Played]:
        """Return the rounds that somebody plays; while the database is silent, those last known.

        These are all, as they were known while they were counted down. Raises Unread for who has
        begun to race since, and where others may read.
        """
        try:
            async with self.database.read() as tx:
                rounds = await races.running(tx, user_id)
        except Unread:
            if self.database.silent and user_id in self._rounds:
                return self._rounds[user_id]
            raise
        return [_played(one) for _, one in rounds]

    async def remember_races(self) -> None:
        """Read who races, and what: it is known then while nothing can be read."""
        await self._racing.get()
        found: dict[int, list[Played]] = {}
        async with self.database.read() as tx:
            for user_id, one in await races.running(tx):
                found.setdefault(user_id, []).append(_played(one))
        self._rounds = found

    async def remember(self, now: datetime) -> None:
        """Read what everybody is refused; where a part fails, the others are read all the same."""
        parts = self.dailies.remember(now), self.remember_races(), self.contests.remember()
        ended = await asyncio.gather(*parts, return_exceptions=True)
        if failed := [one for one in ended if isinstance(one, Exception)]:
            raise ExceptionGroup("not all that is played could be read", failed)

    async def _read(self) -> frozenset[int]:
        async with self.database.read() as tx:
            return frozenset(await races.racing(tx))


def _played(one: RaceRound) -> Played:
    assert one.ends_at is not None
    # To those in a race it is as guarded as somebody's own.
    puzzle = replace(Puzzle.of(one.content), level=0)
    return Played((one.race_id, one.number), puzzle, WHY, one.ends_at)


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

    async def refuse(
        self,
        game: str,
        at: datetime,
        *words: str | None,
        drawn: bool = False,
        legs: Legs = (),
    ) -> None:
        """Refuse what is played, as the guard of daily puzzles does, and the last part of it.

        `legs`: the words as they are parts of an answer; without, they are one.
        """
        found = await self._refuse(game, at, spoiling(game, words, drawn=drawn))
        legs = legs or ([word for word in words if word],)
        await self._guards.contests.refuse_parts(
            self._user_id, game, at, legs, self._scope_in, planning=self._planning
        )
        played = {one.key: one for one in found}
        puzzles = {key: one.puzzle for key, one in played.items()}
        for key in self._guards.parts.completed(self._user_id, legs, puzzles):
            raise played[key].refusal()
        self._guards.parts.tell(self._user_id, legs, puzzles)

    async def _refuse(self, game: str, at: datetime, spoils: Spoils) -> list[Played]:
        played = await super()._refuse(game, at, spoils)
        await self._guards.contests.refuse_puzzle(
            self._user_id, game, at, spoils, self._scope_in, planning=self._planning
        )
        return played

    async def played(self, at: datetime) -> list[Played]:
        """Return what the guard of daily puzzles does, and the rounds that this person plays."""
        played = await self._guards.dailies.played(at)
        if not await self._guards.is_racing(self._user_id):
            return played
        rounds = await self._guards.rounds_of(self._user_id)
        return played + [one for one in rounds if at < one.until]
