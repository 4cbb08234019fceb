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

    def reserve(self, now: float) -> float:
        """Return the seconds to wait until the next free moment, which is taken thereby."""
        moment = max(now, self._next)
        self._next = moment + self._gap
        return moment - now

    def hold(self, now: float, seconds: float) -> None:
        """Give out no moment for so long: Discord said so (429, global)."""
        self._next = max(self._next, now + seconds)


class Pacer:
    """A `Pace` on the event loop's clock: await it before each request."""

    def __init__(self, rate: float = RATE) -> None:
        self._pace = Pace(rate)

    async def __call__(self) -> None:
        """Wait for a free moment."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._pace.reserve(loop.time()))

    def hold(self, seconds: float) -> None:
        """Let nobody go for so long."""
        self._pace.hold(asyncio.get_running_loop().time(), seconds)
