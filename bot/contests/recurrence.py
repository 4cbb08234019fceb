"""When a repeating contest is held: in a time zone, with days off and moved days; pure.

A recurrence is stored as its readable text (`Recurrence.text`), and read back by the same parser
that reads what people type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from bot.contests.times import (
    FARTHEST,
    MIDNIGHT,
    NUMBERS,
    WEEKDAYS,
    midnight_of,
    read_clock,
    read_days,
    tidy,
    weekday_of,
)
from bot.errors import BadTime
from bot.zones import from_local
from solvers.text import series

AHEAD = timedelta(hours=1)
"""How long before its opening a contest is announced."""
FARTHEST_TURNS = 400
"""How many days of the schedule are searched for the next one: fewer can be taken out."""
MOST_WEEKS = 8
"""The longest interval in weeks."""
EVERY_DAY = tuple(range(7))
_GROUPS = {
    "day": EVERY_DAY,
    "daily": EVERY_DAY,
    "weekday": EVERY_DAY[:5],
    "weekend": EVERY_DAY[5:],
}
_NAMES = {EVERY_DAY: "day", EVERY_DAY[:5]: "weekday"}
_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}
_ORDINALS = {name: nth for nth, name in _NTH.items()} | {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_SINCE = re.compile(r"(?P<rule>.+?) (?:from|(?:starting|beginning)(?: from| on)?) (?P<since>.+)")
_WEEKS = re.compile(
    rf"\b(?:(?:every|each) (?:(?P<number>\d+|{'|'.join(NUMBERS)}|other|second) )?weeks?"
    r"|(?:every|each) (?P<other>other)(?= (?:mon|tue|wed|thu|fri|sat|sun))|weekly|fortnightly)\b"
)
_EVERY_SECOND = re.compile(r"\b(?:every|each) (?:second|third|fourth|2nd|3rd|4th)\b")
_MONTH = re.compile(r"\b(?:(?:of|in) )?(?:the|each|every|a) month\b|\bmonthly\b")
_TO = {"-", "to", "through"}
_FILLERS = {"every", "each", "on", "at", "and", "the"}
_UNREADABLE = (
    "I can’t read “{}” as days and a time. Write “every friday 20:00”, “friday 20:00 and sunday "
    "18:00”, “every 2 weeks on friday 20:00” or “first monday of the month 19:00”."
)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Days of the week (0: Monday), each with a time of day in a zone.

    weeks       the interval in weeks, counted from the week of `since`
    nth         which of a month's such days (1 to 4, -1: the last); empty: all
    since       the first possible day
    exceptions  days without a contest (None), or the day that its contest moved to

    A moved day stays between its neighbours, so that days and their moments are in the same order.
    """

    hours: Mapping[int, time]
    zone: ZoneInfo
    weeks: int = 1
    nth: tuple[int, ...] = ()
    since: date = date.min
    exceptions: Mapping[date, date | None] = field(default_factory=dict)

    def falls_on(self, day: date) -> bool:
        """Return whether a day is on the schedule, ignoring exceptions."""
        return (
            day >= self.since
            and day.weekday() in self.hours
            and (_week(day) - _week(self.since)) % self.weeks == 0
            and (not self.nth or (day.day + 6) // 7 in self.nth or (-1 in self.nth and _last(day)))
        )

    def held_on(self, day: date) -> date | None:
        """Return on which day a scheduled day's contest is held; None: it is off."""
        return self.exceptions.get(day, day)

    def fits(self, day: date, to: date) -> bool:
        """Return whether a day's contest can move to another day without passing a neighbour."""
        before = next(filter(None, map(self.held_on, self.days_before(day))), date.min)
        after = next(filter(None, map(self.held_on, self.days_after(day))))
        return before < to < after

    def moment(self, day: date) -> datetime | None:
        """Return when a day's contest is held; None: it is off.

        A time that the clocks skip becomes the first moment after it; a time that they show twice
        means the first.
        """
        held_on = self.held_on(day)
        if held_on is None:
            return None
        local = datetime.combine(held_on, self.hours[day.weekday()])
        return from_local(local, self.zone, "next")

    def days_after(self, day: date) -> Iterator[date]:
        """Yield the scheduled days after one, including days off."""
        return filter(self.falls_on, (day + timedelta(days=number) for number in count(1)))

    def days_before(self, day: date) -> Iterator[date]:
        """Yield the scheduled days before one, the latest first."""
        earlier = (day - timedelta(days=number) for number in range(1, (day - self.since).days + 1))
        return filter(self.falls_on, earlier)

    def day_of(self, moment: datetime) -> date:
        """Return the day of a moment in the recurrence's zone."""
        return moment.astimezone(self.zone).date()

    @property
    def text(self) -> str:
        """The text that is stored, without zone and exceptions."""
        days: dict[time, list[int]] = {}
        for day, at in sorted(self.hours.items()):
            days.setdefault(at, []).append(day)
        of = " of the month" if self.nth else ""
        said = series(f"{self._named(tuple(some))}{of} at {at:%H:%M}" for at, some in days.items())
        if self.nth:
            said = f"{series(_NTH[nth] for nth in self.nth)} {said}"
        often = f"every {self.weeks} weeks on" if self.weeks > 1 else "every"
        since = f" from {self.since.day} {self.since:%B %Y}" if self.since > date.min else ""
        return f"{often} {said}{since}"

    def _named(self, days: tuple[int, ...]) -> str:
        name = _NAMES.get(days) if self.weeks == 1 else None
        return name or series(WEEKDAYS[day] for day in days)

    def __str__(self) -> str:
        return f"{self.text} ({self.zone.key})"


def _week(day: date) -> int:
    """Return the number of a day's week; weeks, like the calendar, begin on a Monday."""
    return (day.toordinal() - 1) // 7


def _last(day: date) -> bool:
    """Return whether the same weekday a week later is in another month."""
    return (day + timedelta(days=7)).month != day.month


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What is due: the day to hold with its moment, if any, and the number of missed days.

    last_day  the last of all due days
    next_at   when the next comes
    """

    day: date | None
    opens: datetime | None
    missed: int
    last_day: date
    next_at: datetime


def next_occurrence(
    recurrence: Recurrence, last_day: date, lasts: timedelta, now: datetime
) -> Occurrence:
    """Return what is due `now`, when days up to `last_day` have had their turns.

    If several days were missed, only the newest is held, and only while at least half of its time
    is left.
    """
    due: list[tuple[date, datetime]] = []
    for number, day in enumerate(recurrence.days_after(last_day)):
        moment = recurrence.moment(day)
        if moment is None:
            assert number < FARTHEST_TURNS
            continue
        if moment - AHEAD > now:
            next_at = moment - AHEAD
            break
        due.append((day, moment))
    if not due:
        return Occurrence(None, None, 0, last_day, next_at)
    day, opens = due[-1]
    if now <= held_until(opens, lasts):
        return Occurrence(day, opens, len(due) - 1, day, next_at)
    return Occurrence(None, None, len(due), day, next_at)


def held_until(opens: datetime, lasts: timedelta) -> datetime:
    """Return until when a contest that should have opened can still be held: half its length."""
    return opens + lasts / 2


def first_day(recurrence: Recurrence, since: datetime) -> date:
    """Return the day before the first scheduled day whose contest opens after `since`."""
    day = recurrence.day_of(since) - timedelta(days=2)
    while True:
        following = next(recurrence.days_after(day))
        moment = recurrence.moment(following)
        if moment is not None and moment > since:
            return day
        day = following


def read_recurrence(text: str, zone: ZoneInfo, now: datetime) -> Recurrence:
    """Read “every friday 20:00” or “first monday of the month 19:00”; raises BadTime.

    Weeks are counted from the next possible day, unless the text names one: “every 2 weeks on
    friday 20:00 from 15 May”.
    """
    found = _parse(text, zone, now.astimezone(zone).date())
    if found.since > found.day_of(now + FARTHEST):
        raise BadTime(f"It has to begin within {FARTHEST.days} days.")
    if found.weeks == 1 or found.since > date.min:
        return found
    weekly = replace(found, weeks=1)
    return replace(found, since=next(weekly.days_after(first_day(weekly, now))))


def stored_recurrence(text: str, zone: ZoneInfo) -> Recurrence:
    """Return the recurrence for a stored `Recurrence.text`."""
    return _parse(text, zone, date.min)


def _parse(text: str, zone: ZoneInfo, today: date) -> Recurrence:
    try:
        return _recurrence(tidy(text), zone, today)
    except ValueError:
        raise BadTime(_UNREADABLE.format(text.strip())) from None


def _recurrence(typed: str, zone: ZoneInfo, today: date) -> Recurrence:
    """Read a recurrence; without a day in the text, weeks have no start yet. Raises ValueError."""
    since = date.min
    if begun := _SINCE.fullmatch(typed):
        typed, (since, *_) = begun["rule"], read_days(begun["since"], today)
    typed, weeks = _take_weeks(typed)
    if not 1 <= weeks <= MOST_WEEKS:
        raise BadTime(f"It can be held every week, or every 2 to {MOST_WEEKS} weeks.")
    typed, months = _MONTH.subn(" ", typed)
    words = re.sub("[,;/&+]", " ", typed).replace("-", " - ").split()
    hours = _read_hours(words)
    nth = {_ORDINALS[word] for word in words if word in _ORDINALS}
    if len(nth) == 1 and not months and _EVERY_SECOND.search(typed):
        raise BadTime(
            "Is that counted in weeks, or in the month? Write “every 2 weeks on friday 20:00” or "
            "“second friday of the month 20:00”."
        )
    if months or nth:  # then only one day of the week: “first monday and third monday”
        kinds = "".join("n" if word in _ORDINALS else "d" * _is_day(word) for word in words)
        if months > 1 or weeks > 1 or len(hours) > 1 or not re.fullmatch("(n+d)+", kinds):
            raise ValueError
    return Recurrence(hours, zone, weeks, tuple(one for one in _NTH if one in nth), since)


def _is_day(word: str) -> bool:
    return weekday_of(word.removesuffix("s")) is not None


def _take_weeks(typed: str) -> tuple[str, int]:
    """Return a text without its “every 2 weeks”, and the number of weeks. Raises ValueError."""
    found = [*_WEEKS.finditer(typed)]
    if not found:
        return typed, 1
    (said,) = found
    number = "other" if said[0] == "fortnightly" else said["number"] or said["other"]
    weeks = 2 if number in {"other", "second"} else NUMBERS.get(number) or int(number or 1)
    rest = f"{typed[: said.start()]} {typed[said.end() :]}"
    if weeks > 1 and re.search(r"\b(?:every|each)\b", rest):
        raise ValueError
    if said["other"] and len(_read_hours(rest.split())) > 1:
        raise BadTime(
            "Are all of these days held every other week? Write “every 2 weeks on monday and "
            "friday 20:00”."
        )
    return rest, weeks


def _read_hours(words: list[str]) -> dict[int, time]:
    """Return the time of each day; times follow their days, or precede them. Raises ValueError."""
    read = _hours_and_days(words)
    if read and isinstance(read[0], time):
        read.reverse()
    hours: dict[int, time] = {}
    days: set[int] = set()
    for one in read:
        if not isinstance(one, time):
            days.update(one)
        elif days and all(hours.get(day, one) == one for day in days):
            hours.update(dict.fromkeys(days, one))
            days = set()
        else:
            raise ValueError
    if days or not hours:
        raise ValueError
    at_midnight = [day for day in hours if hours[day] == time()]
    if MIDNIGHT in words and len(at_midnight) < len(EVERY_DAY):
        raise midnight_of(WEEKDAYS[at_midnight[0]])
    return dict(sorted(hours.items()))


def _hours_and_days(words: list[str]) -> list[time | tuple[int, ...]]:
    """Return the times and days of a text in their order, without the words between them."""
    read: list[time | tuple[int, ...]] = []
    left = words[::-1]
    while left:
        word = left.pop()
        name = word.removesuffix("s")
        if (weekday := weekday_of(name)) is not None:
            read.append((weekday,))
        elif name in _GROUPS:
            read.append(_GROUPS[name])
        elif word in _TO and left and (last := weekday_of(left[-1])) is not None:
            (first,) = () if not read or isinstance(read[-1], time) else read[-1]
            read.append(tuple((first + n) % 7 for n in range((last - first) % 7)))
        elif left and (hour := read_clock(f"{word} {left[-1]}")) is not None:
            read.append(hour)
            left.pop()
        elif (hour := read_clock(word)) is not None:
            read.append(hour)
        elif word not in _FILLERS and word not in _ORDINALS:
            raise ValueError
    return read


def moved(recurrence: Recurrence, day: date, to: date) -> Mapping[date, date | None]:
    """Return the exceptions with one day moved; raises BadTime if it would pass a neighbour."""
    if not recurrence.fits(day, to):
        raise BadTime("Another one is held then. Skip this one instead.")
    exceptions = {**recurrence.exceptions, day: to}
    if to == day:
        del exceptions[day]
    return exceptions
