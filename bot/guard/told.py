"""What each person was told of what is being played: an answer may be asked for in parts."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache

from bot.caches import forget_person

REMEMBERED = 10_000
"""How many pairs of a person and what is played are remembered at most."""
MOST_TOLD = 2_000
"""How many words are remembered of such a pair; then those before are forgotten."""


class Told:
    """Which words each person was told that may be a part of what is being played.

    In memory only, and lost at a restart: the store keeps nothing about who asked what.
    """

    def __init__(self) -> None:
        self._words: LRUCache[tuple[int, Hashable], frozenset[str]] = LRUCache(REMEMBERED)

    def __call__(self, user_id: int, played: Hashable) -> frozenset[str]:
        """Return what somebody was told of one that is played."""
        return self._words.get((user_id, played), frozenset())

    def add(self, user_id: int, played: Hashable, words: frozenset[str]) -> None:
        """Note what somebody is told; who was told something longest ago is forgotten first."""
        if not words:
            return
        before = self(user_id, played)
        self._words[user_id, played] = words if len(before) > MOST_TOLD else before | words

    def forget(self, user_id: int) -> None:
        """Forget what somebody was told."""
        forget_person(self._words, user_id)

    @property
    def people(self) -> set[int]:
        """Who was told anything."""
        return {user_id for user_id, _ in self._words}
