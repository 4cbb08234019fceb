"""Helpers for sentences and typed lists: counted nouns, words named or cut, lists split."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

BETWEEN_WORDS = re.compile(r"[\s,;|]+|->|→")
_LINE_NUMBER = re.compile(r"\d+[.)]")


def many(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, which takes an s in the plural unless `plural` is given.

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
    r"""Return a text of one line that cannot control a terminal: unprintable characters escaped.

    >>> printable("“a\0b\n”")
    '“a\\x00b\\n”'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cut(text: str, limit: int = 30) -> str:
    r"""Return a text as it can be quoted: at most `limit` characters, unprintable ones escaped.

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
    """Name the first `most` of some items and say how many more there are; words are quoted.

    `show` returns an item's text; `str` leaves it as it is.

    >>> listed(["cat", "dog", "fox"], 2)
    '“cat”, “dog” and 1 more'
    >>> listed(["cat", "dog", "fox"], 2, str)
    'cat, dog and 1 more'
    """
    shown = ", ".join(show(item) for item in items[:most])
    more = len(items) - most
    return f"{shown} and {more:,} more" if more > 0 else shown


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, separated by spaces, new lines, commas, semicolons, bars, arrows.

    Line numbers with a dot or a bracket are left out.

    >>> split_words("cat, cot -> dot")
    ('cat', 'cot', 'dot')
    >>> split_words("1. cat  2) dog")
    ('cat', 'dog')
    """
    pieces = BETWEEN_WORDS.split(text)
    return tuple(piece for piece in pieces if piece and not _LINE_NUMBER.fullmatch(piece))


def is_left_out(line: str) -> bool:
    """Return whether a line of a word file holds no word: it is blank, or a comment behind a #."""
    return line.lstrip()[:1] in {"", "#"}
