"""Sends each message to Discord exactly once, though the bot may die at any moment.

A message is a row. An attempt is claimed, made, and marked; an attempt that was never marked may
have reached Discord, so the next one looks first. Contests and daily puzzles each have their own
outbox, because they handle failures differently.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol
from weakref import WeakValueDictionary

from bot import metrics
from bot.errors import PostDelayed, PostError
from bot.store import Database, Transaction
from bot.store import outbox as rows
from bot.store.schema import Message, OutboxName

log = logging.getLogger(__name__)

MOST_WAITING = 50
DELIVERY_PATIENCE = 10.0
"""How many seconds `deliver` waits, by default, for attempts it began; others go on without it."""
SEND_SECONDS = 60.0
LEASE = timedelta(seconds=90)
"""How long an attempt has exclusive use of the message; longer than it can take."""
PAUSE = timedelta(seconds=5)
"""After the first failed attempt; each further one doubles it."""


class Poster(Protocol):
    """Shows messages in Discord; another layer implements it.

    `message.kind` says what to show (see `KINDS`).

    Implementations show the current state of things. They raise PostRefused or MessageGone, and
    PostDelayed if Discord takes it later, which is no failure. After any other error, the attempt
    is repeated soon.
    """

    async def find(self, message: Message) -> int | None:
        """Return the id of the message that an interrupted attempt left, if it did.

        Also None if that cannot be found out; Discord remembers the nonce for some minutes.
        """

    async def send(self, message: Message) -> int:
        """Send the message with `message.nonce` enforced, and return its id."""

    async def edit(self, message: Message) -> None:
        """Update the message `message.message_id`."""


class Outbox:
    """Delivers due messages of the kinds whose outbox has its `name`, `at_once` of them at a time.

    `pace` is awaited before each goes out, to limit the rate. A message is edited again no sooner
    than after a `rest`, whatever the outcome of the last attempt.
    """

    name: OutboxName
    at_once = MOST_WAITING
    patience = DELIVERY_PATIENCE
    rest = timedelta(0)

    def __init__(
        self,
        database: Database,
        poster: Poster,
        pace: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._database = database
        self._poster = poster
        self._pace = pace
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._waiting: set[int] = set()  # those not sent yet
        self._sending: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def resume(self, now: datetime, ours: Callable[[int], bool] = lambda _: True) -> int:
        """Right after a start, make messages due again that an earlier process was sending.

        Only for servers that are `ours`. If another process is still sending one, the nonce is the
        same, so that Discord shows it once.
        """
        async with self._database.write() as tx:
            return await rows.release_claims(tx, self.name, now, ours, self.rest)

    async def deliver(self, now: datetime) -> int:
        """Attempt every due message; a failing one does not hold up the others.

        No more than `at_once` wait for the store and the pace, so that no later message overtakes
        them. Returns how many attempts were begun.
        """
        room = self.at_once - len(self._waiting)
        if room <= 0:
            return 0
        async with self._database.read() as tx:
            due = await rows.due(tx, self.name, now, room + len(self._under_way))
        begun: list[asyncio.Task[None]] = []
        for message in due:
            if message.id not in self._under_way and len(begun) < room:
                task = asyncio.create_task(self._attempt(message, now))
                task.add_done_callback(partial(self._ended, message.id))
                self._under_way[message.id] = task
                self._waiting.add(message.id)
                begun.append(task)
        if begun:
            await asyncio.wait(begun, timeout=self.patience)
        return len(begun)

    def _ended(self, key: int, _task: asyncio.Task[None]) -> None:
        self._under_way.pop(key, None)
        self._waiting.discard(key)

    async def close(self) -> None:
        """Cancel running attempts; they are repeated at the next start."""
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _attempt(self, message: Message, now: datetime) -> None:
        if message.message_id is not None or not message.channel_id:
            await self._make(message, now)
            return
        # New posts go to a channel one after another, in the order in which they are due; private
        # messages have no channel and wait for nobody.
        lock = self._sending.setdefault(message.channel_id, asyncio.Lock())
        async with lock:
            await self._make(message, now)

    async def _make(self, message: Message, now: datetime) -> None:
        began = time.monotonic()
        try:
            async with self._database.write() as tx:
                if not await rows.claim(tx, message, now, now + LEASE):
                    return
            try:
                if self._pace is not None:
                    await self._pace()  # just before sending: the store takes time, too
                self._waiting.discard(message.id)
                shown = await asyncio.wait_for(self._show(message, now), SEND_SECONDS)
            except PostDelayed as error:
                log.info("%s: %s", message, error)
                metrics.POSTS.labels(message.kind, "delayed").inc()
                again = now + timedelta(seconds=time.monotonic() - began + error.seconds)
                async with self._database.write() as tx:
                    await rows.put_back(tx, message, describe(error), again)
            except Exception as error:  # noqa: BLE001 - any error is noted and the attempt repeated
                log.warning("%s: %r", message, error)
                metrics.POSTS.labels(message.kind, "failed").inc()
                async with self._database.write() as tx:
                    await self._failed(tx, message, error, now)
            else:
                async with self._database.write() as tx:
                    next_edit = None
                    if rest := await self._rest_of(tx, message, now):
                        next_edit = now + timedelta(seconds=time.monotonic() - began) + rest
                    await rows.mark_delivered(tx, message, *shown, next_edit)
                    await self._delivered(tx, message)
                metrics.POSTS.labels(message.kind, "delivered").inc()
                late = now - (message.first_attempt_at or message.next_attempt_at)
                metrics.POST_DELAY.labels(message.kind).observe(
                    late.total_seconds() + time.monotonic() - began
                )
        except Exception:  # the store's; the claim expires, and then all is repeated
            log.exception("%s: not noted", message)

    async def _show(self, message: Message, now: datetime) -> tuple[int, int]:  # noqa: ARG002 - an override needs it
        """Return the message's id and the version that it now shows."""
        if message.message_id is not None:
            await self._poster.edit(message)
            return message.message_id, message.version
        if message.attempts and (found := await self._poster.find(message)) is not None:
            # It shows the state of when it was sent; the next attempt edits it.
            return found, message.version - message.changes
        return await self._poster.send(message), message.version

    async def _failed(
        self, tx: Transaction, message: Message, error: Exception, now: datetime
    ) -> None:
        """Postpone the message, or give it up."""
        raise NotImplementedError

    async def _rest_of(self, tx: Transaction, message: Message, now: datetime) -> timedelta:  # noqa: ARG002 - an override needs it
        """Return the least time from this attempt to the next edit of the message."""
        return self.rest

    async def _delivered(self, tx: Transaction, message: Message) -> None:
        """Do follow-up work once a message is delivered."""


def describe(error: Exception) -> str:
    """Return the note about an error: its sentence, or type and message if it is unexpected."""
    return error.message if isinstance(error, PostError) else f"{type(error).__name__}: {error}"
