"""Keys of strings: a polynomial modulo 2**64, so that losing a letter is one multiplication.

Equal keys are only a hint: the letters are compared too, and if two different strings of a list
share a key, the table is rebuilt with the next salt.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MASK = 2**64 - 1


class Numbers(NamedTuple):
    """The odd base of the polynomial and a number for each letter, all drawn from one salt."""

    base: int
    letters: tuple[int, ...]


def numbers(salt: int) -> Numbers:
    """Return the numbers that belong to a salt (SplitMix64: Steele, Lea and Flood, 2014)."""
    drawn = [_mix(salt * 27 + i) for i in range(27)]
    return Numbers(drawn[0] | 1, tuple(drawn[1:]))


def key(text: str, salt: int) -> int:
    """Return the key of a string of letters a to z."""
    base, letters = numbers(salt)
    value, power = 0, 1
    for char in text:
        value = (value + letters[ord(char) - 97] * power) & MASK
        power = power * base & MASK
    return value


def prefix_keys(rows: Array, salt: int) -> Array:
    """Return the keys of every row's first 0, 1, … L letters: n × L letters -> (L + 1) × n."""
    base, letters = numbers(salt)
    drawn = np.array(letters, dtype=np.uint64)
    keys = np.zeros((rows.shape[1] + 1, len(rows)), dtype=np.uint64)
    for column in range(rows.shape[1]):
        power = np.uint64(pow(base, column, 2**64))
        np.add(keys[column], drawn[rows[:, column]] * power, out=keys[column + 1])
    return keys


def keys_without(prefixes: Array, column: int, salt: int) -> Array:
    """Return the keys of the rows without the letter in one column."""
    inverse = np.uint64(pow(numbers(salt).base, -1, 2**64))
    keys: Array = prefixes[column] + (prefixes[-1] - prefixes[column + 1]) * inverse
    return keys


def _mix(index: int) -> int:
    value = (index + 1) * 0x9E3779B97F4A7C15 & MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31
