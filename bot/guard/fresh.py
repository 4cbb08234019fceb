"""One read shared by callers who ask at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from bot.errors import Unread
from bot.store.answering import ANSWER_SECONDS, UNREAD, before_acknowledgement

Value = TypeVar("Value")

FRESH_SECONDS = 0.5
"""Seconds for which a read is valid: nobody presses a button and gets an answer faster."""


class Fresh(Generic[Value]):
    """The result of a read at most FRESH_SECONDS ago; if that fails, the last result."""

    def __init__(
        self, read: Callable[[], Awaitable[Value]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._read = read
        self._clock = clock
        self._value: Value | None = None
        self._read_at = -FRESH_SECONDS
        self._reading = asyncio.Lock()

    async def get(self) -> Value:
        """Return the result, reading again if it is too old; raises Unread without any result."""
        if self._clock() - self._read_at >= FRESH_SECONDS:
            try:
                await self._renew()
            except Unread:
                if self._value is None:
                    raise
        assert self._value is not None
        return self._value

    async def _renew(self) -> None:
        """Read again. One caller does so for all others, who wait as long as for a read.

        If there is an earlier result, they wait no longer than FRESH_SECONDS.
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
                self._read_at = now  # only after the read, or others would get the old result
        finally:
            self._reading.release()
