"""Find the best flow and prove it: linear programs, cuts where a flow falls apart, branching."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.arrange import arrange, follow
from solvers.wordsnake.cuts import missing_cuts
from solvers.wordsnake.lp import FlowLp
from solvers.wordsnake.prices import guess, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.lp import Limits
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.task import Cut, Task
    from solvers.wordsnake.types import Scored

    Floats = NDArray[np.float64]

_NEAR = 1e-6
_ROUNDS = 12
"""So often a branch is cut for words in fractions before it is split."""
_LEAP_SECONDS, _LEAP_TIMES = 0.3, 20.0
"""So long, and so many times what the first program took, HiGHS may search for whole flows: where
words are powers of one another (a, aaa, aaaa) it would for ever, and branching takes a moment."""


@dataclass(slots=True)
class Branch:
    """A part of the search: limits on a few arcs, prices that hold there, and what it split into.

    `split` is a limit's key and a number: `below` uses it at most so often, `above` oftener.
    """

    limits: Limits
    prices: Prices
    split: tuple[int, int] | None = None
    below: Branch | None = None
    above: Branch | None = None


class Search:
    """A branch and bound over flows. `best` is the best snake so far, `cuts` hold everywhere."""

    def __init__(
        self,
        task: Task,
        best: Scored,
        deadline: Deadline,
        report: Callable[[int, int], None] | None = None,
    ) -> None:
        self.task = task
        self.best = best
        self.cuts: list[Cut] = []
        self.root = Branch({}, guess(task))
        self._deadline = deadline
        self._report = report
        self._queue: list[tuple[int, int, Branch]] = [(-self.root.prices.floor, 0, self.root)]
        self._given_up = 0  # the highest bound of branches that nothing more can be done about
        self._known_cuts: set[tuple[bytes, int, bool]] = set()
        self._approached = False

    @property
    def bound(self) -> int:
        """Return what no snake exceeds, as far as is known."""
        still_open = -self._queue[0][0] if self._queue else 0
        return max(self.best.score, self._given_up, still_open)

    def run(self) -> None:
        """Search to the end or to the deadline."""
        self._tell()
        lp = FlowLp(self.task)
        made = 0
        while self.bound > self.best.score and self._queue and not self._deadline.passed():
            floor, _, branch = self._queue[0]
            lp.limit(branch.limits)
            flow = self._price(lp, branch)
            if flow is not None and branch is self.root:
                self._leap(lp)
            heapq.heappop(self._queue)
            floor = min(-floor, branch.prices.floor)
            split = None if flow is None else self._choose(flow, branch.limits)
            if floor <= self.best.score or split is None:
                self._given_up = max(self._given_up, floor)
                self._tell()
                continue
            branch.split = key, times = split
            low, high = branch.limits.get(key, (0, np.inf))
            branch.below = Branch(branch.limits | {key: (low, float(times))}, branch.prices)
            branch.above = Branch(branch.limits | {key: (times + 1, high)}, branch.prices)
            for child in (branch.below, branch.above):
                made += 1
                heapq.heappush(self._queue, (-floor, -made, child))
            self._tell()

    def approach(self, deadline: Deadline) -> None:
        """Have a snake and prices found that are nearly best, by proximal points and sifting."""
        # Numba takes half a second and much memory, and most lists are solved without it.
        from solvers.wordsnake.approach import Approach  # noqa: PLC0415

        self._approached = True
        approach = Approach(self.task, self.best, self.root.prices, self._report)
        approach.run(deadline)
        self._keep(approach.snake)
        self.root.prices = approach.prices
        heapq.heapreplace(self._queue, (-self.root.prices.floor, 0, self.root))
        self._tell()

    def _price(self, lp: FlowLp, branch: Branch) -> Floats | None:
        """Price a branch, with all the cuts it needs; return its flow if it needs a split."""
        round_ = 0
        while (answer := lp.solve(self._deadline)) is not None:
            if not answer.done and not self._approached:  # so it is the root that takes long
                self.approach(Deadline.after(self._deadline.remaining() / 2))
            prices = settle(self.task, answer, self.cuts, branch.limits)
            if prices.bound < branch.prices.bound:
                branch.prices = prices
            if branch.prices.floor <= self.best.score:
                return None
            whole = np.rint(answer.flow)
            is_whole = bool((np.abs(answer.flow - whole) < _NEAR).all())
            if answer.done:
                cuts = missing_cuts(self.task, answer.flow, starved=round_ < _ROUNDS)
                self._keep(arrange(self.task, whole))
                round_ += 1
            if not (is_whole and answer.done):
                self._keep(follow(self.task, answer.flow))
            if branch is self.root:
                heapq.heapreplace(self._queue, (-branch.prices.floor, 0, branch))
            self._tell()
            if answer.done and not self._add(lp, cuts):
                return None if is_whole else answer.flow
        return None

    def _leap(self, lp: FlowLp) -> None:
        """Let HiGHS look for a good snake before we branch: most often nothing is left to do."""
        share = self._deadline.remaining() / 3
        if share < lp.seconds:  # HiGHS would begin anew, and not stop before it came as far again
            return
        deadline = Deadline.after(min(_LEAP_SECONDS + _LEAP_TIMES * lp.seconds, share))
        while not deadline.passed() and self.root.prices.floor > self.best.score:
            whole = lp.solve_whole(deadline)
            if whole is None:
                return
            cuts = missing_cuts(self.task, whole)
            self._keep(arrange(self.task, whole))
            self._tell()
            if not self._add(lp, cuts):
                return

    def _add(self, lp: FlowLp, cuts: Sequence[Cut]) -> bool:
        """Add cuts that are new; tell whether there are any."""
        fresh = [
            (mark, cut)
            for cut in cuts
            if (mark := (cut.nodes.tobytes(), cut.word, cut.shown)) not in self._known_cuts
        ]
        for mark, cut in fresh:
            self._known_cuts.add(mark)
            self.cuts.append(cut)
            lp.add_cut(cut)
        return bool(fresh)

    def _choose(self, flow: Floats, limits: Limits) -> tuple[int, int] | None:
        """Choose what to split: a word laid by halves, else the arc furthest from whole."""
        graph = self.task.graph
        laid = graph.word >= 0
        lays = np.bincount(graph.word[laid], flow[laid], len(self.task.must))
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

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.best.score, self.bound)
