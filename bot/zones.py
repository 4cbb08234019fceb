"""Finds time zones by name, and converts local times, even skipped and repeated ones."""

from __future__ import annotations

import difflib
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.errors import BadTime
from solvers.text import quoted


def read_zone(name: str) -> ZoneInfo:
    """Return the zone of an IANA name in any case; raises BadTime, which suggests similar names."""
    known = _names()
    folded = name.strip().replace(" ", "_").lower()
    if folded in known:
        return ZoneInfo(known[folded])
    close = difflib.get_close_matches(folded.rpartition("/")[2], _places(), n=3)
    zones = [zone for place in close for zone in _places()[place]] or find_zones(folded)
    hint = f" Did you mean {' or '.join(zones[:3])}?" if zones and folded else ""
    raise BadTime(
        f"I don’t know the time zone {quoted(name)}. Write one such as Europe/London or "
        f"America/New_York.{hint}"
    )


def stored_zone(name: str) -> ZoneInfo:
    """Return the zone of a stored name; UTC if that zone no longer exists."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def find_zones(typed: str, limit: int = 25) -> list[str]:
    """Return zone names that contain the typed text; names that begin with it come first."""
    folded = typed.strip().replace(" ", "_").lower()
    fitting = [zone for zone in _names() if folded in zone]
    fitting.sort(key=lambda zone: (not _begins(zone, folded), "/" not in zone, zone))
    return [_names()[zone] for zone in fitting[:limit]]


def from_local(
    local: datetime, zone: ZoneInfo, skipped: Literal["refuse", "next"] = "refuse"
) -> datetime:
    """Return the moment, in UTC, at which the zone's clocks show this naive time.

    A time that they show twice means the first. A time that they skip raises BadTime, or becomes
    (`skipped="next"`) the moment at which the clocks go forward.
    """
    moment = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == local:
        return moment
    # Skipped: by the old offset it is after the change, by the new offset before it.
    change = _change_between(local.replace(tzinfo=zone, fold=1).astimezone(UTC), moment, zone)
    if skipped == "next":
        return change
    after = change.astimezone(zone)
    raise BadTime(
        f"There’s no {local:%H:%M} on {local:%Y-%m-%d} in {zone.key}: the clocks jump ahead "
        f"to {after:%H:%M}. Choose another time."
    )


def _change_between(early: datetime, late: datetime, zone: ZoneInfo) -> datetime:
    """Return when the offset changes, to the second, by bisection."""
    offset = late.astimezone(zone).utcoffset()
    while late - early > timedelta(seconds=1):
        middle = early + (late - early) // 2
        if middle.astimezone(zone).utcoffset() == offset:
            late = middle
        else:
            early = middle
    return late.replace(microsecond=0)


@cache
def _places() -> dict[str, list[str]]:
    """Return zone names by their lower-case part after the last “/”, which is quick to compare."""
    places: dict[str, list[str]] = {}
    for folded, name in _names().items():
        places.setdefault(folded.rpartition("/")[2], []).append(name)
    return places


def _begins(zone: str, typed: str) -> bool:
    return zone.startswith(typed) or f"/{typed}" in zone


@cache
def _names() -> dict[str, str]:
    """Return zone names by their lower-case form, sorted, without names that are no place."""
    skip = ("Etc/", "SystemV/", "posix/", "right/")
    names = (name for name in available_timezones() if not name.startswith(skip))
    return {name.lower(): name for name in sorted(names) if name not in {"Factory", "localtime"}}
