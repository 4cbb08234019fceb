"""Times and lengths of time as people type them: “next friday 20:00”, “noon”, “1 day 12 h”.

A phrase is read as a whole or not at all: nothing in it is ignored. For ambiguous phrases (“5/6”,
“18h”, “friday midnight”) we ask back. `recurrence` reads repeating times with the days and clocks
of this module.
"""

from __future__ import annotations

import calendar
import contextlib
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import BadTime
from bot.zones import from_local
from solvers.reading import fold
from solvers.text import series

FARTHEST = timedelta(days=365)
"""How far ahead a contest may open."""
FOREVER = timedelta(days=100_000)
"""The most that one part of a length may count; more would leave the calendar."""
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=60)
"""How long a contest may last."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MIDNIGHT = "midnight"
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS, 1)}

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_PART = re.compile(
    rf"(?:(?P<amount>\d{{1,6}}(?:[.,]\d{{1,2}})?|(?:an?|{'|'.join(NUMBERS)})\b)"
    r"(?P<half>\s+and\s+a\s+half\b)?|(?P<only_half>half)(?:\s+an?)?\b)\s*"
    r"(?P<unit>weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
    r"(?P<half_more>\s+and\s+a\s+half\b)?"
    r"(?:(?=\d)|\s*,?\s*(?:and\s+)?|$)"
)
_HOURS_AND_MINUTES = re.compile(
    r"(\d{1,2})(?::([0-5]\d)\s*h(?:rs?|ours?)?|\s*h(?:rs?|ours?)?\s*(?:and\s+)?([0-5]\d))"
)
_NUMBER = re.compile(r"\d{1,6}")
_UNCLEAR = {*range(10), 12, 24, 36, 48, 72}
"""Numbers that could mean hours or days as well as minutes."""
_LENGTH = re.compile(r"(?:in\b|\+)\s*(?P<asked>.+)|(?P<ahead>.+) from now")
_EITHER = re.compile(r"(?:1[3-9]|2[0-3]|\d{1,2}[.:]\d\d)\s*h(?:rs?|ours?)?|\d{1,2}h\d\d")
"""Could be a time of day or a length of time."""
_STAMP = re.compile(r"<t:(\d{1,11})(?::[a-zA-Z])?>")
_ISO = re.compile(r"\d{4}-?\d\d-?\d\dt\S+")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?\s?(am|pm|h)?")
_PARTS = {"morning": (0, 11), "afternoon": (12, 17), "evening": (16, 23), "night": (18, 23)}
"""The hours of each part of a day, both ends included."""
_PART_OF_DAY = re.compile(rf"\b(?:(?:in the|at) )?({'|'.join(_PARTS)})\b")
_NAMED_DAYS = {"today": 0, "tomorrow": 1, "day after tomorrow": 2}
_DAYS_AHEAD = re.compile(rf"in (a|\d{{1,3}}|{'|'.join(NUMBERS)}) (day|week)s?")
_WEEKDAY = re.compile(r"(?:(this|next) )?([a-z]{3,9})(?: (?:of )?(this|next) week)?")
_OF_MONTH = re.compile(r"(\d\d?)(?:st|nd|rd|th)")
_DATES = (
    re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d\d?)\2(?P<day>\d\d?)"),
    re.compile(r"(?P<day>\d\d?)\.(?P<month>\d\d?)(?:\.(?P<year>\d{4}|\d\d)?)?"),
    re.compile(
        r"(?P<day>\d\d?)(?:st|nd|rd|th|\.)?(?: of)? (?P<named>[a-z]{3,9})(?: (?P<year>\d{4}))?"
    ),
    re.compile(
        r"(?P<named>[a-z]{3,9}) (?:the )?(?P<day>\d\d?)(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?"
    ),
)
_SLASHED = re.compile(r"(\d\d?)(?:/(\d\d?)(?:/(\d{4}|\d\d))?|-(\d\d?)-(\d{4}))")
"""A date with the day before the month or after it."""
_PLAIN_AHEAD = timedelta(days=330)
"""How far ahead a date without a year may be: last week's date is more likely a slip."""
_EXAMPLES = "“now”, “in 2 hours”, “18:30”, “tomorrow noon”, “friday 18:30” or “24 December 18:30”"


