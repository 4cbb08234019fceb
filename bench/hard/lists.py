"""A hundred lists over two letters, drawn by seed, that linear programs find hard."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NUMBER = 100
SIZES = range(20, 51)


def palindromes() -> Iterable[str]:
    """Return the palindromes of 3 to 10 letters."""
    return (word for word in _words(range(3, 11)) if word == word[::-1])


def powers() -> Iterable[str]:
    """Return the words of at most 14 letters that repeat one of up to 4 letters."""
    roots = ("".join(root) for size in range(1, 5) for root in product("ab", repeat=size))
    return (root * times for root in roots for times in range(2, 14 // len(root) + 1))


def thue_morse() -> Iterable[str]:
    """Return the factors of 3 to 10 letters of the Thue–Morse word."""
    return _factors("".join("ab"[number.bit_count() % 2] for number in range(256)))


def fibonacci() -> Iterable[str]:
    """Return the factors of 3 to 10 letters of the Fibonacci word."""
    word, before = "ab", "a"
    while len(word) < 256:
        word, before = word + before, word
    return _factors(word)


def sevens() -> Iterable[str]:
    """Return the words of seven letters, such as abaabba."""
    return _words(range(7, 8))


FAMILIES = {
    "palindromes": palindromes,
    "powers": powers,
    "thue-morse": thue_morse,
    "fibonacci": fibonacci,
    "sevens": sevens,
}


def draw(seed: int) -> tuple[str, tuple[str, ...]]:
    """Return the name and the words of the list of a seed from 0 to NUMBER - 1.

    >>> draw(2)[0], draw(2)[1][:3]
    ('thue-morse-02-49', ('aababb', 'aababba', 'aabb'))
    """
    family = list(FAMILIES)[seed % len(FAMILIES)]
    random = Random(seed)
    words = sorted(set(FAMILIES[family]()))
    drawn = tuple(sorted(random.sample(words, min(random.choice(SIZES), len(words)))))
    return f"{family}-{seed:02}-{len(drawn)}", drawn


def _words(sizes: Iterable[int]) -> Iterable[str]:
    return ("".join(letters) for size in sizes for letters in product("ab", repeat=size))


def _factors(text: str) -> Iterable[str]:
    return (text[at : at + size] for size in range(3, 11) for at in range(len(text) - size + 1))
