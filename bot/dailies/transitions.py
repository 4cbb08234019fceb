"""The day goes on: editions are made, their turns come, boards close; each once, however late."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.dailies.editions import Editions
from bot.dailies.hours import LONGEST_DAY, due, live_somewhere, next_turn, was_ahead
from bot.store import Database, Transaction, dailies, outbox
from bot.store.records import DailySetup, Message

log = logging.getLogger(__name__)

AT_ONCE = 500
AHEAD = timedelta(hours=6)
"""How long before it can open anywhere an edition is made."""
DISCORDS_BEGIN = datetime(2015, 1, 1, tzinfo=UTC)
"""What the moments in Discord's ids count from."""
PAUSE = timedelta(seconds=30)
"""How long to wait after one could not be made."""


class DailyTransitions:
    """Takes the steps that are due."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions
        self._look_again: datetime | None = None

    async def advance(self, now: datetime) -> int:
        """Make editions, want posts whose turn has come, close boards; return how many of these.

        Of several turns that were missed only the last, the one still open, is wanted.
        """
        await self._prepare(now)
        steps, after = 0, -1
        while True:
            async with self._database.write() as tx:
                setups = await dailies.due_setups(tx, now, now + LONGEST_DAY, after, AT_ONCE)
                steps += await _take_turns(tx, setups, now)
            if len(setups) < AT_ONCE:
                break
            after = setups[-1].guild_id
        while True:
            async with self._database.write() as tx:
                posts = await dailies.closing(tx, now, AT_ONCE)
                for post in posts:
                    await _close(tx, post)
            steps += len(posts)
            if len(posts) < AT_ONCE:
                return steps

    async def tidy(self, now: datetime) -> int:
        """Forget what only live editions need; return how many editions that concerned."""
        async with self._database.write() as tx:
            return await dailies.drop_tombstones(tx, live_somewhere(now).start)

    async def _prepare(self, now: datetime) -> None:
        """Make what will be needed; looked at again in three hours, or soon where that failed."""
        again = self._look_again
        if again is not None and again - AHEAD / 2 <= now < again:
            return
        made = await self._editions.make_ahead(now, AHEAD)
        self._look_again = now + (AHEAD / 2 if made else PAUSE)


async def _take_turns(tx: Transaction, setups: list[DailySetup], now: datetime) -> int:
    """Want what these servers' turns bring, and note when the next comes."""
    sound = [right for one in setups if (right := await _set_right(tx, one, now)) is not None]
    if righted := set(sound) - set(setups):
        log.warning("the clock was far ahead; daily turns set right: %d", len(righted))
    turns = [(setup, *next_turn(setup, now)) for setup in sound]
    numbers = {number for _, number, _, _ in turns}
    made = await dailies.some_editions(tx, numbers)
    if missing := numbers - made.keys():
        log.warning("not made yet: daily puzzles %s", sorted(missing))
    turns = [turn for turn in turns if turn[1] in made]
    wanted = [
        (setup, number, due(setup, number), closes) for setup, number, post, closes in turns if post
    ]
    if wanted:
        await outbox.enqueue_editions(tx, wanted)
    moved = [
        replace(setup, next_due_at=closes, last_number=max(number, setup.last_number or number))
        for setup, number, _, closes in turns
    ]
    await dailies.move_on(tx, moved)
    return len(wanted)


async def _set_right(tx: Transaction, setup: DailySetup, now: datetime) -> DailySetup | None:
    """Return a setup whose turn it is, as it is by a clock that was far ahead and is no more.

    What came by the clock that was ahead is there, and does not come again; all else comes in its
    time. None if it is this clock that is wrong: Discord dates a message later.
    """
    if not was_ahead(setup, now):
        return setup
    last = await dailies.last_message_id(tx, setup.guild_id)
    if last is not None and sent_at(last) > now:
        return None
    return replace(setup, last_number=None)


async def _close(tx: Transaction, post: Message) -> None:
    await dailies.close(tx, post)
    if post.message_id is not None:
        await outbox.enqueue_followup(tx, post, "solution")


def sent_at(message_id: int) -> datetime:
    """Return when Discord made a message, by its own clock."""
    return DISCORDS_BEGIN + timedelta(milliseconds=message_id >> 22)
