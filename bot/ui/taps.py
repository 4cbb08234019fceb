"""Words tapped faster than Discord shows the last tap: all count, in the order of the presses."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

Tapped = tuple[int, ...]
"""The numbers of the words tapped so far, in order."""

REMEMBERED = 5000
"""Messages whose taps are remembered, at most."""
STEPS = 20


@dataclass(frozen=True, slots=True)
class TapHistory:
    """What a message has shown, the latest last; one press at a time is answered."""

    shown: deque[Tapped] = field(default_factory=lambda: deque(maxlen=STEPS))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Taps:
    """What has been tapped, by message.

    The buttons' ids carry it, too, and after a restart they alone do. This serves presses that a
    player made before seeing the result of the last one.
    """

    def __init__(self) -> None:
        self._histories: OrderedDict[int, TapHistory] = OrderedDict()

    @contextlib.asynccontextmanager
    async def lock(self, message: int, seen: Tapped) -> AsyncIterator[TapHistory]:
        """Wait for the presses before this one; this one adds to the last order shown.

        `seen` is what the pressed button's id says; it counts where the message never showed it.
        """
        history = self._histories.pop(message, None) or TapHistory()
        self._histories[message] = history
        if len(self._histories) > REMEMBERED:
            self._histories.popitem(last=False)
        async with history.lock:
            if seen not in history.shown:
                history.shown.clear()
                history.shown.append(seen)
            yield history
