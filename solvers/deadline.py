"""Deadlines: the moment after which a solver must stop with what it has."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock of the process that made it.

    Make one where the work begins: the clocks of two processes are not compared.
    """

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        """Return a deadline that passes `seconds` from now."""
        return cls(time.monotonic() + seconds)

    @classmethod
    def never(cls) -> Deadline:
        """Return a deadline that never passes."""
        return cls(math.inf)

    def remaining(self) -> float:
        """Return the seconds left, 0.0 once it has passed."""
        return max(0.0, self.at - time.monotonic())

    def passed(self) -> bool:
        """Return whether it is time to stop."""
        return time.monotonic() >= self.at


MOST_EARLY = 5.0


@dataclass(frozen=True, slots=True)
class EarlyDeadline(Deadline):
    """A deadline that passes early, by the longest time between two checks so far.

    It is for a solver that would be killed after the real deadline: it stops in time even if its
    steps are long or the machine is busy. At most half of the time, and MOST_EARLY seconds, is
    lost.
    """

    most: float
    looks: list[float] = field(default_factory=lambda: [time.monotonic(), 0.0])  # last, longest gap

    @classmethod
    def after(cls, seconds: float) -> EarlyDeadline:
        """Return a deadline that passes `seconds` from now, or a little earlier."""
        return cls(time.monotonic() + seconds, min(seconds / 2, MOST_EARLY))

    def remaining(self) -> float:
        """Return the seconds left if coming steps take no longer than earlier ones."""
        now = time.monotonic()
        last, longest = self.looks
        longest = max(longest, now - last)
        self.looks[:] = now, longest
        return max(0.0, self.at - min(longest, self.most) - now)

    def passed(self) -> bool:
        """Return whether another step might end too late."""
        return self.remaining() == 0.0
