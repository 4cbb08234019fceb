"""What a player sent in: read, and compared with the contest's words."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.errors import BadTry
from solvers.text import listed, quoted, split_words

NAMED = 8
"""How many wrong words a message names."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Try:
    """Words in the order they are laid, with each one's position if those were given."""

    order: tuple[str, ...]
    positions: tuple[int, ...] | None = None


def read_try(text: str) -> Try:
    """Read words, one on a line or separated otherwise, each optionally followed by its position.

    Line numbers (“3. word”) are skipped. Raises BadTry.
    """
    words: list[str] = []
    positions: list[int] = []
    for piece in split_words(text.lower()):
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
    """Raise a BadTry that names everything wrong, unless the order holds each word once."""
    given = Counter(order)
    missing = tuple(word for word in words if word not in given)
    twice = tuple(word for word in words if given[word] > 1)
    own = frozenset(words)
    strangers = tuple(
        (word, is_word(word), _meant(word, missing)) for word in given if word not in own
    )
    if not (missing or twice or strangers):
        return
    guesses = {word: guess for word, _, guess in strangers if guess}

    def named(word: str) -> str:
        return quoted(word) + (f" (did you mean “{guesses[word]}”?)" if word in guesses else "")

    complaints = {
        "not a word": [word for word, is_known, _ in strangers if not is_known],
        "not in this contest": [word for word, is_known, _ in strangers if is_known],
        "more than once": twice,
        "missing": [word for word in missing if word not in guesses.values()],
    }
    sentence = "; ".join(
        f"{what}: {listed(wrong, NAMED, named)}" for what, wrong in complaints.items() if wrong
    )
    raise BadTry(f"{sentence[0].upper()}{sentence[1:]}.", missing, twice, strangers)


def pack(numbers: Sequence[int]) -> str:
    """Write the tapped words' numbers, each below 36, as a short text for a button's id."""
    return "".join(_DIGITS[number] for number in numbers)


def unpack(text: str) -> tuple[int, ...]:
    """Read what `pack` wrote; raises ValueError."""
    return tuple(_DIGITS.index(digit) for digit in text)


def _meant(word: str, missing: Sequence[str]) -> str | None:
    close = difflib.get_close_matches(word, missing, n=1, cutoff=0.6)
    return close[0] if close else None
