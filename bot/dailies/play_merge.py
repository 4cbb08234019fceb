"""Whose play it is when somebody begins an edition or goes on with it, wherever they were before.

One play counts; another is for oneself, from the archive. An edition that is over in one place may
be open in another: whoever comes from its archive to where it is open brings all of it along, hints
and a solution that they were shown above all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from bot.dailies.editions import current_in
from bot.errors import NotPlayable
from bot.store import Transaction, dailies, daily_plays, guilds
from bot.store.privacy import tombstone_of
from bot.store.records import Act, DailyPlay, HintKind


async def merge_play(
    tx: Transaction, number: int, guild_id: int | None, act: Act
) -> tuple[DailyPlay, bool]:
    """Return somebody's play at this moment, begun if need be, and whether it counts here."""
    live = number == await current_in(tx, guild_id, act.at)
    play = await daily_plays.of(tx, number, act.user, live=live)
    other = await daily_plays.of(tx, number, act.user, live=not live)
    if not live:
        return play or await _for_oneself(tx, number, act, other), live
    if play is None:
        await _unless_forgotten(tx, number, act.user)
        if other is None:
            play = await daily_plays.begin(tx, number, act.user, act.at, live=True)
        else:
            play = await daily_plays.change(tx, other, live=True)
    elif other is not None and play.given_up_at is None:
        play = await _joined(tx, play, other)
        await recount(tx, play, act.at)
    if guild_id is not None:
        await guilds.ensure(tx, guild_id)
        await daily_plays.register_in(tx, play, guild_id)
    return play, live


async def recount(tx: Transaction, play: DailyPlay, at: datetime) -> None:
    """Let a play count as it is now, but not for boards that have closed."""
    still = [
        guild_id
        for guild_id in await daily_plays.registered_in(tx, play)
        if await current_in(tx, guild_id, at) == play.number
    ]
    await daily_plays.recount(tx, play, still)


def ended(play: DailyPlay) -> bool:
    """Tell whether somebody has solved a puzzle or given it up."""
    return play.points is not None or play.given_up_at is not None


async def _for_oneself(
    tx: Transaction, number: int, act: Act, counted: DailyPlay | None
) -> DailyPlay:
    """Begin a play from the archive; whoever was in the middle of it when it closed goes on."""
    if counted is None or ended(counted):
        return await daily_plays.begin(tx, number, act.user, act.at, live=False)
    return await daily_plays.begin(
        tx,
        number,
        act.user,
        counted.started_at,
        live=False,
        progress=counted.progress,
        hints=counted.hints,
    )


async def _unless_forgotten(tx: Transaction, number: int, user_id: int) -> None:
    salt = await dailies.salt_of(tx, number)
    if salt and tombstone_of(salt, user_id) in await daily_plays.tombstones(tx, number):
        raise NotPlayable(
            "left",
            "You had played this puzzle when you asked to be forgotten, so it is not yours a "
            "second time; the next one is.",
        )


async def _joined(tx: Transaction, play: DailyPlay, aside: DailyPlay) -> DailyPlay:
    """Return a play that counts with what came of it meanwhile from the archive.

    What was solved stays as it was: the archive may have let them begin without the hints paid for.
    """
    changes: dict[str, object] = {
        "hints": (*play.hints, *_not_in(play, aside)),
        "given_up_at": aside.given_up_at,
        "tries": play.tries + aside.tries,
        "progress": max(play.progress, aside.progress, key=len),
    }
    if play.points is None:
        for name in (*daily_plays.COUNTS, "solved_at"):
            changes[name] = getattr(aside, name)
    await daily_plays.absorb(tx, play, aside)
    return await daily_plays.change(tx, play, **changes)


def _not_in(play: DailyPlay, aside: DailyPlay) -> Iterator[tuple[HintKind, int, int]]:
    """Yield the hints that were taken aside only, whatever interactions brought them."""
    paid = Counter((kind, step) for kind, step, _ in play.hints)
    for kind, step, interaction in aside.hints:
        if paid[kind, step]:
            paid[kind, step] -= 1
        else:
            yield kind, step, interaction
