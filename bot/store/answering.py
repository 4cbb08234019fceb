"""A database that says nothing: by when it has to answer, and what happens until it does again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar

log = logging.getLogger(__name__)

SECONDS = 5.0
"""What a transaction may take; of a patient one, each of its statements."""
BRIEF_SECONDS = 2.0
"""What one that reads may take before an acknowledgement, for which Discord waits 3 seconds."""
LONG = 1.0
"""Seconds after which a transaction that fails does so because nobody answers, or much too late."""
PROBE_SECONDS = 0.5

unanswered: ContextVar[bool] = ContextVar("unanswered", default=False)
"""Whether an interaction is being handled that waits for its acknowledgement."""
_until: ContextVar[float | None] = ContextVar("until", default=None)


class NoAnswer(Exception):
    """The database has fallen silent; it was not asked."""


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Give all statements in the block so many seconds in all; None: each has `SECONDS`."""
    now = asyncio.get_running_loop().time()
    token = _until.set(None if seconds is None else now + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def left() -> float | None:
    """Return the seconds that a statement may take that begins now; None: any number."""
    until = _until.get()
    if until is None:
        return SECONDS
    return None if until == math.inf else max(0.0, until - asyncio.get_running_loop().time())


class Line:
    """A way to the database, to read or to write: whether it answers there.

    Once it does not, nobody waits for it any more until a probe went through.
    """

    def __init__(self, probe: Callable[[], Awaitable[object]], seconds: float) -> None:
        """`probe` raises an exception while there is no answer, or takes longer than `seconds`."""
        self._probe = probe
        self._seconds = seconds
        self._waiting: set[asyncio.Timeout] = set()
        self._probing: asyncio.Task[None] | None = None

    @property
    def silent(self) -> bool:
        """Whether nobody answers."""
        return self._probing is not None

    @contextlib.asynccontextmanager
    async def turn(
        self, *turns: AbstractAsyncContextManager[object], seconds: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for turns, one after the other, and hold them in the block.

        Raises NoAnswer once the line is silent, and after so many `seconds`.
        """
        if self.silent:
            raise NoAnswer
        async with contextlib.AsyncExitStack() as held:
            limit = asyncio.timeout(seconds)
            try:
                async with limit:
                    self._waiting.add(limit)
                    for turn in turns:
                        await held.enter_async_context(turn)
            except TimeoutError:
                raise NoAnswer from None
            finally:
                self._waiting.discard(limit)
            yield

    def fall_silent(self) -> None:
        """Let nobody wait, and probe until there is an answer."""
        if self.silent:
            return
        log.error("the database does not answer; nobody waits for it until it does")
        now = asyncio.get_running_loop().time()
        for limit in self._waiting:
            if not limit.expired():
                limit.reschedule(now)
        self._probing = asyncio.create_task(self._probe_until_answered())

    async def _probe_until_answered(self) -> None:
        while True:
            with contextlib.suppress(Exception), within(self._seconds):
                await self._probe()
                break
            await asyncio.sleep(PROBE_SECONDS)
        self._probing = None
        log.warning("the database answers again")

    def close(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()
