"""Deadlines: the moment after which a solver must stop with what it has."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock of the process that made it.

    Make one where the work begins: the clocks of two processes are not compared.
    """

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        """Return the deadline that passes so many seconds from now."""
        return cls(time.monotonic() + seconds)

    @classmethod
    def never(cls) -> Deadline:
        """Return a deadline that does not pass."""
        return cls(math.inf)

    def remaining(self) -> float:
        """Return the seconds left, 0.0 once it has passed."""
        return max(0.0, self.at - time.monotonic())

    def passed(self) -> bool:
        """Return whether it is time to stop."""
        return time.monotonic() >= self.at
