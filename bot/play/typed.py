"""What people typed last, all of it: a form offers what followed a mistake to be sent again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

REMEMBERED = 1_000
"""Tries, the last ones of all people; each has at most a form's text."""


class Typed:
    """Words by the interaction that sent them, or the play; in this process alone, never stored."""

    def __init__(self) -> None:
        self._words: OrderedDict[Hashable, tuple[str, ...]] = OrderedDict()

    def note(self, key: Hashable, words: tuple[str, ...]) -> None:
        """Remember words for a while."""
        self._words[key] = words
        if len(self._words) > REMEMBERED:
            self._words.popitem(last=False)

    def get(self, key: Hashable) -> tuple[str, ...] | None:
        """Return what was noted last, while it is remembered."""
        return self._words.get(key)
