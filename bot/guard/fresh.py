"""What many ask for at once, read for all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from bot.errors import Unread
from bot.store.answering import ANSWER_SECONDS, UNREAD, before_acknowledgement

Value = TypeVar("Value")

FRESH_SECONDS = 0.5
"""For how long it holds: nobody presses a button and gets an answer faster than that."""


class Fresh(Generic[Value]):
    """What a read returned, at most FRESH_SECONDS ago; while that fails, what the last did."""

    def __init__(
        self, read: Callable[[], Awaitable[Value]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._read = read
        self._clock = clock
        self._value: Value | None = None
        self._read_at = -FRESH_SECONDS
        self._reading = asyncio.Lock()

    async def get(self) -> Value:
        """Return it, read again where it is too old; raises Unread if nothing was ever read."""
        if self._clock() - self._read_at >= FRESH_SECONDS:
            try:
                await self._renew()
            except Unread:
                if self._value is None:
                    raise
        assert self._value is not None
        return self._value

    async def _renew(self) -> None:
        """Read it. One does, for all who ask meanwhile; they wait as long as for a read.

        Where something is known, that is no longer than what is read here may be old.
        """
        known = None if self._value is None else FRESH_SECONDS
        try:
            async with asyncio.timeout(known or before_acknowledgement() or ANSWER_SECONDS):
                await self._reading.acquire()
        except TimeoutError:
            raise Unread(UNREAD) from None
        try:
            if (now := self._clock()) - self._read_at >= FRESH_SECONDS:
                self._value = await self._read()
                self._read_at = now  # not before: others would be told what was until then
        finally:
            self._reading.release()
