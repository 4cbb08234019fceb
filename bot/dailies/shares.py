"""Sharing what came of an edition: once a person, edition and channel.

The claim is stored before the line is sent and marked done after. One that nobody marked, since the
bot died in between, runs out soon: the line may then come twice, but can always be had.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.dailies.editions import current_for
from bot.dailies.sharing import share
from bot.dailies.streaks import streak
from bot.dailies.taking_up import ended
from bot.errors import NotPlayable
from bot.store import daily_plays, daily_shares

if TYPE_CHECKING:
    from bot.dailies.editions import Editions
    from bot.store import Database, Transaction
    from bot.store.daily_records import DailyPlay
    from bot.store.records import Act

LEASE = timedelta(minutes=1)
"""How long a claim that is not marked done keeps others off; longer than sending takes."""


class Sharing:
    """Hands out each line once."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def claim(self, guild_id: int | None, number: int, act: Act, channel_id: int) -> str:
        """Return the line to be sent to a channel now.

        Raises NotPlayable for one who has not finished, or has shared it there.
        """
        edition = await self._editions.get(number)
        async with self._database.write() as tx:
            play = await _finished(tx, number, act.user)
            claimed = await daily_shares.claim(
                tx, number, act.user, channel_id, at=act.at, before=act.at - LEASE
            )
            if not claimed:
                raise NotPlayable("shared", "You have shared this puzzle in this channel already.")
            plays = await daily_plays.of_person(tx, act.user)
            solved = (play.number for play in plays if play.points is not None)
            today = await current_for(tx, act.user, guild_id, act.at)
            return share(edition, play, streak(solved, today))

    async def settle(self, number: int, act: Act, channel_id: int, *, sent: bool) -> None:
        """Note that a line that was claimed has been sent, or that it could not be."""
        async with self._database.write() as tx:
            await daily_shares.settle(tx, number, act.user, channel_id, sent=sent)


async def _finished(tx: Transaction, number: int, user_id: int) -> DailyPlay:
    """Return the play to be shared: the one that counts, if it has come to an end."""
    for live in (True, False):
        play = await daily_plays.of(tx, number, user_id, live=live)
        if play is not None and ended(play):
            return play
    raise NotPlayable("not begun", "Solve the puzzle first; then you can share it.")
