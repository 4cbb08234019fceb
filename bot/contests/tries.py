"""Reads what a player sent in, and compares it with the contest's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.errors import BadTry
from solvers.reading import read_tokens
from solvers.text import listed, quoted

NAMED = 8
"""How many wrong words a message names."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Try:
    """Words in the order they are laid, with their positions if they were given."""

    order: tuple[str, ...]
    positions: tuple[int, ...] | None = None


def read_try(text: str) -> Try:
    """Read words, each optionally followed by its position; see `read_tokens`. Raises BadTry."""
    words: list[str] = []
    positions: list[int] = []
    for piece in read_tokens(text):
        if not piece.isdecimal():
            words.append(piece)
            continue
        positions.append(int(piece[:10]))
        if len(positions) != len(words):
            before = f"after “{words[-1]}”" if words else "at the start"
            raise BadTry(
                f"A number is missing, or one too many, {before}. Give every word one position "
                "after it, or none."
            )
    if positions == [*range(1, len(words))]:  # the bot's own blocks count the steps after the first
        positions = []
    if positions and len(positions) != len(words):
        raise BadTry("Give every word one position after it, or none.")
    return Try(tuple(words), tuple(positions) or None)


def is_order_of(order: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether the order has each of the words once, and nothing else."""
    return len(order) == len(words) and frozenset(order) == frozenset(words)


def wrong_words(
    order: Sequence[str], words: Sequence[str], is_word: Callable[[str], bool]
) -> BadTry:
    """Return an error that names everything that is wrong with a try."""
    given = Counter(order)
    missing = [word for word in words if word not in given]
    own = frozenset(words)
    strangers = [word for word in given if word not in own]
    nonsense = [word for word in strangers if not is_word(word)]
    elsewhere = [word for word in strangers if is_word(word)]
    meant = _meant([*nonsense[:NAMED], *elsewhere[:NAMED]], missing)

    def named(word: str) -> str:
        return quoted(word) + (f" (did you mean “{meant[word]}”?)" if word in meant else "")

    complaints = {
        "Not words I know": nonsense,
        "Not in this contest": elsewhere,
        "More than once": [word for word in words if given[word] > 1],
        "Missing": [word for word in missing if word not in meant.values()],
    }
    sentence = ". ".join(
        f"{what}: {listed(wrong, NAMED, named)}" for what, wrong in complaints.items() if wrong
    )
    return BadTry(f"{sentence}.")


def pack(numbers: Sequence[int]) -> str:
    """Write the tapped words' numbers, each below 62, as a short text for a button's id."""
    return "".join(_DIGITS[number] for number in numbers)


def unpack(text: str) -> tuple[int, ...]:
    """Read what `pack` wrote; raises ValueError."""
    return tuple(_DIGITS.index(digit) for digit in text)


def _meant(strangers: Iterable[str], missing: Sequence[str]) -> dict[str, str]:
    """Return the missing word that each unknown word probably stands for, if there is one.

    Two words match if removing at most one letter from each leaves the same: a letter was
    forgotten, added, changed or moved. All remains are looked up in one table, so that a form full
    of similar words takes no longer than any other.
    """
    by_rest = {rest: word for word in reversed(missing) for rest in _remains(word)}
    longest = max(map(len, missing), default=0)
    meant = {}
    for stranger in strangers:
        if len(stranger) <= longest + 1:
            found = (by_rest[rest] for rest in _remains(stranger) if rest in by_rest)
            if word := next(found, None):
                meant[stranger] = word
    return meant


def _remains(word: str) -> Iterator[str]:
    """Yield the word, and the word without each of its letters."""
    yield word
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
