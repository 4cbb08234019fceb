"""Links, the edges of the ladder graph: all pairs of words that differ in exactly one letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def find_edges(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return all edges among the rows of a matrix, both ways, as ascending (row, row) pairs.

    The rows are distinct words of one length in alphabetical order. Two are joined at a position if
    their letters before it and their letters after it are equal. Both parts are numbered exactly
    (no hashing), so sorting by the two numbers brings together the words joined at this position.
    """
    count, length = letters.shape
    if count < 2:
        return np.empty((0, 2), np.int64)
    before, after = _prefix_numbers(letters), _suffix_numbers(letters)
    found = []
    for position in range(length):
        key = before[position] * count + after[position + 1]
        found.extend(_pairs_of_equals(key))
    one_way = np.concatenate(found, axis=0)
    both = np.concatenate(
        (one_way[:, 0] * count + one_way[:, 1], one_way[:, 1] * count + one_way[:, 0])
    )
    both.sort()
    return np.stack(np.divmod(both, count), axis=1)


def _prefix_numbers(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return, for k = 0 … length, numbers that are equal for rows with the same first k letters."""
    count, length = letters.shape
    numbers = np.zeros((length + 1, count), np.int64)
    differs = np.zeros(count - 1, bool)
    for k in range(length):
        differs |= letters[1:, k] != letters[:-1, k]
        np.cumsum(differs, out=numbers[k + 1, 1:])
    return numbers


def _suffix_numbers(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return, for k = 0 … length, numbers that are equal for rows equal from letter k on."""
    order = np.lexsort(letters.T)
    from_the_end = _prefix_numbers(letters[order, ::-1])
    numbers = np.empty_like(from_the_end)
    numbers[:, order] = from_the_end[::-1]
    return numbers


def _pairs_of_equals(key: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the pairs of indices with equal keys, each pair once, in a few arrays of pairs."""
    order = np.argsort(key, kind="stable")
    key = key[order]
    pairs, distance = [], 1
    first = np.arange(len(key) - 1)
    # Equal keys lie side by side: compare at distance 1, then go on from the matches.
    while len(first := first[first + distance < len(key)]):
        first = first[key[first] == key[first + distance]]
        pairs.append(np.stack((order[first], order[first + distance]), axis=1))
        distance += 1
    return pairs
