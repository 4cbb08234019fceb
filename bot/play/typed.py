"""Everything that people typed last: a form offers refused words, to be sent again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

REMEMBERED = 1_000
"""Plays that are remembered, the latest of all people; each has at most a form's text."""


class Typed:
    """Words by the person who typed them and their play; only in this process, never stored."""

    def __init__(self) -> None:
        self._words: OrderedDict[tuple[int, Hashable], tuple[str, ...]] = OrderedDict()

    def note(self, user_id: int, place: Hashable, words: tuple[str, ...]) -> None:
        """Remember words for a while; empty `words` forget the last ones."""
        self._words.pop((user_id, place), None)
        if words:
            self._words[user_id, place] = words
        if len(self._words) > REMEMBERED:
            self._words.popitem(last=False)

    def get(self, user_id: int, place: Hashable) -> tuple[str, ...]:
        """Return what was noted last, if it is still remembered."""
        return self._words.get((user_id, place), ())

    def forget(self, user_id: int) -> None:
        """Forget everything about a person."""
        for key in [key for key in self._words if key[0] == user_id]:
            del self._words[key]
