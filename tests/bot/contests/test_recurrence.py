"""Repeating times: read, said, read back, and compared with a calendar walked day by day."""

import calendar
import contextlib
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests.recurrence import (
    AHEAD,
    MOST_WEEKS,
    Recurrence,
    first_day,
    moved,
    next_occurrence,
    read_recurrence,
    stored_recurrence,
)
from bot.errors import BadTime

DAY, QUARTER = timedelta(days=1), timedelta(minutes=15)
LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)  # a Monday; 13:00 in London
BEGIN, END = date(2026, 1, 1), date(2028, 1, 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("every friday 20:00", "every Friday at 20:00"),
        ("Fridays at 8 pm", "every Friday at 20:00"),
        ("monday, thu and sun 18.30", "every Monday, Thursday and Sunday at 18:30"),
        ("every day 9am", "every day at 09:00"),
        ("weekdays 0:05", "every weekday at 00:05"),
        ("mon–fri 18:00", "every weekday at 18:00"),
        ("saturday to monday 18:00", "every Monday, Saturday and Sunday at 18:00"),
        ("weekends 12:00", "every Saturday and Sunday at 12:00"),
        ("daily 20:00", "every day at 20:00"),
        ("every day at noon", "every day at 12:00"),
        ("every day at midnight", "every day at 00:00"),
        ("mon/thu 12 noon", "every Monday and Thursday at 12:00"),
        ("monday & thursday 18:30", "every Monday and Thursday at 18:30"),
        ("8pm on fridays", "every Friday at 20:00"),
        ("sunday 18:00, friday 20:00", "every Friday at 20:00 and Sunday at 18:00"),
        ("20:00 on fridays and 18:00 on sundays", "every Friday at 20:00 and Sunday at 18:00"),
        (
            "weekdays 20:00 and weekends 18:00",
            "every weekday at 20:00 and Saturday and Sunday at 18:00",
        ),
        ("weekly on friday 20:00", "every Friday at 20:00"),
        ("friday 20:00 from 1 june", "every Friday at 20:00 from 1 June 2026"),
        ("every 2 weeks on friday 20:00", "every 2 weeks on Friday at 20:00 from 8 May 2026"),
        ("every two weeks on mon 9:00", "every 2 weeks on Monday at 09:00 from 11 May 2026"),
        ("friday 20:00 every other week", "every 2 weeks on Friday at 20:00 from 8 May 2026"),
        ("fortnightly, fridays 8 pm", "every 2 weeks on Friday at 20:00 from 8 May 2026"),
        (
            "every 3 weeks on friday 20:00 and sunday 18:00 starting on 15 may",
            "every 3 weeks on Friday at 20:00 and Sunday at 18:00 from 15 May 2026",
        ),
        ("first monday 19:00", "every first Monday of the month at 19:00"),
        ("every first monday 19:00", "every first Monday of the month at 19:00"),
        ("19:00 on the first monday", "every first Monday of the month at 19:00"),
        ("2nd friday of the month 20:00", "every second Friday of the month at 20:00"),
        (
            "last and first friday of each month 20:00",
            "every first and last Friday of the month at 20:00",
        ),
    ],
)
def test_days_and_times_are_read_and_what_is_said_reads_the_same(typed, said):
    recurrence = read_recurrence(typed, LONDON, NOW)
    assert recurrence.text == said
    assert stored_recurrence(said, LONDON) == read_recurrence(said, LONDON, NOW) == recurrence
    assert str(recurrence) == f"{said} (Europe/London)"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "every friday 20:00"),
        ("friday", "every friday 20:00"),
        ("20:00", "every friday 20:00"),
        ("every moonday 20:00", "every friday 20:00"),
        ("friday 25:00", "every friday 20:00"),
        ("friday 8", "every friday 20:00"),
        ("and 20:00", "every friday 20:00"),
        ("friday 20:00 and sunday", "every friday 20:00"),
        ("friday 18:00 and 20:00", "every friday 20:00"),
        ("weekdays 20:00 and monday 18:00", "every friday 20:00"),
        ("every 2 weeks", "every 2 weeks on friday 20:00"),
        ("every 2 days 20:00", "every friday 20:00"),
        ("every other day 20:00", "every friday 20:00"),
        ("friday 20:00 until sunday", "every friday 20:00"),
        ("friday 20:00 from noon", "every friday 20:00"),
        ("every 2 weeks on friday 20:00 and every sunday 18:00", "every friday 20:00"),
        ("every week every week friday 20:00", "every friday 20:00"),
        ("first weekend 20:00", "every friday 20:00"),
        ("first monday and friday 20:00", "every friday 20:00"),
        ("monday first 20:00", "every friday 20:00"),
        ("friday and first friday 20:00", "every friday 20:00"),
        ("fifth monday 20:00", "every friday 20:00"),
        ("friday of the month 20:00", "first monday of the month 19:00"),
        ("every 2 weeks on the first monday 20:00", "every friday 20:00"),
        ("every other monday and friday 20:00", "every 2 weeks on monday and friday"),
        ("every second friday 20:00", "in weeks, or in the month"),
        ("every 3rd friday 20:00", "in weeks, or in the month"),
        ("mon/thu midnight", "Does midnight begin Monday"),
        ("every 9 weeks on friday 20:00", "every 2 to 8 weeks"),
        ("every 0 weeks on friday 20:00", "every 2 to 8 weeks"),
        ("friday 20:00 from 1 june 2028", "within 365 days"),
        ("friday 20:00 from 5/6", "Is “5/6”"),
    ],
)
def test_anything_else_is_refused_with_an_example(typed, says):
    with pytest.raises(BadTime, match=says):
        read_recurrence(typed, LONDON, NOW)


