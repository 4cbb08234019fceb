"""Shows races while they run: one message each, edited every two seconds at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.errors import MessageGone, PostRefused
from bot.outbox import PAUSE, Outbox, describe
from bot.races.status import call_off, look
from bot.retries import pause_after
from bot.store import Transaction, outbox, rows
from bot.store.schema import Message, Race

REST = timedelta(seconds=2)
"""Time between two edits of a message."""
LONGEST_PAUSE = timedelta(seconds=30)
GIVE_UP_AFTER = timedelta(hours=1)
"""How long a message that fails for unknown reasons is retried."""


class RacePosting(Outbox):
    """Delivers what is due. A race ends if its channel is gone, and is reposted if its post is."""

    name = "races"
    at_once = 40  # a second's worth
    rest = REST
    patience = 0.1  # so that a slow edit does not delay the others

    async def _failed(
        self, tx: Transaction, message: Message, error: Exception, now: datetime
    ) -> None:
        assert message.race_id is not None
        race = await rows.get(tx, Race, message.race_id)
        live = race is not None and race.state != "over"
        first = message.first_attempt_at or now
        again = now + pause_after(message.attempts, PAUSE, LONGEST_PAUSE)
        if isinstance(error, MessageGone) and live:
            await outbox.resend(tx, message, message.channel_id, now + REST)
            return
        final = isinstance(error, MessageGone | PostRefused) or now - first >= GIVE_UP_AFTER
        if race is not None and race.token_at is not None and race.token_at >= now:
            final = False  # somebody has pressed meanwhile, so there is a new token
        await outbox.postpone(tx, message, describe(error), again, now if final else None)
        # Without a place to show it, a race cannot go on; with tokens, the next press shows it.
        if isinstance(error, PostRefused) and race is not None and live and not race.by_token:
            await call_off(tx, await look(tx, race), now, "lost")
