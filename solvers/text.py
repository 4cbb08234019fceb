"""Helpers for sentences and typed lists: counted nouns, words named or cut, lines split."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[\s\ufeff]+")


def many(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun; the plural adds an s unless `plural` is given.

    >>> many(1, "step"), many(0, "step"), many(1234, "step"), many(2, "try", "tries")
    ('1 step', '0 steps', '1,234 steps', '2 tries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def ordinal(number: int) -> str:
    """Return a place in English.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 1113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '1,113th']
    """
    teens = number % 100 in {11, 12, 13}
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def series(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> series(["cat"]), series(["cat", "dog"]), series(["cat", "dog", "fox"], "or")
    ('cat', 'cat and dog', 'cat, dog or fox')
    """
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final


def printable(text: str) -> str:
    r"""Return a one-line text that cannot control a terminal: unprintable characters are escaped.

    >>> printable("“a\0b\n”")
    '“a\\x00b\\n”'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cut(text: str, limit: int = 30) -> str:
    r"""Return a text for quoting: at most `limit` characters, unprintable ones escaped.

    >>> cut("incomprehensibilities", 10)
    'incompreh…'
    >>> cut("a\0b")
    'a\\x00b'
    """
    shown = printable(text[: limit + 1])
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def quoted(word: str) -> str:
    """Return a word between quotation marks, cut if it is long."""
    return f"“{cut(word)}”"


def listed(items: Sequence[str], most: int, show: Callable[[str], str] = quoted) -> str:
    """Name the first `most` items and the number of further ones; words are quoted.

    `show` returns an item's text; `str` leaves it as it is.

    >>> listed(["cat", "dog", "fox"], 2)
    '“cat”, “dog” and 1 more'
    >>> listed(["cat", "dog", "fox"], 2, str)
    'cat, dog and 1 more'
    """
    shown = ", ".join(show(item) for item in items[:most])
    more = len(items) - most
    return f"{shown} and {more:,} more" if more > 0 else shown


def lines(text: str) -> list[str]:
    r"""Return the lines of a text, which end only with \n, \r\n or \r.

    Editors and `docs/verify` count lines this way; `splitlines` knows eight more ends. A byte order
    mark at the beginning belongs to no line.

    >>> lines("cat\r\ncot\x0c\rdog\n")
    ['cat', 'cot\x0c', 'dog']
    """
    found = _LINE_END.split(text.removeprefix("\ufeff"))
    return found if found[-1] else found[:-1]


def line_of(content: bytes, place: int) -> int:
    """Return the number of the line, from 1, that a byte of a text is in."""
    return len(re.findall(rb"\r\n|\r|\n", content[:place])) + 1


def columns(line: str) -> list[str]:
    r"""Return the parts of a line between blanks, of any kind that Unicode or a browser knows.

    >>> columns(" wombat\u00a0\x1f0 ")
    ['wombat', '0']
    """
    return [column for column in _BLANKS.split(line) if column]


def is_left_out(line: str) -> bool:
    """Return whether a line of a word file is blank or a comment that begins with #."""
    found = columns(line)
    return not found or found[0].startswith("#")


def oddity(text: str) -> str:
    """Return a phrase that names the first character that may look like another, or "".

    >>> oddity("с\u0061t"), oddity("c-t")
    (' (“с” is U+0441)', '')
    """
    found = next((char for char in text if ord(char) > 126), None)
    return "" if found is None else f" (“{printable(found)}” is U+{ord(found):04X})"
