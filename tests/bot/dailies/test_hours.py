"""Two years of days in awkward zones: each edition once, at the right local time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dailies import hours
from bot.store.daily_records import DailySetup
from solvers.daily import GAMES, day_of, game_of, number_of

ZONES = (
    "Europe/London",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
)
FIRST, DAYS = number_of(date(2026, 1, 1)), 730
BEGIN = datetime(2025, 12, 31, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def setup(zone, hour, games=GAMES, since=datetime(2025, 1, 1, tzinfo=UTC)):
    return DailySetup(
        guild_id=1,
        channel_id=2,
        hour=hour,
        time_zone=zone,
        games=games,
        role_id=None,
        thread=False,
        running=True,
        set_by=3,
        since=since,
        next_due_at=since,
        last_number=None,
        failing_since=None,
        disabled_at=None,
    )


def walked(zone, begin=BEGIN, days=DAYS + 3):
    """Watch a zone's clock, every quarter of an hour: the first moment of each hour of each day.

    An hour that the clock does not show is the first moment after it.
    """
    seen = {}
    moment = begin
    before = None
    while moment < begin + timedelta(days=days):
        local = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        if before is not None:
            hour = before.replace(minute=0, second=0) + timedelta(hours=1)
            while hour <= local:  # struck since the last look
                seen.setdefault(hour, moment)
                hour += timedelta(hours=1)
        before = max(local, before) if before else local
        moment += QUARTER
    return seen


@pytest.fixture(scope="module", params=ZONES)
def clock(request):
    return request.param, walked(request.param)


def test_every_edition_is_due_when_the_clock_there_first_strikes_its_hour(clock):
    zone, strikes = clock
    for hour in range(24):
        here = setup(zone, hour)
        for number in range(FIRST, FIRST + DAYS):
            local = datetime.combine(day_of(number), datetime.min.time()) + timedelta(hours=hour)
            assert hours.due(here, number) == strikes[local], (zone, local)


def test_two_years_with_restarts_downtime_and_clocks_set_back_and_forth(clock):
    """What a process sees around each turn: late looks, early ones, the same moment again."""
    zone, strikes = clock
    for hour in range(24):
        random, posted = Random(hour), {}
        here = setup(zone, hour)
        here = replace(here, next_due_at=hours.due(here, FIRST), last_number=FIRST - 1)
        for number in range(FIRST, FIRST + DAYS):
            local = datetime.combine(day_of(number), datetime.min.time()) + timedelta(hours=hour)
            due = strikes[local]
            looks = [due - MINUTE, due - SECOND, due, due + SECOND, due + MINUTE]
            if random.random() < 0.2:  # down at its minute
                looks = [due - MINUTE, due + timedelta(minutes=random.randrange(1, 600))]
            elif random.random() < 0.3:  # the clock is set back, more than once
                looks += [due - timedelta(minutes=random.randrange(1, 90)), due, due + SECOND]
            elif random.random() < 0.3:  # started anew at each moment
                looks = sorted(looks * 2)
            for now in looks:
                if here.next_due_at > now:
                    continue
                found, post, again = hours.next_turn(here, now)
                if post:
                    assert found not in posted
                    posted[found] = now
                    assert now >= due
                    assert found == number
                last = found if here.last_number is None else max(found, here.last_number)
                here = replace(here, next_due_at=again, last_number=last)
            if looks[2:]:
                assert posted[number] == due
        assert list(posted) == list(range(FIRST, FIRST + DAYS))


def test_after_days_away_only_the_open_edition_is_posted(clock):
    zone, _ = clock
    here = setup(zone, 7)
    here = replace(here, next_due_at=hours.due(here, 100), last_number=99)
    now = hours.due(here, 105) + timedelta(hours=5)
    assert hours.next_turn(here, now) == (105, True, hours.due(here, 106))


def test_no_edition_is_open_before_it_is_somewhere_or_after_it_is_nowhere(clock):
    zone, _ = clock
    for hour in range(24):
        here = setup(zone, hour)
        for number in range(FIRST, FIRST + DAYS, 7):
            assert hours.opens_somewhere(number) <= hours.due(here, number)
            assert hours.due(here, number + 1) <= hours.over_everywhere(number)


@given(
    st.integers(0, 4 * 366 * 24 * 60).map(lambda minutes: BEGIN + minutes * MINUTE),
    st.sampled_from(ZONES),
    st.integers(0, 23),
)
def test_the_open_edition_is_the_latest_that_was_due(at, zone, hour):
    here = setup(zone, hour)
    number = hours.current(here, at)
    assert hours.due(here, number) <= at < hours.due(here, number + 1)
    assert number in hours.live_somewhere(at)
    assert hours.current_elsewhere(at) in hours.live_somewhere(at)


def test_a_day_that_a_zone_left_out_still_has_its_turn():
    apia = setup("Pacific/Apia", 9)  # there was no 30 December 2011 there
    missing = number_of(date(2011, 12, 30))
    assert hours.due(apia, missing) == datetime(2011, 12, 30, 10, tzinfo=UTC)
    assert hours.due(apia, missing) < hours.due(apia, missing + 1)
    assert hours.current(apia, datetime(2011, 12, 30, 12, tzinfo=UTC)) == missing


def test_games_that_a_server_does_not_want_are_passed_over():
    here = setup("UTC", 9, games=("ladder",))
    turns = [hours.next_turn(here, hours.due(here, n))[:2] for n in range(1, 9)]
    assert turns == [(n, game_of(n) == "ladder") for n in range(1, 9)]


def test_what_was_due_before_the_setup_is_not_posted():
    here = setup("UTC", 9)
    at = hours.due(here, 50) + MINUTE
    assert hours.next_turn(replace(here, since=at), at)[:2] == (50, False)
    assert hours.next_turn(replace(here, since=at), hours.due(here, 51))[:2] == (51, True)
