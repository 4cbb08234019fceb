"""What a player sent in: read, and held against the contest's words."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.errors import BadTry

NAMED = 8
"""How many wrong words a message names."""
_SPLIT = re.compile(r"[\s,;|]+|->|→")
_NUMBERED = re.compile(r"\d+[.)]")
_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Try:
    """Words in the order they are laid, with each one's position if those were given."""

    order: tuple[str, ...]
    positions: tuple[int, ...] | None = None


def read_try(text: str) -> Try:
    """Read words one a line, or set apart otherwise; after each, optionally, its position.

    Numbers with a dot (“3. word”) only count the lines and are skipped. Raises BadTry.
    """
    words: list[str] = []
    positions: list[int] = []
    for piece in _SPLIT.split(text.lower()):
        if not piece or _NUMBERED.fullmatch(piece):
            continue
        if not (piece.isascii() and piece.isdigit()):
            words.append(piece)
            continue
        positions.append(int(piece[:10]))
        if len(positions) != len(words):
            before = f"after “{words[-1]}”" if words else "at the beginning"
            raise BadTry(
                f"There is a number too many or too few {before}: give every word one position "
                "after it, or none."
            )
    if positions and len(positions) != len(words):
        raise BadTry("Give every word one position after it, or none.")
    return Try(tuple(words), tuple(positions) or None)


def check_try(order: Sequence[str], words: Sequence[str], is_word: Callable[[str], bool]) -> None:
    """Raise a BadTry that names all that is wrong, unless the order holds each word once."""
    given = Counter(order)
    missing = tuple(word for word in words if word not in given)
    twice = tuple(word for word in words if given[word] > 1)
    listed = frozenset(words)
    strangers = tuple(
        (word, is_word(word), _meant(word, missing)) for word in given if word not in listed
    )
    if not (missing or twice or strangers):
        return
    guessed = {guess for *_, guess in strangers}
    parts = [
        _complaint("not a word", [s for s in strangers if not s[1]]),
        _complaint("not in this contest", [s for s in strangers if s[1]]),
        _complaint("more than once", [(word, True, None) for word in twice]),
        _complaint("missing", [(word, True, None) for word in missing if word not in guessed]),
    ]
    sentence = "; ".join(part for part in parts if part)
    raise BadTry(f"{sentence[0].upper()}{sentence[1:]}.", missing, twice, strangers)


def pack(numbers: Sequence[int]) -> str:
    """Write the tapped words' numbers, each below 36, as a short text for a button's id."""
    return "".join(_ALPHABET[number] for number in numbers)


def unpack(text: str) -> tuple[int, ...]:
    """Read what `pack` wrote; raises ValueError."""
    return tuple(_ALPHABET.index(letter) for letter in text)


def _meant(word: str, missing: Sequence[str]) -> str | None:
    close = difflib.get_close_matches(word, missing, n=1, cutoff=0.6)
    return close[0] if close else None


def _complaint(what: str, words: Sequence[tuple[str, bool, str | None]]) -> str:
    if not words:
        return ""
    shown = [
        f"“{_cut(word)}”" + (f" (did you mean “{guess}”?)" if guess else "")
        for word, _, guess in words[:NAMED]
    ]
    more = f" and {len(words) - NAMED} more" if len(words) > NAMED else ""
    return f"{what}: {', '.join(shown)}{more}"


def _cut(word: str) -> str:
    shown = word if word.isprintable() else ascii(word)[1:-1]
    return shown if len(shown) <= 30 else f"{shown[:29]}…"
