"""Two years of days in awkward zones: each edition once, at the right local time."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dailies import hours
from solvers.daily import GAMES, number_of, planned_game
from tests.bot.dailies.strikes import DAYS, ZONES, changes, open_at, opening
from tests.bot.examples import dailies as examples

EDITIONS = range(1, DAYS + 1)
BEGIN = datetime(2025, 12, 31, tzinfo=UTC)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)

every_zone = pytest.mark.parametrize(
    "zone", [ZONES[0], *(pytest.param(zone, marks=pytest.mark.slow) for zone in ZONES[1:])]
)


def setup(zone, hour, **more):
    about = {"since": datetime(2025, 1, 1, tzinfo=UTC), "games": GAMES} | more
    return examples.setup(time_zone=zone, hour=hour, next_due_at=about["since"], **about)


@every_zone
def test_every_edition_is_due_when_the_clock_there_first_strikes_its_hour(zone):
    for hour in range(24):
        here = setup(zone, hour)
        for number in EDITIONS:
            assert hours.due(here, number) == opening(zone, hour, number), (hour, number)


@every_zone
def test_the_days_on_which_clocks_change_are_among_them(zone):
    assert len(changes(zone)) == (0 if zone in {"Asia/Kathmandu", "Pacific/Apia"} else 4)


def looks_around(due, random):
    """Return what a bot's clock shows at its looks around one turn."""

    def some(most):
        return timedelta(minutes=random.randrange(1, most))

    usual = [due - MINUTE, due - SECOND, due, due + SECOND, due + MINUTE]
    match random.randrange(6):
        case 0:  # the bot is down at that minute
            return [due - MINUTE, due + some(600)]
        case 1:  # the clock is set back, more than once
            return [*usual, due - some(90), due, due - some(90), due + SECOND]
        case 2:  # it is set forward, and back again
            return [due - MINUTE, due + some(90), due - MINUTE + SECOND, *usual]
        case 3:  # it is set forward for good
            return [due - some(90), due + some(90)]
        case 4:  # restarted at each moment
            return sorted(usual * 2)
    return usual


@pytest.mark.slow
@every_zone
def test_two_years_with_restarts_downtime_and_clocks_set_back_and_forth(zone):
    """An edition is posted at the first look whose clock shows it as open."""
    for hour in range(24):
        random, posted, expected = Random(hour), {}, {}
        here = setup(zone, hour)
        here = replace(here, next_due_at=opening(zone, hour, 1), last_number=0)
        for number in EDITIONS:
            for now in looks_around(opening(zone, hour, number), random):
                expected.setdefault(open_at(zone, hour, now), now)
                if here.next_due_at > now:
                    continue
                turn = hours.next_to_post(here, now, planned_game)
                if turn.opens <= now:
                    assert turn.number not in posted
                    posted[turn.number] = now
                    here = replace(here, last_number=turn.number)
                    turn = hours.next_to_post(here, now, planned_game, turn.closes)
                here = replace(here, next_due_at=turn.opens)
        del expected[0]  # it was open before the first look
        assert posted == expected
        assert list(posted) == list(EDITIONS)


@every_zone
def test_after_days_away_only_the_open_edition_is_posted(zone):
    here = setup(zone, 7)
    here = replace(here, next_due_at=hours.due(here, 100), last_number=99)
    now = hours.due(here, 105) + timedelta(hours=5)
    expected = (105, hours.due(here, 105), hours.due(here, 106))
    assert hours.next_to_post(here, now, planned_game) == expected


@every_zone
def test_no_edition_is_open_before_it_is_somewhere_or_after_it_is_nowhere(zone):
    for hour in range(24):
        here = setup(zone, hour)
        for number in EDITIONS[::7]:
            opens, closes = (hours.due(here, one) for one in (number, number + 1))
            assert number in hours.live_somewhere(opens)
            assert number in hours.live_somewhere(closes - timedelta(microseconds=1))
            assert closes <= hours.over_everywhere(number)


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
    apia = setup("Pacific/Apia", 9)  # Apia skipped 30 December 2011
    missing = number_of(date(2011, 12, 30))
    assert hours.due(apia, missing) == datetime(2011, 12, 30, 10, tzinfo=UTC)
    assert hours.due(apia, missing) < hours.due(apia, missing + 1)
    assert hours.current(apia, datetime(2011, 12, 30, 12, tzinfo=UTC)) == missing


def test_games_that_a_server_does_not_want_are_passed_over():
    here = setup("UTC", 9, games=("ladder",))
    turns = [hours.next_to_post(here, hours.due(here, n), planned_game).number for n in range(1, 9)]
    ladders = [n for n in range(1, 20) if planned_game(n) == "ladder"]
    assert turns == [next(one for one in ladders if one >= n) for n in range(1, 9)]


def test_what_was_due_before_the_setup_is_not_posted():
    here = setup("UTC", 9)
    at = hours.due(here, 50) + MINUTE
    later = replace(here, since=at)
    for now in (at, hours.due(here, 51)):
        expected = (51, hours.due(here, 51), hours.due(here, 52))
        assert hours.next_to_post(later, now, planned_game) == expected


def test_new_hours_begin_with_the_next_edition_and_take_nothing_from_the_open_one():
    here = replace(setup("UTC", 20), last_number=50)
    told = hours.due(here, 51)
    for hour in range(24):
        new = replace(here, hour=hour)
        closes = hours.closing(new, 50, told)
        turn = hours.next_to_post(new, told - 8 * 60 * MINUTE, planned_game, closes)
        assert closes >= told
        assert turn.opens == closes  # it plays all games: no gap
        assert turn.closes - turn.opens >= hours.SHORTEST
        assert turn.number in {51, 52}


@given(
    st.integers(0, 4 * 366 * 24 * 60).map(lambda minutes: BEGIN + minutes * MINUTE),
    st.lists(
        st.tuples(st.sampled_from(ZONES), st.integers(0, 23), st.integers(0, 36 * 60)),
        min_size=2,
        max_size=6,
    ),
)
def test_whatever_becomes_of_hours_and_zones_no_edition_ends_early_or_comes_late(at, changes):
    """Changes come minutes apart; an edition is posted when it opens."""
    opened = here = None
    for zone, hour, minutes in changes:
        here = replace(here or setup(zone, hour, since=at), time_zone=zone, hour=hour)
        if opened is not None and opened.closes > at:
            closes = hours.closing(here, opened.number, opened.closes)
            assert opened.closes <= closes <= hours.over_everywhere(opened.number)
            opened = opened._replace(closes=closes)
        end = at + minutes * MINUTE
        while True:
            until = opened.closes if opened and opened.closes > at else None
            turn = hours.next_to_post(here, at, planned_game, until)
            if turn.opens > end:
                break
            assert opened is None or (turn.number > opened.number and turn.opens >= opened.closes)
            assert turn.closes <= hours.over_everywhere(turn.number)
            at, opened = max(at, turn.opens), turn
            here = replace(here, last_number=turn.number)
        at = end
