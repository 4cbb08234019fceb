"""Waits for a condition, which is checked again whenever something changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Signal:
    """Belongs to one object (a message, an interaction…) and is rung when that changes."""

    __slots__ = ("_waiters",)

    def __init__(self) -> None:
        self._waiters: list[asyncio.Future[None]] = []

    def ring(self) -> None:
        """Wake everyone who waits."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, condition: Callable[[], object], timeout: float) -> None:  # noqa: ASYNC109
        """Return once the condition holds; raise TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            while not condition():
                waiter = asyncio.get_running_loop().create_future()
                self._waiters.append(waiter)
                await waiter
