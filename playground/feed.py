"""News for those who watch: the page's live events."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from playground.model import JSON
    from playground.model import User


QUEUE = 2_000


class Watcher:
    """One open page, seen as one user."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.news: asyncio.Queue[JSON | None] = asyncio.Queue(QUEUE)  # None ends it

    def tell(self, event: JSON) -> None:
        """Hand over an event; one who does not keep up is told to load everything again."""
        if self.news.qsize() >= QUEUE - 1:
            while not self.news.empty():
                self.news.get_nowait()
            event = {"event": "reload"}
        self.news.put_nowait(event)


class Feed:
    """Hands events to every watcher they concern; costs nothing while nobody watches."""

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
        """Send every watcher away."""
        for watcher in self._watchers:
            while watcher.news.full():
                watcher.news.get_nowait()
            watcher.news.put_nowait(None)

    def publish(self, event: str, describe: Callable[[User], JSON | None]) -> None:
        """Tell each watcher what `describe` says for its user; None is not told."""
        for watcher in self._watchers:
            told = describe(watcher.user)
            if told is not None:
                watcher.tell({"event": event, **told})
