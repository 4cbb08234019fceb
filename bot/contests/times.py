"""Times and lengths of time as organisers type them: “18:30”, “in 2 hours”, “1 day 12 h”."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import BadTime
from bot.zones import from_local
from solvers.reading import fold
from solvers.text import many

FARTHEST = timedelta(days=365)
"""How far ahead a contest may open."""
FOREVER = timedelta(days=100_000)
"""The most that one part of a length counts: more would leave the calendar."""
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=60)
"""How long a contest may last."""

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_WRITTEN = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_PART = re.compile(
    r"(\d{1,6}(?:\.\d{1,3})?|an?\b|one\b)\s*"
    r"(weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
    r"(?:(?=\d)|\s*,?\s*(?:and\s+)?|$)"
)
_LENGTH = re.compile(r"(?:in\b|\+)\s*(?P<asked>.+)")
_EITHER = re.compile(r"(?:1[3-9]|2[0-3]|\d{1,2}[.:]\d\d)\s*h(?:rs?|ours?)?")
"""A time for some, a length of time for others."""
_STAMP = re.compile(r"<t:(\d{1,11})(?::[a-zA-Z])?>")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|h)?")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EXAMPLES = "“now”, “in 2 hours”, “18:30”, “tomorrow 18:30”, “friday 18:30” or “2030-05-04 18:30”"


def this_second(moment: datetime) -> datetime:
    """Return the beginning of a moment's second, as Discord shows it."""
    return moment.replace(microsecond=0)


def next_second(moment: datetime) -> datetime:
    """Return a moment if it is a whole second, else the next that is."""
    return this_second(moment + timedelta(seconds=1, microseconds=-1))


def read_length(text: str) -> timedelta:
    """Return a length of time such as “2 h”, “1 day 12 hours” or “90 min”; raises BadTime."""
    rest = fold(text).strip()
    total = timedelta()
    while rest:
        part = _PART.match(rest)
        if part is None:
            raise BadTime(
                f"I can’t read “{text.strip()}” as a length of time. Write “90 min”, “2 hours” or "
                "“1 day 12 h”."
            )
        if _EITHER.fullmatch(part[0].strip()) and "." in part[1]:
            raise BadTime(f"Is “{text.strip()}” hours and minutes? Write “1 h 30 min”.")
        amount = float(part[1]) if part[1][0].isdecimal() else 1
        total += min(timedelta(**{_UNITS[part[2][0]]: amount}), FOREVER)
        rest = rest[part.end() :]
    return total


def length(seconds: float) -> str:
    """Return a length of time as it is written in forms: “1 day 12 hours”, “45 seconds”."""
    left = round(seconds)
    parts = []
    for unit, size in _WRITTEN:
        number, left = divmod(left, size)
        if number:
            parts.append(many(number, unit))
    return " ".join(parts)


def read_lasting(text: str) -> timedelta:
    """Return how long a contest lasts, in whole seconds; BadTime if too short or too long."""
    length = timedelta(seconds=round(read_length(text).total_seconds()))
    if not SHORTEST <= length <= LONGEST:
        raise BadTime(f"A contest can last from 1 minute to {LONGEST.days} days.")
    return length


def read_opening(text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return when a contest opens, in UTC, or None for “now”; raises BadTime.

    A clock time without a day is the next one, and so is that of a day of the week. Clock times are
    those of the zone; a length such as “2h” counts from now.
    """
    typed = _tidy(text)
    if typed in {"", "now", "at once"}:
        return None
    moment = _read(typed, text.strip(), zone, now)
    if moment <= now:
        raise BadTime(f"“{text.strip()}” is already past. Write a later time, or “now”.")
    if moment - now > FARTHEST:
        raise BadTime(
            f"“{text.strip()}” is too far off: a contest has to open within {FARTHEST.days} days."
        )
    return moment


def read_closing(text: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the new time, in UTC, at which a contest closes; raises BadTime."""
    moment = _read(_tidy(text), text.strip(), zone, now)
    if moment <= now:
        raise BadTime(
            f"“{text.strip()}” is already past. Write a later time, or choose *Close it now*."
        )
    return moment


def _read(typed: str, text: str, zone: ZoneInfo, now: datetime) -> datetime:
    try:
        return _read_moment(typed, text, zone, now)
    except OverflowError:  # beyond the year 9999
        raise _unreadable(text) from None


def _read_moment(typed: str, text: str, zone: ZoneInfo, now: datetime) -> datetime:
    if stamp := _STAMP.fullmatch(text):
        return datetime.fromtimestamp(int(stamp[1]), UTC)
    if length := _LENGTH.fullmatch(typed):
        return now + read_length(length["asked"])
    if _EITHER.fullmatch(typed):
        raise BadTime(
            f"Does “{text}” mean a length of time, or a time of day? Write “in 18 hours” or "
            "“18:00”."
        )
    with contextlib.suppress(BadTime):
        return now + read_length(typed or "?")
    today = now.astimezone(zone).date()
    day, _, clock = typed.replace(" at ", " ").rpartition(" ")
    if "t" in clock and clock[:1].isdigit():
        return _read_iso(clock, text, zone)
    if clock in {"am", "pm", "h"}:
        day, _, number = day.rpartition(" ")
        clock = number + clock
    hour = read_clock(clock, text)
    on = _read_day(day, today, text) if day else today
    local = datetime.combine(on, hour)
    moment = from_local(local, zone)
    again = {"": 1}.get(day, 7 if _weekday(day) is not None else 0)
    if moment > now or not again:
        return moment
    return from_local(local + timedelta(days=again), zone)


def _read_iso(typed: str, text: str, zone: ZoneInfo) -> datetime:
    try:
        moment = datetime.fromisoformat(typed.upper())
    except ValueError:
        raise _unreadable(text) from None
    return from_local(moment, zone) if moment.tzinfo is None else moment.astimezone(UTC)


def read_clock(typed: str, text: str) -> time:
    """Return an hour of the day such as “18:30” or “9am”, of all that was typed; raises BadTime."""
    clock = _CLOCK.fullmatch(typed)
    if clock is None or not (clock[2] or clock[3]):
        raise _unreadable(text)
    hour, minute, half = int(clock[1]), int(clock[2] or 0), clock[3]
    if half in {"am", "pm"}:
        if not 1 <= hour <= 12:
            raise _unreadable(text)
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59:
        raise _unreadable(text)
    return time(hour, minute)


def _read_day(typed: str, today: date, text: str) -> date:
    if typed in {"today", "tomorrow"}:
        return today + timedelta(days=typed == "tomorrow")
    if (weekday := _weekday(typed)) is not None:
        return today + timedelta(days=(weekday - today.weekday()) % 7)
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise _unreadable(text) from None


def _weekday(typed: str) -> int | None:
    """Return the number of a day of the week, from Monday; None: it is none."""
    named = (n for n, day in enumerate(_DAYS) if len(typed) > 2 and day.startswith(typed))
    return next(named, None)


def _tidy(text: str) -> str:
    """Return a text in lower case with single blanks; “p.m.” is pm."""
    return re.sub(r"\b([ap])\. ?m\b\.?", r"\1m", " ".join(fold(text).split()))


def _unreadable(text: str) -> BadTime:
    return BadTime(f"I can’t read “{text}” as a time. Write {_EXAMPLES}.")
