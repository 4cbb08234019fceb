"""Counts the paths of a letter graph by number of steps, exactly, however large the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from solvers.growth.keys import Array

LIMB_BITS = 62
LARGEST = 2**63 - 1


def count_paths(start: Array, heads: Array, there: Array | None = None) -> tuple[Array, Array]:
    """Return how many paths of 0, 1, 2… steps leave each node of a graph without cycles.

    The graph is CSR. The counts of node i are rows `begin[i]` to `begin[i + 1]` of the second
    array, up to its longest path. A row is one number, or several if some count exceeds 63 bits:
    limbs of 62 bits, least significant first. Nodes that are not `there`, to which no edge may
    lead, have no paths, not even the empty one.
    """
    if there is None:
        there = np.ones(len(start) - 1, bool)
    try:
        steps = _by_steps(start, heads, there, np.dtype(np.int64))
    except OverflowError:
        steps = _by_steps(start, heads, there, np.dtype(object))
    lengths = np.zeros(len(start) - 1, np.int64)
    for alive, _ in steps:
        lengths[alive] += 1
    begin = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    counts = np.empty(int(begin[-1]), steps[0][1].dtype)
    for step, (alive, values) in enumerate(steps):
        counts[begin[alive] + step] = values
    return begin, _limbs(counts)


def _by_steps(
    start: Array, heads: Array, there: Array, dtype: np.dtype[Any]
) -> list[tuple[Array, Array]]:
    """Return, for each number of steps, the nodes with such paths and their numbers.

    Raises OverflowError as soon as a count could exceed the type's 63 bits.
    """
    degrees = np.diff(start)
    most = int(degrees.max(initial=0))
    source, target = np.repeat(np.arange(len(degrees)), degrees), heads
    paths = np.ones(len(degrees), dtype)
    steps = [(np.flatnonzero(there), paths[there])]
    while len(source):
        if dtype.kind != "O" and int(paths.max()) * most > LARGEST:
            raise OverflowError
        first = np.flatnonzero(np.diff(source, prepend=-1))
        alive = source[first]
        values = np.add.reduceat(paths[target], first)
        steps.append((alive, values))
        paths = np.zeros(len(degrees), dtype)
        paths[alive] = values
        going = paths[target] > 0
        source, target = source[going], target[going]
    return steps


def _limbs(counts: Array) -> Array:
    """Return the counts as rows of unsigned numbers, no wider than the largest needs."""
    largest = int(counts.max(initial=0))
    if largest < 2**32:
        return counts.astype(np.uint32)[:, np.newaxis]
    if largest <= LARGEST:
        return counts.astype(np.uint64)[:, np.newaxis]
    limbs = -(-largest.bit_length() // LIMB_BITS)
    mask = 2**LIMB_BITS - 1
    rows = [[count >> LIMB_BITS * limb & mask for limb in range(limbs)] for count in counts]
    return np.array(rows, np.uint64)


class PathCounts:
    """Reads what `count_paths` wrote."""

    __slots__ = ("_begin", "_counts", "_limbs")

    def __init__(self, begin: memoryview, counts: memoryview) -> None:
        self._begin = begin
        self._counts = counts
        self._limbs = counts.shape[1] if counts.shape else 1

    def among(self, nodes: range, steps: int | None = None) -> tuple[int, list[int], list[int]]:
        """Return the nodes in a range that have paths of `steps` steps, and how many each has.

        The first value is the number of steps; by default the longest path's.
        """
        begin = np.asarray(self._begin[nodes.start : nodes.stop + 1])
        longest = np.diff(begin) - 1
        most = int(longest.max(initial=0))
        if steps is None:
            steps = most
        if steps > most:  # it may be too large for an array
            return steps, [], []
        alive = np.flatnonzero(longest >= steps)
        rows = np.asarray(self._counts)[begin[alive] + steps]
        paths = rows[:, 0].tolist() if self._limbs == 1 else map(_whole, rows.tolist())
        return steps, (alive + nodes.start).tolist(), list(paths)

    def longest(self, node: int) -> int:
        """Return the number of steps of the longest path."""
        return int(self._begin[node + 1] - self._begin[node]) - 1

    def count(self, node: int, steps: int) -> int:
        """Return the number of paths with this number of steps."""
        row = self._begin[node] + steps
        if steps < 0 or row >= self._begin[node + 1]:
            return 0
        return _whole([self._counts[row, limb] for limb in range(self._limbs)])


def _whole(limbs: list[int]) -> int:
    return sum(limb << LIMB_BITS * place for place, limb in enumerate(limbs))
