"""Whether an edition was open to somebody: one that was not is no gap in their streak.

Somebody plays where their plays counted in the week before. A server that posts puzzles has a day
open if it posted that day's; in others, and in direct messages, all can be played while the bot
runs. It ran on a day if the next edition was made by the end of it, as that is done hours ahead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from bot.dailies.hours import opens_elsewhere
from bot.dailies.ranking import Streak, gaps, streak_of
from bot.store import Transaction, dailies, daily_plays
from bot.store.records import DailyPlay

RECENT = 7
"""Editions: so long before, or after, a server or a person does what they usually do."""


async def find_streak(
    tx: Transaction, user_id: int, plays: Sequence[DailyPlay], today: int
) -> Streak:
    """Return somebody's streak from their plays that count."""
    return streak_of(plays, today, await shut_days(tx, user_id, plays, today))


async def shut_days(
    tx: Transaction, user_id: int, plays: Sequence[DailyPlay], today: int
) -> frozenset[int]:
    """Return the editions between those that somebody solved that were not open to them."""
    missing = gaps(plays, today)
    if not missing:
        return frozenset()
    first, last = missing[0] - RECENT, missing[-1] + RECENT
    counted = await daily_plays.counted_in(tx, user_id, first)
    posted = {
        guild_id: await dailies.posted_in(tx, guild_id, first)
        for guild_id in {guild_id for _, guild_id in counted}
    }
    idle = await _idle_days(tx, first, last)
    kept = min((there[0] for there in posted.values() if there), default=first)
    played = await daily_plays.played_by_any(tx, posted, first, kept) if first < kept else set()

    def is_open(guild_id: int, number: int) -> bool:
        there = posted[guild_id]
        if there and number < there[0]:  # older posts are not kept
            return (guild_id, number) in played
        at = bisect_left(there, number - RECENT)
        if at == len(there) or there[at] > number + RECENT:  # it posts none
            return number not in idle
        return number in there

    shut = set()
    for number in missing:
        places = {place for on, place in counted if number - RECENT <= on < number}
        opened = [is_open(place, number) for place in places] or [number not in idle]
        if not any(opened):
            shut.add(number)
    return frozenset(shut)


async def _idle_days(tx: Transaction, first: int, last: int) -> set[int]:
    """Return the editions that were over, in direct messages, before the bot was there again."""
    made = await dailies.made_at(tx, first + 1, last + 1)
    return {number - 1 for number, at in made.items() if at >= opens_elsewhere(number)}
