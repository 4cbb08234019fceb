"""Keeping below Discord's limit of 50 requests a second, however much is due at once."""

from __future__ import annotations

import asyncio

RATE = 40.0
"""Requests a second; the rest of the 50 is for whatever else the bot has to say."""


class Pace:
    """Gives out moments at which requests may go, evenly spaced; pure, its clock is handed in."""

    def __init__(self, rate: float = RATE) -> None:
        self._gap = 1 / rate
        self._next = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until the next free moment."""
        return max(0.0, self._next - now)

    def reserve(self, now: float) -> float:
        """Take the next free moment; return the seconds until then."""
        wait = self.wait(now)
        self._next = now + wait + self._gap
        return wait

    def pause_for(self, now: float, seconds: float) -> None:
        """Give out no moment for so long: Discord said so (429, global)."""
        self._next = max(self._next, now + seconds)


class Pacer:
    """A `Pace` on the event loop's clock: await it before each request.

    One waits at a time, so that those held up by a busy moment do not go all at once after it.
    """

    def __init__(self, rate: float = RATE) -> None:
        self._pace = Pace(rate)
        self._turn = asyncio.Lock()

    async def __call__(self) -> None:
        """Wait for a free moment."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            while (wait := self._pace.wait(loop.time())) > 0:  # noqa: ASYNC110 - it may grow
                await asyncio.sleep(wait)
            self._pace.reserve(loop.time())

    def pause_for(self, seconds: float) -> None:
        """Let nobody go for so long."""
        self._pace.pause_for(asyncio.get_running_loop().time(), seconds)
