"""The one clock that the bot goes by where nobody's message tells the moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns the moment, with its zone: the machine's, or a playground's, which can be moved."""


def utc_now() -> datetime:
    """Return this moment by the machine's clock."""
    return datetime.now(UTC)
