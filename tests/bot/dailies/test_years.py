"""Two years in awkward zones, store only, with kill -9: each edition once, at its moment."""

import json
from collections import Counter
from datetime import datetime
from random import Random

import pytest

from tests.bot.dailies.strikes import BEGIN, DAYS, ZONES, changes, open_at, opening
from tests.bot.dailies.years import guild_of
from tests.bot.running import python
from tests.bot.world import Channel
from tests.sweeps import by_turns

DEATHS = 9
"""The most deaths in a row over one edit."""
HOURS = (0, 1, 2, 3, 12, 23)  # some are skipped or shown twice when clocks change


def some_days(zone):
    """The days around each change of clocks, and some others."""
    around = {(day - BEGIN).days + n for day in changes(zone) for n in (-1, 0, 1)}
    return sorted(around | set(Random(zone).sample(range(DAYS), 6)))


def lived(folder, zone, seed, days):
    """Return the events of a run, in order."""
    parts = [json.dumps(part) for part in (seed, HOURS, days)]
    module = "tests.bot.dailies.years"
    run = python("-m", module, str(folder), zone, *parts, timeout=None)
    assert run.returncode == 0, run.stderr[-3000:]
    deaths, looks = map(int, run.stdout.split())
    assert deaths > looks / 30
    return Channel(folder / "channel", None).events


class Looks:
    """A run's looks in order: what the clock showed, and which looks were not cut short."""

    def __init__(self, events):
        self.shown = [datetime.fromisoformat(e["now"]) for e in events if e["do"] == "look"]
        self.whole, self.sent, self.over, look = set(), {}, {}, -1
        for event in events:
            if event["do"] == "look":
                look += 1
            elif event["do"] == "looked":
                self.whole.add(look)
            elif event["do"] == "send":
                self.sent.setdefault((event["guild"], event["kind"]), []).append(
                    (event["number"], look)
                )
            elif event["do"] == "edit" and event["closed"]:
                self.over.setdefault(event["guild"], {}).setdefault(event["number"], look)

    def of(self, hour, kind):
        """Return the look at which each edition's message went to a server, each once."""
        sent = self.sent.get((guild_of(hour), kind), [])
        assert set(Counter(number for number, _ in sent).values()) <= {1}
        return dict(sent)

    def closed(self, hour):
        """Return the look at which each edition's post was first edited to show that it is over."""
        return self.over.get(guild_of(hour), {})


def check(looks, zone, hour):
    """Check a server's messages against what the clock showed; return how many were on time."""
    editions, threads, closed = (
        looks.of(hour, "edition"),
        looks.of(hour, "thread"),
        looks.closed(hour),
    )
    first, whole, on_time = {}, {}, 0
    for look, shown in enumerate(looks.shown):
        number = open_at(zone, hour, shown)
        if number < 1:  # no edition before the first
            continue
        first.setdefault(number, look)
        if look in looks.whole and number + 1 not in first:  # otherwise its turn is over
            whole.setdefault(number, look)
    assert whole.keys() <= editions.keys()
    for number, look in editions.items():
        assert open_at(zone, hour, looks.shown[look]) == number
        assert first[number] <= look <= whole.get(number, look)
        on_time += looks.shown[look] == opening(zone, hour, number)
    assert threads.keys() <= (editions.keys() if hour % 2 else set())
    assert closed.keys() <= editions.keys()
    for number, look in editions.items():
        closes = opening(zone, hour, number + 1)
        over = [n for n in looks.whole if n > look and looks.shown[n] >= closes]
        if over:
            # A bot that dies while editing repeats the edit a minute after its restart.
            assert look < closed[number] <= sorted(over)[: DEATHS + 1][-1]
            assert looks.shown[closed[number]] >= closes
    return on_time


def check_all(folder, zone, seed, days):
    looks = Looks(lived(folder, zone, seed, days))
    on_time = sum(check(looks, zone, hour) for hour in HOURS)
    assert on_time > len(HOURS) * len(days) / 2


@pytest.mark.slow
def test_some_days_and_a_change_of_clocks(tmp_path):
    check_all(tmp_path, "Europe/London", 1, some_days("Europe/London")[:5])


@pytest.mark.slow
@pytest.mark.parametrize("zone", by_turns(*ZONES))
def test_days_around_changes_of_clocks_and_others(tmp_path, zone):
    check_all(tmp_path, zone, 1, some_days(zone))


@pytest.mark.full
@pytest.mark.parametrize("zone", ZONES)
def test_two_years(tmp_path, zone):
    check_all(tmp_path, zone, 2, list(range(DAYS)))
