"""When to try again what failed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypeVar

BACKOFF = timedelta(seconds=10)
LONGEST_BACKOFF = timedelta(minutes=10)


Time = TypeVar("Time", float, timedelta)


def pause_after(failures: int, first: Time, longest: Time) -> Time:
    """Return how long to wait: `first` after no earlier failure, then each time twice as long.

    Times are seconds or timedeltas.

    >>> str(pause_after(3, timedelta(seconds=5), timedelta(minutes=1)))
    '0:00:40'
    """
    doubled: int = 2 ** min(failures, 20)
    return min(first * doubled, longest)


class Retries:
    """What failed, how often in a row, and when to retry: each time after twice as long."""

    def __init__(self, backoff: timedelta = BACKOFF, longest: timedelta = LONGEST_BACKOFF) -> None:
        self._backoff = backoff
        self._longest = longest
        self._failed: dict[str, tuple[int, datetime]] = {}

    def __len__(self) -> int:
        return len(self._failed)

    def is_ready(self, key: str, now: datetime) -> bool:
        """Return whether it may be tried now."""
        return now >= self._failed.get(key, (0, now))[1]

    def ready(self, keys: Iterable[str], now: datetime) -> list[str]:
        """Return those that may be tried now."""
        return [key for key in keys if self.is_ready(key, now)]

    def failed(self, key: str, now: datetime) -> timedelta:
        """Note a failure; return how long to wait."""
        failures = self.failures(key)
        pause = pause_after(failures, self._backoff, self._longest)
        self._failed[key] = (failures + 1, now + pause)
        return pause

    def postpone(self, key: str, until: datetime) -> None:
        """Try something no sooner than `until`, though it has not failed."""
        self._failed[key] = self.failures(key), until

    def failures(self, key: str) -> int:
        """Return how often something has failed in a row."""
        return self._failed[key][0] if key in self._failed else 0

    def passed(self, key: str) -> None:
        """Note a success."""
        self._failed.pop(key, None)
