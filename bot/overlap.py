"""No cheating by asking the bot: which lists would solve a puzzle that is being played."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import ne
from typing import Any, TypeAlias

from solvers.daily import Puzzle

REMEMBERED = 10_000
"""How many pairs of a person and what is played are remembered at most."""
MOST_TOLD = 2_000
"""How many words of ladders are remembered of such a pair; then those before are forgotten."""
EXTRA_STEPS = 2
"""How much longer than the best a ladder may be that is not told in parts.

As much as one in a single question between words a step from the ends.
"""
ENOUGH = 4
"""Fewer shared words than this reveal little, and may be a coincidence."""

MUCH_LONGER = 3
"""Times the length of a ladder that is played; a longer leg is no part of it."""

Legs: TypeAlias = Collection[Sequence[str]]
"""The words of ladders, from each that somebody asked for to the next, both among them."""


class Told:
    """Which words each person was told of what is being played.

    In memory only, and lost at a restart: the store keeps nothing about who asked what.
    """

    def __init__(self) -> None:
        self._words: OrderedDict[tuple[int, Hashable], frozenset[str]] = OrderedDict()

    def __call__(self, user_id: int, played: Hashable) -> frozenset[str]:
        """Return what somebody was told of one that is played."""
        return self._words.get((user_id, played), frozenset())

    def add(self, user_id: int, told: Mapping[Hashable, frozenset[str]]) -> None:
        """Note what somebody is told; who was told something longest ago is forgotten first."""
        for played, words in told.items():
            self._words[user_id, played] = self(user_id, played) | words
            self._words.move_to_end((user_id, played))
        while len(self._words) > REMEMBERED:
            self._words.popitem(last=False)

    def forget(self, user_id: int, played: Hashable = None) -> None:
        """Forget what somebody was told, of one that is played or of all."""
        for key in [key for key in self._words if key[0] == user_id and played in {None, key[1]}]:
            del self._words[key]

    @property
    def people(self) -> set[int]:
        """Who was told anything."""
        return {user_id for user_id, _ in self._words}


class LadderParts:
    """What each person was told that may be a part of ladders that are being played."""

    def __init__(self) -> None:
        self.told = Told()

    def completed(self, user_id: int, legs: Legs, ladders: Mapping[Any, Puzzle]) -> list[Any]:
        """Return which ladders the words of these legs make, with those told before."""
        return [
            played
            for played, puzzle in ladders.items()
            if (new := _parts(legs, puzzle) - (before := self.told(user_id, played)))
            and make_ladder(
                new | before, puzzle.given[0], puzzle.given[1], puzzle.par + EXTRA_STEPS
            )
        ]

    def tell(self, user_id: int, legs: Legs, ladders: Mapping[Any, Puzzle]) -> None:
        """Note that somebody is told the words of these legs."""
        for played in ladders:
            if len(self.told(user_id, played)) > MOST_TOLD:
                self.told.forget(user_id, played)
        told = {played: _parts(legs, puzzle) for played, puzzle in ladders.items()}
        self.told.add(user_id, {played: some for played, some in told.items() if some})


def _parts(legs: Legs, puzzle: Puzzle) -> frozenset[str]:
    """Return which words may be a part of a ladder that is played.

    None of a leg that is much longer: one of a hundred steps passes near everything.
    """
    (start, target), most = puzzle.given, puzzle.par + EXTRA_STEPS
    words = (word for leg in legs if len(leg) <= MUCH_LONGER * most for word in leg)
    return may_be_between(words, start, target, most)


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
    return sum(map(ne, word, other))


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
    known = {*words, start, target}
    if all(letters_apart(word, start) > 1 for word in known - {start}):  # as it is nearly always
        return False
    alike = defaultdict(set)  # those that differ in one place at most
    for word in known:
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
