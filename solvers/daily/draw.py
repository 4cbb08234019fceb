"""Draws that are the same on every machine, and the classes that keep puzzles from repeating."""

from __future__ import annotations

import hashlib
from random import Random

from solvers.daily.edition import GAMES, LEVELS

ROUND = len(GAMES) * len(LEVELS)
"""After so many days a game is on the same weekday, and so at the same level, again."""
CLASSES = 14
"""Every puzzle belongs to one of so many classes by a hash of its words, and an edition takes a
puzzle of its own class only; the classes take turns. A puzzle has one game and one level, so it
cannot come again within 14 rounds, 392 days, though editions are made independently."""
SHARES = (1, 2, 3, 4, 5, 6, 6, 7, 7, 7)
"""How words that make puzzles of several levels are divided among them; hard ones are rare."""


def rng_for(number: int, secret: str) -> Random:
    """Return the random generator of an edition; the secret has at most 64 characters of ASCII."""
    return Random(_hash(f"edition {number}", secret))  # noqa: S311 - nothing is seen of its state


def is_own(number: int, *words: str) -> bool:
    """Return whether a puzzle, identified by its words in any order, may be this edition's."""
    return _hash(" ".join(sorted(words))) % CLASSES == number // ROUND % CLASSES


def is_own_of_level(number: int, level: int, *words: str) -> bool:
    """Return the same for words with which puzzles of several levels could be made."""
    share = _hash(" ".join(sorted(words))) // CLASSES % len(SHARES)
    return SHARES[share] == level and is_own(number, *words)


def _hash(text: str, secret: str = "") -> int:
    digest = hashlib.blake2b(text.encode(), digest_size=8, key=secret.encode()).digest()
    return int.from_bytes(digest, "big")
