"""Chance that is the same on every machine, and the classes that keep puzzles from coming back."""

from __future__ import annotations

import hashlib
from random import Random

from solvers.daily.edition import GAMES, LEVELS

ROUND = len(GAMES) * len(LEVELS)
"""After so many days a game comes to the same weekday, and so to the same level, again."""
CLASSES = 14
"""Every puzzle belongs to one of so many classes by its own letters, and an edition takes one of
its class only; the classes come round. A puzzle has one game and one level, so it cannot be met
again within 14 rounds, 392 days, though each edition is made without a look at any other."""
SHARES = (1, 2, 3, 4, 5, 6, 6, 7, 7, 7)
"""The levels among which words are shared out that make puzzles of several; hard ones are rare."""


def rng_for(number: int) -> Random:
    """Return the source of chance of an edition."""
    return Random(_hash(f"edition {number}"))  # noqa: S311 - a game's draw


def is_own(number: int, *words: str) -> bool:
    """Tell whether a puzzle that these words identify, in any order, may be this edition's."""
    return _hash(" ".join(sorted(words))) % CLASSES == number // ROUND % CLASSES


def is_own_of_level(number: int, level: int, *words: str) -> bool:
    """Tell the same of words with which puzzles of several levels could be made in one round."""
    share = _hash(" ".join(sorted(words))) // CLASSES % len(SHARES)
    return SHARES[share] == level and is_own(number, *words)


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
