"""Stores single writes together in batches, because each transaction waits for the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from bot.store.database import WHOLE, Database, Transaction

LARGEST_BATCH = 200
PACE = 0.1
"""Seconds from the start of one batch to the next, so that a rush makes fewer, larger ones."""

Item = TypeVar("Item")
Result = TypeVar("Result")
StoreBatch = Callable[[Transaction, Sequence[Item]], Awaitable[Sequence[Result | Exception]]]
"""Store items in a transaction, and return a result or an error for each, in their order."""


class Batcher(Generic[Item, Result]):
    """Stores all waiting items in one transaction, and those that arrive meanwhile in the next."""

    def __init__(
        self, database: Database, store: StoreBatch[Item, Result], *, alongside: bool = False
    ) -> None:
        """Store items with `store`; `alongside` is as in `Database.write`."""
        self._database = database
        self._alongside = alongside
        self._store_batch = store
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._working: asyncio.Task[None] | None = None

    async def add(self, item: Item) -> Result:
        """Return an item's result once the item is stored for good.

        Raises the item's own error, or the error of a transaction with this item alone.
        """
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, result))
        if self._working is None or self._working.done():
            # In its own context: the task also works for callers after this one.
            self._working = asyncio.create_task(self._work(), context=Context())
        return await result

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            next_at = loop.time() + PACE
            some = self._waiting[:LARGEST_BATCH]
            del self._waiting[:LARGEST_BATCH]
            if not await self._store(some):
                for one in some:  # one of them may be at fault
                    await self._store([one])
            await asyncio.sleep(next_at - loop.time())

    async def _store(self, waiting: Sequence[tuple[Item, asyncio.Future[Result]]]) -> bool:
        """Store items and resolve their futures; False if several items failed together."""
        waiting = [one for one in waiting if not one[1].cancelled()]
        if not waiting:
            return True
        answers: Sequence[Result | Exception]
        try:
            async with self._database.write(alongside=self._alongside) as tx:
                answers = await self._store_batch(tx, [item for item, _ in waiting])
        except Exception as error:  # noqa: BLE001 - it is raised where the result is awaited
            if len(waiting) > 1 and not isinstance(error.__cause__, WHOLE):
                return False
            answers = [error] * len(waiting)  # each would fail so, or was stored after all
        for (_, result), answer in zip(waiting, answers, strict=True):
            if result.cancelled():
                continue
            if isinstance(answer, Exception):
                result.set_exception(answer)
            else:
                result.set_result(answer)
        return True
