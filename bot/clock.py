"""Discord's clock, derived from Discord's answers: one clock for every decision about time.

People's actions have the time of their interaction, and ends are announced in Discord's time. The
machine's own clock may be an hour off or be reset at any moment, so it decides nothing once Discord
has been heard.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""Returns the current time, aware."""

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The time of Discord's id 0."""
TOLERATED = 2.0
"""How many seconds the machine's clock may be wrong before that is logged."""


def moment_of(snowflake: int) -> datetime:
    """Return when one of Discord's ids was made: its upper 42 bits are milliseconds since EPOCH."""
    return EPOCH + timedelta(milliseconds=snowflake >> 22)


def utc_now() -> datetime:
    """Return the current time of the machine's clock."""
    return datetime.now(UTC)


def elapsed_seconds() -> float:
    """Return seconds since some moment; nobody can set them, and they include a machine's sleep."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # on Linux, where the monotonic clock stops during sleep
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


@lru_cache(maxsize=4)  # hundreds of answers may come within a second
def _read_date(header: str) -> float | None:
    """Return the second of an HTTP date, which is truncated, not rounded."""
    try:
        date = parsedate_to_datetime(header)
        return date.replace(tzinfo=date.tzinfo or UTC).timestamp()
    except (ValueError, OverflowError):
        return None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on Discord's time minus the elapsed seconds."""

    low: float
    high: float

    def __and__(self, other: Bounds) -> Bounds | None:
        """Return the values that both allow, or None if they contradict each other."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Bounds(low, high) if low <= high else None


class DiscordClock:
    """Call it for Discord's current time: never early, and late by a second or so at most.

    Each answer from Discord, and each interaction, gives bounds on its time, which are intersected.
    Bounds that contradict the known ones (from a wrong header, or after the two clocks have drifted
    apart) count only if the next contradicting ones agree with them: a single one changes nothing.
    Until two have agreed, this is the machine's clock.
    """

    def __init__(
        self, machine: Clock = utc_now, elapsed: Callable[[], float] = elapsed_seconds
    ) -> None:
        self._machine = machine
        self.elapsed = elapsed
        self._known: Bounds | None = None
        self._doubt: Bounds | None = None
        self._heard_at = -math.inf
        self._reported = 0.0

    def __call__(self) -> datetime:
        """Return the time."""
        if self._known is None:
            return self._machine()
        return datetime.fromtimestamp(self.elapsed() + self._known.low, UTC)

    @property
    def heard(self) -> bool:
        """Whether this is Discord's time yet."""
        return self._known is not None

    @property
    def silence(self) -> float:
        """The seconds since Discord last confirmed the time; infinite while that is in doubt."""
        return math.inf if self._doubt else self.elapsed() - self._heard_at

    @property
    def machine_ahead(self) -> float:
        """The least number of seconds that the machine's clock is ahead (negative: behind)."""
        if self._known is None:
            return 0.0
        machine, elapsed = self._machine().timestamp(), self.elapsed()
        ahead = max(0.0, machine - elapsed - self._known.high)
        return ahead or min(0.0, machine - elapsed - self._known.low)

    def hear_date(self, header: str, asked_at: float) -> None:
        """Note an answer's `Date` header; `asked_at` are the elapsed seconds at the request."""
        second = _read_date(header)
        if second is not None:
            self._hear(Bounds(second - self.elapsed(), second + 1 - asked_at))

    def hear_moment(self, moment: datetime) -> None:
        """Note a moment that Discord has just stamped something with."""
        self._hear(Bounds(moment.timestamp() - self.elapsed(), math.inf))

    def _hear(self, told: Bounds) -> None:
        if self._known and (both := self._known & told):
            self._known = both
            if self._doubt and not self._doubt & told:
                self._doubt = None
        elif self._doubt and (both := self._doubt & told):
            self._known, self._doubt = both, None
        else:
            self._doubt = told
            return
        self._heard_at = self.elapsed()
        self._report()

    def _report(self) -> None:
        """Log how wrong the machine's clock is, whenever that changes."""
        ahead = self.machine_ahead
        if abs(ahead - self._reported) <= TOLERATED:
            return
        self._reported = ahead
        if abs(ahead) <= TOLERATED:
            log.warning("the machine's clock agrees with Discord's again")
            return
        way = "ahead of" if ahead > 0 else "behind"
        log.warning(
            "the machine's clock is about %.0f seconds %s Discord's, which counts", abs(ahead), way
        )
