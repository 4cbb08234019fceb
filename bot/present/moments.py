"""Moments and lengths of time as Discord and people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.layout import many

if TYPE_CHECKING:
    from datetime import datetime

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def on(moment: datetime) -> str:
    """Return a moment that everybody sees in their own zone: date and time."""
    return f"<t:{int(moment.timestamp())}:f>"


def relative(moment: datetime) -> str:
    """Return a moment as Discord counts down to it: “in 2 hours”, “3 minutes ago”."""
    return f"<t:{int(moment.timestamp())}:R>"


def length(seconds: float) -> str:
    """Return a length of time as it is written in forms: “1 day 12 hours”, “45 seconds”."""
    left = round(seconds)
    parts = []
    for unit, size in _UNITS:
        number, left = divmod(left, size)
        if number:
            parts.append(many(number, unit))
    return " ".join(parts)
