"""Branch and cut: find the best flow and prove it, by linear programs, cuts and branching."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake import large
from solvers.wordsnake.cuts import separate_cuts
from solvers.wordsnake.decode import decode_flow, round_flow
from solvers.wordsnake.large import extra
from solvers.wordsnake.laying import Laying
from solvers.wordsnake.local_search import LocalSearch
from solvers.wordsnake.lp import FlowLp
from solvers.wordsnake.matching import match
from solvers.wordsnake.prices import SCALE, initial_duals, round_duals

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Cut, Instance
    from solvers.wordsnake.lp import Limits, LpAnswer
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.types import Scored

    Floats = NDArray[np.float64]

_NEAR = 1e-6
_ROUNDS, _PART = 6, 20
"""A branch gets cuts for fractionally laid words until this number of rounds has closed less than
1/`_PART` of the gap."""
_HEURISTIC_SECONDS, _HEURISTIC_TIMES = 0.3, 5.0
"""HiGHS may search for integral flows for this number of seconds, plus this multiple of the linear
program's time. Where words are powers of one another (a, aaa, aaaa) it would never end, while
branching is quick."""
_DECODING = 6.0
"""Making the first snake from a flow takes up to this many times as long as the first prices."""
_LOCAL_AFTER, _LOCAL_ROUND = 1.0, 0.25
"""After `_LOCAL_AFTER` seconds, local search gets two seconds in three, or one in three while it
finds nothing, in rounds that each last `_LOCAL_ROUND` seconds longer than the last."""
_LOCAL_ARCS = 5_000
"""Slow programs with at most this many arcs leave their time to local search, others to `large`."""


@dataclass(slots=True)
class Branch:
    """A part of the search: limits on a few arcs, prices that hold there, and its two halves.

    `split` is a limit's key and a number: `below` uses it at most that often, `above` more often.
    """

    limits: Limits
    prices: Prices
    split: tuple[int, int] | None = None
    below: Branch | None = None
    above: Branch | None = None


class Search:
    """A branch and cut over flows. `best` is the best snake so far, `cuts` hold everywhere."""

    def __init__(
        self,
        instance: Instance,
        best: Scored,
        deadline: Deadline,
        report: Callable[[Scored, int], None] | None = None,
    ) -> None:
        self.instance = instance
        self.best = best
        self.cuts: list[Cut] = []
        self._began = time.monotonic()
        self._start: LpAnswer | None = None
        if instance.rule == "pairs":
            self._start = match(instance)
            prices = round_duals(instance, self._start, (), {})
        else:
            prices = initial_duals(instance)
        self.root = Branch({}, prices)
        self._deadline = deadline
        self._report = report
        self._queue: list[tuple[int, int, Branch]] = [(-self.root.prices.floor, 0, self.root)]
        self._given_up = 0  # the highest bound of branches that are finished
        self._known_cuts: set[tuple[bytes, int, bool]] = set()
        self.is_slow = False  # whether the linear program of the root takes long
        self._local: LocalSearch | None = None
        self._rounds = 0  # of local search
        self._local_seconds = 0.0
        self._idle_seconds = 0.0  # of `_local_seconds`, since it last found something

    @property
    def bound(self) -> int:
        """Return the best known upper bound on any snake's score."""
        still_open = -self._queue[0][0] if self._queue else 0
        return max(self.best.score, self._given_up, still_open)

    def run(self) -> None:
        """Search to the end or to the deadline."""
        self._report_progress()
        took = time.monotonic() - self._began
        if self._start is not None and self._deadline.remaining() < _DECODING * took:
            return
        lp = self._program()
        made = 0
        while self.bound > self.best.score and self._queue and not self._deadline.passed():
            floor, _, branch = self._queue[0]
            lp.drop_loose_cuts()
            lp.limit(branch.limits)
            flow = self._price(lp, branch)
            if flow is not None and branch is self.root:
                self._primal_heuristic(lp)
            heapq.heappop(self._queue)
            floor = min(-floor, branch.prices.floor)
            split = None if flow is None else self._choose(flow, branch.limits)
            if floor <= self.best.score or split is None:
                self._given_up = max(self._given_up, floor)
                self._report_progress()
                continue
            branch.split = key, times = split
            low, high = branch.limits.get(key, (0, np.inf))
            branch.below = Branch(branch.limits | {key: (low, float(times))}, branch.prices)
            branch.above = Branch(branch.limits | {key: (times + 1, high)}, branch.prices)
            for child in (branch.below, branch.above):
                made += 1
                heapq.heappush(self._queue, (-floor, -made, child))
            self._report_progress()

    def _program(self) -> FlowLp:
        """Return the linear program; under pairs only cuts are missing."""
        lp = FlowLp(self.instance)
        if self._start is not None:
            self._keep(decode_flow(self.instance, self._start.flow))
            self._report_progress()
            lp.start_from(self._start)
            self._add(lp, separate_cuts(self.instance, self._start.flow, self._deadline))
        return lp

    def improve(self, deadline: Deadline) -> None:
        """Look for a snake and prices that are nearly best, without the whole linear program."""
        self.is_slow = True

        def keep(snake: Scored, prices: Prices) -> None:
            self._keep(snake)
            self.root.prices = prices
            heapq.heapreplace(self._queue, (-prices.floor, 0, self.root))
            self._report_progress()

        large.improve(self.instance, self.best, self.root.prices, deadline, keep)

    def _price(self, lp: FlowLp, branch: Branch) -> Floats | None:
        """Price a branch, with all the cuts it needs; return its flow if it must be split."""
        bounds: list[int] = []  # after each round
        while (answer := lp.solve(self._deadline)) is not None:
            if not answer.done and not self.is_slow:  # only the root takes so long
                self.is_slow = True
                large_one = len(self.instance.graph.tail) > _LOCAL_ARCS
                if self._start is None and large_one and extra.available():
                    self.improve(Deadline.after(self._deadline.remaining() / 2))
            prices = round_duals(self.instance, answer, lp.cuts, branch.limits)
            if prices.bound < branch.prices.bound:
                branch.prices = prices
            if branch.prices.floor <= self.best.score:
                return None
            if answer.done and lp.restore_cuts(answer.flow):
                continue
            whole = np.rint(answer.flow)
            is_whole = bool((np.abs(answer.flow - whole) < _NEAR).all())
            if answer.done:
                bounds.append(branch.prices.bound)
                cuts = separate_cuts(
                    self.instance, answer.flow, self._deadline, fractional=self._pays(bounds)
                )
                self._keep(decode_flow(self.instance, whole))
            if not (is_whole and answer.done):
                self._keep(round_flow(self.instance, answer.flow))
            if branch is self.root:
                heapq.heapreplace(self._queue, (-branch.prices.floor, 0, branch))
            self._report_progress()
            self._search_locally()
            if answer.done and not self._add(lp, cuts):
                return None if is_whole else answer.flow
        return None

    def _pays(self, bounds: list[int]) -> bool:
        """Return whether cuts for fractionally laid words still lower the bound enough."""
        if len(bounds) <= _ROUNDS:
            return True
        gap = bounds[-1] - self.best.score * SCALE
        return (bounds[-1 - _ROUNDS] - bounds[-1]) * _PART > gap

    def _search_locally(self) -> None:
        """Give local search twice the time of the rest, or half of it if it finds nothing."""
        seconds = _LOCAL_ROUND * (1 + self._rounds)
        elapsed = time.monotonic() - self._began
        counted = self._local_seconds + self._idle_seconds
        if elapsed - _LOCAL_AFTER < 1.5 * counted + seconds:
            return
        if not self._rounds and (laying := Laying.of(self.instance)):
            self._local = LocalSearch(self.instance, laying, self.best)
        self._rounds += 1
        if self._local is not None:
            began, before = time.monotonic(), self.best.score
            self._local.best = self.best
            self._local.run(seconds, self._deadline)
            self._keep(self._local.best)
            took = time.monotonic() - began
            self._local_seconds += took
            self._idle_seconds = self._idle_seconds + took if self.best.score == before else 0.0
            self._report_progress()

    def _primal_heuristic(self, lp: FlowLp) -> None:
        """Let HiGHS look for a good snake before branching: it usually finds the best one."""
        share = self._deadline.remaining() / 3
        if share < lp.seconds:  # HiGHS would start over, and not stop before it got this far
            return
        deadline = Deadline.after(min(_HEURISTIC_SECONDS + _HEURISTIC_TIMES * lp.seconds, share))
        while not deadline.passed() and self.root.prices.floor > self.best.score:
            whole = lp.solve_whole(deadline)
            if whole is None:
                return
            cuts = separate_cuts(self.instance, whole, deadline)
            self._keep(decode_flow(self.instance, whole))
            self._report_progress()
            if not self._add(lp, cuts):
                return

    def _add(self, lp: FlowLp, cuts: Sequence[Cut]) -> bool:
        """Add the cuts that are new; return whether there are any."""
        fresh = [
            (mark, cut)
            for cut in cuts
            if (mark := (cut.nodes.tobytes(), cut.word, cut.covering)) not in self._known_cuts
        ]
        for mark, cut in fresh:
            self._known_cuts.add(mark)
            self.cuts.append(cut)
            lp.add_cut(cut)
        return bool(fresh)

    def _choose(self, flow: Floats, limits: Limits) -> tuple[int, int] | None:
        """Choose what to split: a fractionally laid word, else the arc furthest from integral."""
        graph = self.instance.graph
        laid = graph.word >= 0
        lays = np.bincount(graph.word[laid], flow[laid], len(self.instance.mandatory))
        for amounts, sign in ((lays, -1), (flow, 1)):
            away = np.abs(amounts - np.rint(amounts))
            for key, (low, high) in limits.items():
                at = key if sign > 0 else ~key
                if at >= 0 and not low < amounts[at] < high:
                    away[at] = 0
            at = int(np.argmax(away))
            if away[at] > _NEAR:
                return (at if sign > 0 else ~at), int(np.floor(amounts[at]))
        return None

    def _keep(self, snake: Scored) -> None:
        if snake.score > self.best.score:
            self.best = snake

    def _report_progress(self) -> None:
        if self._report is not None:
            self._report(self.best, self.bound)
