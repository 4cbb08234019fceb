"""How far somebody is in a puzzle, and what hints they have seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

HintKind = Literal["letter", "meaning", "word"]
COST: dict[HintKind, int] = {"letter": 5, "meaning": 5, "word": 15}
"""Points that each hint takes from results after it."""
FULL = 100
"""Points for par; also 100 per cent."""


class Progress(NamedTuple):
    """The words that a player has, and how often a word was refused before each came.

    words   the player's words in order, without the start of a game that has one
    misses  a number for each word, and for the next one; missing numbers are 0

    >>> Progress.of([["cord"], [0, 2]]).missed
    2
    """

    words: tuple[str, ...] = ()
    misses: tuple[int, ...] = ()

    @classmethod
    def of(cls, stored: Iterable[Iterable[Any]]) -> Progress:
        """Return the progress that was stored as JSON."""
        words, misses = stored
        return cls(tuple(words), tuple(misses))

    @property
    def missed(self) -> int:
        """Misses in all."""
        return sum(self.misses)


EMPTY = Progress()


class Hint(NamedTuple):
    """A hint about the word that comes at a step.

    step     how many words are before it, including the start
    after    the word before it; empty if that does not matter
    reveals  the word, or some of its letters, or what it means
    """

    kind: HintKind
    step: int
    after: str
    reveals: str
