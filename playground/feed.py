"""The live events of the page, for everyone who watches it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.model import JSON, User

QUEUE = 2_000


class Watcher:
    """One open page, seen as one user."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.events: asyncio.Queue[JSON | None] = asyncio.Queue(QUEUE)  # None ends it

    def push(self, event: JSON) -> None:
        """Queue an event; a page that falls behind must reload everything."""
        if self.events.qsize() >= QUEUE - 1:
            while not self.events.empty():
                self.events.get_nowait()
            event = {"event": "reload"}
        self.events.put_nowait(event)


class Feed:
    """Sends events to every watcher they concern; costs nothing while nobody is watching."""

    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()

    def watch(self, user: User) -> Watcher:
        """Begin to watch as a user."""
        watcher = Watcher(user)
        self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Stop watching."""
        self._watchers.discard(watcher)

    def close(self) -> None:
        """End every watcher."""
        for watcher in self._watchers:
            while watcher.events.full():
                watcher.events.get_nowait()
            watcher.events.put_nowait(None)

    def publish(self, event: str, describe: Callable[[User], JSON | None]) -> None:
        """Send each watcher what `describe` returns for its user, or nothing if that is None."""
        for watcher in self._watchers:
            data = describe(watcher.user)
            if data is not None:
                watcher.push({"event": event, **data})
