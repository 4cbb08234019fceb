"""Whether an edition was open to a person: one that was not is no gap in their streak.

A person plays where their plays counted in the week before, or else where they counted last. In a
server that posts puzzles, a day is open if its puzzle was posted; in others, and in direct
messages, all can be played while the bot runs. The bot ran on a day if the next edition was made by
the end of it, as editions are made hours ahead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from bot.dailies.hours import opens_elsewhere
from bot.dailies.ranking import Streak, gaps, streak_of
from bot.store import Transaction, dailies, daily_plays
from bot.store.schema import DailyPlay

RECENT = 7
"""Editions before or after one in which a server or a person does what they usually do."""


class OpenDays:
    """Which editions were open where; each server's data is read once."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._posted: dict[int, list[int]] = {}
        self._played: dict[int, set[int]] = {}
        self._idle: set[int] | None = None

    async def shut(self, user_id: int, plays: Sequence[DailyPlay], today: int) -> frozenset[int]:
        """Return the gaps in a person's solved editions that were not open to them."""
        missing = gaps(plays, today)
        if not missing:
            return frozenset()
        counted = sorted(await daily_plays.counted_in(self._tx, user_id, missing[0] - RECENT))
        for guild_id in {guild_id for _, guild_id in counted}:
            await self._read(guild_id)
        if self._idle is None:
            made = await dailies.made_at(self._tx)
            self._idle = {n - 1 for n, at in made.items() if at >= opens_elsewhere(n)}
        shut = set()
        for number in missing:
            end = bisect_left(counted, (number,))
            begin = bisect_left(counted, (number - RECENT,))
            if begin == end and end:  # away for longer: use the place where they played last
                begin = bisect_left(counted, (counted[end - 1][0],))
            opened = [self._is_open(place, number) for _, place in counted[begin:end]]
            if not any(opened or [number not in self._idle]):
                shut.add(number)
        return frozenset(shut)

    async def _read(self, guild_id: int) -> None:
        if guild_id not in self._posted:
            there = await dailies.posted_in(self._tx, guild_id)
            self._posted[guild_id] = there
            # Older posts are not stored: before the first one, editions that anybody played count.
            self._played[guild_id] = (
                await daily_plays.played_before(self._tx, guild_id, there[0]) if there else set()
            )

    def _is_open(self, guild_id: int, number: int) -> bool:
        there = self._posted[guild_id]
        if there and number < there[0]:
            return number in self._played[guild_id]
        at = bisect_left(there, number - RECENT)
        if at == len(there) or there[at] > number + RECENT:  # the server posts none
            return number not in (self._idle or ())
        return number in there


async def find_streak(
    tx: Transaction, user_id: int, plays: Sequence[DailyPlay], today: int
) -> Streak:
    """Return a person's streak from their plays that count."""
    return streak_of(plays, today, await OpenDays(tx).shut(user_id, plays, today))
