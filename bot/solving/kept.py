"""Results that never change: each is worked out once, and recent ones are kept in memory."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.solving.pool import Solving
from bot.solving.queue import Requester
from bot.worker import Solve

Key: TypeAlias = tuple[Solve, object, str]


class Kept:
    """Recent results of jobs that depend only on their request, such as pictures."""

    def __init__(self, solving: Solving, most: int) -> None:
        self._solving = solving
        self._results: LRUCache[Key, Any] = LRUCache(most)
        # One lock per running job: callers who ask for the same job wait for its result.
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._going_on: set[asyncio.Task[Any]] = set()

    async def soon(self, patience: float, solve: Solve, request: object, **options: Any) -> Any:
        """Like `run`, but return None after `patience` seconds; the job goes on for later callers.

        It is not cancelled, because that would end its worker.
        """
        task = asyncio.ensure_future(self.run(solve, request, **options))
        self._going_on.add(task)
        task.add_done_callback(self._over)
        try:
            async with asyncio.timeout(patience):
                return await asyncio.shield(task)
        except TimeoutError:
            return None

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._going_on.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, as nobody may be waiting any more

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        requester: Requester | None,
        tier: str = "full",
        seconds: float,
        quick: bool = False,
    ) -> Any:
        """Return what `Solving.run` returns, for a hashable request; raises what that raises."""
        key = solve, request, tier
        async with self._locks.setdefault(key, asyncio.Lock()):
            with contextlib.suppress(KeyError):
                return self._results[key]
            result = await self._solving.run(
                solve, request, requester=requester, tier=tier, seconds=seconds, quick=quick
            )
            self._results[key] = result
            return result
