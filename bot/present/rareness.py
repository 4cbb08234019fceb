"""How rare a word is, in people's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.lexicon import Lexicon

GRADES = (
    (4, "everyday"),
    (200, "common"),
    (20_000, "less common"),
    (200_000, "uncommon"),
    (2_000_000, "rare"),
)
"""Up to this rareness, a word is called so."""


class Rarest(NamedTuple):
    """The rarest of some words."""

    word: str
    rareness: int


def grade(rareness: int) -> str:
    """Return what a word of this rareness is called."""
    return next((name for limit, name in GRADES if rareness <= limit), "not rated")


def in_words(rarest: Rarest) -> str:
    """Say how rare a ladder's words are by its rarest one."""
    name = grade(rarest.rareness)
    if name in {"everyday", "common"}:
        return f"all {name} words"
    return f"rarest: {rarest.word} ({name})"


def rarest_of(words: Iterable[str], lexicon: Lexicon) -> Rarest | None:
    """Return the first of the rarest of words that the lexicon has; None if there is none."""
    known = [
        Rarest(word, lexicon.rareness[found])
        for word in words
        if (found := lexicon.find(word)) >= 0
    ]
    return max(known, key=lambda rarest: rarest.rareness, default=None)
