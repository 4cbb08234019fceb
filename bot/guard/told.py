"""Remembers what each person has seen of puzzles being played, as they may ask in parts."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache

from bot.caches import forget_person

REMEMBERED = 10_000
"""Most pairs of a person and a puzzle that are remembered."""
MOST_TOLD = 2_000
"""Words remembered for each pair; beyond that the earlier ones are dropped."""


class Told:
    """The words that each person has seen and that may be part of a puzzle being played.

    Only in memory, and lost at a restart: the store keeps nothing about who asked what.
    """

    def __init__(self) -> None:
        self._words: LRUCache[tuple[int, Hashable], frozenset[str]] = LRUCache(REMEMBERED)

    def __call__(self, user_id: int, played: Hashable) -> frozenset[str]:
        """Return the words that a person has seen of a puzzle being played."""
        return self._words.get((user_id, played), frozenset())

    def add(self, user_id: int, played: Hashable, words: frozenset[str]) -> None:
        """Note the words that a person sees; the pair noted longest ago is forgotten first."""
        if not words:
            return
        before = self(user_id, played)
        self._words[user_id, played] = words if len(before) > MOST_TOLD else before | words

    def forget(self, user_id: int) -> None:
        """Forget what a person has seen."""
        forget_person(self._words, user_id)

    @property
    def people(self) -> set[int]:
        """The people about whom anything is remembered."""
        return {user_id for user_id, _ in self._words}