def this_second(moment: datetime) -> datetime:
    """Return a moment cut to whole seconds, as Discord shows it."""
    return moment.replace(microsecond=0)


def next_second(moment: datetime) -> datetime:
    """Return a moment rounded up to a whole second."""
    return this_second(moment + timedelta(seconds=1, microseconds=-1))


# Lengths of time


def read_length(text: str, unit: str | None = None) -> timedelta:
    """Return a length of time such as “2 h”, “an hour and a half” or “90 min”; raises BadTime.

    `unit`: the unit of a bare number, such as “minutes”; without it, a bare number is an error.
    """
    rest = tidy(text)
    if _NUMBER.fullmatch(rest):
        if unit is None:
            raise BadTime(f"“{rest}” of what? Write “{rest} min”, “{rest} hours” or “{rest} days”.")
        return timedelta(**{unit: int(rest)})
    if both := _HOURS_AND_MINUTES.fullmatch(rest):
        return timedelta(hours=int(both[1]), minutes=int(both[2] or both[3]))
    total = timedelta()
    while rest:
        part = _PART.match(rest)
        if part is None:
            raise BadTime(
                f"I can’t read “{text.strip()}” as a length of time. Write “90 min”, “2 hours” or "
                "“1 day 12 h”."
            )
        amount, one = part["amount"] or "0", _UNITS[part["unit"][0]]
        if one == "hours" and re.fullmatch(r"\d+[.,]\d\d", amount):
            raise BadTime(f"Is “{text.strip()}” hours and minutes? Write “1 h 30 min”.")
        number = NUMBERS.get(amount) or float(re.sub("^an?$", "1", amount).replace(",", "."))
        halves = sum(part[name] is not None for name in ("half", "only_half", "half_more"))
        total += min(timedelta(**{one: number + halves / 2}), FOREVER)
        rest = rest[part.end() :]
    return total


def read_lasting(text: str) -> timedelta:
    """Return how long a contest lasts, in whole seconds; BadTime if too short or too long.

    A bare number means minutes, unless it could as well mean hours.
    """
    number = _NUMBER.fullmatch(text.strip())
    unit = "minutes" if number and int(number[0]) not in _UNCLEAR else None
    length = timedelta(seconds=round(read_length(text, unit).total_seconds()))
    if not SHORTEST <= length <= LONGEST:
        raise BadTime(f"A contest can last from 1 minute to {LONGEST.days} days.")
    return length


# Moments


