"""The daily puzzles that are open somewhere, which concern everybody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.dailies.hours import live_somewhere, over_everywhere
from bot.errors import Unread
from bot.guard.played import Asker, Played, Question
from bot.store import Database, dailies
from solvers.daily import Puzzle

WHY = (
    "That’s a daily puzzle people are playing right now, so I’m keeping its answer to myself. Ask "
    "again when it’s over everywhere."
)
AHEAD = timedelta(hours=3)
"""How long before its hour an edition is read here."""


class LiveEditions:
    """The editions that are open somewhere; they are cached."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # By number; editions never change. None: not made yet at the last look.
        self._live: dict[int, Played | None] = {}

    async def played(self, question: Question, _asker: Asker) -> list[Played]:
        """Return the editions of a game that are open somewhere.

        Raises Unread while nothing can be read, unless `remember` has looked for all of them.
        """
        numbers = live_somewhere(question.at)
        if missing := [number for number in numbers if self._live.get(number) is None]:
            try:
                found = await self._look_for(missing)
            except Unread:
                if any(number not in self._live for number in missing):
                    raise
            else:
                self._live |= dict.fromkeys(missing) | found
        live = (self._live.get(number) for number in numbers)
        return [one for one in live if one is not None and one.puzzle.game == question.game]

    async def remember(self, at: datetime) -> None:
        """Read the editions of now and the next hours, for use while nothing can be read."""
        now = live_somewhere(at)
        kept = {*now, *live_somewhere(at + AHEAD)}
        if missing := [number for number in kept if self._live.get(number) is None]:
            found = await self._look_for(missing)
            # A coming edition that is not made yet may be made later, so it stays unknown.
            self._live |= {number: found.get(number) for number in missing if number in now} | found
        self._live = {number: one for number, one in self._live.items() if number in kept}

    async def _look_for(self, numbers: Sequence[int]) -> dict[int, Played | None]:
        async with self._database.read() as tx:
            found = await dailies.some_editions(tx, numbers)
        return {
            number: Played(number, Puzzle.of(content), WHY, over_everywhere(number))
            for number, content in found.items()
        }
