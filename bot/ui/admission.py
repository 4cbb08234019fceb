"""Which interaction is handled next when too many come: the servers take turns."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from bot import metrics
from bot.clock import DiscordClock, moment_of
from bot.store.answering import expect_acknowledgement

AUTOCOMPLETE = 4
LATE = 2.5
"""Seconds after which a waiting interaction is dropped: Discord waits for three."""
BEHIND = 0.5
"""Once a server's oldest waiting interaction is this many seconds old, its newest goes first.

The older ones may already be too late.
"""
MOST_UNDER_WAY = 100
"""Interactions of a server under way at a time; those that take longer than BRIEF do not count.

More would only slow each other down, and wait for a worker in vain.
"""
BRIEF = 2.0
"""Seconds; less than LATE, so that interactions waiting for longer ones are not too late."""
MOST_WAITING = 500
"""Interactions of a server that may wait; beyond that the oldest is dropped."""


class Admission:
    """Hands on one interaction in each turn of the event loop: no more than the loop can finish.

    All that came at once would have the loop's time in equal parts, so that none is answered within
    three seconds once there are too many. Those that wait here cost nothing but their memory.
    Servers take turns, all direct messages as one. In each the oldest comes first and, once a
    server is behind, the newest; those that are too late by then are dropped before any work.
    """

    def __init__(self, clock: DiscordClock, handle: Callable[[Any], None]) -> None:
        """Take Discord's clock, and the function that handles an interaction's data."""
        self._clock = clock
        self._handle = handle
        self._waiting: OrderedDict[str | None, deque[tuple[float, Any]]] = OrderedDict()
        self._resting = False  # one has been handed on in this turn of the loop
        # When each interaction under way began, by server, oldest first.
        self._under_way: defaultdict[str | None, dict[object, float]] = defaultdict(dict)
        self._timer: asyncio.TimerHandle | None = None

    def add(self, data: Any) -> None:
        """Take an interaction, which is handled at once or when its turn comes."""
        self._clock.hear_moment(moment_of(int(data["id"])))
        queue = self._waiting.setdefault(data.get("guild_id"), deque())
        if len(queue) >= MOST_WAITING:
            queue.popleft()
            metrics.DROPPED.inc()
        queue.append((time.monotonic(), data))
        if not self._resting:
            self._go_on()

    def _go_on(self) -> None:
        for server in self._waiting:
            if self._has_room(server):
                break
        else:
            self._resting = False
            self._wake_in_time()
            return
        self._resting = True
        asyncio.get_running_loop().call_soon(self._go_on)
        queue = self._waiting.pop(server)
        oldest = self._age(queue[0][1])
        came, data = queue.popleft() if oldest < BEHIND else queue.pop()
        alone = not (queue or self._waiting)
        if oldest >= LATE and not alone and self._age(data) >= LATE:
            metrics.DROPPED.inc(1 + len(queue))  # the rest are older still
            return
        if queue:
            self._waiting[server] = queue
        copy_context().run(self._hand_on, server, came, data)

    def _hand_on(self, server: str | None, came: float, data: Any) -> None:
        """Handle an interaction; runs in a copy of the caller's context."""
        metrics.received.set(came)
        metrics.over.set(None)
        expect_acknowledgement()
        if data["type"] != AUTOCOMPLETE:
            self._begin(server)
        self._handle(data)

    def _begin(self, server: str | None) -> None:
        """Count an interaction as under way until it is over."""
        this, under_way = object(), self._under_way[server]
        under_way[this] = time.monotonic()
        loop = asyncio.get_running_loop()

        def over() -> None:
            under_way.pop(this, None)
            if not under_way and self._under_way.get(server) is under_way:
                del self._under_way[server]
            if self._waiting:
                loop.call_soon(self._resume)

        metrics.over.set(over)

    def _resume(self) -> None:
        if not self._resting:
            self._go_on()

    def _wake_in_time(self) -> None:
        """Go on once an interaction that others of its server wait for has taken BRIEF."""
        if not self._waiting or self._timer is not None:
            return
        first = min(next(iter(self._under_way[server].values())) for server in self._waiting)
        delay = first + BRIEF - time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._resume()

    def _has_room(self, server: str | None) -> bool:
        """Return whether one more interaction of a server may begin."""
        under_way = self._under_way.get(server)
        if under_way is None or len(under_way) < MOST_UNDER_WAY:
            return True
        since = time.monotonic() - BRIEF
        for one, began in [*under_way.items()]:
            if began > since:
                break
            del under_way[one]
        return len(under_way) < MOST_UNDER_WAY

    def _age(self, data: Any) -> float:
        """Return how long ago Discord made an interaction, in seconds; 0 if the time is unknown."""
        if not self._clock.heard:
            return 0.0
        return (self._clock() - moment_of(int(data["id"]))).total_seconds()
