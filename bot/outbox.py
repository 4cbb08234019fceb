"""Messages that Discord is to show: each once, though the bot die at any moment.

What is wanted is a row. An attempt is claimed, made, and marked done; an attempt that nobody
marked may have reached Discord, so the next one looks first. Contests and daily puzzles post
through this; what they do about a failure is theirs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, Protocol, TypeVar

from bot.store import Database, Transaction
from bot.store.outbox import Outgoing

log = logging.getLogger(__name__)

AT_ONCE = 50
PATIENCE = 10.0
"""Seconds that `deliver` waits for what it began; what takes longer goes on by itself."""
SEND_SECONDS = 60.0
LEASE = timedelta(seconds=90)
"""How long an attempt has the post to itself; longer than it can take."""
PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)

OutgoingT = TypeVar("OutgoingT", bound="Outgoing")
PostT_contra = TypeVar("PostT_contra", bound="Outgoing", contravariant=True)


class Poster(Protocol[PostT_contra]):
    """Discord's part, which another layer plays.

    Show things as they are at that moment. Raise PostRefused or MessageGone; any other failure
    is tried again soon.
    """

    async def find(self, post: PostT_contra) -> int | None:
        """Return the id of the message that an interrupted attempt may have left, if it did.

        None, too, where that cannot be found out; Discord then knows the nonce for some minutes.
        """

    async def send(self, post: PostT_contra) -> int:
        """Send the message with `post.nonce`, enforced, and return its id."""

    async def edit(self, post: PostT_contra) -> None:
        """Bring the message `post.message_id` up to date."""


class Shelf(Protocol[OutgoingT]):
    """Where the rows are; `bot.store.outbox` has it."""

    async def due(self, tx: Transaction, now: datetime, limit: int, /) -> list[OutgoingT]:
        """Return posts that are due, the longest waiting first."""

    async def claim(
        self, tx: Transaction, post: OutgoingT, now: datetime, until: datetime, /
    ) -> bool:
        """Note that this attempt begins; False: somebody else has begun one."""

    async def settle(
        self, tx: Transaction, post: OutgoingT, message_id: int, done: int, now: datetime, /
    ) -> None:
        """Note the message and how much of what was wanted it shows."""

    async def put_off(
        self,
        tx: Transaction,
        post: OutgoingT,
        error: str,
        until: datetime,
        given_up_at: datetime | None,
        /,
    ) -> None:
        """Note why an attempt failed and when the next is, or that there will be none."""

    async def free(self, tx: Transaction, now: datetime, /) -> int:
        """Make due what a process that is no more had claimed."""


class Outbox(Generic[OutgoingT]):
    """Delivers what is due. `pace` is awaited before each goes out, to keep to a rate."""

    def __init__(
        self,
        database: Database,
        shelf: Shelf[OutgoingT],
        poster: Poster[OutgoingT],
        *,
        at_once: int = AT_ONCE,
        pace: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._database = database
        self._shelf = shelf
        self._poster = poster
        self._at_once = at_once
        self._pace = pace
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}

    async def resume(self, now: datetime) -> int:
        """Take up, right after a start, what an earlier process left in the middle of."""
        async with self._database.write() as tx:
            return await self._shelf.free(tx, now)

    async def deliver(self, now: datetime) -> int:
        """Attempt every post that is due; one that fails does not hold up the others.

        Returns how many attempts were begun.
        """
        async with self._database.read() as tx:
            due = await self._shelf.due(tx, now, self._at_once + len(self._under_way))
        begun = []
        for post in due:
            if post.key not in self._under_way:
                task = asyncio.create_task(self._attempt(post, now))
                task.add_done_callback(partial(self._ended, post.key))
                self._under_way[post.key] = task
                begun.append(task)
        if begun:
            await asyncio.wait(begun, timeout=PATIENCE)
        return len(begun)

    def _ended(self, key: Hashable, _task: asyncio.Task[None]) -> None:
        self._under_way.pop(key, None)

    async def close(self) -> None:
        """Give up the attempts that are under way; they are made again at the next start."""
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _attempt(self, post: OutgoingT, now: datetime) -> None:
        try:
            async with self._database.write() as tx:
                if not await self._shelf.claim(tx, post, now, now + LEASE):
                    return
            if self._pace is not None:
                await self._pace()  # just before it goes out: the store takes its time, too
            try:
                message_id, done = await asyncio.wait_for(self._show(post, now), SEND_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is noted and tried again
                log.warning("%s: %r", post, error)
                async with self._database.write() as tx:
                    await self._failed(tx, post, error, now)
            else:
                async with self._database.write() as tx:
                    await self._shelf.settle(tx, post, message_id, done, now)
                    await self._shown(tx, post, now)
        except Exception:  # the store's; the claim runs out, and then all is tried again
            log.exception("%s: not noted", post)

    async def _show(self, post: OutgoingT, now: datetime) -> tuple[int, int]:  # noqa: ARG002 - for who overrides it
        """Return the message's id and how much of what is wanted it now shows."""
        if post.message_id is not None:
            await self._poster.edit(post)
            return post.message_id, post.wanted
        if post.attempts and (found := await self._poster.find(post)) is not None:
            # It shows how things were when it was sent; the next attempt edits it.
            return found, post.wanted - post.changes
        return await self._poster.send(post), post.wanted

    async def _failed(
        self, tx: Transaction, post: OutgoingT, error: Exception, now: datetime
    ) -> None:
        """Put the post off, or give it up."""
        raise NotImplementedError

    async def _shown(self, tx: Transaction, post: OutgoingT, now: datetime) -> None:
        """Do what follows once a message is there."""


def pause_after(attempts: int) -> timedelta:
    """Return how long to wait after so many failed attempts before this one."""
    doubled: int = 2 ** min(attempts, 20)
    return min(PAUSE * doubled, LONGEST_PAUSE)
