"""Editions: made once, in a solver process, and kept as they were made."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from bot.clock import Clock
from bot.dailies.hours import current, current_elsewhere, live_somewhere, over_everywhere
from bot.errors import NoSuchEdition, WorkerCrashed
from bot.solving import Solving
from bot.store import Database, Transaction, dailies, daily_plays
from solvers.daily import Edition, EditionRequest, make

log = logging.getLogger(__name__)

ATTEMPTS = 3
SECONDS = 30.0
OF_LATE = 7
"""Editions back: whoever has not played in a server for longer is not waited for there."""


class Editions:
    """The daily puzzles themselves."""

    def __init__(
        self, database: Database, solving: Solving, fingerprint: str, clock: Clock
    ) -> None:
        self._database = database
        self._solving = solving
        self._fingerprint = fingerprint
        self._clock = clock

    async def get(self, number: int) -> Edition:
        """Return an edition, made now if nobody has needed it before.

        It tells everything: whoever shows it sees to it that it has opened. Raises NoSuchEdition
        for a number below 1, and what the solver processes raise.
        """
        if number < 1:
            raise NoSuchEdition("The daily puzzles are numbered from 1.")
        async with self._database.read() as tx:
            kept = await dailies.some_editions(tx, [number])
        if kept:
            return load(kept[number])
        made = asdict(await self._make(number))
        async with self._database.write() as tx:
            now = self._clock()
            return load(await dailies.add_edition(tx, number, made, self._fingerprint, now))

    async def make_ahead(self, now: datetime, ahead: timedelta) -> bool:
        """Make what is open somewhere or will be soon; False where one could not be made."""
        done = True
        for number in range(live_somewhere(now).start, live_somewhere(now + ahead).stop):
            if number < 1 or over_everywhere(number) <= now:
                continue
            try:
                await self.get(number)
            except Exception:
                log.exception("daily puzzle %d could not be made; trying again", number)
                done = False
        return done

    async def _make(self, number: int) -> Edition:
        """Make an edition; a process that dies meanwhile is no reason to give up at once."""
        request = EditionRequest(number)
        for attempt in range(ATTEMPTS - 1):
            try:
                made: Edition = await self._solving.run(make, request, seconds=SECONDS)
            except WorkerCrashed as error:
                log.warning("daily puzzle %d, attempt %d: %s", number, attempt + 1, error)
            else:
                return made
        last: Edition = await self._solving.run(make, request, seconds=SECONDS)
        return last


def load(content: Mapping[str, Any]) -> Edition:
    """Return the edition that was kept as JSON values."""
    lists = {key: tuple(value) for key, value in content.items() if isinstance(value, list)}
    return Edition(**{**content, **lists})


async def current_in(tx: Transaction, guild_id: int | None, at: datetime) -> int:
    """Return the edition that is open in a server, or (None) in a direct message.

    What a server has been shown counts, however its hours were changed or turned off since: one
    that was over there does not open again.
    """
    if guild_id is None:
        return current_elsewhere(at)
    post = await dailies.open_in(tx, guild_id, at)
    if post is not None and post.number is not None:
        return post.number
    setup = await dailies.get_setup(tx, guild_id)
    number = current_elsewhere(at)
    if setup is not None and setup.running:
        number = current(setup, at)
    over = await dailies.last_closed(tx, guild_id, at)
    return number if over is None else max(number, over + 1)


async def current_for(tx: Transaction, user_id: int, guild_id: int | None, at: datetime) -> int:
    """Return the edition that somebody has to solve next for their streak.

    The one that is open here, or an older one that still is where they have played of late: it is
    not missed yet.
    """
    here = await current_in(tx, guild_id, at)
    played_in = await daily_plays.played_in(tx, user_id, here - OF_LATE)
    return min([here, *[await current_in(tx, other, at) for other in played_in]])
