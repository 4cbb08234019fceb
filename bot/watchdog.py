"""Watches the event loop: counts and logs when it was blocked, and by which code."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable
from types import FrameType

from bot.metrics import LOOP_LAG

log = logging.getLogger(__name__)

STALL_SECONDS = 0.25
"""The loop counts as blocked from this delay on."""
BEAT_SECONDS = 0.05
CALLERS = 3
"""How many of our functions are named, innermost first."""
OURS = ("bot.", "solvers.")


class Watchdog:
    """Counts how often the event loop was blocked (`stalls`), at most for `longest` seconds.

    A task in the loop measures how late it runs, and calls `beat`. A thread meanwhile looks at
    which function is running; it reads only names and lines, never what somebody typed.
    """

    def __init__(self, beat: Callable[[], None] = lambda: None) -> None:
        self._tell = beat
        self.stalls = 0
        self.longest = 0.0
        self._stopped = threading.Event()
        self._loop_thread = threading.get_ident()
        self._running = ""  # what blocked the loop when the thread looked
        self._beat_at = time.monotonic()
        self._spent = time.thread_time()

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch the running loop until the block ends."""
        beating = asyncio.create_task(self._beat())
        looking = threading.Thread(target=self._look, name="watchdog", daemon=True)
        looking.start()
        try:
            yield
        finally:
            beating.cancel()
            self._stopped.set()
            looking.join()

    async def _beat(self) -> None:
        self._loop_thread = threading.get_ident()
        while True:
            self._tell()
            self._beat_at, self._spent = time.monotonic(), time.thread_time()
            await asyncio.sleep(BEAT_SECONDS)
            late = time.monotonic() - self._beat_at - BEAT_SECONDS
            LOOP_LAG.observe(max(0.0, late))
            if late > STALL_SECONDS:
                self.stalls += 1
                self.longest = max(self.longest, late)
                log.warning(
                    "the event loop was held up for %.2f s (CPU: %.2f s) by %s",
                    late,
                    time.thread_time() - self._spent,
                    self._running or "nothing of ours",
                )
            self._running = ""

    def _look(self) -> None:
        while not self._stopped.wait(BEAT_SECONDS):
            late = time.monotonic() - self._beat_at - BEAT_SECONDS
            if late > STALL_SECONDS / 2 and not self._running:
                # The standard library has no other way to see what a thread is doing.
                self._running = described(sys._current_frames().get(self._loop_thread))  # noqa: SLF001


def described(frame: FrameType | None) -> str:
    """Name the innermost running functions of ours: “bot.zones.read_zone:20 < …”."""
    names = (
        f"{where.f_globals.get('__name__')}.{where.f_code.co_name}:{line}"
        for where, line in traceback.walk_stack(frame)
    )
    ours = [name for name in names if name.startswith(OURS)]
    return " < ".join(ours[:CALLERS])
