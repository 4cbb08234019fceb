"""The clock for whatever is not caused by an interaction, which has its own time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns the current time, aware: the machine's, or a playground's, which can be moved."""


def utc_now() -> datetime:
    """Return the current time of the machine's clock."""
    return datetime.now(UTC)
