"""What people typed last, all of it: a form offers what followed a mistake to be sent again."""

from __future__ import annotations

from collections import OrderedDict

REMEMBERED = 1_000
"""Tries, the last ones of all people; each has at most a form's text."""


class Typed:
    """Words by the interaction that sent them; in this process alone, and never stored."""

    def __init__(self) -> None:
        self._words: OrderedDict[int, tuple[str, ...]] = OrderedDict()

    def note(self, interaction: int, words: tuple[str, ...]) -> None:
        """Remember words for a while."""
        self._words[interaction] = words
        if len(self._words) > REMEMBERED:
            self._words.popitem(last=False)

    def get(self, interaction: int) -> tuple[str, ...] | None:
        """Return the words of an interaction, while they are remembered."""
        return self._words.get(interaction)