def hours_of(days):
    return st.dictionaries(
        days, st.integers(0, 95).map(lambda n: time(n // 4, n % 4 * 15)), min_size=1
    ).map(lambda hours: dict(sorted(hours.items())))


week = st.integers(0, 6)
zones = st.sampled_from(
    ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
).map(ZoneInfo)
sinces = st.dates(BEGIN, date(2026, 12, 31))
weekly = st.builds(Recurrence, hours_of(week), zones, st.just(1), since=st.just(date.min) | sinces)
rarely = st.builds(Recurrence, hours_of(week), zones, st.integers(2, MOST_WEEKS), since=sinces)
monthly = st.builds(
    lambda at, zone, nth: Recurrence(
        dict([at]), zone, nth=tuple(n for n in (1, 2, 3, 4, -1) if n in nth)
    ),
    hours_of(week).map(lambda hours: next(iter(hours.items()))),
    zones,
    st.sets(st.sampled_from([1, 2, 3, 4, -1]), min_size=1),
)
recurrences = weekly | rarely | monthly


def days_of(recurrence):
    """All matching days of two years, found month by month."""
    found = []
    for year, month in ((2026 + n // 12, n % 12 + 1) for n in range(24)):
        weeks = calendar.monthcalendar(year, month)
        for weekday in recurrence.hours:
            column = [row[weekday] for row in weeks if row[weekday]]
            picked = {
                column[n - 1 if n > 0 else n] for n in recurrence.nth or range(1, len(column) + 1)
            }
            found += [date(year, month, day) for day in picked]
    if recurrence.weeks > 1:
        monday = recurrence.since - recurrence.since.weekday() * DAY
        held = {monday + n * 7 * DAY for n in range(0, 106, recurrence.weeks)}
        found = [day for day in found if day - day.weekday() * DAY in held]
    return [day for day in sorted(found) if day >= recurrence.since]


def first_shown(local, zone):
    """The first quarter of an hour at which a zone's clocks show a time, or a later one."""
    moment = local.replace(tzinfo=UTC) - timedelta(hours=15)
    while moment.astimezone(zone).replace(tzinfo=None) < local:
        moment += QUARTER
    return moment


@given(recurrences)
def test_days_follow_the_calendar(recurrence):
    days = days_of(recurrence)
    after = list(takewhile(lambda day: day < END, recurrence.days_after(BEGIN - DAY)))
    assert after == days
    assert [*takewhile(lambda day: day >= BEGIN, recurrence.days_before(END))] == days[::-1]
    assert stored_recurrence(recurrence.text, recurrence.zone) == recurrence


@given(recurrences, st.integers(0, 40), st.integers(0, 23))
def test_moments_are_those_that_clocks_show_first(recurrence, skipped, hour):
    recurrence = replace(
        recurrence, hours=recurrence.hours | {date(2026, 1, 1).weekday(): time(hour)}
    )
    for day in islice(recurrence.days_after(BEGIN), skipped, skipped + 12):
        local = datetime.combine(day, recurrence.hours[day.weekday()])
        assert recurrence.moment(day) == first_shown(local, recurrence.zone)


@pytest.mark.parametrize("typed", ["every 2 weeks on sunday 1:30", "last sunday 1:30"])
def test_on_the_day_of_a_change_of_clocks_an_hour_that_is_none_is_the_change(typed):
    recurrence = read_recurrence(typed, LONDON, datetime(2026, 3, 14, tzinfo=UTC))
    moments = [
        recurrence.moment(day) for day in islice(recurrence.days_after(date(2026, 3, 28)), 20)
    ]
    assert moments[0] == datetime(2026, 3, 29, 1, tzinfo=UTC)  # skipped
    assert datetime(2026, 10, 25, 0, 30, tzinfo=UTC) in moments  # shown twice
    assert datetime(2026, 10, 25, 1, 30, tzinfo=UTC) not in moments


quarters = st.integers(4 * 48, 4 * 24 * 300)  # by then the two years have begun in all zones
changes = st.lists(st.tuples(st.integers(1, 30), st.none() | st.integers(-9, 9)), max_size=12)


def test_the_first_of_all_may_move_ahead_of_the_day_from_which_weeks_are_counted():
    recurrence = read_recurrence("every 2 weeks on friday 20:00 from 15 may", LONDON, NOW)
    first, second = islice(recurrence.days_after(NOW.date()), 2)
    assert (first, second) == (date(2026, 5, 15), date(2026, 5, 29))
    assert moved(recurrence, first, date(2026, 5, 9)) == {first: date(2026, 5, 9)}
    with pytest.raises(BadTime, match="Another one"):
        moved(recurrence, first, second)


@given(recurrences, changes, st.integers(1, 400), st.integers(0, 24 * 4 * 300), st.integers(1, 96))
def test_whatever_is_left_out_or_moved_turns_come_in_order_and_once(
    recurrence, changes, begin, later, lasts
):
    days = days_of(recurrence)
    held = dict(zip(days, days, strict=True))
    for number, by in changes:
        if number >= len(days) - 2:
            continue
        day = days[number]
        if by is None:
            held[day] = None
        else:
            to, others = day + by * DAY, [(o, at) for o, at in held.items() if at and o != day]
            fits = all((at < to) if other < day else (to < at) for other, at in others)
            assert recurrence.fits(day, to) == fits
            if fits:
                held[day] = to
            with contextlib.suppress(BadTime):
                recurrence = replace(recurrence, exceptions=moved(recurrence, day, to))
        exceptions = {day: to for day, to in held.items() if to != day}
        recurrence = replace(recurrence, exceptions=exceptions)
    moments = {day: recurrence.moment(day) for day in days}
    kept = [moment for moment in moments.values() if moment]
    assert all(one < other for one, other in pairwise(kept))
    last = BEGIN + begin * DAY
    now = datetime.combine(last, time(), UTC) + later * QUARTER
    coming = [moment for day, moment in moments.items() if moment and day > last]
    if not coming or coming[-1] - AHEAD <= now:
        return  # beyond the two years
    due = [(day, at) for day, at in moments.items() if at and day > last and at - AHEAD <= now]
    turn = next_occurrence(recurrence, last, lasts * QUARTER, now)
    assert turn.next_at == next(at for at in coming if at - AHEAD > now) - AHEAD
    if not due:
        assert (turn.day, turn.missed, turn.last_day) == (None, 0, last)
    elif now - due[-1][1] <= lasts * QUARTER / 2:
        assert (turn.day, turn.opens, turn.missed) == (*due[-1], len(due) - 1)
    else:
        assert (turn.day, turn.missed, turn.last_day) == (None, len(due), due[-1][0])


@given(recurrences, quarters)
def test_the_first_is_the_next_to_open(recurrence, later):
    now = datetime.combine(BEGIN, time(), UTC) + later * QUARTER
    following = next(recurrence.days_after(first_day(recurrence, now)))
    expected = (day for day in days_of(recurrence) if recurrence.moment(day) > now)
    assert following == next(expected, following)


@given(recurrences, quarters)
def test_weeks_are_counted_from_the_first_to_come(recurrence, later):
    now = datetime.combine(BEGIN, time(), UTC) + later * QUARTER
    text = replace(recurrence, since=date.min).text
    read = read_recurrence(text, recurrence.zone, now)
    first = next(read.days_after(first_day(read, now)))
    weekly = replace(read, weeks=1, since=date.min)
    assert first == next(weekly.days_after(first_day(weekly, now)))
    assert read.since == (first if read.weeks > 1 else date.min)
