"""Find the best flow and prove it: linear programs, cuts where a flow falls apart, branching."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.arrange import arrange, follow
from solvers.wordsnake.cuts import missing_cuts
from solvers.wordsnake.lp import FlowLp
from solvers.wordsnake.prices import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.lp import Limits
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.task import Cut, Task
    from solvers.wordsnake.types import Scored

    Floats = NDArray[np.float64]

_NEAR = 1e-6
_ROUNDS = 12
"""So often a branch is cut for words in fractions before it is split."""


@dataclass(slots=True)
class Branch:
    """A part of the search: limits on a few arcs, the best prices there, and what it split into.

    `split` is a limit's key and a number: `below` uses it at most so often, `above` oftener.
    """

    limits: Limits
    prices: Prices | None = None
    split: tuple[int, int] | None = None
    below: Branch | None = None
    above: Branch | None = None

    def floor(self) -> int | None:
        """Return the bound of this branch; None when it has none of its own."""
        own = None if self.prices is None else self.prices.floor
        if self.below is None or self.above is None:
            return own
        parts = [self.below.floor(), self.above.floor()]
        known = [part for part in parts if part is not None]
        if len(known) < 2:
            return own
        return max(known) if own is None else min(own, max(known))


@dataclass(slots=True)
class Search:
    """A branch and bound over flows. `best` is the best snake so far, `cuts` hold everywhere."""

    task: Task
    best: Scored
    deadline: Deadline
    report: Callable[[int, int], None] | None = None
    cuts: list[Cut] = field(default_factory=list)
    root: Branch = field(default_factory=lambda: Branch({}))

    def run(self) -> int:
        """Search to the end or to the deadline; return the bound."""
        lp = FlowLp(self.task)
        ceiling = self.task.worth
        queue: list[tuple[int, int, Branch]] = [(-ceiling, 0, self.root)]
        made = 0
        while queue:
            bound, _, branch = heapq.heappop(queue)
            if -bound <= self.best.score:
                break
            lp.limit(branch.limits)
            flow = self._bound(lp, branch)
            if branch.prices is None:
                break
            floor = min(-bound, branch.prices.floor)
            if flow is not None and branch is self.root:
                self._leap(lp)
            if flow is None or floor <= self.best.score:
                self._tell()
                continue
            split = self._choose(flow, branch.limits)
            if split is None:
                continue
            branch.split = key, times = split
            low, high = branch.limits.get(key, (0, np.inf))
            branch.below = Branch(branch.limits | {key: (low, float(times))})
            branch.above = Branch(branch.limits | {key: (times + 1, high)})
            for child in (branch.below, branch.above):
                made += 1
                heapq.heappush(queue, (-floor, -made, child))
            self._tell()
        bound_ = self.root.floor()
        return max(self.best.score, ceiling - 1 if bound_ is None else bound_)

    def _bound(self, lp: FlowLp, branch: Branch) -> Floats | None:
        """Price a branch, with all the cuts it needs; return its flow if it needs a split."""
        for round_ in count():
            answer = lp.solve(self.deadline)
            if answer is None:
                return None
            prices = settle(self.task, answer, self.cuts, branch.limits)
            if branch.prices is None or prices.bound < branch.prices.bound:
                branch.prices = prices
            if branch.prices.floor <= self.best.score:
                return None
            whole = np.rint(answer.flow)
            is_whole = bool((np.abs(answer.flow - whole) < _NEAR).all())
            cuts = missing_cuts(self.task, answer.flow, starved=round_ < _ROUNDS)
            self._keep(arrange(self.task, whole))
            if not is_whole:
                self._keep(follow(self.task, answer.flow))
            self._tell()
            for cut in cuts:
                lp.add_cut(cut)
            self.cuts += cuts
            if not cuts:
                return None if is_whole else answer.flow
        return None

    def _leap(self, lp: FlowLp) -> None:
        """Let HiGHS look for a good snake before we branch: most often nothing is left to do."""
        deadline = Deadline.after(self.deadline.remaining() / 3)
        while not deadline.passed() and self.root.floor() != self.best.score:
            whole = lp.solve_whole(deadline)
            if whole is None:
                return
            cuts = missing_cuts(self.task, whole)
            self._keep(arrange(self.task, whole))
            if not cuts:
                return
            for cut in cuts:
                lp.add_cut(cut)
            self.cuts += cuts

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
        if self.report is not None:
            floor = self.root.floor()
            bound = self.task.worth - 1 if floor is None else max(floor, self.best.score)
            self.report(self.best.score, bound)
