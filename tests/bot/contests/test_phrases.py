"""Sixty phrases as people write them, with their meanings, chosen before the reader was written.

The table of libraries in `docs/design/contests.md` was measured on these phrases.
"""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from bot.contests.recurrence import first_day, read_recurrence
from bot.contests.times import read_lasting, read_opening
from bot.errors import BadTime

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)  # a Monday; 13:00 in London

MOMENTS = {  # by London's clocks
    "18:30": "2026-05-04 18:30",
    "9am": "2026-05-05 09:00",
    "noon": "2026-05-05 12:00",
    "midnight": "2026-05-05 00:00",
    "tonight at 8": "2026-05-04 20:00",
    "tomorrow noon": "2026-05-05 12:00",
    "tomorrow at 6:30 pm": "2026-05-05 18:30",
    "friday 20:00": "2026-05-08 20:00",
    "this friday 20:00": "2026-05-08 20:00",
    "next friday 20:00": "2026-05-15 20:00",
    "8pm on saturday": "2026-05-09 20:00",
    "monday 9:00": "2026-05-11 09:00",
    "24 December 20:00": "2026-12-24 20:00",
    "Dec 24th at 8 pm": "2026-12-24 20:00",
    "3 March 18:00": "2027-03-03 18:00",
    "24.12.2026 20:00": "2026-12-24 20:00",
    "24.12. 20:00": "2026-12-24 20:00",
    "5.6.2026 20:00": "2026-06-05 20:00",
    "24/12/2026 20:00": "2026-12-24 20:00",
    "2026-12-24 20:00": "2026-12-24 20:00",
    "2026-12-24T20:00+02:00": "2026-12-24 18:00",
    "in 90 minutes": "2026-05-04 14:30",
    "in an hour and a half": "2026-05-04 14:30",
    "in 3 days at 20:00": "2026-05-07 20:00",
}
NO_MOMENTS = (
    "5/6 20:00",  # 5 June or 6 May
    "2027-03-28 01:30",  # the clocks skip it
    "friday 24 December 20:00",  # a Thursday
    "friday midnight",  # its beginning or its end
    "friday 8",
    "18h",  # a time or a length
    "30 February 20:00",
    "25:00",
    "someday 10:00",
    "friday 20:00 or saturday",
)
LENGTHS = {  # in minutes
    "90 min": 90,
    "2h30": 150,
    "1.5 hours": 90,
    "1,5 h": 90,
    "an hour and a half": 90,
    "half an hour": 30,
    "1 day 12 h": 36 * 60,
    "two weeks": 14 * 24 * 60,
    "1:30 hours": 90,
}
NO_LENGTHS = ("2", "1.30 h", "soon")
REPEATS = {  # the next three
    "every friday 20:00": ("05-08 20:00", "05-15 20:00", "05-22 20:00"),
    "weekdays at noon": ("05-05 12:00", "05-06 12:00", "05-07 12:00"),
    "daily 9 pm": ("05-04 21:00", "05-05 21:00", "05-06 21:00"),
    "mon-wed 18:00": ("05-04 18:00", "05-05 18:00", "05-06 18:00"),
    "friday 20:00 and sunday 18:00": ("05-08 20:00", "05-10 18:00", "05-15 20:00"),
    "every 2 weeks on friday 20:00": ("05-08 20:00", "05-22 20:00", "06-05 20:00"),
    "every other friday 20:00": ("05-08 20:00", "05-22 20:00", "06-05 20:00"),
    "every 3 weeks on tuesday and thursday at 7pm": ("05-05 19:00", "05-07 19:00", "05-26 19:00"),
    "first monday of the month 19:00": ("05-04 19:00", "06-01 19:00", "07-06 19:00"),
    "last friday of every month at 8 pm": ("05-29 20:00", "06-26 20:00", "07-31 20:00"),
}
NO_REPEATS = (
    "every 2 weeks",
    "every second friday 20:00",  # of the month, or every other
    "every moonday 20:00",
    "every day except sunday 20:00",
)


def test_they_are_sixty():
    tables = (MOMENTS, NO_MOMENTS, LENGTHS, NO_LENGTHS, REPEATS, NO_REPEATS)
    assert sum(map(len, tables)) == 60


@pytest.mark.parametrize(("typed", "local"), MOMENTS.items())
def test_moments(typed, local):
    opens = read_opening(typed, LONDON, NOW)
    assert f"{opens.astimezone(LONDON):%Y-%m-%d %H:%M}" == local


@pytest.mark.parametrize(("typed", "minutes"), LENGTHS.items())
def test_lengths(typed, minutes):
    assert read_lasting(typed) == timedelta(minutes=minutes)


@pytest.mark.parametrize(("typed", "locals_"), REPEATS.items())
def test_repeats(typed, locals_):
    recurrence = read_recurrence(typed, LONDON, NOW)
    days = recurrence.days_after(first_day(recurrence, NOW))
    moments = (recurrence.moment(day).astimezone(LONDON) for day in islice(days, 3))
    assert tuple(f"{moment:%m-%d %H:%M}" for moment in moments) == locals_


@pytest.mark.parametrize("typed", NO_MOMENTS)
def test_what_is_no_one_moment_is_refused(typed):
    with pytest.raises(BadTime):
        read_opening(typed, LONDON, NOW)


@pytest.mark.parametrize("typed", NO_LENGTHS)
def test_what_is_no_one_length_is_refused(typed):
    with pytest.raises(BadTime):
        read_lasting(typed)


@pytest.mark.parametrize("typed", NO_REPEATS)
def test_what_repeats_in_no_one_way_is_refused(typed):
    with pytest.raises(BadTime):
        read_recurrence(typed, LONDON, NOW)
