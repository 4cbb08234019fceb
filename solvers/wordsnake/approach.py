"""A flow that is nearly best, its prices, and a snake made of it, where proof takes too long.

What a linear program cannot do in time for hundreds of thousands of words under containment, or
for hundreds of very short ones, proximal points do nearly: a flow in fractions, and prices that
prove a bound. From there, given the time, sifting gets to the program's very optimum.
"""

from __future__ import annotations

import time
from threading import Event, Lock, Thread
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
_CHANCE, _EVEN_STEPS, _EVEN_ARCS = 0.5, 400, 5_000
"""With so much chance added to what arcs earn there are no ties, so most flows become whole: in so
many steps, and one more for so many arcs, up to twice as many."""
_COOLING, _COOLING_STEPS = 0.99, 500
_FOR_POINTS = 0.4
"""So much of the time the points may take, for others make use of them."""
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
        self._lock = Lock()
        self._done = Event()

    def run(self, deadline: Deadline) -> None:
        """Take all the steps, or as many as there is time for.

        Sifting leads to the best prices, but has none to show until it is nearly there; so beside
        it, in another thread, those of the points are made sharp.
        """
        start = self._start(Deadline.after(deadline.remaining() * _FOR_POINTS))
        self._look(self._task, np.rint(start.flow))
        in_time = Deadline(deadline.at - self._slowest)
        if in_time.passed():
            return
        cooling = Thread(target=self._cool, args=(in_time,))
        cooling.start()
        needed = False
        try:
            needed = not self._sift(start, in_time)
        finally:
            if not needed:
                self._done.set()
            cooling.join()

    def _start(self, deadline: Deadline) -> Start:
        """Find a flow that is nearly best, and whole but for a few arcs."""
        proximal, arcs = self._proximal, len(self._task.graph.tail)
        proximal.run([_WARM] * _WARM_STEPS, deadline)
        chance = _CHANCE * np.random.default_rng(0).random(arcs)
        proximal.shake(chance)
        steps = _EVEN_STEPS + min(arcs // _EVEN_ARCS, _EVEN_STEPS)
        proximal.run([1.0] * steps, deadline)
        return Start(proximal.flow(), proximal.duals(), chance)

    def _cool(self, deadline: Deadline) -> None:
        """Make the prices sharp, without chance and at lower and lower temperatures."""
        self._proximal.shake(np.zeros(len(self._task.graph.tail)))
        for step in range(_COOLING_STEPS):
            if self._done.is_set() or deadline.passed():
                return
            self._proximal.step(_COOLING**step)
            if step % _LOOK == _LOOK - 1:
                self._take(self._proximal.prices())

    def _sift(self, start: Start, deadline: Deadline) -> bool:
        """Solve the linear program, and make snakes of its flow; tell whether that was done."""
        sifting = Sifting(self._task, start)
        rounds = 0
        while self.prices.floor > self.snake.score:
            prices = sifting.sift(deadline)
            if prices is None:
                return False
            self._take(prices)
            rounds += 1
            last = sifting.done
            if last or rounds.bit_count() == 1:  # 1, 2, 4, 8: flows change less and less
                self._look(sifting.restricted.task, sifting.whole(deadline))
            if last:
                break
        return True

    def _take(self, prices: Prices) -> None:
        with self._lock:
            self.prices = min(self.prices, prices, key=lambda each: each.bound)
            self._tell()

    def _look(self, task: Task, flow: Floats) -> None:
        """Lay the snake of a flow."""
        began = time.monotonic()
        snake = arrange(task, flow)
        self._slowest = max(self._slowest, time.monotonic() - began)
        with self._lock:
            self.snake = max(self.snake, snake, key=lambda snake: snake.score)
            self._tell()

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.snake.score, self.prices.floor)
