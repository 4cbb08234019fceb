"""Heuristics: lower bounds on the distance to the target, as A* needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from solvers.ladder.tables import FARTHEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.ladder.search import Weights
    from solvers.ladder.tables import Array

T = TypeVar("T")

PICKED = 12
"""How many landmarks bound a search by steps: the ones that best separate start and target."""


class LazyMap(dict[int, T], Generic[T]):
    """The results of a function by node, computed on first use."""

    def __init__(self, function: Callable[[int], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, node: int) -> T:
        value = self[node] = self._function(node)
        return value


class Heuristic(Protocol):
    """Lower bounds on the steps, or on the cost, from each node to a target."""

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; also return whether the bounds are exact on all shortest paths."""
        ...

    def costs(self, target: int) -> Weights:
        """Bound the costs, in the scale of the graph."""
        ...

    def most(self, start: int, target: int) -> int | None:
        """Return an upper bound on the cost of the cheapest way by all words; None if unknown."""
        ...


class LetterHeuristic:
    """Bounds from the letters only: any move corrects at most one letter.

    `word`: from a node to its word. `costs`: the cost of entering a node, at least `cheapest`.
    """

    def __init__(self, word: Callable[[int], str], costs: Weights, cheapest: int) -> None:
        self._word = word
        self._costs = costs
        self._cheapest = cheapest

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:  # noqa: ARG002
        """Bound the steps by the number of missing letters, or of surplus ones."""
        return LazyMap(self._letters_off(target)), False

    def costs(self, target: int) -> Weights:
        """Bound the costs by the target's own cost plus the cheapest cost for each other step."""
        letters_off, last, cheapest = self._letters_off(target), self._costs[target], self._cheapest
        return LazyMap(
            lambda node: last + (letters_off(node) - 1) * cheapest if node != target else 0
        )

    def most(self, start: int, target: int) -> None:
        """Return None: no upper bound is known."""

    def _letters_off(self, target: int) -> Callable[[int], int]:
        goal = self._word(target)

        def letters_off(node: int) -> int:
            word = spare = self._word(node)
            for letter in goal:
                spare = spare.replace(letter, "", 1)
            missing = len(goal) - len(word) + len(spare)
            return max(missing, len(spare), node != target)

        return letters_off


class LandmarkHeuristic:
    """Bounds by the triangle inequality, from the tables of the index.

    `steps`: landmarks × size, int8. `costs`: landmarks × size, int64. `weights`: by node.
    """

    def __init__(self, steps: Array, costs: Array, weights: Array, scale: int) -> None:
        self._steps = steps
        self._whole = len(steps) == steps.shape[1]
        self._picked = min(PICKED, len(steps))
        self._there = costs
        self._weights = weights
        self._landmarks = (weights - costs).max(axis=1)  # each landmark's own weight
        self._scale = scale

    def steps(self, start: int, target: int) -> tuple[Weights, bool]:
        """Bound the steps; they are exact if every word is a landmark."""
        if self._whole:
            left = self._steps[target].tobytes()
            return left, left[start] < FARTHEST
        apart = np.abs(self._steps[:, start] - self._steps[:, target])
        bounds = self._steps[np.argpartition(apart, -self._picked)[-self._picked :]]
        bounds -= bounds[:, target, None]
        return np.abs(bounds, out=bounds).max(axis=0).tobytes(), False

    def costs(self, target: int) -> Weights:
        """Bound the costs."""
        further = self._there - self._there[:, target, None]
        # On the way back the landmark is paid for, not the node.
        back = further.max(axis=0) - self._weights + self._weights[target]
        return memoryview(np.maximum(-further.min(axis=0), back) * np.int64(self._scale))

    def most(self, start: int, target: int) -> int:
        """Return the cost of the way through the best landmark, with any number of steps."""
        by = self._there[:, start] + self._landmarks + self._there[:, target]
        return (int(by.min() - self._weights[start]) + 1) * self._scale
