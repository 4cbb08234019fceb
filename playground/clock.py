"""The playground's time, which can be moved forward, and the ids made from it."""

from __future__ import annotations

import heapq
import itertools
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

EPOCH_MS = 1_420_070_400_000  # the first moment of 2015, where snowflakes begin
END = (EPOCH_MS + 2**42) / 1000  # in 2154; there are no snowflakes later


class Clock:
    """Wall-clock time plus the offset it was moved by; it may start at another moment."""

    def __init__(self, moment: datetime | None = None) -> None:
        self.offset = 0.0 if moment is None else moment.timestamp() - time.time()

    def now(self) -> float:
        """Return the playground's time in seconds since 1970."""
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward; ids already given out forbid moving it back."""
        if seconds < 0:
            raise ValueError("the clock only moves forward: give a number of seconds above 0")
        if self.now() + seconds >= END:
            raise ValueError("the clock ends in the year 2154: give a smaller number of seconds")
        self.offset += seconds

    def iso(self) -> str:
        """Return the time in the form of Discord's timestamps."""
        return iso(self.now())


class Agenda:
    """What happens automatically at a set time: threads archive, events begin and end."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._order = itertools.count()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def at(self, moment: float, act: Callable[[], None]) -> None:
        """Schedule an action for a moment."""
        heapq.heappush(self._waiting, (moment, next(self._order), act))

    def catch_up(self) -> None:
        """Run the actions whose moment has come, earliest first."""
        while self._waiting and self._waiting[0][0] <= self._clock.now():
            heapq.heappop(self._waiting)[2]()


class Snowflakes:
    """Ids that grow with the clock and never repeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return an id whose upper 42 bits are the clock's milliseconds since EPOCH_MS."""
        made = (int(self._clock.now() * 1000) - EPOCH_MS) << 22
        self._last = made if made > self._last else self._last + 1
        return self._last


def moment_of(snowflake: int) -> float:
    """Return the time an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def iso(moment: float) -> str:
    """Return seconds since 1970 in the form of Discord's timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
