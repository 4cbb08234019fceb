"""What people typed last, all of it: a form offers what was not taken to be sent again."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache

from bot.caches import forget_person

REMEMBERED = 1_000
"""Plays, the last ones of all people; each has at most a form's text."""


class Typed:
    """Words by who typed them, and at what; in this process alone, never stored."""

    def __init__(self) -> None:
        self._words: LRUCache[tuple[int, Hashable], tuple[str, ...]] = LRUCache(REMEMBERED)

    def note(self, user_id: int, place: Hashable, words: tuple[str, ...]) -> None:
        """Remember words for a while; none where there is nothing to be sent again."""
        self._words.pop((user_id, place), None)
        if words:
            self._words[user_id, place] = words

    def get(self, user_id: int, place: Hashable) -> tuple[str, ...]:
        """Return what was noted last, while it is remembered."""
        return self._words.get((user_id, place), ())

    def forget(self, user_id: int) -> None:
        """Remember nothing about a person."""
        forget_person(self._words, user_id)
