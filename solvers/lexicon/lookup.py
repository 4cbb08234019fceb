"""A hash table from words to numbers, stored flat in a file so that processes can share it.

It uses open addressing with linear probing over CRC-32, and is at most half full. Keys lie
concatenated in a buffer; a slot holds a key's number plus one, or 0 if it is free. Probing never
wraps around, because the table has room behind its last home slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from solvers.lexicon.indexfile import Buffer


def build_slots(keys: Sequence[bytes]) -> NDArray[np.uint32]:
    """Return the slots of a table of distinct keys, numbered in their order."""
    size = home_slots(len(keys))
    homes = np.fromiter((crc32(key) for key in keys), np.int64, len(keys)) & (size - 1)
    order = np.argsort(homes, kind="stable")
    step = np.arange(len(keys))
    # In the order of their homes, each key goes to its home or right behind the key before it.
    places = np.maximum.accumulate(homes[order] - step) + step
    slots = np.zeros(max(size, int(places.max(initial=0)) + 1) + 1, np.uint32)
    slots[places] = order + 1
    return slots


def home_slots(count: int) -> int:
    """Return the number of home slots for `count` keys, a power of two."""
    return 1 << max(1, (2 * count - 1).bit_length())


class Lookup:
    """Finds words in a hash table, reading it in place."""

    __slots__ = ("_base", "_buffer", "_mask", "_slots", "_starts")

    def __init__(self, buffer: Buffer, base: int, starts: memoryview, slots: memoryview) -> None:
        """`buffer` holds the keys from `base` on, `starts` says where each starts."""
        self._buffer = buffer
        self._base = base
        self._starts = starts
        self._slots = slots
        self._mask = home_slots(len(starts) - 1) - 1

    def find(self, word: str) -> int:
        """Return the number of a word, or -1."""
        key = word.encode("ascii", "replace")  # "?" is in no key
        slots, starts, base = self._slots, self._starts, self._base
        slot = crc32(key) & self._mask
        while number := slots[slot]:
            if self._buffer[base + starts[number - 1] : base + starts[number]] == key:
                return int(number) - 1
            slot += 1
        return -1
