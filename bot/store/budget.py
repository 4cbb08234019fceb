"""How many bytes are stored per person and day: one budget for everything that can wait."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cachetools import LRUCache

from bot.errors import NotKept
from solvers.text import many

BYTES_A_DAY = 10 * 1000**2
"""Per person, from midnight to midnight UTC: thousands of puzzles, or tens of thousands of
tries."""
ROW = 200
"""Bytes that a row takes besides its words, for its other columns and its index entries."""
REMEMBERED = 20_000
"""The number of people remembered: those who stored something most recently."""
_HOUR, _DAY = 3600, 86_400


class Budget:
    """The bytes stored today per person, counted in this process only and never saved.

    So a restart begins the day again, and processes that share a database each count for the
    servers of their own shards. Beyond REMEMBERED people, the one who stored something longest ago
    starts from zero again.
    """

    def __init__(self) -> None:
        self._day = 0
        self._spent: LRUCache[int, int] = LRUCache(REMEMBERED)

    def fits(self, user: int, size: int, at: datetime) -> bool:
        """Return whether a person's budget for today has room for a row of `size` bytes."""
        self._turn(at)
        return self._spent.get(user, 0) + size + ROW <= BYTES_A_DAY

    def spend(self, user: int, size: int, at: datetime) -> None:
        """Count a row of `size` bytes; raise NotKept if the person's budget has no room for it."""
        if not self.fits(user, size, at):
            raise NotKept(
                f"That’s all I can save for you today. You can go on in {until_tomorrow(at)}."
            )
        self.note(user, size, at)

    def note(self, user: int, size: int, at: datetime) -> None:
        """Count a row that is stored regardless of the budget."""
        self._turn(at)
        self._spent[user] = self._spent.get(user, 0) + size + ROW

    def spent(self, user: int) -> int:
        """Return how many bytes have been stored for a person today."""
        return self._spent.get(user, 0)

    def _turn(self, at: datetime) -> None:
        """Begin a new day if it is one; a late write from the day before counts for the new day."""
        day = int(at.timestamp() // _DAY)
        if day > self._day:
            self._day = day
            self._spent.clear()


def until_tomorrow(at: datetime) -> str:
    """Return the time until midnight UTC in words, in hours rounded up.

    >>> from datetime import UTC
    >>> until_tomorrow(datetime(2026, 5, 4, 22, 30, tzinfo=UTC))
    '2 hours'
    """
    return many((_DAY - int(at.timestamp()) % _DAY + _HOUR - 1) // _HOUR, "hour")


def size_of(words: Sequence[str]) -> int:
    """Return how many bytes words take when stored.

    >>> size_of(["cat", "dog"])
    14
    """
    return 2 + sum(len(word.encode()) + 3 for word in words)
