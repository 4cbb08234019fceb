"""How long something takes, as people read it: in words, in short, and as a clock shows it."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.text import many

UNITS = {"day": "d", "hour": "h", "minute": "min", "second": "s"}
"""Each unit and its symbol, the longest first."""
_SECONDS = dict(zip(UNITS, (86_400, 3_600, 60, 1), strict=True))


def _parts(seconds: int) -> Iterator[tuple[int, str]]:
    """Yield how many there are of each unit, with the unit."""
    for unit, size in _SECONDS.items():
        number, seconds = divmod(seconds, size)
        yield number, unit


def length(seconds: float) -> str:
    """Return a length of time as forms have it, which `bot.contests.read_length` reads.

    >>> length(129_600), length(45)
    ('1 day 12 hours', '45 seconds')
    """
    return " ".join(many(number, unit) for number, unit in _parts(round(seconds)) if number)


def short_length(milliseconds: int) -> str:
    """Return a length of time by its largest unit and the one below.

    >>> short_length(59_999), short_length(723_000), short_length(18_003_000), short_length(0)
    ('59 s', '12 min 3 s', '5 h', '0 s')
    """
    parts = list(_parts(milliseconds // 1000))
    first = next((n for n, (number, _) in enumerate(parts) if number), len(parts) - 1)
    shown = [parts[first], *(part for part in parts[first + 1 : first + 2] if part[0])]
    return " ".join(f"{number} {UNITS[unit]}" for number, unit in shown)


def clock(milliseconds: int, *, tenths: bool = False) -> str:
    """Return a length of time as a clock shows it; less than a minute in `tenths`, if so wished.

    >>> clock(7_340), clock(754_000), clock(11_045_000), clock(7_340, tenths=True)
    ('0:07', '12:34', '3:04:05', '7.3 s')
    """
    if tenths and milliseconds < 60_000:
        return f"{milliseconds // 100 / 10:.1f} s"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
