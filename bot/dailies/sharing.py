"""Sharing a result: once per person, edition and channel.

A claim is stored before the result is posted, and marked as sent afterwards. If the bot dies in
between, the claim expires soon: the result may then be posted twice, but can always be posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.dailies.editions import Editions, current_for
from bot.dailies.play_merge import ended
from bot.dailies.ranking import Streak
from bot.dailies.streaks import find_streak
from bot.errors import NotPlayable
from bot.puzzles import game_of
from bot.solving import Requester
from bot.store import Database, Transaction, daily_plays
from bot.store.schema import Act, DailyPlay
from solvers.daily import Edition

LEASE = timedelta(minutes=1)
"""How long a claim not marked as sent excludes others; longer than sending takes."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a channel sees of a finished play.

    streak   the player's streak
    results  of each whole answer up to the best, in games where answers are sent in whole
    """

    edition: Edition
    play: DailyPlay
    streak: Streak | None = None
    results: tuple[int, ...] = ()


class DailySharing:
    """Hands out what channels see of each play, once."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def claim(self, guild_id: int | None, number: int, act: Act, channel_id: int) -> Shared:
        """Claim the sharing of a result in a channel, and return what to post.

        Raises NotPlayable if the player has not finished, or has already shared it there.
        """
        async with self._database.read() as tx:
            await _finished(tx, number, act.user)  # otherwise the edition might not exist
        edition = await self._editions.get(number, requester=Requester(act.user, guild_id))
        async with self._database.write() as tx:
            play = await _finished(tx, number, act.user)
            claimed = await daily_plays.claim_share(
                tx, number, act.user, channel_id, at=act.at, before=act.at - LEASE
            )
            if not claimed:
                raise NotPlayable("shared", "You’ve already shared this puzzle here.")
            plays = await daily_plays.of_person(tx, act.user)
            today = await current_for(tx, act.user, guild_id, act.at)
            results: tuple[int, ...] = ()
            if game_of(edition.puzzle).arranges:
                results = await daily_plays.results_of(tx, play)
            streak = await find_streak(tx, act.user, plays, today)
            return Shared(edition, play, streak, results)

    async def mark_sent(self, number: int, act: Act, channel_id: int, *, sent: bool) -> None:
        """Mark a claim as sent, or release it if the text could not be sent."""
        async with self._database.write() as tx:
            await daily_plays.end_share(tx, number, act.user, channel_id, sent=sent)


async def _finished(tx: Transaction, number: int, user_id: int) -> DailyPlay:
    """Return the play to share: the one that counts if it has ended, else the archived one."""
    for live in (True, False):
        play = await daily_plays.of(tx, number, user_id, live=live)
        if play is not None and ended(play):
            return play
    raise NotPlayable("not begun", "Solve the puzzle first, then you can share it.")
