"""Showing editions in servers' channels: while they are open, each once; then their solutions."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.errors import MessageGone, PostError, PostRefused
from bot.outbox import Outbox, pause_after
from bot.outbox import Poster as AnyPoster
from bot.pacing import Pacer
from bot.store import Database, Transaction, dailies, daily_posts
from bot.store.records import DailyPost

AT_ONCE = 200
PATIENCE = timedelta(days=3)
"""How long Discord may refuse a post before it is given up, and a server's puzzles turned off."""
LONGEST_PAUSE = timedelta(minutes=15)

DailyPoster = AnyPoster[DailyPost]
"""Discord's part.

`post.kind` tells what to show: the "edition" (open, or `closed`: edited then), its "thread", begun
at that message and with its id, its "solution" as a spoiler in a reply to it, or a "trouble"
(`post.text`) that the organisers, whoever set it up first, are to be told of. Await `pace` before
each further request that a post takes.
"""


class DailyPosting(Outbox[DailyPost]):
    """Delivers what is due, evenly spaced."""

    def __init__(self, database: Database, poster: DailyPoster, pacer: Pacer | None = None) -> None:
        self.pace = pacer or Pacer()
        super().__init__(database, daily_posts.ROWS, poster, at_once=AT_ONCE, pace=self.pace)

    async def _show(self, post: DailyPost, now: datetime) -> tuple[int, int]:
        if _is_timely(post) and now >= post.closes_at:
            # Too late to post it, but an attempt in time may have gone through unmarked.
            found = await self._poster.find(post) if post.attempts else None
            if found is None:
                raise PostRefused("Its time is over.", final=True)
            return found, post.wanted - 1
        return await super()._show(post, now)

    async def _shown(self, tx: Transaction, post: DailyPost, now: datetime) -> None:  # noqa: ARG002 - the outbox passes it
        if post.kind != "edition":
            return
        kept = await daily_posts.get(tx, *post.key)
        setup = await dailies.get_setup(tx, post.guild_id)
        if kept is not None and kept.closed:  # its board closed while it was on its way
            await daily_posts.want_beside(tx, kept, "solution", kept.closes_at)
        elif kept is not None and setup is not None and setup.thread:
            await daily_posts.want_beside(tx, kept, "thread", kept.opens_at)
        if setup is not None and setup.failing_since is not None:
            await dailies.change_setup(tx, setup, failing_since=None)

    async def _failed(
        self, tx: Transaction, post: DailyPost, error: Exception, now: datetime
    ) -> None:
        """Put the post off while there is a use in it; turn off what has failed for days."""
        turned_off = (
            post.kind == "edition"
            and isinstance(error, PostRefused)
            and now < post.closes_at
            and await _refused(tx, post, error, now)
        )
        first = post.first_attempt_at or now
        pause = min(pause_after(post.attempts), LONGEST_PAUSE)
        hopeless = (
            isinstance(error, MessageGone)
            or now - first >= PATIENCE
            or (_is_timely(post) and now + pause >= post.closes_at)
            or (post.kind == "thread" and isinstance(error, PostRefused))
            or (turned_off and post.message_id is None)
        )
        said = error.message if isinstance(error, PostError) else f"{type(error).__name__}: {error}"
        await daily_posts.ROWS.put_off(tx, post, said, now + pause, now if hopeless else None)


def _is_timely(post: DailyPost) -> bool:
    """Tell whether a post is of no use once the next puzzle has opened; to close one still is."""
    return post.kind in {"edition", "thread"} and post.message_id is None


async def _refused(tx: Transaction, post: DailyPost, error: PostRefused, now: datetime) -> bool:
    """Note since when Discord refuses; after three days, turn it off and tell, once: True."""
    setup = await dailies.get_setup(tx, post.guild_id)
    if setup is None or not setup.running or setup.channel_id != post.channel_id:
        return False
    if setup.failing_since is None:
        await dailies.change_setup(tx, setup, failing_since=now)
        return False
    if now - setup.failing_since < PATIENCE:
        return False
    await dailies.change_setup(tx, setup, running=False, next_due_at=None, disabled_at=now)
    text = (
        f"The daily puzzle could not be posted for three days: {error.message} I have turned "
        "it off; /daily setup turns it on again, in another channel if need be."
    )
    await daily_posts.want_beside(tx, post, "trouble", now, text)
    return True
