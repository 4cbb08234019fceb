"""How much of one person's is stored in a day: one budget over everything that can wait."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cachetools import LRUCache

from bot.errors import NotKept
from solvers.text import many

BYTES_A_DAY = 10 * 1000**2
"""Of one person, from midnight to midnight UTC: thousands of puzzles, or tens of thousands of
tries."""
ROW = 200
"""Bytes that a row takes besides its words: its other columns, and its places in indexes."""
REMEMBERED = 20_000
"""How many people are remembered, those who stored something last."""
_HOUR, _DAY = 3600, 86_400


class Budget:
    """What each person has had stored today, in bytes; in this process alone, and never stored.

    So a restart begins the day again. Where several processes share a database, each counts by
    itself, with the servers of its own shards. Beyond REMEMBERED, whoever stored something longest
    ago begins again as well.
    """

    def __init__(self) -> None:
        self._day = 0
        self._spent: LRUCache[int, int] = LRUCache(REMEMBERED)

    def fits(self, user: int, size: int, at: datetime) -> bool:
        """Return whether somebody's day has room for a row of `size` bytes."""
        self._turn(at)
        return self._spent.get(user, 0) + size + ROW <= BYTES_A_DAY

    def spend(self, user: int, size: int, at: datetime) -> None:
        """Count a row of `size` bytes; raise NotKept for somebody whose day has no room for it."""
        if not self.fits(user, size, at):
            raise NotKept(
                f"That’s all I can save for you today. You can go on in {until_tomorrow(at)}."
            )
        self.note(user, size, at)

    def note(self, user: int, size: int, at: datetime) -> None:
        """Count a row that is stored in any case."""
        self._turn(at)
        self._spent[user] = self._spent.get(user, 0) + size + ROW

    def spent(self, user: int) -> int:
        """Return how many bytes somebody has had stored today."""
        return self._spent.get(user, 0)

    def _turn(self, at: datetime) -> None:
        """Begin a new day; what comes late from the day before counts for the new one."""
        day = int(at.timestamp() // _DAY)
        if day > self._day:
            self._day = day
            self._spent.clear()


def until_tomorrow(at: datetime) -> str:
    """Return how long it takes until somebody has a new day, in words.

    >>> from datetime import UTC
    >>> until_tomorrow(datetime(2026, 5, 4, 22, 30, tzinfo=UTC))
    '2 hours'
    """
    return many((_DAY - int(at.timestamp()) % _DAY + _HOUR - 1) // _HOUR, "hour")


def size_of(words: Sequence[str]) -> int:
    """Return how many bytes words take as they are stored.

    >>> size_of(["cat", "dog"])
    14
    """
    return 2 + sum(len(word.encode()) + 3 for word in words)
