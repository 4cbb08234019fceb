"""Everything that people typed last: a form offers refused words, to be sent again."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache

from bot.caches import forget_person

REMEMBERED = 1_000
"""Plays that are remembered, the latest of all people; each has at most a form's text."""


class Typed:
    """Words by the person who typed them and their play; only in this process, never stored."""

    def __init__(self) -> None:
        self._words: LRUCache[tuple[int, Hashable], tuple[str, ...]] = LRUCache(REMEMBERED)

    def note(self, user_id: int, place: Hashable, words: tuple[str, ...]) -> None:
        """Remember words for a while; empty `words` forget the last ones."""
        self._words.pop((user_id, place), None)
        if words:
            self._words[user_id, place] = words

    def get(self, user_id: int, place: Hashable) -> tuple[str, ...]:
        """Return what was noted last, if it is still remembered."""
        return self._words.get((user_id, place), ())

    def forget(self, user_id: int) -> None:
        """Forget everything about a person."""
        forget_person(self._words, user_id)
