"""Local times that clocks skip or show twice, and zone names as people type them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import BadTime
from bot.zones import find_zones, from_local, read_zone

ZONES = [
    "Europe/London",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/New_York",
    "Africa/Casablanca",
    "UTC",
]


def local(text):
    return datetime.fromisoformat(text)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "clock", "moment"),
    [
        ("Europe/London", "2026-01-15T18:30", "2026-01-15T18:30"),
        ("Europe/London", "2026-07-15T18:30", "2026-07-15T17:30"),
        ("Asia/Kathmandu", "2026-07-15T18:30", "2026-07-15T12:45"),
        ("Europe/London", "2026-10-25T01:30", "2026-10-25T00:30"),  # twice: the first
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45"),  # half an hour twice
    ],
)
def test_a_local_time_is_a_moment(zone, clock, moment):
    assert from_local(local(clock), ZoneInfo(zone)) == utc(moment)


@pytest.mark.parametrize(
    ("zone", "clock", "moment", "shown"),
    [
        ("Europe/London", "2026-03-29T01:30", "2026-03-29T01:00", "02:00"),
        ("America/New_York", "2026-03-08T02:00", "2026-03-08T07:00", "03:00"),
        ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30", "02:30"),
        ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00", "00:00"),  # a whole day
    ],
)
def test_a_time_that_is_skipped_is_refused_or_the_next_there_is(zone, clock, moment, shown):
    with pytest.raises(BadTime, match=f"There’s no .* to {shown}"):
        from_local(local(clock), ZoneInfo(zone))
    assert from_local(local(clock), ZoneInfo(zone), "next") == utc(moment)


@pytest.mark.slow
@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(lambda d: d.replace(fold=0)),  # noqa: DTZ001
    st.sampled_from(ZONES),
)
def test_against_every_minute_around(clock, zone):
    """Search the minutes of two days for the first at which the clock shows or is past the time."""
    clock = clock.replace(second=0, microsecond=0)
    place = ZoneInfo(zone)
    found = from_local(clock, place, "next")
    start = clock.replace(tzinfo=UTC) - timedelta(hours=15)
    steps = (start + timedelta(minutes=n) for n in range(30 * 60))
    shown = ((step, step.astimezone(place).replace(tzinfo=None)) for step in steps)
    exact = [step for step, clock_then in shown if clock_then == clock]
    if exact:
        assert found == exact[0]
    else:
        before = (found - timedelta(minutes=1)).astimezone(place).replace(tzinfo=None)
        assert before < clock < found.astimezone(place).replace(tzinfo=None)


def test_zone_names_are_found_however_they_are_typed():
    assert read_zone(" europe/london ").key == "Europe/London"
    assert read_zone("america/new york").key == "America/New_York"
    assert find_zones("lond")[0] == "Europe/London"
    assert "America/New_York" in find_zones("new y")
    assert len(find_zones("")) == 25
    with pytest.raises(BadTime, match="Did you mean Europe/London"):
        read_zone("Europe/Lodnon")
    with pytest.raises(BadTime, match="Did you mean Europe/London"):
        read_zone("londn")
    with pytest.raises(BadTime, match="Europe/Berlin"):
        read_zone("berlin")
    for name in ("", "../etc/passwd", "x" * 500):
        with pytest.raises(BadTime):
            read_zone(name)
