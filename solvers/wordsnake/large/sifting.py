"""The linear program of very many arcs, a few of them at a time.

Sifting (R. Bixby and others, *Very large-scale linear programming*, 1992): solve the program with
some of the arcs, price all others, add those that would gain, and repeat until there are none. Then
the flow is the best among all arcs. A nearly best flow determines the first arcs and the first
basis; each round starts from the basis of the last one. Two more things make it fast. At first a
random perturbation breaks ties; when it is removed, little is left to do. And no arc may carry much
more flow than expected, so that simplex can start with arcs at their capacity. A capacity that
binds is raised.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.cuts import components
from solvers.wordsnake.highs import new_highs
from solvers.wordsnake.large.basis import SavedBasis
from solvers.wordsnake.large.pricing import Duals, price
from solvers.wordsnake.large.restricted import Restriction
from solvers.wordsnake.lp import Constraints, LpAnswer, highs_basis, program
from solvers.wordsnake.prices import round_duals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.prices import Prices

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_OPTIONS: dict[str, bool | int | str] = {
    "presolve": "off",
    # HiGHS's own perturbation of costs would have to be undone in each round. Ours breaks ties, and
    # the last rounds, without it, have almost nothing left to do.
    "dual_simplex_cost_perturbation_multiplier": 0,
}
_NEAR = 1e-6
_TIES = 1e-3
"""The share of the start's perturbation that breaks ties here; it limits how exact prices are."""
_PAYS, _USED = 5.0, 1e-3
"""An arc is among the first ones if it loses less (points), or carries more flow, than this."""
_BASIC, _TIGHT = 0.5, 0.05
"""An arc is in the first basis if it carries more flow, or loses less (points), than this."""
_CAPACITY, _RAISE, _UNLIMITED = 2.0, 100.0, 1e9
"""The flow that an arc may carry beyond what is expected; the factor by which that is raised; and
the capacity that is not raised any more."""


@dataclass(frozen=True, slots=True)
class Start:
    """A nearly best flow, to start from.

    `flow` and `perturbation` have one entry per arc. The flow is nearly best if each arc earns
    `perturbation` extra points. `duals` are that flow's prices. Any start is valid; a poor one only
    takes more rounds.
    """

    flow: Floats
    duals: Duals
    perturbation: Floats


