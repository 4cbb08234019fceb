"""No cheating by asking the bot: which lists would solve a puzzle that is being played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

ENOUGH = 4
"""Fewer shared words than this reveal little, and may be a coincidence."""


def is_suspicious(shared: int, played: int) -> bool:
    """Return whether a list shares enough words with those `played` to reveal much of them."""
    return shared >= min(ENOUGH, played)


def has_most(shared: int, played: int) -> bool:
    """Return whether a list has so many of the words `played` that it was hardly guessed."""
    return 4 * shared >= 3 * played


def overlaps_enough(shared: int, asked: int, played: int, before: int = 0) -> bool:
    """Return whether a list of `asked` words that shares `shared` of those `played` would solve it.

    It would if at least half of it are shared words; or if it has half of the words `played`,
    whatever other words are added, counting `before`: further words of them that were in
    suspicious lists which the same person had solved earlier.
    """
    if not is_suspicious(shared, played):
        return False
    return 2 * (shared + before) >= played or 2 * shared >= asked


def letters_apart(word: str, other: str) -> int:
    """Return how many letters differ; of words of different lengths, more than can.

    >>> letters_apart("cold", "warm"), letters_apart("cold", "cord"), letters_apart("at", "eat")
    (4, 1, 5)
    """
    if len(word) != len(other):
        return len(word) + len(other)
    return sum(a != b for a, b in zip(word, other, strict=True))


def may_be_between(words: Iterable[str], start: str, target: str, most: int) -> frozenset[str]:
    """Return those words that may be in a ladder of at most so many steps."""
    return frozenset(
        word for word in words if letters_apart(word, start) + letters_apart(word, target) <= most
    )


def make_ladder(words: Iterable[str], start: str, target: str, most: int) -> bool:
    """Return whether words, with the ends, make a ladder of at most so many steps.

    >>> make_ladder(["card", "ward", "cord"], "cold", "warm", 4)
    True
    >>> make_ladder(["card", "ward"], "cold", "warm", 4)
    False
    """
    alike = defaultdict(set)  # those that differ in one place at most
    for word in {*words, start, target}:
        for gap in _gaps(word):
            alike[gap].add(word)
    layer = {start}
    for _ in range(most):
        layer = {one for word in layer for gap in _gaps(word) for one in alike.pop(gap, ())}
        if target in layer:
            return True
    return False


def _gaps(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:place], word[place + 1 :]) for place in range(len(word)))
