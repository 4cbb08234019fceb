"""Times and durations as people write them."""

import contextlib
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests.times import read_closing, read_lasting, read_length, read_opening
from bot.errors import BadTime

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)  # a Monday; 13:00 in London


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("90 min", timedelta(minutes=90)),
        ("2h", timedelta(hours=2)),
        ("2 hours and 30 minutes", timedelta(hours=2, minutes=30)),
        ("1 day, 12 h", timedelta(hours=36)),
        ("1w2d", timedelta(days=9)),
        ("1.5 hours", timedelta(minutes=90)),
        (" 45 MIN ", timedelta(minutes=45)),
        ("two and a half days", timedelta(hours=60)),
        ("a day and a half", timedelta(hours=36)),
        ("half a day", timedelta(hours=12)),
        ("1h 30", timedelta(minutes=90)),
        ("1 hour 30", timedelta(minutes=90)),
        ("“90 min”", timedelta(minutes=90)),
    ],
)
def test_lengths(typed, length):
    assert read_length(typed) == read_lasting(typed) == length


@pytest.mark.parametrize(
    "typed",
    ["90", "soon", "2 h x", "-5 min", "h", "1e9 days", "5 minutos", "1,000 min", "1:30", "2h75"],
)
def test_what_is_no_length_is_refused_with_an_example(typed):
    with pytest.raises(BadTime, match="90 min"):
        read_length(typed)


@pytest.mark.parametrize(("typed", "minutes"), [("90", 90), ("10", 10), ("１２０", 120)])
def test_a_number_alone_is_minutes(typed, minutes):
    assert read_lasting(typed) == timedelta(minutes=minutes)


@pytest.mark.parametrize("typed", ["2", "24", "48"])
def test_a_number_that_could_be_hours_is_asked_about(typed):
    with pytest.raises(BadTime, match=f"“{typed}” of what"):
        read_lasting(typed)


@pytest.mark.parametrize("typed", ["", "30 s", "61 days", "999999 weeks"])
def test_a_contest_has_bounds(typed):
    with pytest.raises(BadTime, match="1 minute to 60 days"):
        read_lasting(typed)


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("in 2 hours", "2026-05-04T14:00"),
        ("18:30", "2026-05-04T17:30"),
        ("12:30", "2026-05-05T11:30"),  # has passed in London: tomorrow
        ("6:30 pm", "2026-05-04T17:30"),
        ("6pm", "2026-05-04T17:00"),
        ("12 am", "2026-05-04T23:00"),
        ("tomorrow 18:30", "2026-05-05T17:30"),
        ("Tomorrow at 6 pm", "2026-05-05T17:00"),
        ("friday 18.30", "2026-05-08T17:30"),
        ("mon 18:30", "2026-05-04T17:30"),  # still to come today
        ("monday 9:00", "2026-05-11T08:00"),
        ("2h", "2026-05-04T14:00"),
        ("12 h", "2026-05-05T00:00"),
        ("+90 min", "2026-05-04T13:30"),
        ("1 day 12 h", "2026-05-06T00:00"),
        ("in an hour", "2026-05-04T13:00"),
        ("6:30\u202fP.M.", "2026-05-04T17:30"),
        ("１８：３０\u200b", "2026-05-04T17:30"),
        ("tomorrow 18h", "2026-05-05T17:00"),
        ("<t:1780000000:s>", "2026-05-28T20:26:40"),
        ("<t:1780000000:S>", "2026-05-28T20:26:40"),
        ("2026-12-03 18:30", "2026-12-03T18:30"),
        ("2026-12-03T18:30", "2026-12-03T18:30"),
        ("2026-12-03T18:30Z", "2026-12-03T18:30"),
        ("2026-12-03T18:30+02:00", "2026-12-03T16:30"),
        ("<t:1780000000:F>", "2026-05-28T20:26:40"),
        ("12 noon", "2026-05-05T11:00"),
        ("friday noon", "2026-05-08T11:00"),
        ("midnight", "2026-05-04T23:00"),
        ("tonight at midnight", "2026-05-04T23:00"),
        ("8 in the evening", "2026-05-04T19:00"),
        ("8 in the morning", "2026-05-05T07:00"),
        ("friday night at 9", "2026-05-08T20:00"),
        ("this evening, 7:30", "2026-05-04T18:30"),
        ("day after tomorrow 20:00", "2026-05-06T19:00"),
        ("on friday @ 8pm", "2026-05-08T19:00"),
        ("20:00 friday", "2026-05-08T19:00"),
        ("this monday 20:00", "2026-05-04T19:00"),
        ("next monday 20:00", "2026-05-11T19:00"),
        ("next sunday 20:00", "2026-05-17T19:00"),
        ("friday next week 20:00", "2026-05-15T19:00"),
        ("next week friday 20:00", "2026-05-15T19:00"),
        ("monday of next week, 20:00", "2026-05-11T19:00"),
        ("in a week at 20:00", "2026-05-11T19:00"),
        ("in two weeks, 18:00", "2026-05-18T17:00"),
        ("in 1 day 12 h", "2026-05-06T00:00"),
        ("2 hours from now", "2026-05-04T14:00"),
        ("friday 18h30", "2026-05-08T17:30"),
        ("24 dec 20:00", "2026-12-24T20:00"),
        ("24th of December 2026, 8 p.m.", "2026-12-24T20:00"),
        ("Thursday, 24 December at 20:00", "2026-12-24T20:00"),
        ("December 24 20:00", "2026-12-24T20:00"),
        ("20:00 24.12.", "2026-12-24T20:00"),
        ("24.12.26 20.15", "2026-12-24T20:15"),
        ("12/24/2026 20:00", "2026-12-24T20:00"),
        ("5/5 20:00", "2026-05-05T19:00"),
        ("24-12-2026 20:00", "2026-12-24T20:00"),
        ("2026/12/24 20:00", "2026-12-24T20:00"),
        ("the 24th at 20:00", "2026-05-24T19:00"),
        ("4th 9:00", "2026-06-04T08:00"),
        ("“friday 20:00”", "2026-05-08T19:00"),
    ],
)
def test_openings(typed, moment):
    expected = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert read_opening(typed, LONDON, NOW) == expected


