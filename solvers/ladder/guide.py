"""Guides: lower bounds on what is left to the target, so that a search knows which way it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from solvers.ladder.tables import FARTHEST

if TYPE_CHECKING:
    from solvers.ladder.search import Weights
    from solvers.ladder.tables import Array

PICKED = 8
"""So many landmarks, those that tell the two words farthest apart, guide a search by steps."""


class Guide(Protocol):
    """Bounds on the steps, or on the tolls, that are left from each node to a target."""

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; tell whether the bounds are exact on all shortest ways."""
        ...

    def tolls(self, target: int) -> Weights:
        """Bound the tolls, in the scale of the graph."""
        ...


class NoGuide:
    """Knows nothing: every bound is 0, and A* becomes breadth-first search or Dijkstra's."""

    def __init__(self, size: int) -> None:
        self._zeros = bytes(size)

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:  # noqa: ARG002
        """Bound the steps."""
        return self._zeros, False

    def tolls(self, target: int) -> Weights:  # noqa: ARG002
        """Bound the tolls."""
        return self._zeros


class Landmarks:
    """Bounds by the triangle inequality, from the tables of the index.

    `steps`: landmarks × size, uint8. `tolls`: landmarks × size, int32. `rareness`: by node.
    """

    def __init__(self, steps: Array, tolls: Array, rareness: Array, scale: int) -> None:
        self._steps = steps
        self._whole = len(steps) == steps.shape[1]
        self._there = tolls
        self._back = tolls - rareness  # on the way back the landmark is paid for, not the node
        self._scale = scale

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; they are known where every word is a landmark."""
        if self._whole:
            left = self._steps[target].tobytes()
            return left, left[start] < FARTHEST
        apart = np.abs(np.subtract(self._steps[:, start], self._steps[:, target], dtype=np.int16))
        best = self._steps[np.argpartition(apart, -PICKED)[-PICKED:]]
        level = best[:, target, None]
        bounds = (np.maximum(best, level) - np.minimum(best, level)).max(axis=0)
        return bounds.tobytes(), False

    def tolls(self, target: int) -> Weights:
        """Bound the tolls."""
        onward = (self._there[:, target, None] - self._there).max(axis=0)
        back = (self._back - self._back[:, target, None]).max(axis=0)
        return memoryview(np.maximum(onward, back) * np.int64(self._scale))
