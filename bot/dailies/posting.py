"""Showing editions in servers' channels: while they are open, each once; then their solutions."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.errors import MessageGone, PostRefused
from bot.outbox import Outbox, Pacer, Poster, describe, pause_after
from bot.store import Database, Transaction, dailies, outbox
from bot.store.records import Message

PATIENCE = timedelta(days=3)
"""How long Discord may refuse a message before it is given up and the puzzles turned off."""
LONGEST_PAUSE = timedelta(minutes=15)


class DailyPosting(Outbox):
    """Delivers what is due, evenly spaced: a poster awaits the pacer before further requests."""

    kinds = outbox.EDITION_KINDS
    at_once = 200

    def __init__(self, database: Database, poster: Poster, pacer: Pacer | None = None) -> None:
        super().__init__(database, poster, pacer or Pacer())

    async def _show(self, message: Message, now: datetime) -> tuple[int, int]:
        if _is_too_late(message, now):
            # An attempt in time may have gone through unmarked.
            found = await self._poster.find(message) if message.attempts else None
            if found is None:
                raise PostRefused("Its time is over.", final=True)
            return found, message.version - 1
        return await super()._show(message, now)

    async def _delivered(self, tx: Transaction, message: Message) -> None:
        if message.kind != "edition":
            return
        setup = await dailies.get_setup(tx, message.guild_id)
        kept = await outbox.find(tx, "edition", guild_id=message.guild_id, number=message.number)
        if kept is not None and kept.closed:  # its board closed while it was on its way
            await outbox.enqueue_followup(tx, kept, "solution")
        elif kept is not None and setup is not None and setup.thread:
            await outbox.enqueue_followup(tx, kept, "thread")
        if setup is not None and setup.failing_since is not None:
            await dailies.change_setup(tx, setup, failing_since=None)

    async def _failed(
        self, tx: Transaction, message: Message, error: Exception, now: datetime
    ) -> None:
        """Postpone the message while there is a use in it; turn off what has failed for days."""
        turned_off = (
            message.kind == "edition"
            and isinstance(error, PostRefused)
            and not message.is_over(now)
            and await _refused(tx, message, error, now)
        )
        first = message.first_attempt_at or now
        again = now + min(pause_after(message.attempts), LONGEST_PAUSE)
        hopeless = (
            isinstance(error, MessageGone)
            or now - first >= PATIENCE
            or _is_too_late(message, again)
            or (message.kind == "thread" and isinstance(error, PostRefused))
            or (turned_off and message.message_id is None)
        )
        await outbox.postpone(tx, message, describe(error), again, now if hopeless else None)


def _is_too_late(message: Message, at: datetime) -> bool:
    """Whether it is of no use any more, since the next puzzle has opened; to close one still is."""
    unsent = message.kind in {"edition", "thread"} and message.message_id is None
    return unsent and message.is_over(at)


async def _refused(tx: Transaction, message: Message, error: PostRefused, now: datetime) -> bool:
    """Note since when Discord refuses; after three days, turn it off and notify, once: True."""
    setup = await dailies.get_setup(tx, message.guild_id)
    if setup is None or not setup.running or setup.channel_id != message.channel_id:
        return False
    if setup.failing_since is None:
        await dailies.change_setup(tx, setup, failing_since=now)
        return False
    if now - setup.failing_since < PATIENCE:
        return False
    await dailies.change_setup(tx, setup, running=False, next_due_at=None, disabled_at=now)
    text = (
        f"I couldn’t post the daily puzzle for three days, so I’ve turned it off. {error.message} "
        "Turn it on again with /daily setup, in another channel if you like."
    )
    await outbox.enqueue_failure_notice(tx, message, now, text)
    return True
