"""When an edition opens and closes, in a server and everywhere; pure.

The edition of a date is a server's puzzle of that date by its own calendar: it opens at the
server's hour on that day and closes when the next one opens, so that everybody has a day for it.
Elsewhere (direct messages, servers without a setup) it opens at midnight UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.store.records import DailySetup
from bot.zones import from_local
from solvers.daily import day_of, game_of, number_of

EARLIEST, LATEST = timedelta(hours=14), timedelta(hours=12)
"""How far time zones are ahead of UTC and behind it."""
DAY = timedelta(days=1)


def due(setup: DailySetup, number: int) -> datetime:
    """Return when an edition opens in a server.

    An hour that the clocks skip becomes the first moment after it; of one shown twice, the first.
    """
    local = datetime.combine(day_of(number), time(setup.hour))
    return from_local(local, ZoneInfo(setup.time_zone), "next")


def current(setup: DailySetup, at: datetime) -> int:
    """Return the edition that is open in a server, by its hour."""
    number = number_of(at.astimezone(ZoneInfo(setup.time_zone)).date()) + 1
    while due(setup, number) > at:
        number -= 1
    return number


def current_elsewhere(at: datetime) -> int:
    """Return the edition that is open where nothing is set up."""
    return number_of(at.astimezone(UTC).date())


def opens_elsewhere(number: int) -> datetime:
    """Return when an edition opens where nothing is set up."""
    return _midnight(number)


def opens_somewhere(number: int) -> datetime:
    """Return the earliest moment at which an edition can be open anywhere."""
    return _midnight(number) - EARLIEST


def over_everywhere(number: int) -> datetime:
    """Return the moment from which an edition is open nowhere."""
    return _midnight(number) + 2 * DAY + LATEST


def live_somewhere(at: datetime) -> range:
    """Return the editions that can be open somewhere."""
    first = last = current_elsewhere(at)
    while over_everywhere(first - 1) > at:
        first -= 1
    while opens_somewhere(last + 1) <= at:
        last += 1
    return range(first, last + 1)


def next_turn(setup: DailySetup, now: datetime) -> tuple[int, bool, datetime]:
    """Return a server's open edition, whether to post it, and when the next turn comes.

    It is posted if the server plays its game, if it opened after the setup, and if neither it nor
    a later one has had its turn: a clock that is set back posts nothing twice.
    """
    number = current(setup, now)
    fresh = setup.last_number is None or number > setup.last_number
    chosen = game_of(number) in setup.games and due(setup, number) >= setup.since
    return number, fresh and chosen, due(setup, number + 1)


def next_post(setup: DailySetup, at: datetime) -> datetime:
    """Return when the next puzzle that a server wants is due there."""
    number = current(setup, at) + 1
    while game_of(number) not in setup.games:
        number += 1
    return due(setup, number)


def _midnight(number: int) -> datetime:
    return datetime.combine(day_of(number), time(), UTC)