def read_opening(text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return when a contest opens, in UTC, or None for “now”; raises BadTime.

    A time without a day, or on a day of the week, is the next such moment; “next friday” is in the
    next week. Times are in the given zone; a length such as “2h” counts from now.
    """
    typed = tidy(text)
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
    moment = _read(tidy(text), text.strip(), zone, now)
    if moment <= now:
        raise BadTime(
            f"“{text.strip()}” is already past. Write a later time, or choose “Close it now”."
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
    if _ISO.fullmatch(typed):
        return _read_iso(typed, text, zone)
    if _EITHER.fullmatch(typed):
        raise BadTime(
            f"Does “{text}” mean a length of time, or a time of day? Write “in 2 hours”, or the "
            "time as “18:00”."
        )
    ahead = _LENGTH.fullmatch(typed)
    asked = (ahead["asked"] or ahead["ahead"]) if ahead else typed
    found: set[datetime] = set()
    with contextlib.suppress(BadTime):
        found.add(now + read_length(asked or "?"))
        if not _EITHER.fullmatch(" ".join(typed.split()[3:])):  # in 2 weeks 18h
            return found.pop()
    today = now.astimezone(zone).date()
    for clock, days in _readings(typed, today):
        moments = (from_local(datetime.combine(day, clock), zone) for day in days)
        found.add(_first_after(now, moments))
    if len(found) > 1:
        both = [f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" for moment in sorted(found)]
        raise BadTime(f"“{text}” could be {series(both, 'or')}. Write one of them.")
    if found:
        return found.pop()
    if ahead:
        return now + read_length(asked)  # raises an error that says what is wrong
    if read_days(typed, today):
        raise BadTime(f"At what time? Write it after the day, as in “{text} 18:30”.")
    raise _unreadable(text)


def _first_after(now: datetime, moments: Iterable[datetime]) -> datetime:
    """Return the first moment after now, or else the last one."""
    for moment in moments:
        if moment > now:
            break
    return moment


def _readings(typed: str, today: date) -> Iterator[tuple[time, list[date]]]:
    """Yield the meanings of a day and an hour, in either order: the hour, and possible days."""
    typed = re.sub(r"\btonight\b", "today night", typed)
    typed = re.sub(r"\bthis (morning|afternoon|evening)\b", r"today \1", typed)
    parts = _PART_OF_DAY.findall(typed)
    words = _PART_OF_DAY.sub("", typed).split()
    if len(parts) > 1:
        return
    for size in range(1, min(len(words), 2) + 1):
        for before, after in ((words[:-size], words[-size:]), (words[size:], words[:size])):
            clock = " ".join(after)
            hour = read_clock(clock, *parts)
            if hour is None:
                continue
            day = re.sub(r"^at\b ?| ?\bat$", "", " ".join(before))
            days = read_days(day, today) if day else [today, today + timedelta(days=1)]
            if days and clock.endswith(MIDNIGHT):
                if day not in {"", "today"}:
                    raise midnight_of(day)
                days = [today + timedelta(days=1)]
            if days:
                yield hour, days


def midnight_of(day: str) -> BadTime:
    """Return the error that asks which midnight of a day is meant."""
    return BadTime(f"Does midnight begin {day}, or end it? Write “{day} 0:00” or “{day} 23:59”.")


def _read_iso(typed: str, text: str, zone: ZoneInfo) -> datetime:
    try:
        moment = datetime.fromisoformat(typed.upper())
    except ValueError:
        raise _unreadable(text) from None
    return from_local(moment, zone) if moment.tzinfo is None else moment.astimezone(UTC)


# Clocks and days


def read_clock(typed: str, part: str | None = None) -> time | None:
    """Return a time of day such as “18:30”, “9am” or “noon”; None if it is not one.

    `part` is a part of the day: “evening” turns “8” into 20:00.
    """
    word = typed.removeprefix("12 ")
    if word == MIDNIGHT:
        return time() if part in {None, "night"} else None
    clock = _CLOCK.fullmatch("12:00" if word in {"noon", "midday"} else typed)
    if clock is None or not (clock[2] or clock[3] or part):
        return None
    hour, minute, half = int(clock[1]), int(clock[2] or 0), clock[3]
    if half in {"am", "pm"}:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif part in {"afternoon", "evening", "night"} and 1 <= hour < 12:
        hour += 12
    first, last = _PARTS[part] if part else (0, 23)
    return time(hour, minute) if first <= hour <= last and minute < 60 else None


def read_days(typed: str, today: date) -> list[date]:
    """Return the day that is meant, then the next such day; empty if it is no day.

    Raises BadTime if the day is ambiguous.
    """
    typed = re.sub(r"^on |\bthe ", "", typed)
    if typed in _NAMED_DAYS:
        return [today + timedelta(days=_NAMED_DAYS[typed])]
    if ahead := _DAYS_AHEAD.fullmatch(typed):
        number = NUMBERS.get(ahead[1]) or int(ahead[1].replace("a", "1"))
        return [today + number * timedelta(days=7 if ahead[2] == "week" else 1)]
    first, _, rest = re.sub(r"^(next week) (?:on )?(\w+)$", r"\2 \1", typed).partition(" ")
    named = _WEEKDAY.fullmatch(f"{first} {rest}".strip())
    if named and (weekday := weekday_of(named[2])) is not None:
        return _on_weekday(weekday, named[1], named[3], today)
    if (weekday := weekday_of(first)) is None:
        return _read_date(typed, today)
    days = _read_date(rest, today)
    if days and days[0].weekday() != weekday:
        raise BadTime(f"{_said(days[0])} {days[0].year} is a {days[0]:%A}. Which one is meant?")
    return days[:1]


def _on_weekday(weekday: int, which: str | None, week: str | None, today: date) -> list[date]:
    monday = today - timedelta(days=today.weekday())
    if "next" in {which, week}:
        return [monday + timedelta(days=7 + weekday)]
    if week == "this":
        return [monday + timedelta(days=weekday)]
    coming = today + timedelta(days=(weekday - today.weekday()) % 7)
    return [coming] if which == "this" else [coming, coming + timedelta(days=7)]


def _read_date(typed: str, today: date) -> list[date]:
    if on := _OF_MONTH.fullmatch(typed):
        months = [(today.year + n // 12, n % 12 + 1) for n in range(today.month - 1, 36)]
        coming = (_date(year, month, int(on[1])) for year, month in months)
        return [one for one in coming if one is not None and one >= today][:2]
    if slashed := _SLASHED.fullmatch(typed):
        day, month, year = int(slashed[1]), int(slashed[2] or slashed[4]), slashed[3] or slashed[5]
        either = {*_dated(day, month, year, today), *_dated(month, day, year, today)}
        if len(either) > 1:
            both = series([f"“{_said(one)}”" for one in sorted(either)], "or")
            raise BadTime(f"Is “{typed}” {both}? Write the month’s name.")
        return [*either]
    for date_of in _DATES:
        if found := date_of.fullmatch(typed):
            parts = found.groupdict()
            named = parts.get("named")
            month = int(parts["month"]) if named is None else _month_of(named)
            return _dated(int(parts["day"]), month, parts["year"], today)
    return []


def _dated(day: int, month: int, year: str | None, today: date) -> list[date]:
    """Return a date, without a year the next such one; empty if there is no such day."""
    if year is not None:
        found = _date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        return [] if found is None else [found]
    coming = (_date(today.year + n, month, day) for n in range(9))  # a leap day may be that far off
    found = next((one for one in coming if one is not None and one >= today), None)
    if found is not None and found - today > _PLAIN_AHEAD:
        said = _said(found)
        raise BadTime(f"{said} of which year? Write “{said} {found.year}” if it’s the next.")
    return [] if found is None else [found]


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month_of(typed: str) -> int:
    """Return the number of a month, whose name may be abbreviated; 0 if it is none."""
    named = (n for n, month in enumerate(calendar.month_name) if month.lower().startswith(typed))
    return next(named, 0)


def weekday_of(typed: str) -> int | None:
    """Return the number of a weekday, from Monday, or None; its name may be abbreviated."""
    named = (n for n, day in enumerate(WEEKDAYS) if day.lower().startswith(typed))
    return next(named, None) if len(typed) > 2 else None


def _said(day: date) -> str:
    return f"{day.day} {day:%B}"


def tidy(text: str) -> str:
    """Return a text in lower case, with single blanks and “pm” for “p.m.”.

    Quotation marks around it are removed, and commas except within numbers.
    """
    typed = " ".join(fold(text).strip("\t\n “”„\"'").split())
    typed = re.sub(r",(?!\d)|(?<!\d),", " ", re.sub("[–—]", "-", typed)).replace("@", " at ")
    return re.sub(r"\b([ap])\. ?m\b\.?", r"\1m", " ".join(typed.split()))


def _unreadable(text: str) -> BadTime:
    return BadTime(f"I can’t read “{text}” as a time. Write {_EXAMPLES}.")
