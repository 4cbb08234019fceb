"""Words tapped faster than Discord shows the last one: all of them count, as they were pressed."""

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
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Taps:
    """What the messages show in which words are being tapped.

    The buttons' own ids say it too, which is what holds after a restart; this is for presses that
    were made before their player saw what came of the last.
    """

    def __init__(self) -> None:
        self._boards: OrderedDict[int, TapHistory] = OrderedDict()

    @contextlib.asynccontextmanager
    async def turn(self, message: int, seen: Tapped) -> AsyncIterator[TapHistory]:
        """Wait for the presses before this one; the board's last order is what it goes on from.

        `seen` is what the pressed button says; it holds where the board never showed it.
        """
        board = self._boards.pop(message, None) or TapHistory()
        self._boards[message] = board
        if len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        async with board.turn:
            if seen not in board.shown:
                board.shown.clear()
                board.shown.append(seen)
            yield board
