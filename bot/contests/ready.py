"""Ready-made contests: the ones that organisers ask for most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from bot.contests.rounds import rising
from bot.zones import from_local

ReadyName = Literal["snake", "rounds", "ladder"]
EVENING = time(20)
"""When a contest opens that is for tonight."""
SOON = timedelta(minutes=15)
"""If the evening is nearer than this, or past, the contest opens once it is confirmed."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made plan for a contest.

    what     the subject in its title: “Friday’s snake”
    words    as they would be typed
    tonight  whether it opens in the evening, not at once
    options  options that differ from the defaults, by name
    """

    label: str
    about: str
    what: str
    words: str
    lasts: timedelta
    tonight: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def opens(self, now: datetime, zone: ZoneInfo) -> datetime | None:
        """Return when it opens, in a time zone; None: as soon as it is confirmed."""
        if not self.tonight:
            return None
        tonight = from_local(datetime.combine(now.astimezone(zone).date(), EVENING), zone)
        return tonight if tonight > now + SOON else None


READY: Mapping[ReadyName, Ready] = {
    "snake": Ready(
        "Tonight’s snake",
        "12 words that overlap, for an hour from 20:00, or from now if that’s past",
        "snake",
        "generate 12 medium",
        timedelta(hours=1),
        tonight=True,
    ),
    "rounds": Ready(
        "Three rounds",
        "three snakes, from gentle to hard, that count together; now, for an hour",
        "rounds",
        rising(3),
        timedelta(hours=1),
    ),
    "ladder": Ready(
        "Ladder sprint",
        "one ladder, now, for 15 minutes; of equals the faster is ahead",
        "ladder",
        "ladder medium",
        timedelta(minutes=15),
        options={"ties": "look"},
    ),
}
