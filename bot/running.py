"""Runs work until a signal stops it, and cancels reliably."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")
AGAIN_SECONDS = 1.0


async def until_stopped(work: Coroutine[Any, Any, None], stop: asyncio.Event) -> None:
    """Run until it ends; on SIGINT, SIGTERM or `stop`, cancel it and let it clean up."""
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has only KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    working = asyncio.create_task(work)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({stopping, working}, return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            log.info("stopping")
    finally:
        stopping.cancel()
        working.cancel()
        await asyncio.wait({working})
    if not working.cancelled():
        working.result()


async def cancelled(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended; their errors are dropped.

    Cancelling once may not be enough: before Python 3.12 `asyncio.wait_for`, which libraries use,
    loses a cancellation that arrives together with the awaited result.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)


def heed_cancellation() -> None:
    """Raise the CancelledError that a library's `wait_for` may have just lost."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def in_thread(work: Callable[[], T]) -> T:
    """Run something that blocks in a daemon thread, which does not delay the end of the program."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(settle_it: Callable[[Any], None], value: object) -> None:
        if not done.done():
            settle_it(value)

    def run() -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - the waiting caller gets it
                loop.call_soon_threadsafe(settle, done.set_exception, error)
            else:
                loop.call_soon_threadsafe(settle, done.set_result, result)

    threading.Thread(target=run, daemon=True).start()
    return await done
