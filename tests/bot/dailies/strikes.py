"""When clocks strike, found by watching them: shares only the zones' names with the bot."""

from bisect import bisect_right
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

ZONES = (
    "Europe/London",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
)
BEGIN, DAYS = date(2026, 1, 1), 730
"""The day of edition 1, and how many days are watched."""
WATCH = timedelta(minutes=15)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@cache
def strikes(zone):
    """Watch a zone's clock every quarter of an hour; return when each hour of each day begins.

    An hour that the clock skips begins at the first moment after the gap.
    """
    seen, here, latest = {}, ZoneInfo(zone), None
    moment = datetime.combine(BEGIN, time(), UTC) - 4 * DAY
    end = moment + (DAYS + 12) * DAY
    while moment < end:
        shown = moment.astimezone(here).replace(tzinfo=None)
        if latest is None:
            latest = shown.replace(minute=0)
        while latest + HOUR <= shown:  # struck since the last look
            latest += HOUR
            seen[latest] = moment
        moment += WATCH
    return seen


@cache
def openings(zone, hour):
    """Return the moments at which editions -1, 0, 1, … open in a server."""
    days = (BEGIN + n * DAY for n in range(-2, DAYS + 6))
    return [strikes(zone)[datetime.combine(day, time(hour))] for day in days]


def opening(zone, hour, number):
    """Return the moment at which an edition opens in a server."""
    return openings(zone, hour)[number + 1]


def open_at(zone, hour, moment):
    """Return the edition that is open in a server."""
    return bisect_right(openings(zone, hour), moment) - 2


@cache
def changes(zone):
    """Return the days, by UTC, on which a zone's clocks change."""
    noons = [datetime.combine(BEGIN + n * DAY, time(12), UTC) for n in range(DAYS)]
    offsets = [(noon, noon.astimezone(ZoneInfo(zone)).utcoffset()) for noon in noons]
    return [later.date() for (_, a), (later, b) in pairwise(offsets) if a != b]
