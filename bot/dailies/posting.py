"""Posts editions in servers' channels, one message each, and reminds people of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import MessageGone, PostRefused
from bot.outbox import PAUSE, Outbox, describe
from bot.retries import pause_after
from bot.store import Transaction, outbox, reminders, rows
from bot.store.schema import DailySetup, Message

GIVE_UP_AFTER = timedelta(days=3)
"""How long Discord may refuse a message before it is given up and the puzzles turned off."""
LONGEST_PAUSE = timedelta(minutes=15)
AFTER_EDIT = timedelta(minutes=3)
"""When to retry a failed edit: longer than an attempt can take, plus a minute."""
TOLERANCE = timedelta(hours=1)
"""How long a channel may refuse before organisers hear of it; if it is gone, they hear at once."""


class DailyPosting(Outbox):
    """Delivers what is due; the poster keeps the pace."""

    name = "dailies"
    at_once = 200
    rest = timedelta(minutes=1)

    async def _show(self, message: Message, now: datetime) -> tuple[int, int]:
        if _is_too_late(message, now):
            # An earlier attempt may have succeeded without being marked.
            found = await self._poster.find(message) if message.attempts else None
            if found is None:
                raise PostRefused("Its time is over.", final=True)
            return found, message.version - 1
        return await super()._show(message, now)

    async def _delivered(self, tx: Transaction, message: Message) -> None:
        if message.kind == "thread":
            await outbox.forget_notices(tx, message.guild_id, "thread_failure")
        if message.kind != "edition":
            return
        setup = await rows.get(tx, DailySetup, message.guild_id)
        kept = await outbox.find(tx, "edition", guild_id=message.guild_id, number=message.number)
        if kept is not None and not kept.closed and setup is not None and setup.thread:
            await outbox.enqueue_thread(tx, kept)
        if setup is not None and setup.failing_since is not None:
            await rows.change(tx, setup, replace(setup, failing_since=None))

    async def _failed(
        self, tx: Transaction, message: Message, error: Exception, now: datetime
    ) -> None:
        """Postpone the message while it is useful; turn puzzles off that have failed for days."""
        refused = isinstance(error, PostRefused)
        turned_off = False
        if isinstance(error, PostRefused) and not message.is_over(now):
            if message.kind == "edition":
                turned_off = await _refused(tx, message, error, now)
            elif message.kind == "thread":
                await _tell_of_thread(tx, message, error, now)
            elif message.kind == "reminder":
                await reminders.note_unreachable(tx, message.user_id)
        first = message.first_attempt_at or now
        pause = pause_after(message.attempts, PAUSE, LONGEST_PAUSE)
        # A failed edit may have arrived after all, as late as its attempt ended.
        again = now + (pause if message.message_id is None else max(pause, AFTER_EDIT))
        hopeless = (
            isinstance(error, MessageGone)
            or now - first >= GIVE_UP_AFTER
            or _is_too_late(message, again)
            or (message.kind in {"thread", "reminder"} and refused)
            or (turned_off and message.message_id is None)
        )
        await outbox.postpone(tx, message, describe(error), again, now if hopeless else None)


def _is_too_late(message: Message, at: datetime) -> bool:
    """Whether an unsent message is useless as the next puzzle is open; sent ones still close."""
    unsent = message.kind in {"edition", "thread", "reminder"} and message.message_id is None
    return unsent and message.is_over(at)


async def _refused(tx: Transaction, message: Message, error: PostRefused, now: datetime) -> bool:
    """Note since when Discord refuses, and notify once; return whether three days turned it off."""
    setup = await rows.get(tx, DailySetup, message.guild_id)
    if setup is None or not setup.running or setup.channel_id != message.channel_id:
        return False
    if setup.failing_since is None:
        setup = await rows.change(tx, setup, replace(setup, failing_since=now))
    assert setup.failing_since is not None
    failing = now - setup.failing_since
    if failing < GIVE_UP_AFTER:
        told = await outbox.was_told(tx, setup.guild_id, "edition_failure", setup.failing_since)
        if not told and (error.final or failing >= TOLERANCE):
            again = (
                "Choose another with /daily setup."
                if error.final
                else "I’ll keep trying for three days."
            )
            text = f"I couldn’t post today’s daily puzzle. {error.message} {again}"
            await outbox.enqueue_failure_notice(tx, message, now, text)
        return False
    await rows.change(tx, setup, replace(setup, running=False, next_due_at=None, disabled_at=now))
    text = (
        f"I couldn’t post the daily puzzle for three days, so I’ve turned it off. {error.message} "
        "Turn it on again with /daily setup, in another channel if you like."
    )
    await outbox.enqueue_failure_notice(tx, message, now, text)
    return True


async def _tell_of_thread(
    tx: Transaction, message: Message, error: PostRefused, now: datetime
) -> None:
    """Notify organisers that threads are refused, once until a thread succeeds again."""
    if not await outbox.was_told(tx, message.guild_id, "thread_failure"):
        text = f"{error.message} The puzzles come without a thread till then."
        await outbox.enqueue_failure_notice(tx, message, now, text)
