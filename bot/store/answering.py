"""A database that says nothing: by when it has to answer, and what happens until it does again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar

log = logging.getLogger(__name__)

ANSWER_SECONDS = 5.0
"""What a transaction may take once it has its turn; of a patient one, each of its statements."""
BRIEF_SECONDS = 2.0
"""What all may take together before an acknowledgement, for which Discord waits 3 seconds."""
LEAST_SECONDS = 0.25
"""What each of them has once it has its turn, however late it is."""
LEISURE_SECONDS = 60.0
"""What a statement may take that nobody waits for, and the wait for a turn where others have it."""
DOUBT_SECONDS = 1.0
"""How long a probe may take after something failed, until the database counts as silent."""
PROBE_SECONDS = 0.5
"""From one probe of a silent database to the next."""
UNREAD = "I can’t look anything up just now. Try again in a few minutes."

at_leisure: ContextVar[bool] = ContextVar("at leisure", default=False)
"""Whether nobody waits for what is done."""
_acknowledge_by: ContextVar[float | None] = ContextVar("acknowledge by", default=None)
_until: ContextVar[float | None] = ContextVar("until", default=None)


class NoAnswer(Exception):
    """The database has fallen silent; it was not asked."""


def expect_acknowledgement(*, expected: bool = True) -> None:
    """Note that an interaction waits for its acknowledgement from now on, or no longer."""
    now = asyncio.get_running_loop().time()
    _acknowledge_by.set(now + BRIEF_SECONDS if expected else None)


def before_acknowledgement() -> float | None:
    """Return the seconds that what begins now may take for an acknowledgement's sake."""
    by = _acknowledge_by.get()
    if by is None:
        return None
    return max(LEAST_SECONDS, by - asyncio.get_running_loop().time())


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Give all statements in the block so many seconds in all; None: each has its own."""
    now = asyncio.get_running_loop().time()
    token = _until.set(None if seconds is None else now + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def left() -> float:
    """Return the seconds that a statement may take that begins now."""
    until = _until.get()
    if until is None:
        return LEISURE_SECONDS if at_leisure.get() else ANSWER_SECONDS
    return max(0.0, until - asyncio.get_running_loop().time())


class Line:
    """A way to the database, to read or to write, and whether it is `silent` there.

    Once it is, nobody waits for it any more until a probe went through.
    """

    def __init__(self, probe: Callable[[], Awaitable[object]], seconds: float) -> None:
        """`probe` raises an exception while there is no answer, or takes longer than `seconds`."""
        self._probe = probe
        self._seconds = seconds
        self._waiting: set[asyncio.Timeout] = set()
        self._probing: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()  # there is no doubt
        self._settled.set()
        self.silent = False

    @contextlib.asynccontextmanager
    async def turn(
        self, *turns: AbstractAsyncContextManager[object], seconds: float
    ) -> AsyncIterator[None]:
        """Wait for turns, one after the other, and hold them in the block.

        Raises NoAnswer once the line is silent, and after so many `seconds`.
        """
        if self.silent:
            raise NoAnswer
        async with contextlib.AsyncExitStack() as held:
            limit = asyncio.timeout(seconds)
            # Whoever has the turn may wait for an answer that never comes.
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
        """Probe; where no answer comes soon, the line is silent until there is one.

        One transaction that is slow, or at fault, is no reason to refuse the others.
        """
        if self._probing is None:
            self._settled.clear()
            self._probing = asyncio.create_task(self._probe_until_answered())

    def _fall_silent(self) -> None:
        """Let nobody wait."""
        if self.silent:
            return
        self.silent = True
        log.error("the database does not answer; nobody waits for it until it does")
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
