"""Showing contests in their channels: every message once, though the bot die at any moment.

What is wanted stands in the store (`bot.store.posts`). An attempt is claimed, made, and marked
done; an attempt that nobody marked may have reached Discord, so the next one looks first.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bot.errors import MessageGone, PostError, PostRefused
from bot.store import contests, posts

if TYPE_CHECKING:
    from datetime import datetime

    from bot.store import Database, Transaction
    from bot.store.records import Post, PostKind

log = logging.getLogger(__name__)

AT_ONCE = 50
PATIENCE = 10.0
"""Seconds that `deliver` waits for what it began; what takes longer goes on by itself."""
SEND_SECONDS = 60.0
LEASE = timedelta(seconds=90)
"""How long an attempt has the post to itself; longer than it can take."""
PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=3)
TELL_AFTER = 5
"""Failed attempts before organisers are told, where Discord does not refuse outright."""


TROUBLE: dict[PostKind, PostKind] = {
    "announcement": "trouble:announcement",
    "results": "trouble:results",
}
"""What organisers are told by when a post fails."""


class Poster(Protocol):
    """Discord's part, which another layer plays.

    `post.kind` tells what to show: the contest's announcement, its results, or a trouble
    (`post.text`) that its organisers, the creator first, are to be told of. Show things as they
    are at that moment. Raise PostRefused or MessageGone; any other failure is tried again soon.
    """

    async def find(self, post: Post) -> int | None:
        """Return the id of the message that an interrupted attempt may have left, if it did.

        None, too, where that cannot be found out; Discord then knows the nonce for some minutes.
        """

    async def send(self, post: Post) -> int:
        """Send the message with `post.nonce`, enforced, and return its id."""

    async def edit(self, post: Post) -> None:
        """Bring the message `post.message_id` up to date."""


class Posting:
    """Delivers what is due."""

    def __init__(self, database: Database, poster: Poster) -> None:
        self._database = database
        self._poster = poster
        self._under_way: dict[tuple[str, PostKind], asyncio.Task[None]] = {}

    async def resume(self, now: datetime) -> int:
        """Take up, right after a start, what an earlier process left in the middle of."""
        async with self._database.write() as tx:
            return await posts.free(tx, now)

    async def deliver(self, now: datetime) -> int:
        """Attempt every post that is due; one that fails does not hold up the others.

        Returns how many attempts were begun.
        """
        async with self._database.read() as tx:
            due = await posts.due(tx, now, AT_ONCE + len(self._under_way))
        begun = []
        for post in due:
            key = (post.contest_id, post.kind)
            if key not in self._under_way:
                task = asyncio.create_task(self._attempt(post, now))
                task.add_done_callback(partial(self._ended, key))
                self._under_way[key] = task
                begun.append(task)
        if begun:
            await asyncio.wait(begun, timeout=PATIENCE)
        return len(begun)

    def _ended(self, key: tuple[str, PostKind], _task: asyncio.Task[None]) -> None:
        self._under_way.pop(key, None)

    async def close(self) -> None:
        """Give up the attempts that are under way; they are made again at the next start."""
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _attempt(self, post: Post, now: datetime) -> None:
        try:
            async with self._database.write() as tx:
                if not await posts.claim(tx, post, now, now + LEASE):
                    return
            try:
                message_id, done = await asyncio.wait_for(self._show(post), SEND_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is noted and tried again
                log.warning("%s of contest %s: %r", post.kind, post.contest_id, error)
                async with self._database.write() as tx:
                    await _failed(tx, post, error, now)
            else:
                async with self._database.write() as tx:
                    await posts.settle(tx, post, message_id, done, now)
                    if trouble := TROUBLE.get(post.kind):
                        await posts.withdraw(tx, post.contest_id, trouble)
        except Exception:  # the store's; the claim runs out, and then all is tried again
            log.exception("%s of contest %s: not noted", post.kind, post.contest_id)

    async def _show(self, post: Post) -> tuple[int, int]:
        """Return the message's id and how much of what is wanted it now shows."""
        if post.message_id is not None:
            await self._poster.edit(post)
            return post.message_id, post.wanted
        if post.attempts and (found := await self._poster.find(post)) is not None:
            # It shows how things were when it was sent; the next attempt edits it.
            return found, post.wanted - (post.kind in TROUBLE)
        return await self._poster.send(post), post.wanted


async def _failed(tx: Transaction, post: Post, error: Exception, now: datetime) -> None:
    """Put the post off or give it up; tell the organisers, once for each trouble."""
    refused = isinstance(error, PostError)
    final = isinstance(error, MessageGone) or (isinstance(error, PostRefused) and error.final)
    since = post.first_attempt_at or now
    hopeless = final or now - since >= GIVE_UP_AFTER
    pause = min(PAUSE * 2 ** min(post.attempts, 20), LONGEST_PAUSE)
    said = error.message if isinstance(error, PostError) else f"{type(error).__name__}: {error}"
    await posts.put_off(tx, post, said, now + pause, now if hopeless else None)
    trouble = TROUBLE.get(post.kind)
    if trouble is None or not (refused or hopeless or post.attempts + 1 >= TELL_AFTER):
        return
    contest = await contests.get(tx, post.contest_id)
    if contest is None or await posts.get(tx, post.contest_id, trouble) is not None:
        return
    text = _sentence(contest.title, post, error, hopeless=hopeless)
    await posts.want(tx, contest, trouble, now, text)


def _sentence(title: str, post: Post, error: Exception, *, hopeless: bool) -> str:
    """Say what could not be done, why, and what can be done about it."""
    what = "announcement" if post.kind == "announcement" else "results"
    verb = "is" if what == "announcement" else "are"
    if isinstance(error, MessageGone):
        return (
            f"The {what} of “{title}” {verb} gone from the channel: somebody deleted the message. "
            "The contest goes on; /contest show can post it again."
        )
    done = "posted" if post.message_id is None else "brought up to date"
    why = error.message if isinstance(error, PostError) else "Discord did not take the message."
    then = "/contest show can post it elsewhere." if hopeless else "I keep trying for three days."
    return f"The {what} of “{title}” could not be {done}: {why} {then}"