class Sifting:
    """A linear program that grows: `restricted` is the instance with the arcs so far.

    Call `sift` until `done`; then `flow` is best among all arcs of the instance.
    """

    def __init__(self, instance: Instance, start: Start) -> None:
        graph, duals = instance.graph, start.duals
        self._instance = instance
        self._restriction = Restriction(instance)
        gained = duals.gained(instance, graph.gain + start.perturbation)
        self._some = (start.flow > _USED) | (gained > -_PAYS) | self._restriction.simplest(gained)
        # By the keys of steps (see Restricted): capacity in units of flow, perturbation in points.
        jumps = 2 * graph.nodes
        capacity = np.where(graph.word >= 0, 1, 2 * np.rint(start.flow) + _CAPACITY)
        self._capacity = np.concatenate([capacity, np.full(jumps, _CAPACITY)])
        self._perturbation = np.concatenate([_TIES * start.perturbation, np.zeros(jumps)])
        self.restricted = self._restriction.to(self._some)
        self._growth: tuple[Bools, SavedBasis] | None = None  # lacking arcs, and the basis so far
        self._optimal = self.done = False
        loose = [np.abs(duals.lay) < _TIGHT, np.abs(duals.reveal[instance.coverable]) < _TIGHT]
        rows = np.concatenate([np.zeros(self.restricted.instance.graph.nodes, bool), *loose])
        self._load()
        rows &= self._constraints.lower != self._constraints.upper
        self._highs.setBasis(highs_basis(self._tight(start), rows))

    def _tight(self, start: Start) -> Bools:
        """Mark the arcs of the restricted instance that the start uses, or almost uses."""
        smaller, contracted = self.restricted.instance, self.restricted.instance.contracted
        own = np.flatnonzero(contracted.group == np.arange(len(contracted.group)))
        own = own[contracted.into[own] >= 0]
        node = np.zeros(smaller.graph.nodes)
        node[contracted.into[own]] = start.duals.node[own]
        place = np.minimum(self.restricted.key, len(start.perturbation))  # jumps have none
        perturbation, flow = (
            np.append(start.perturbation, 0)[place],
            np.append(start.flow, 0)[place],
        )
        duals = replace(start.duals, node=node)
        gained = duals.gained(smaller, smaller.graph.gain + perturbation)
        return (flow > _BASIC) | (gained > -_TIGHT)

    def _load(self) -> None:
        """Load the restricted instance into HiGHS."""
        constraints = self._constraints = Constraints.of(self.restricted.instance)
        highs = self._highs = new_highs()
        for option, setting in _OPTIONS.items():
            highs.setOptionValue(option, setting)
        capacity = self._capacity[self.restricted.key]
        highs.passModel(
            program(
                self._cost(), capacity, constraints.entries, constraints.lower, constraints.upper
            )
        )

    def _cost(self) -> Floats:
        cost: Floats = (
            -self._perturbation[self.restricted.key] - self.restricted.instance.graph.gain
        )
        return cost

    def sift(self, deadline: Deadline) -> Prices | None:
        """Solve with the arcs so far; the next call adds the arcs found to gain.

        Returns prices for the whole instance, or None if the deadline came first or HiGHS failed.
        `done` is set when no other arc gains; then hardly any prices are better.
        """
        if self._growth:
            lacking, known = self._growth
            self._some |= lacking
            self.restricted = self._restriction.to(self._some, known.grown)
            self._load()
            self._highs.setBasis(highs_basis(self.restricted.basic, known.rows(self.restricted)))
        elif self._optimal:  # the perturbation has done its work: remove it
            self._perturbation[:] = 0
            arcs = np.arange(len(self.restricted.key), dtype=np.int32)
            self._highs.changeColsCost(len(arcs), arcs, self._cost())
        self._optimal = self._optimum(deadline)
        if not self._optimal:
            return None
        answer, lacking, gained = self._price()
        self._growth = None
        if lacking.any():
            self._growth = lacking, SavedBasis.of(self.restricted, self._highs, gained)
        self.done = not self._growth and not self._perturbation.any()
        return round_duals(self._instance, answer, (), {})

    def _optimum(self, deadline: Deadline, *, grow: bool = True) -> bool:
        """Let HiGHS solve the program; with `grow`, capacities that bind are raised.

        Returns whether it was solved by the deadline.
        """
        key, idle = self.restricted.key, np.flatnonzero(self.restricted.instance.graph.word < 0)
        while remaining := deadline.remaining():
            # HiGHS counts the time of all its runs against the limit.
            limit = min(1e9, self._highs.getRunTime() + remaining)
            self._highs.setOptionValue("time_limit", limit)
            self._highs.run()
            status = self._highs.getModelStatus()
            capacity = self._capacity[key[idle]]
            if status == highspy.HighsModelStatus.kOptimal:
                full = grow & (self.flow()[idle] > capacity - _NEAR)
            elif status == highspy.HighsModelStatus.kInfeasible:
                full = grow & (capacity < _UNLIMITED)
            else:
                return False
            if not full.any():
                return status == highspy.HighsModelStatus.kOptimal
            self._capacity[key[idle[full]]] *= _RAISE
            self._bound_arcs(idle[full], 0)
        return False

    def _bound_arcs(self, arcs: Ints, least: float, *, forbid: bool = False) -> None:
        """Set the bounds of arcs of the restricted instance: `least` and their capacity, or 0."""
        most = self._capacity[self.restricted.key[arcs]] * (not forbid)
        lower = np.full(len(arcs), least)
        self._highs.changeColsBounds(len(arcs), arcs.astype(np.int32), lower, most)

    def flow(self) -> Floats:
        """Return the flow by arc of the restricted instance that HiGHS found."""
        return np.array(self._highs.getSolution().col_value)

    def _price(self) -> tuple[LpAnswer, Bools, Floats]:
        """Return prices for the whole instance, the lacking arcs (a mask), and gains by arc."""
        instance, smaller, contracted = (
            self._instance,
            self.restricted.instance,
            self.restricted.instance.contracted,
        )
        solution = self._highs.getSolution()
        dual, flow = np.array(solution.row_dual), self.flow()
        nodes, first_reveal = smaller.graph.nodes, self._constraints.first_reveal
        node = np.where(contracted.into >= 0, contracted.offset - dual[:nodes][contracted.into], 0)
        used = contracted.origin[flow > _NEAR]
        passed = np.zeros(instance.graph.nodes, bool)
        passed[smaller.whole.tail[used]] = passed[smaller.whole.head[used]] = True

        lay, reveal = -dual[nodes:first_reveal], np.zeros(len(instance.words))
        reveal[instance.coverable] = dual[first_reveal:]
        # The remaining gain of an arc at its capacity belongs to its word.
        laying = np.flatnonzero(smaller.graph.word >= 0)
        extra = np.zeros(len(lay))
        over = -np.array(solution.col_dual)[laying]
        np.maximum.at(extra, smaller.graph.word[laying], over)
        duals = Duals(node, lay + extra, reveal)

        tolerance = _TIES if self._perturbation.any() else _NEAR
        gain = instance.graph.gain + self._perturbation[: len(self._some)]
        node, lacking = price(instance, gain, duals, passed, tolerance)
        gained = replace(duals, node=node).gained(instance, gain)
        none = np.zeros(0)
        answer = LpAnswer(none, node, reveal[instance.coverable], none, {})
        return answer, lacking & ~self._some, gained

    def whole(self, deadline: Deadline) -> Floats:
        """Return an integral flow by arc: fix one arc of each fractional component, and repeat.

        The result is not always the best integral flow of the restricted instance, but nearly so,
        as the components are few, small, and far apart. If it fails, or the deadline comes first,
        the result is a fractional flow, rounded.
        """
        fixed: list[Ints] = []
        flow = self.flow()
        while len(once := fractional_arcs(self.restricted.instance, flow)):
            fixed.append(once)
            self._use(once, deadline)
            if not self._optimum(deadline, grow=False):
                break
            flow = self.flow()
        for once in fixed:
            self._bound_arcs(once, 0)
        return np.rint(flow)

    def _use(self, arcs: Ints, deadline: Deadline) -> None:
        """Fix arcs to be used; forbid arcs that cannot be used together with the others."""
        if deadline.passed():
            return
        self._bound_arcs(arcs, 1)
        if self._optimum(deadline, grow=False):
            return
        if len(arcs) == 1:
            self._bound_arcs(arcs, 0, forbid=True)
            return
        self._bound_arcs(arcs, 0)
        for half in np.array_split(arcs, 2):
            self._use(half, deadline)


def fractional_arcs(instance: Instance, flow: Floats) -> Ints:
    """Return an arc of each fractional component, preferably a word's with most flow.

    A fractional component is a set of arcs with fractional flow, connected by nodes or words.
    """
    graph = instance.graph
    partly = np.flatnonzero((flow > _NEAR) & (flow < 1 - _NEAR))
    tail, words = graph.tail[partly], (graph.word[partly], graph.reveal[partly])
    ends = [graph.head[partly], *(np.where(word >= 0, graph.nodes + word, tail) for word in words)]
    vertices = graph.nodes + len(instance.words)
    component = components(np.tile(tail, len(ends)), np.concatenate(ends), vertices)[tail]
    rising = np.lexsort((graph.gain[partly], flow[partly], words[0] >= 0))
    best = dict(zip(component[rising].tolist(), partly[rising].tolist(), strict=True))
    return np.array(sorted(best.values()), np.int64)
