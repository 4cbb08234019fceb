"""People's choices: whether they can be challenged or seen, and whom they have blocked."""

from __future__ import annotations

from bot.errors import RaceError
from bot.store import Database, races
from bot.store.schema import Act

MOST_BLOCKED = 100


class RaceConsent:
    """People's choices."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_duels(self, act: Act, *, wanted: bool) -> None:
        """Allow challenges to a person, or stop them."""
        async with self._database.write() as tx:
            await races.set_duels(tx, act.user, wanted=wanted)

    async def show_to_others(self, act: Act, *, here: bool, everywhere: bool | None = None) -> bool:
        """Let others see a person's results in a server, and in all servers, or hide them.

        None changes nothing. Returns whether others see the results of all servers.
        """
        async with self._database.write() as tx:
            return await races.show_to_others(tx, act.user, here=here, everywhere=everywhere)

    async def block(self, act: Act, other: int, *, blocked: bool) -> None:
        """Block challenges by another person, or allow them again."""
        async with self._database.write() as tx:
            if not blocked:
                await races.unblock(tx, act.user, other)
            elif await races.count_blocks(tx, act.user) >= MOST_BLOCKED:
                raise RaceError(f"That’s {MOST_BLOCKED} people already. Unblock somebody first.")
            else:
                await races.block(tx, act.user, other)
