"""How far somebody is in a puzzle, and what they were told of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

HintKind = Literal["letter", "meaning", "word"]
COST: dict[HintKind, int] = {"letter": 5, "meaning": 5, "word": 15}
"""Points that each hint costs what is solved after it."""
FULL = 100
"""Points for the best there is, and per cent."""


class Progress(NamedTuple):
    """The words that a player has, and how often a word was refused before each came.

    words   in order, those that somebody found: without the start of a game that has one
    misses  for each of the words, and for the one that comes next; what is left out is 0

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

    step     how many words are before it, the start among them
    after    the word that it comes after; nothing where that does not matter
    reveals  the word, or what is told of its letters, or what it means
    """

    kind: HintKind
    step: int
    after: str
    reveals: str
