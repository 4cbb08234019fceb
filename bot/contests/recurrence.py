"""When a contest that repeats is held: by a zone's clocks, with days off and days moved; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from bot.contests.times import read_clock
from bot.errors import BadTime
from bot.zones import from_local
from solvers.reading import fold
from solvers.text import series

AHEAD = timedelta(hours=1)
"""How long before it opens a contest is announced."""
FARTHEST_DAYS = 400
"""Days that are looked through for the next time: fewer can be taken out."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVERY_DAY = tuple(range(7))
_GROUPS = {
    "day": EVERY_DAY,
    "daily": EVERY_DAY,
    "weekday": EVERY_DAY[:5],
    "weekend": EVERY_DAY[5:],
}
_HOURS = {"noon": time(12), "midnight": time()}
_UNREADABLE = (
    "I can’t read “{}” as days of the week and a time. Write “every friday 20:00”, “monday and "
    "thursday 18:30” or “every day 9 am”."
)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Some weekdays (0: Monday) at an hour of a zone's clocks.

    `exceptions` has days of those on which nothing is held (None), or the day to which it moved. A
    day stays between those that are held, so that days and their moments are in the same order.
    """

    days: tuple[int, ...]
    at: time
    zone: ZoneInfo
    exceptions: Mapping[date, date | None]

    def held_on(self, day: date) -> date | None:
        """Return the day on which what belongs to a day is held; None: it is off."""
        return self.exceptions.get(day, day)

    def fits(self, day: date, to: date) -> bool:
        """Return whether what belongs to a day can be held on another: past no other that is."""
        before = next(filter(None, map(self.held_on, self.days_before(day))))
        after = next(filter(None, map(self.held_on, self.days_after(day))))
        return before < to < after

    def moment(self, day: date) -> datetime | None:
        """Return when what belongs to a day is held; None: it is off.

        A time that the clocks skip becomes the first moment after it; of one shown twice, the
        first.
        """
        held_on = self.held_on(day)
        if held_on is None:
            return None
        return from_local(datetime.combine(held_on, self.at), self.zone, "next")

    def days_after(self, day: date) -> Iterator[date]:
        """Yield the days after one, those that are off as well."""
        later = (day + timedelta(days=number) for number in count(1))
        return (one for one in later if one.weekday() in self.days)

    def days_before(self, day: date) -> Iterator[date]:
        """Yield the days before one, the latest first."""
        earlier = (day - timedelta(days=number) for number in count(1))
        return (one for one in earlier if one.weekday() in self.days)

    def day_of(self, moment: datetime) -> date:
        """Return the day that a zone's calendar shows."""
        return moment.astimezone(self.zone).date()

    @property
    def typed(self) -> str:
        """As it would be typed."""
        names = {EVERY_DAY: "day", EVERY_DAY[:5]: "weekday"}
        days = names.get(self.days) or series([WEEKDAYS[day] for day in self.days])
        return f"every {days} at {self.at:%H:%M}"

    def __str__(self) -> str:
        return f"{self.typed} ({self.zone.key})"


@dataclass(frozen=True, slots=True)
class Turn:
    """What is due: the day to hold with its moment, if any, and how many days were missed.

    last_day  the last of all these days
    next_at   when the next turn comes
    """

    day: date | None
    opens: datetime | None
    missed: int
    last_day: date
    next_at: datetime


def next_turn(recurrence: Recurrence, last_day: date, lasts: timedelta, now: datetime) -> Turn:
    """Return what is due `now`, after the days up to `last_day` had their turns.

    Of several days that were missed only the newest is held, and only while at least half of its
    time is left.
    """
    due: list[tuple[date, datetime]] = []
    for number, day in enumerate(recurrence.days_after(last_day)):
        moment = recurrence.moment(day)
        if moment is None:
            assert number < FARTHEST_DAYS
            continue
        if moment - AHEAD > now:
            next_at = moment - AHEAD
            break
        due.append((day, moment))
    if not due:
        return Turn(None, None, 0, last_day, next_at)
    day, opens = due[-1]
    if now - opens <= lasts / 2:
        return Turn(day, opens, len(due) - 1, day, next_at)
    return Turn(None, None, len(due), day, next_at)


def first_day(recurrence: Recurrence, since: datetime) -> date:
    """Return the day after which the first is held that opens later than `since`."""
    day = recurrence.day_of(since) - timedelta(days=2)
    while True:
        following = next(recurrence.days_after(day))
        moment = recurrence.moment(following)
        if moment is not None and moment > since:
            return day
        day = following


def read_recurrence(text: str, zone: ZoneInfo) -> Recurrence:
    """Read “every friday 20:00” or “monday and thursday 18:30”; raises BadTime."""
    unreadable = BadTime(_UNREADABLE.format(text.strip()))
    typed = " ".join(re.sub("[,/&+]", " ", fold(text)).split())
    found = re.fullmatch(r"(?:every )?(?P<days>.+?)(?: at)? (?P<clock>\S+(?: [ap]m)?)", typed)
    if found is None:
        raise unreadable
    days: set[int] = set()
    for word in found["days"].split():
        if word in {"and", "every", "on"}:
            continue
        name = word.removesuffix("s")
        named = [
            n
            for n, day in enumerate(WEEKDAYS)
            if len(name) > 2 and day.lower()[: len(name)] == name
        ]
        if not named and name not in _GROUPS:
            raise unreadable
        days.update(named or _GROUPS[name])
    if not days:
        raise unreadable
    clock = found["clock"].replace(" ", "")
    try:
        at = _HOURS[clock] if clock in _HOURS else read_clock(clock, clock)
    except BadTime:
        raise unreadable from None
    return Recurrence(tuple(sorted(days)), at, zone, {})


def moved(recurrence: Recurrence, day: date, to: date) -> Mapping[date, date | None]:
    """Return the exceptions with a day held on another; BadTime if it would pass one."""
    if not recurrence.fits(day, to):
        raise BadTime("Another one is held then. Skip this one instead.")
    exceptions = {**recurrence.exceptions, day: to}
    if to == day:
        del exceptions[day]
    return exceptions
