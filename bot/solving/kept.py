"""Results that never change: each is worked out once, and the last ones are kept in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

from bot.solving.pool import Solving
from bot.solving.queue import Requester
from bot.worker import Solve


class Kept:
    """The last results of jobs whose request says all: pictures, for instance."""

    def __init__(self, solving: Solving, most: int) -> None:
        self._solving = solving
        self._most = most
        self._results: OrderedDict[tuple[Solve, object], Any] = OrderedDict()
        # One for each job that runs: who asks for the same meanwhile waits for its result.
        self._locks: WeakValueDictionary[tuple[Solve, object], asyncio.Lock] = WeakValueDictionary()

    async def run(
        self,
        solve: Solve,
        request: object,
        *,
        requester: Requester | None,
        seconds: float,
        quick: bool = False,
    ) -> Any:
        """Return what `Solving.run` returns; a request is hashable. Raises what that raises."""
        key = solve, request
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key not in self._results:
                self._results[key] = await self._solving.run(
                    solve, request, requester=requester, seconds=seconds, quick=quick
                )
                if len(self._results) > self._most:
                    self._results.popitem(last=False)
            self._results.move_to_end(key)
            return self._results[key]
