"""Guides: lower bounds on what is left to the target, so that a search knows which way it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from solvers.ladder.lazily import Lazily
from solvers.ladder.tables import FARTHEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.ladder.search import Weights
    from solvers.ladder.tables import Array

PICKED = 12
"""So many landmarks, those that tell the two words farthest apart, guide a search by steps."""


class Guide(Protocol):
    """Bounds on the steps, or on the tolls, that are left from each node to a target."""

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; tell whether the bounds are exact on all shortest ways."""
        ...

    def tolls(self, target: int) -> Weights:
        """Bound the tolls, in the scale of the graph."""
        ...


class Letters:
    """Bounds from letters alone: a move mends one letter at most, whatever the moves allowed.

    `word`: from a node to its word. `tolls`: what entering a node costs, at least `cheapest`.
    """

    def __init__(self, word: Callable[[int], str], tolls: Weights, cheapest: int) -> None:
        self._word = word
        self._tolls = tolls
        self._cheapest = cheapest

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:  # noqa: ARG002
        """Bound the steps by the letters still missing, or by those to spare."""
        return Lazily(self._amiss(target)), False

    def tolls(self, target: int) -> Weights:
        """Bound the tolls: the target's own, and the cheapest there are for the other steps."""
        amiss, last, cheapest = self._amiss(target), self._tolls[target], self._cheapest
        return Lazily(lambda node: last + (amiss(node) - 1) * cheapest if node != target else 0)

    def _amiss(self, target: int) -> Callable[[int], int]:
        goal = self._word(target)

        def amiss(node: int) -> int:
            word = spare = self._word(node)
            for letter in goal:
                spare = spare.replace(letter, "", 1)
            missing = len(goal) - len(word) + len(spare)
            return max(missing, len(spare), node != target)

        return amiss


class Landmarks:
    """Bounds by the triangle inequality, from the tables of the index.

    `steps`: landmarks × size, int8. `tolls`: landmarks × size, int32. `rareness`: by node.
    """

    def __init__(self, steps: Array, tolls: Array, rareness: Array, scale: int) -> None:
        self._steps = steps
        self._whole = len(steps) == steps.shape[1]
        self._picked = min(PICKED, len(steps))
        self._there = tolls
        self._back = tolls - rareness  # on the way back the landmark is paid for, not the node
        self._scale = scale

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; they are known where every word is a landmark."""
        if self._whole:
            left = self._steps[target].tobytes()
            return left, left[start] < FARTHEST
        apart = np.abs(self._steps[:, start] - self._steps[:, target])
        bounds = self._steps[np.argpartition(apart, -self._picked)[-self._picked :]]
        bounds -= bounds[:, target, None]
        return np.abs(bounds, out=bounds).max(axis=0).tobytes(), False

    def tolls(self, target: int) -> Weights:
        """Bound the tolls."""
        onward = (self._there[:, target, None] - self._there).max(axis=0)
        back = (self._back - self._back[:, target, None]).max(axis=0)
        return memoryview(np.maximum(onward, back) * np.int64(self._scale))
