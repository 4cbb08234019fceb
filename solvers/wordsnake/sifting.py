"""The linear program of very many arcs, a few of them at a time.

Sifting (R. Bixby and others, *Very large-scale linear programming*, 1992): solve the program with
some arcs, price all the others, add those that would gain, until there are none; then the flow is
best among all. A flow that is nearly best tells which arcs to begin with, and a basis to begin
from; each round goes on with the basis of the last one. Two things more make it fast. Ties are
broken by chance at first, and when that chance is taken away, little is left to do. And no arc may
carry much more than it is expected to, so that simplex can start where arcs gain; should such a
limit bind, it is raised.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.basis import Known, told
from solvers.wordsnake.cuts import components
from solvers.wordsnake.lp import LpAnswer, Rules, program
from solvers.wordsnake.prices import settle
from solvers.wordsnake.pricing import Duals, price
from solvers.wordsnake.restricted import Restriction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.task import Task

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_OPTIONS: dict[str, bool | int | str] = {
    "output_flag": False,
    "presolve": "off",
    # Chance breaks ties, so costs need not be changed for a while, which would be undone each time;
    # and the last rounds, without chance, have next to nothing left to do.
    "dual_simplex_cost_perturbation_multiplier": 0,
}
_NEAR = 1e-6
_TIES = 1e-3
"""So much of the chance that the start was found with breaks ties; prices are as rough so long."""
_PAYS, _USED = 5.0, 1e-3
_BASIC, _TIGHT = 0.5, 0.05
_ROOM, _MORE_ROOM, _ALL_ROOM = 50.0, 100.0, 1e9


@dataclass(frozen=True, slots=True)
class Start:
    """A flow by arc that is nearly best if arcs earn `chance` more, and prices to go with it."""

    flow: Floats
    duals: Duals
    chance: Floats


class Sifting:
    """The program so far: that of the `restricted` task."""

    def __init__(self, task: Task, start: Start) -> None:
        graph, duals = task.graph, start.duals
        self._task = task
        self._restriction = Restriction(task)
        gained = duals.gained(task, graph.gain + start.chance)
        self._some = (start.flow > _USED) | (gained > -_PAYS) | self._restriction.plainest(gained)
        # By the keys of steps (see Restricted): how often each may be taken, and chance's share.
        jumps = 2 * graph.nodes
        room = np.where(graph.word >= 0, 1, 2 * np.rint(start.flow) + _ROOM)
        self._room = np.concatenate([room, np.full(jumps, _ROOM)])
        self._chance = np.concatenate([_TIES * start.chance, np.zeros(jumps)])
        self.restricted = self._restriction.to(self._some)
        self._growth: tuple[Bools, Known] | None = None  # arcs it lacks, and the basis without them
        self._optimal = self.done = False
        loose = [np.abs(duals.lay) < _TIGHT, np.abs(duals.show[task.may]) < _TIGHT]
        rows = np.concatenate([np.zeros(self.restricted.task.graph.nodes, bool), *loose])
        self._pass_on()
        rows &= self._rules.lower != self._rules.upper
        self._highs.setBasis(told(self._tight(start), rows))

    def _tight(self, start: Start) -> Bools:
        """Tell which arcs of the restricted task are used or just worth their while at first."""
        smaller, contracted = self.restricted.task, self.restricted.task.contracted
        own = np.flatnonzero(contracted.group == np.arange(len(contracted.group)))
        own = own[contracted.into[own] >= 0]
        node = np.zeros(smaller.graph.nodes)
        node[contracted.into[own]] = start.duals.node[own]
        place = np.minimum(self.restricted.key, len(start.chance))  # jumps have none
        chance, flow = np.append(start.chance, 0)[place], np.append(start.flow, 0)[place]
        duals = replace(start.duals, node=node)
        gained = duals.gained(smaller, smaller.graph.gain + chance)
        return (flow > _BASIC) | (gained > -_TIGHT)

    def _pass_on(self) -> None:
        """Pass HiGHS the restricted task."""
        rules = self._rules = Rules.of(self.restricted.task)
        # highspy tells no types of what it makes.
        highs = self._highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, setting in _OPTIONS.items():
            highs.setOptionValue(option, setting)
        room = self._room[self.restricted.key]
        highs.passModel(program(self._cost(), room, rules.entries, rules.lower, rules.upper))

    def _cost(self) -> Floats:
        cost: Floats = -self._chance[self.restricted.key] - self.restricted.task.graph.gain
        return cost

    def sift(self, deadline: Deadline) -> Prices | None:
        """Solve with the arcs that are known to be worth it.

        Returns the prices, or None where the deadline came first or HiGHS failed. `done` tells
        whether no others are known to be worth it; then hardly any prices are better.
        """
        if self._growth:
            lacking, known = self._growth
            self._some |= lacking
            self.restricted = self._restriction.to(self._some, known.grown)
            self._pass_on()
            self._highs.setBasis(told(self.restricted.basic, known.rows(self.restricted)))
        elif self._optimal:  # but for the chance, which has done its work
            self._chance[:] = 0
            arcs = np.arange(len(self.restricted.key), dtype=np.int32)
            self._highs.changeColsCost(len(arcs), arcs, self._cost())
        self._optimal = self._optimum(deadline)
        if not self._optimal:
            return None
        answer, lacking, gained = self._price()
        self._growth = None
        if lacking.any():
            self._growth = lacking, Known.of(self.restricted, self._highs, gained)
        self.done = not self._growth and not self._chance.any()
        return settle(self._task, answer, (), {})

    def _optimum(self, deadline: Deadline, *, grow: bool = True) -> bool:
        """Let HiGHS solve the program; `grow` gives arcs as much room as they need."""
        key, idle = self.restricted.key, np.flatnonzero(self.restricted.task.graph.word < 0)
        while remaining := deadline.remaining():
            # HiGHS counts the time of all its runs against the limit.
            limit = min(1e9, self._highs.getRunTime() + remaining)
            self._highs.setOptionValue("time_limit", limit)
            self._highs.run()
            status = self._highs.getModelStatus()
            room = self._room[key[idle]]
            if status == highspy.HighsModelStatus.kOptimal:
                full = grow & (self.flow()[idle] > room - _NEAR)
            elif status == highspy.HighsModelStatus.kInfeasible:
                full = grow & (room < _ALL_ROOM)
            else:
                return False
            if not full.any():
                return status == highspy.HighsModelStatus.kOptimal
            self._room[key[idle[full]]] *= _MORE_ROOM
            self._bound_arcs(idle[full], 0)
        return False

    def _bound_arcs(self, arcs: Ints, least: float, *, forbid: bool = False) -> None:
        """Have arcs of the restricted task used at least so often, and no more than they may."""
        room = self._room[self.restricted.key[arcs]] * (not forbid)
        lower = np.full(len(arcs), least)
        self._highs.changeColsBounds(len(arcs), arcs.astype(np.int32), lower, room)

    def flow(self) -> Floats:
        """Return the flow by arc of the restricted task that HiGHS found."""
        return np.array(self._highs.getSolution().col_value)

    def _price(self) -> tuple[LpAnswer, Bools, Floats]:
        """Return prices for the whole task, the arcs that the restricted one lacks, and gains."""
        task, smaller, contracted = (
            self._task,
            self.restricted.task,
            self.restricted.task.contracted,
        )
        solution = self._highs.getSolution()
        dual, flow = np.array(solution.row_dual), self.flow()
        nodes, first_reveal = smaller.graph.nodes, self._rules.first_reveal
        node = np.where(contracted.into >= 0, contracted.offset - dual[:nodes][contracted.into], 0)
        used = contracted.origin[flow > _NEAR]
        flows = np.zeros(task.graph.nodes, bool)
        flows[smaller.whole.tail[used]] = flows[smaller.whole.head[used]] = True

        lay, show = -dual[nodes:first_reveal], np.zeros(len(task.words))
        show[task.may] = dual[first_reveal:]
        # What an arc gains that has no room for more belongs to its word.
        laying = np.flatnonzero(smaller.graph.word >= 0)
        extra = np.zeros(len(lay))
        over = -np.array(solution.col_dual)[laying]
        np.maximum.at(extra, smaller.graph.word[laying], over)
        duals = Duals(node, lay + extra, show)

        tolerance = _TIES if self._chance.any() else _NEAR
        gain = task.graph.gain + self._chance[: len(self._some)]
        node, lacking = price(task, gain, duals, flows, tolerance)
        gained = replace(duals, node=node).gained(task, gain)
        none = np.zeros(0)
        answer = LpAnswer(none, node, show[task.may], none, {})
        return answer, lacking & ~self._some, gained

    def whole(self, deadline: Deadline) -> Floats:
        """Have one arc used of each knot of arcs in fractions, until there are no knots.

        That is not always the best whole-numbered flow of the restricted task, but nearly: knots
        are few, small, and far apart. Where it leads nowhere, or the deadline comes first, it is a
        flow in fractions, rounded.
        """
        fixed: list[Ints] = []
        flow = self.flow()
        while len(once := knots(self.restricted.task, flow)):
            fixed.append(once)
            self._use(once, deadline)
            if not self._optimum(deadline, grow=False):
                break
            flow = self.flow()
        for once in fixed:
            self._bound_arcs(once, 0)
        return np.rint(flow)

    def _use(self, arcs: Ints, deadline: Deadline) -> None:
        """Have arcs used; those that cannot be used beside the others are forbidden."""
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


def knots(task: Task, flow: Floats) -> Ints:
    """Choose of arcs in fractions that share nodes or words one, a laying one that carries most."""
    graph = task.graph
    partly = np.flatnonzero((flow > _NEAR) & (flow < 1 - _NEAR))
    tail, words = graph.tail[partly], (graph.word[partly], graph.reveal[partly])
    ends = [graph.head[partly], *(np.where(word >= 0, graph.nodes + word, tail) for word in words)]
    things = graph.nodes + len(task.words)
    knot = components(np.tile(tail, len(ends)), np.concatenate(ends), things)[tail]
    rising = np.lexsort((graph.gain[partly], flow[partly], words[0] >= 0))
    best = dict(zip(knot[rising].tolist(), partly[rising].tolist(), strict=True))
    return np.array(sorted(best.values()), np.int64)