@pytest.mark.parametrize("typed", ["now", "", " NOW "])
def test_now_is_none(typed):
    assert read_opening(typed, LONDON, NOW) is None


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("today 12:30", "already past"),
        ("2026-05-01 10:00", "already past"),
        ("2028-05-01 10:00", "within 365 days"),
        ("in 999999 weeks", "within 365 days"),
        ("9999-12-31 23:59", "within 365 days"),
        ("9999-12-31T23:59-12:00", "as a time"),
        ("in " + "999999w" * 500, "as a time"),
        ("25:00", "as a time"),
        ("13 pm", "as a time"),
        ("18", "as a time"),
        ("2026-02-30 10:00", "as a time"),
        ("2026-13-01T10:00", "as a time"),
        ("someday 10:00", "as a time"),
        ("tonight 9am", "as a time"),
        ("friday 8", "as a time"),
        ("friday night 1:00", "as a time"),
        ("20:00:30", "as a time"),
        ("20:00 utc", "as a time"),
        ("last friday 20:00", "as a time"),
        ("not friday 20:00", "as a time"),
        ("friday 20:00 21:00", "as a time"),
        ("31 june 20:00", "as a time"),
        ("26-12-24 20:00", "as a time"),
        ("friday evening morning 8", "as a time"),
        ("in 2 hours at 20:00", "as a length of time"),
        ("this monday 9:00", "already past"),
        ("4 may 12:30", "already past"),
        ("3 may 20:00", "3 May of which year"),
        ("next friday", "At what time.*“next friday 18:30”"),
        ("24.12.2026", "At what time"),
        ("5/6 20:00", "Is “5/6” “6 May” or “5 June”"),
        ("10/11/2026 20:00", "Is “10/11/2026” “11 October” or “10 November”"),
        ("24/1/2026 20:00", "already past"),
        ("in 2 weeks 18h", "could be 2026-05-18 18:00 or 2026-05-19 07:00"),
        ("10.11 12.10", "could be 2026-10-12 10:11 or 2026-11-10 12:10"),
        ("friday 24 december 20:00", "24 December 2026 is a Thursday"),
        ("thursday the 24th 20:00", "24 May 2026 is a Sunday"),
        ("friday midnight", "Does midnight begin friday, or end it"),
        ("18h", "Does “18h” mean a length of time, or a time of day"),
        ("18.30h", "Does “18.30h” mean"),
        ("in 18.30 h", "Is “18.30 h” hours and minutes"),
        ("18h30", "Does “18h30” mean"),
        ("2027-03-28 01:30", "There’s no 01:30 on 2027-03-28 in Europe/London"),
    ],
)
def test_what_cannot_be_says_why(typed, says):
    with pytest.raises(BadTime, match=says):
        read_opening(typed, LONDON, NOW)


def test_the_hour_that_comes_twice_is_the_first():
    assert read_opening("2026-10-25 01:30", LONDON, NOW) == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )


@given(st.text(max_size=30) | st.from_regex(r"[0-9: apmT+<>t-]{1,20}", fullmatch=True))
def test_whatever_is_typed_is_a_moment_to_come_or_a_sentence(typed):
    with contextlib.suppress(BadTime):
        moment = read_opening(typed, LONDON, NOW)
        assert moment is None or NOW < moment <= NOW + timedelta(days=365)


def test_an_end_is_a_moment_to_come():
    assert read_closing("18:30", LONDON, NOW) == datetime(2026, 5, 4, 17, 30, tzinfo=UTC)
    with pytest.raises(BadTime, match="Close it now"):
        read_closing("today 12:30", LONDON, NOW)
    assert read_closing("2h", LONDON, NOW) == NOW + timedelta(hours=2)
    with pytest.raises(BadTime, match="as a time"):
        read_closing("now", LONDON, NOW)
