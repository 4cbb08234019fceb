"""A flow that is nearly best, its prices, and a snake made of it, where proof takes too long.

What a linear program cannot do in time for hundreds of thousands of words under containment, or
for hundreds of very short ones, proximal points do nearly: a flow in fractions, and prices that
prove a bound. From there, given the time, sifting gets to the program's very optimum.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.arrange import arrange
from solvers.wordsnake.proximal import Proximal
from solvers.wordsnake.sifting import Sifting, Start

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.task import Task
    from solvers.wordsnake.types import Scored

    Floats = NDArray[np.float64]

_WARM, _WARM_STEPS = 4.0, 200
_CHANCE, _EVEN_STEPS = 0.5, 500
"""With so much chance added to what arcs earn there are no ties, so most flows become whole in so
many steps."""
_COOLING, _COOLING_STEPS = 0.98, 200
_FOR_POINTS = 0.4
"""So much of the time the points may take, for others make use of them."""
_SHARE = 1 / 3
"""So much of what is left of it a flow may take to be made whole while sifting goes on."""
_SANE = 4
"""A flow that takes each arc oftener, on average, is not laid: it is nonsense, and takes hours."""
_LOOK = 100
"""So many steps between two looks at how good the prices have become."""


class Approach:
    """The best `snake` and `prices` so far. Each step makes one of them better, if it can."""

    def __init__(
        self,
        task: Task,
        snake: Scored,
        prices: Prices,
        report: Callable[[int, int], None] | None = None,
    ) -> None:
        self.snake = snake
        self.prices = prices
        self._task = task
        self._report = report
        self._proximal = Proximal(task)
        self._slowest = 0.0  # seconds that it takes to look at what was found

    def run(self, deadline: Deadline) -> None:
        """Take all the steps, or as many as there is time for."""
        start = self._start(Deadline.after(deadline.remaining() * _FOR_POINTS))
        flow = np.rint(start.flow)
        if flow.sum() < _SANE * len(flow):  # the first steps swing a million times as far
            self._take(self._proximal.prices())
            self._look(self._task, flow)
        in_time = Deadline(deadline.at - self._slowest)
        self._cool(in_time)
        self._sift(start, in_time)

    def _start(self, deadline: Deadline) -> Start:
        """Find a flow that is nearly best, and whole but for a few arcs."""
        proximal, arcs = self._proximal, len(self._task.graph.tail)
        proximal.run([_WARM] * _WARM_STEPS, deadline)
        chance = _CHANCE * np.random.default_rng(0).random(arcs)
        proximal.shake(chance)
        proximal.run([1.0] * _EVEN_STEPS, deadline)
        return Start(proximal.flow(), proximal.duals(), chance)

    def _cool(self, deadline: Deadline) -> None:
        """Make the prices sharp, without chance and at lower and lower temperatures.

        Sifting leads to better ones, but has none to show until it is nearly there.
        """
        self._proximal.shake(np.zeros(len(self._task.graph.tail)))
        temperatures = _COOLING ** np.arange(_COOLING_STEPS)
        for some in np.split(temperatures, range(_LOOK, _COOLING_STEPS, _LOOK)):
            if deadline.passed():
                return
            self._proximal.run(some, deadline)
            self._take(self._proximal.prices())

    def _sift(self, start: Start, deadline: Deadline) -> None:
        """Solve the linear program, and make snakes of its flow."""
        if deadline.passed() or self.prices.floor == self.snake.score:
            return
        sifting = Sifting(self._task, start)
        rounds = 0
        while self.prices.floor > self.snake.score:
            prices = sifting.sift(deadline)
            if prices is None:
                return
            self._take(prices)
            rounds += 1
            last = sifting.done
            if last or rounds.bit_count() == 1:  # 1, 2, 4, 8: flows change less and less
                share = 1 if last else _SHARE
                in_time = Deadline.after(deadline.remaining() * share)
                self._look(sifting.restricted.task, sifting.whole(in_time))
            if last:
                return

    def _take(self, prices: Prices) -> None:
        self.prices = min(self.prices, prices, key=lambda each: each.bound)
        self._tell()

    def _look(self, task: Task, flow: Floats) -> None:
        """Lay the snake of a flow."""
        began = time.monotonic()
        snake = arrange(task, flow)
        self._slowest = max(self._slowest, time.monotonic() - began)
        self.snake = max(self.snake, snake, key=lambda snake: snake.score)
        self._tell()

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.snake.score, self.prices.floor)
