"""Paces requests that nobody waits for: evenly, and slower after many invalid ones.

Discord bans an address for up to an hour if it makes 10,000 invalid requests, those answered with
401, 403 or 429, within ten minutes. Each process counts its own.
"""

from __future__ import annotations

import asyncio
from collections import deque

from bot.errors import PostDelayed

RATE = 40.0
"""Requests per second; the rest of Discord's 50 is for everything else."""
WINDOW = 600.0
STEP = 10.0
"""Seconds that are counted together."""
UNHEEDED, MOST_INVALID = 1_000, 5_000
"""Invalid requests within WINDOW: the pace slows down from the first number on, and is slowest at
the second, half of what Discord allows."""
SLOWEST = 10.0
"""The most seconds between two requests."""
LONGEST_WAIT = 20.0
"""The most seconds that a request waits; if it would be more, it is refused at once."""


class InvalidRequests:
    """Counts recent invalid requests; pure: callers pass the time."""

    def __init__(self) -> None:
        self._steps: deque[tuple[float, int]] = deque()  # start of each step, and its count

    def note(self, now: float) -> None:
        """Count one request."""
        if self._steps and now - self._steps[-1][0] < STEP:
            began, count = self._steps.pop()
            self._steps.append((began, count + 1))
        else:
            self._steps.append((now, 1))

    def count(self, now: float) -> int:
        """Return how many there were within WINDOW."""
        while self._steps and self._steps[0][0] <= now - WINDOW:
            self._steps.popleft()
        return sum(count for _, count in self._steps)


class Pace:
    """Gives out evenly spaced moments for requests; pure: callers pass the time."""

    def __init__(self, rate: float = RATE) -> None:
        self._gap = 1 / rate
        self._next = 0.0
        self.invalid = InvalidRequests()

    def wait(self, now: float) -> float:
        """Return the seconds until the next free moment."""
        return max(0.0, self._next - now)

    def reserve(self, now: float) -> float:
        """Take the next free moment; return the seconds until then."""
        wait = self.wait(now)
        self._next = now + wait + self.gap(now)
        return wait

    def gap(self, now: float) -> float:
        """Return the seconds from one request to the next."""
        left = (MOST_INVALID - self.invalid.count(now)) / (MOST_INVALID - UNHEEDED)
        return self._gap if left >= 1 else min(self._gap / max(left, 1e-9), SLOWEST)

    def pause_for(self, now: float, seconds: float) -> None:
        """Give out no moment for `seconds`, because Discord asked for that."""
        self._next = max(self._next, now + seconds)


class Pacer:
    """A `Pace` on the event loop's clock: await it before each request.

    Only one caller waits at a time, so that requests held up by a busy moment do not all go at
    once.
    """

    def __init__(self, rate: float = RATE) -> None:
        self._pace = Pace(rate)
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._banned_until = 0.0

    async def __call__(self) -> None:
        """Wait for a free moment; raises PostDelayed if that would take more than PATIENCE."""
        loop = asyncio.get_running_loop()
        self._refuse(self._waiting)
        self._waiting += 1
        try:
            async with self._lock:
                while (wait := self._pace.wait(loop.time())) > 0:
                    self._refuse(0)  # the wait may have grown meanwhile
                    await asyncio.sleep(wait)
                self._pace.reserve(loop.time())
        finally:
            self._waiting -= 1

    def _refuse(self, before: int) -> None:
        """Raise PostDelayed if `before` earlier requests make one wait too long."""
        now = asyncio.get_running_loop().time()
        wait = self._pace.wait(now) + before * self._pace.gap(now)
        if wait > LONGEST_WAIT:
            raise PostDelayed("Discord wants fewer requests for a while.", wait)

    @property
    def invalid(self) -> int:
        """How many requests were invalid within WINDOW."""
        return self._pace.invalid.count(asyncio.get_running_loop().time())

    @property
    def banned_for(self) -> float:
        """How many more seconds Discord answers nothing from this address."""
        return max(0.0, self._banned_until - asyncio.get_running_loop().time())

    def note_invalid(self) -> None:
        """Note that a request was answered with 401, 403 or 429."""
        self._pace.invalid.note(asyncio.get_running_loop().time())

    def pause_for(self, seconds: float, *, banned: bool = False) -> None:
        """Hold all requests for `seconds`; `banned`: also requests that somebody waits for."""
        now = asyncio.get_running_loop().time()
        self._pace.pause_for(now, seconds)
        if banned:
            self._banned_until = max(self._banned_until, now + seconds)
