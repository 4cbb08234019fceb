"""When an edition opens and closes, in a server and everywhere; pure.

The edition of a date is a server's puzzle of that date by its own calendar: it opens at the
server's hour on that day and closes when the next one opens, so that everybody has a day for it.
Elsewhere (direct messages, servers without a setup) it opens at midnight UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from bot.store.schema import DailySetup
from bot.zones import from_local, stored_zone
from solvers.daily import day_of, number_of

EARLIEST, LATEST = timedelta(hours=14), timedelta(hours=12)
"""The most that time zones are ahead of UTC and behind it."""
CLOSES = timedelta(days=2) + LATEST
"""Time after its midnight UTC when an edition is no longer open anywhere."""
SHORTEST = timedelta(hours=6)
"""The shortest time for which an edition is posted, if another was open for part of its day."""


def due(setup: DailySetup, number: int) -> datetime:
    """Return when an edition opens in a server.

    If the clocks skip the hour, it is the first moment afterwards; if they show it twice, the
    first.
    """
    local = datetime.combine(day_of(number), time(setup.hour))
    return from_local(local, stored_zone(setup.time_zone), "next")


def current(setup: DailySetup, at: datetime) -> int:
    """Return the edition that is open in a server, by its hour."""
    number = number_of(at.astimezone(stored_zone(setup.time_zone)).date()) + 1
    while due(setup, number) > at:
        number -= 1
    return number


def current_elsewhere(at: datetime) -> int:
    """Return the edition that is open where nothing is set up."""
    return number_of(at.astimezone(UTC).date())


def opens_elsewhere(number: int) -> datetime:
    """Return when an edition opens where nothing is set up."""
    return _midnight(number)


def over_everywhere(number: int) -> datetime:
    """Return the moment from which an edition is open nowhere."""
    return _midnight(number) + CLOSES


def live_somewhere(at: datetime) -> range:
    """Return the editions that can be open somewhere."""
    at = at.astimezone(UTC)
    first = number_of((at - CLOSES).date()) + 1
    return range(first, number_of((at + EARLIEST).date()) + 1)


class Opening(NamedTuple):
    """An edition of a server: when it opens there, and when it closes."""

    number: int
    opens: datetime
    closes: datetime


def next_to_post(
    setup: DailySetup,
    at: datetime,
    game_of: Callable[[int], str],
    until: datetime | None = None,
) -> Opening:
    """Return the next edition to post in a server, which may be due already.

    It is the first edition that is not over by the server's hours, not posted there yet, of a game
    that it plays, and due after the set-up. While another is open, `until` its end, the next one
    waits; an edition over by then is left out. `game_of` gives the game of each edition from then
    on.
    """
    number = current(setup, at)
    if setup.last_number is not None:
        number = max(number, setup.last_number + 1)
    while True:
        own, closes = due(setup, number), due(setup, number + 1)
        opens = own if until is None else max(own, until)
        if setup.has(game_of(number)) and own >= setup.since and opens < closes:
            return Opening(number, opens, closes)
        number += 1


def closing(setup: DailySetup, number: int, told: datetime) -> datetime:
    """Return when an open edition closes by a server's hours, which may have changed.

    It does not close before `told`, the announced time, and closes later if no other edition opens
    before. If hardly any of another's day would be left by then, it stays open in its place.
    """
    closes = max(told, due(setup, number + 1))
    following = due(setup, current(setup, closes) + 1)
    waited = closes > due(setup, current(setup, closes))
    if waited and following - closes < SHORTEST and following <= over_everywhere(number):
        return following
    return closes


def _midnight(number: int) -> datetime:
    return datetime.combine(day_of(number), time(), UTC)
