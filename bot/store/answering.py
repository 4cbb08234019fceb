"""Deadlines for the database's answers, and what happens while it gives none."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar

log = logging.getLogger(__name__)

ANSWER_SECONDS = 5.0
"""How long a transaction may take once it has its turn; in a patient one, each of its
statements."""
BRIEF_SECONDS = 2.0
"""How long all transactions before an acknowledgement may take together, for which Discord waits 3
seconds."""
LEAST_SECONDS = 0.25
"""Each of them gets at least this long once it has its turn, however late it is."""
LEISURE_SECONDS = 60.0
"""How long a statement that nobody waits for may take, and how long it may wait for its turn."""
DOUBT_SECONDS = 1.0
"""After a failure, the database counts as silent if a probe takes longer than this."""
PROBE_SECONDS = 0.5
"""Pause between two probes of a silent database."""
UNREAD = "I can’t look anything up right now. Try again in a few minutes."

at_leisure: ContextVar[bool] = ContextVar("at leisure", default=False)
"""Whether the current work is in the background, so that nobody waits for it."""
_acknowledge_by: ContextVar[float | None] = ContextVar("acknowledge by", default=None)
_until: ContextVar[float | None] = ContextVar("until", default=None)


class NoAnswer(Exception):
    """The database is silent, so it was not asked."""


def expect_acknowledgement(*, expected: bool = True) -> None:
    """Note that an interaction waits for its acknowledgement from now on, or no longer."""
    now = asyncio.get_running_loop().time()
    _acknowledge_by.set(now + BRIEF_SECONDS if expected else None)


def before_acknowledgement() -> float | None:
    """Return how many seconds may pass before the acknowledgement; None: none is expected."""
    by = _acknowledge_by.get()
    if by is None:
        return None
    return max(LEAST_SECONDS, by - asyncio.get_running_loop().time())


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Give all statements in the block this many seconds together; None: each has its own limit."""
    now = asyncio.get_running_loop().time()
    token = _until.set(None if seconds is None else now + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def left() -> float:
    """Return how many seconds a statement that begins now may take."""
    until = _until.get()
    if until is None:
        return LEISURE_SECONDS if at_leisure.get() else ANSWER_SECONDS
    return max(0.0, until - asyncio.get_running_loop().time())


class Line:
    """A way to the database, for reading or for writing, and whether it is `silent`.

    While it is silent nobody waits for it, until a probe succeeds.
    """

    def __init__(self, probe: Callable[[], Awaitable[object]], seconds: float) -> None:
        """`probe` raises an exception while there is no answer, or takes longer than `seconds`."""
        self._probe = probe
        self._seconds = seconds
        self._waiting: set[asyncio.Timeout] = set()
        self._probing: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()  # set unless there is doubt
        self._settled.set()
        self.silent = False

    @contextlib.asynccontextmanager
    async def turn(
        self, *turns: AbstractAsyncContextManager[object], seconds: float
    ) -> AsyncIterator[None]:
        """Wait for turns, one after the other, and hold them in the block.

        Raises NoAnswer once the line is silent, and after `seconds`.
        """
        if self.silent:
            raise NoAnswer
        async with contextlib.AsyncExitStack() as held:
            limit = asyncio.timeout(seconds)
            # The current holder of the turn may be waiting for an answer that never comes.
            timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, self.doubt)
            try:
                async with limit:
                    self._waiting.add(limit)
                    for turn in turns:
                        await held.enter_async_context(turn)
                    await self._settled.wait()
            except TimeoutError:
                self.doubt()
                raise NoAnswer from None
            finally:
                timer.cancel()
                self._waiting.discard(limit)
            yield

    def doubt(self) -> None:
        """Send a probe; unless an answer comes soon, the line is silent until one does.

        So one slow or faulty transaction does not make us refuse the others.
        """
        if self._probing is None:
            self._settled.clear()
            self._probing = asyncio.create_task(self._probe_until_answered())

    def _fall_silent(self) -> None:
        """Declare the line silent and end every wait for a turn."""
        if self.silent:
            return
        self.silent = True
        log.error("the database does not answer; requests fail at once until it does")
        now = asyncio.get_running_loop().time()
        for limit in self._waiting:
            if not limit.expired():
                limit.reschedule(now)

    async def _probe_until_answered(self) -> None:
        timer = asyncio.get_running_loop().call_later(DOUBT_SECONDS, self._fall_silent)
        try:
            while True:
                with contextlib.suppress(Exception), within(self._seconds):
                    await self._probe()
                    break
                self._fall_silent()
                await asyncio.sleep(PROBE_SECONDS)
        finally:
            timer.cancel()
            self._settled.set()
        self._probing = None
        if self.silent:
            self.silent = False
            log.warning("the database answers again")

    def close(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()
