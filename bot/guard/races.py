"""The rounds of races that a person plays."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.errors import Unread
from bot.guard.fresh import Fresh
from bot.guard.played import Asker, Played, Question
from bot.store import Database, races
from bot.store.schema import RaceRound
from solvers.daily import Puzzle

WHY = (
    "That’s the puzzle of a race you’re in, so I’m keeping its answer to myself. Ask again when "
    "it’s over."
)


class LiveRounds:
    """The rounds being played, by player; who races is read once for many questions."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._racing = Fresh(self._read)
        self._rounds: dict[int, list[Played]] = {}  # by player, as `remember` found them

    async def played(self, question: Question, asker: Asker) -> list[Played]:
        """Return the rounds of a game that the asker plays.

        While the database is silent, return the last known rounds. They are complete, because
        rounds are known since their countdown. Raises Unread for players who began to race since,
        and if only this read failed.
        """
        user_id = asker.user_id
        if user_id not in await self._racing.get():
            return []
        try:
            async with self._database.read() as tx:
                rounds = [_played(one) for _, one in await races.running(tx, user_id)]
        except Unread:
            if not self._database.silent or user_id not in self._rounds:
                raise
            rounds = self._rounds[user_id]
        return [
            one
            for one in rounds
            if one.puzzle.game == question.game and one.until and question.at < one.until
        ]

    async def remember(self, _at: datetime) -> None:
        """Read who races, and in which rounds, for use while nothing can be read."""
        await self._racing.get()
        found: dict[int, list[Played]] = {}
        async with self._database.read() as tx:
            for user_id, one in await races.running(tx):
                found.setdefault(user_id, []).append(_played(one))
        self._rounds = found

    async def _read(self) -> frozenset[int]:
        async with self._database.read() as tx:
            return frozenset(await races.racing(tx))


def _played(one: RaceRound) -> Played:
    # For its players, a round is guarded as strictly as a puzzle that a person made.
    puzzle = replace(Puzzle.of(one.content), level=0)
    return Played((one.race_id, one.number), puzzle, WHY, one.ends_at)
