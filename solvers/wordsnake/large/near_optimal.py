"""Finds a nearly best flow, its prices, and a snake made of it, when proof takes too long.

For hundreds of thousands of words under containment, or for hundreds of very short ones, a linear
program takes too long. Proximal points find nearly the same: a fractional flow, and prices that
prove a bound. Given more time, sifting goes on from there to the program's optimum. Without Numba
there are no proximal points, and sifting starts from rough prices.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.decode import decode_flow
from solvers.wordsnake.large.extra import available
from solvers.wordsnake.large.pricing import Duals
from solvers.wordsnake.large.sifting import Sifting, Start
from solvers.wordsnake.prices import SCALE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.large.proximal import Proximal
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.types import Scored

    Floats = NDArray[np.float64]

_TEMPERATURE, _STEPS = 4.0, 100
_PERTURBATION, _MORE_STEPS = 0.5, 300
"""Each arc randomly earns up to `_PERTURBATION` more, which breaks ties, so that most flows are
whole after `_MORE_STEPS` further steps."""
_COOLING, _COOLING_STEPS = 0.95, 100
_PROXIMAL_SHARE = 0.4
"""The share of the time that proximal points may take. The rest is for the steps that use them."""
_ROUNDING_SHARE = 1 / 3
"""The share of the remaining time that making a flow whole may take while sifting goes on."""
_SANE = 4
"""A flow that takes each arc more often than this, on average, is not decoded: it is far from any
snake, and decoding it takes hours."""
_CHECK = 50
"""The number of steps between two checks of how good the prices have become."""
_DECODED = 1, 4, 16
"""The rounds of sifting whose flow is turned into a snake: the flow changes less and less."""


class NearOptimal:
    """The best `snake` and `prices` so far. Each step makes one of them better, if it can."""

    def __init__(
        self,
        instance: Instance,
        snake: Scored,
        prices: Prices,
        report: Callable[[Scored, Prices], None] | None = None,
    ) -> None:
        self.snake = snake
        self.prices = prices
        self._instance = instance
        self._report = report
        self._slowest = 0.0  # longest time to decode a flow so far

    def run(self, deadline: Deadline) -> None:
        """Take all the steps, or as many as there is time for."""
        start = self._proximal_start(deadline) if available() else self._rough_start()
        self._sift(start, Deadline(deadline.at - self._slowest))

    def _rough_start(self) -> Start:
        """Return the start that the prices so far allow, without a flow."""
        none = np.zeros(len(self._instance.words))
        duals = Duals(self.prices.node / SCALE, none, none.copy())
        return Start(np.zeros(len(self._instance.graph.tail)), duals, self._perturbation())

    def _proximal_start(self, deadline: Deadline) -> Start:
        """Find a nearly best flow, whole except for a few arcs; keep the prices it proves."""
        from solvers.wordsnake.large.proximal import Proximal  # noqa: PLC0415 - loads Numba

        proximal = Proximal(self._instance)
        in_time = Deadline.after(deadline.remaining() * _PROXIMAL_SHARE)
        proximal.run([_TEMPERATURE] * _STEPS, in_time)
        perturbation = self._perturbation()
        proximal.perturb(perturbation)
        proximal.run([_TEMPERATURE] * _MORE_STEPS, in_time)
        start = Start(proximal.flow(), proximal.duals(), perturbation)
        flow = np.rint(start.flow)
        if flow.sum() < _SANE * len(flow):  # the first steps overshoot a millionfold
            self._keep_prices(proximal.prices())
            self._decode(self._instance, flow)
        self._cool(proximal, Deadline(deadline.at - self._slowest))
        return start

    def _perturbation(self) -> Floats:
        """Return the extra points that each arc earns at first."""
        return _PERTURBATION * np.random.default_rng(0).random(len(self._instance.graph.tail))

    def _cool(self, proximal: Proximal, deadline: Deadline) -> None:
        """Sharpen the prices, without perturbation and at lower and lower temperatures.

        Sifting leads to better prices, but has none to show until it is nearly done.
        """
        proximal.perturb(np.zeros(len(self._instance.graph.tail)))
        temperatures = _TEMPERATURE * _COOLING ** np.arange(_COOLING_STEPS)
        for some in np.split(temperatures, range(_CHECK, _COOLING_STEPS, _CHECK)):
            if deadline.passed():
                return
            proximal.run(some, deadline)
            self._keep_prices(proximal.prices())

    def _sift(self, start: Start, deadline: Deadline) -> None:
        """Solve the linear program, and make snakes of its flow."""
        if deadline.passed() or self.prices.floor == self.snake.score:
            return
        sifting = Sifting(self._instance, start)
        rounds = 0
        while self.prices.floor > self.snake.score:
            prices = sifting.sift(deadline)
            if prices is None:
                return
            self._keep_prices(prices)
            rounds += 1
            last = sifting.done
            if last or rounds in _DECODED:
                share = 1 if last else _ROUNDING_SHARE
                in_time = Deadline.after(deadline.remaining() * share)
                self._decode(sifting.restricted.instance, sifting.whole(in_time))
            if last:
                return

    def _keep_prices(self, prices: Prices) -> None:
        self.prices = min(self.prices, prices, key=lambda each: each.bound)
        self._report_progress()

    def _decode(self, instance: Instance, flow: Floats) -> None:
        """Make a snake of a flow, and keep it if it is better."""
        began = time.monotonic()
        snake = decode_flow(instance, flow)
        self._slowest = max(self._slowest, time.monotonic() - began)
        self.snake = max(self.snake, snake, key=lambda snake: snake.score)
        self._report_progress()

    def _report_progress(self) -> None:
        if self._report is not None:
            self._report(self.snake, self.prices)
