"""Words tapped faster than Discord shows the last tap: all count, in the order of presses."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Self

from cachetools import LRUCache

from bot.contests import pack, unpack

PICK = "_"

REMEMBERED = 2000
"""Messages whose taps are remembered, at most."""
STEPS = 20


@dataclass(frozen=True, slots=True)
class Tapped:
    """The numbers of the words laid so far, and the picked one, if any.

    The text has a mark before the picked word.

    >>> str(Tapped((3, 0, 11), picked=0)), Tapped.read("30b")
    ('3_0b', Tapped(order=(3, 0, 11), picked=None))
    """

    order: tuple[int, ...] = ()
    picked: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what `str` wrote; raises ValueError."""
        before, picks, after = text.partition(PICK)
        return cls(unpack(before + after), unpack(after)[0] if picks else None)

    def __str__(self) -> str:
        """Return its text in ids."""
        if self.picked is None:
            return pack(self.order)
        at = self.order.index(self.picked)
        return f"{pack(self.order[:at])}{PICK}{pack(self.order[at:])}"

    def add(self, word: int) -> Self:
        """Lay a word before the picked one, or at the end, if it is not laid yet."""
        if word in self.order:
            return self
        at = len(self.order) if self.picked is None else self.order.index(self.picked)
        return replace(self, order=(*self.order[:at], word, *self.order[at:]))

    def remove(self, word: int) -> Self:
        """Take a word out, wherever it is."""
        order = tuple(other for other in self.order if other != word)
        return replace(self, order=order, picked=None if word == self.picked else self.picked)

    def pick(self, word: int | None) -> Self:
        """Pick another of the laid words, or none."""
        return replace(self, picked=word) if word is None or word in self.order else self


UNTAPPED = Tapped()


@dataclass(slots=True)
class TapHistory:
    """What a message has shown, the latest last; one press at a time is answered.

    sent  what was sent in, if nothing has been tapped since
    """

    shown: deque[Tapped] = field(default_factory=lambda: deque(maxlen=STEPS))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: Tapped | None = None


class Taps:
    """What has been tapped, by message.

    The buttons' ids carry it, too, and after a restart only they do. This is for presses that a
    player made before seeing the result of the last one.
    """

    def __init__(self) -> None:
        self._histories: LRUCache[int, TapHistory] = LRUCache(REMEMBERED)

    @contextlib.asynccontextmanager
    async def lock(self, message: int, seen: Tapped) -> AsyncIterator[TapHistory]:
        """Wait for the presses before this one, which continues from what was shown last.

        `seen` is what the pressed button's id says; it replaces the history if that lacks it.
        """
        history = self._histories.setdefault(message, TapHistory())
        async with history.lock:
            if seen not in history.shown:
                history.shown.clear()
                history.shown.append(seen)
            yield history

    def forget(self, message: int) -> None:
        """Rely on the buttons' ids again, as the message now shows something else."""
        if message in self._histories:
            self._histories[message].shown.clear()
