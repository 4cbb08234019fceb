"""When requests may go that nobody waits for: evenly, and fewer after many that were refused.

Discord bans an address for up to an hour that makes 10,000 invalid requests in ten minutes: those
that it answers with 401, 403 or 429. Each process counts its own.
"""

from __future__ import annotations

import asyncio
from collections import deque

from bot.errors import PostDelayed

RATE = 40.0
"""Requests a second; the rest of Discord's 50 is for whatever else the bot has to say."""
WINDOW = 600.0
STEP = 10.0
"""Seconds that are counted together."""
UNHEEDED, MOST_INVALID = 1_000, 5_000
"""Invalid requests within WINDOW: from the first number on the pace slows down, and at the second,
half of what Discord allows, it is at its slowest."""
SLOWEST = 10.0
"""Seconds from one request to the next, at most."""
LONGEST_WAIT = 20.0
"""Seconds that a request waits at most; if it would be more, that is said at once."""


class InvalidRequests:
    """How many requests were invalid of late; pure, its clock is handed in."""

    def __init__(self) -> None:
        self._steps: deque[tuple[float, int]] = deque()  # when each began, and how many

    def note(self, now: float) -> None:
        """Count one."""
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
    """Gives out moments at which requests may go, evenly spaced; pure, its clock is handed in."""

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
        """Give out no moment for so long: Discord said so."""
        self._next = max(self._next, now + seconds)


class Pacer:
    """A `Pace` on the event loop's clock: await it before each request.

    One waits at a time, so that those held up by a busy moment do not go all at once after it.
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
                    self._refuse(0)  # it may have grown meanwhile
                    await asyncio.sleep(wait)
                self._pace.reserve(loop.time())
        finally:
            self._waiting -= 1

    def _refuse(self, before: int) -> None:
        """Raise PostDelayed where so many requests before one make it wait for too long."""
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
        """For how many seconds more Discord answers nothing from this address."""
        return max(0.0, self._banned_until - asyncio.get_running_loop().time())

    def note_invalid(self) -> None:
        """Note that a request was answered with 401, 403 or 429."""
        self._pace.invalid.note(asyncio.get_running_loop().time())

    def pause_for(self, seconds: float, *, banned: bool = False) -> None:
        """Let no request go for so long; `banned`: nor any that somebody waits for."""
        now = asyncio.get_running_loop().time()
        self._pace.pause_for(now, seconds)
        if banned:
            self._banned_until = max(self._banned_until, now + seconds)
