"""Decides which play a person begins or continues: the one that counts or the archived one.

An edition that is over in one server may be open in another. Somebody who played it from the
archive and then opens it where it counts brings everything along, above all the hints and the
solution that they have seen: the archived play becomes the one that counts, or is merged into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from bot.dailies.editions import current_in
from bot.errors import NotPlayable
from bot.puzzles import HintKind, Progress
from bot.store import Transaction, dailies, daily_plays, guilds, outbox, rows
from bot.store.privacy import tombstone_of
from bot.store.schema import Act, DailyPlay


async def open_play(
    tx: Transaction, number: int, guild_id: int | None, act: Act
) -> tuple[DailyPlay, bool]:
    """Return a person's play of an edition and whether it counts; begin or merge it if needed."""
    live = number == await current_in(tx, guild_id, act.at)
    play = await daily_plays.of(tx, number, act.user, live=live)
    other = await daily_plays.of(tx, number, act.user, live=not live)
    if not live:
        return play or await _begin_archived(tx, number, act, other), live
    if play is None:
        await _unless_forgotten(tx, number, act.user)
        if other is None:
            play = await rows.add(tx, _new(number, act, live=True))
        else:
            play = await rows.change(tx, other, replace(other, live=True))
    elif other is not None and play.given_up_at is None:
        play = await _merged(tx, play, other)
        await recount(tx, play, act.at)
    if guild_id is not None:
        await guilds.ensure(tx, guild_id)
        if await daily_plays.register_in(tx, play, guild_id) and play.points is not None:
            await outbox.mark_editions_stale(tx, number, [guild_id])
    return play, live


async def play_of(
    tx: Transaction, number: int, guild_id: int | None, act: Act
) -> tuple[DailyPlay, bool]:
    """Return the play that `open_play` would continue, unchanged, and whether it counts.

    Raises NotPlayable if there is none.
    """
    live = number == await current_in(tx, guild_id, act.at)
    play = await daily_plays.of(tx, number, act.user, live=live)
    other = await daily_plays.of(tx, number, act.user, live=not live)
    if play is None or (live and other and len(other.progress[0]) > len(play.progress[0])):
        play = other or play
    if play is None:
        await _unless_forgotten(tx, number, act.user)
        raise NotPlayable("not begun", "Press Play first: your clock starts then.")
    return play, live


async def recount(tx: Transaction, play: DailyPlay, at: datetime) -> None:
    """Update the boards on which a play counts, but not those that have closed."""
    still_open = [
        guild_id
        for guild_id in await daily_plays.registered_in(tx, play)
        if await current_in(tx, guild_id, at) == play.number
    ]
    solved = await daily_plays.registered_in(tx, play, solved=True)
    await daily_plays.recount(tx, play, still_open)
    if play.points is not None:
        fresh = [guild_id for guild_id in still_open if guild_id not in solved]
        await outbox.mark_editions_stale(tx, play.number, fresh)


def ended(play: DailyPlay) -> bool:
    """Return whether a puzzle has been solved or given up."""
    return play.points is not None or play.given_up_at is not None


async def _begin_archived(
    tx: Transaction, number: int, act: Act, counted: DailyPlay | None
) -> DailyPlay:
    """Begin a play from the archive, continuing one that was unfinished when the edition closed."""
    if counted is None or ended(counted):
        return await rows.add(tx, _new(number, act, live=False))
    going_on = replace(
        _new(number, act, live=False),
        started_at=counted.started_at,
        progress=counted.progress,
        hints=counted.hints,
    )
    return await rows.add(tx, going_on)


def _new(number: int, act: Act, *, live: bool) -> DailyPlay:
    return DailyPlay(number=number, user_id=act.user, live=live, started_at=act.at)


async def _unless_forgotten(tx: Transaction, number: int, user_id: int) -> None:
    salt = await dailies.salt_of(tx, number)
    if salt and tombstone_of(salt, user_id) in await daily_plays.tombstones(tx, number):
        raise NotPlayable(
            "left",
            "You’d played this puzzle when you asked to be forgotten, so you can’t play it again. "
            "The next one is open to you.",
        )


async def _merged(tx: Transaction, play: DailyPlay, archived: DailyPlay) -> DailyPlay:
    """Merge a play from the archive into the one that counts, and return it.

    A puzzle solved in the play that counts keeps its points: the archived play may have begun
    without the hints that were paid for.
    """
    merged = replace(
        play,
        hints=(*play.hints, *_new_hints(play, archived)),
        given_up_at=archived.given_up_at,
        tries=play.tries + archived.tries,
        progress=_merged_progress(play, archived),
    )
    if play.points is None:
        merged = replace(
            merged,
            best=archived.best,
            solved_at=archived.solved_at,
            **{name: getattr(archived, name) for name in daily_plays.COUNTS},
        )
    await daily_plays.absorb(tx, play, archived)
    return await rows.change(tx, play, merged)


def _merged_progress(play: DailyPlay, archived: DailyPlay) -> Progress:
    """Return the longer progress of the two, with the misses of both."""
    words = max(play.progress[0], archived.progress[0], key=len)
    both = zip_longest(play.progress[1], archived.progress[1], fillvalue=0)
    return Progress(words, tuple(map(sum, both))[: len(words) + 1])


def _new_hints(
    play: DailyPlay, archived: DailyPlay
) -> Iterator[tuple[HintKind, int, int, str, str]]:
    """Yield the archived play's hints that the other lacks, ignoring their interactions."""
    paid = {(kind, step, *told) for kind, step, _, *told in play.hints}
    return (hint for hint in archived.hints if (*hint[:2], *hint[3:]) not in paid)
