"""Drawing again until something else comes: what the buttons named *Another* do."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Card = TypeVar("Card")

TRIES = 16
"""Draws after which another one is no longer hoped for."""


async def redraw(draw: Callable[[], Awaitable[Card]], is_welcome: Callable[[Card], bool]) -> Card:
    """Return the first draw that is welcome, or the last of many that are not."""
    for _ in range(TRIES):
        drawn = await draw()
        if is_welcome(drawn):
            break
    return drawn
