"""The flow as a linear program on HiGHS; cuts and limits are added between solves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import highspy
import numpy as np

from solvers.wordsnake.highs import new_highs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Cut, Instance, Row

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_SLICE, _SLICE_ARCS = 1.0, 50_000
"""HiGHS is interrupted after a second, plus a second per this number of arcs. Its duals at that
moment prove a bound too, and evaluating them takes a small part of that time."""

_SLICES = 5
"""A slice takes at most this part (one fifth) of the time left, or a second if that is more: an
`EarlyDeadline` passes early by the longest slice."""

_STIFF = 10.0
"""Missing a limit by one costs this many times what any snake is worth."""

_CUT, _LIMIT = "cut", "limit"
_MANY_CUTS = 200
"""With fewer cuts and limits than this, none is left out."""
_NEAR = 1e-6

Limits = dict[int, tuple[int, float]]
"""How often an arc may be used in a branch, least and most; key ~w stands for laying word w."""


@dataclass(frozen=True, slots=True)
class LpAnswer:
    """Flows by arc, and duals: floats that only suggest prices; nothing relies on them.

    `price` has one entry per node, `reveal` one per coverable word, `cuts` one per cut; `limits` is
    by key. Unless `done`, the solver was interrupted, and better answers may exist.
    """

    flow: Floats
    price: Floats
    reveal: Floats
    cuts: Floats
    limits: Mapping[int, float]
    done: bool = True


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints of flows: lower <= A flow <= upper, with A as `entries` (row, column, value).

    There is a row for each node (outflow less inflow), then one for each word (how often it is
    laid), then, from `first_reveal` on, one for each coverable word (laid or revealed).
    """

    entries: tuple[Ints, Ints, Floats]
    lower: Floats
    upper: Floats
    first_reveal: int

    @classmethod
    def of(cls, instance: Instance) -> Constraints:
        """Return the constraints of an instance."""
        graph = instance.graph
        laying, revealing = graph.word >= 0, graph.reveal >= 0
        counted = laying & instance.coverable[graph.word]
        number = np.cumsum(instance.coverable) - 1
        moves = graph.tail != graph.head
        arc = np.arange(len(graph.tail))
        first_reveal = graph.nodes + len(instance.mandatory)
        row = np.concatenate(
            [
                graph.tail[moves],
                graph.head[moves],
                graph.nodes + graph.word[laying],
                first_reveal + number[graph.word[counted]],
                first_reveal + number[graph.reveal[revealing]],
            ]
        )
        column = np.concatenate([arc[moves], arc[moves], arc[laying], arc[counted], arc[revealing]])
        value = np.ones(len(row))
        value[moves.sum() : 2 * moves.sum()] = -1
        rows = first_reveal + int(instance.coverable.sum())
        lower, upper = np.zeros(rows), np.zeros(rows)
        lower[graph.nodes : first_reveal] = instance.mandatory
        upper[graph.nodes : first_reveal] = 1
        lower[first_reveal:] = 1
        upper[first_reveal:] = np.inf
        return cls((row, column, value), lower, upper, first_reveal)


def solve_on_one_thread() -> None:
    """Keep HiGHS to this one thread, however many processors the machine has.

    By default the first model solved starts a thread for every second processor, each with an 8 MiB
    stack. HiGHS decides this once per solving thread, and a later model that asks for another
    number fails; so this is set per program, not as an option of each model.
    """
    first = new_highs()
    first.setOptionValue("threads", 1)
    first.run()


class FlowLp:
    """Maximises the gain of a circulation that lays or reveals every word.

    Limits are elastic (breaking one costs more than any snake is worth), so there is always a
    solution, and the duals show why a branch is hopeless.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        constraints = Constraints.of(instance)
        self._first_reveal, self._rows = constraints.first_reveal, len(constraints.lower)
        self.cuts: list[Row] = []  # every cut added
        self._added: list[tuple[str, int]] = []  # what the rows after the first ones are
        self._out: Ints = np.zeros(0, np.int64)  # the cuts left out
        self._highs = new_highs()
        self._highs.setOptionValue("presolve", "off")  # it would restart after each interruption
        arcs = len(instance.graph.tail)
        self._slice = _SLICE + arcs / _SLICE_ARCS
        # No arc is used more often than the number of words: with that limit, simplex starts dual
        # feasible.
        most = np.full(arcs, float(len(instance.words)))
        cost = -instance.graph.gain.astype(float)
        self._highs.passModel(
            program(cost, most, constraints.entries, constraints.lower, constraints.upper)
        )

    def start_from(self, answer: LpAnswer) -> None:
        """Begin with the arcs that an answer uses, or that are worth using at its prices."""
        graph = self._instance.graph
        gained = graph.gain + answer.price[graph.head] - answer.price[graph.tail]
        laying = np.flatnonzero(graph.word >= 0)
        best = np.full(len(self._instance.words), -np.inf)
        np.maximum.at(best, graph.word[laying], gained[laying])
        gained[laying] -= best[graph.word[laying]]
        tight = (answer.flow > _NEAR) | (gained > -_NEAR)
        self._highs.setBasis(highs_basis(tight, np.zeros(self._rows, bool)))

    def add_cut(self, cut: Cut) -> None:
        """Add a cut to the program."""
        self.cuts.append(self._instance.row(cut))
        self._add_row(len(self.cuts) - 1)

    def _add_row(self, number: int) -> None:
        cut = self.cuts[number]
        columns, values = cut.arcs.astype(np.int32), cut.values.astype(float)
        self._highs.addRow(float(cut.least), np.inf, len(columns), columns, values)
        self._added.append((_CUT, number))

    def drop_loose_cuts(self) -> None:
        """Leave out the cuts that do not bind, if there are many: a small program is quicker."""
        if len(self._added) < _MANY_CUTS:
            return
        basis = self._highs.getBasis()
        status = list(basis.row_status)
        loose = [
            self._rows + place
            for place, (kind, _) in enumerate(self._added)
            if kind == _CUT and status[self._rows + place] == highspy.HighsBasisStatus.kBasic
        ]
        gone = set(loose)
        self._highs.deleteRows(len(loose), np.array(loose, np.int32))
        self._added = [
            row for place, row in enumerate(self._added, self._rows) if place not in gone
        ]
        basis.row_status = [each for row, each in enumerate(status) if row not in gone]
        self._highs.setBasis(basis)  # still a basis: the rows left out were basic
        there = {number for kind, number in self._added if kind == _CUT}
        self._out = np.array([number for number in range(len(self.cuts)) if number not in there])
        out = [self.cuts[number] for number in self._out]
        if out:
            starts = np.cumsum([0, *(len(cut.arcs) for cut in out[:-1])])
            least = np.array([cut.least for cut in out], float)
            arcs = np.concatenate([cut.arcs for cut in out])
            values = np.concatenate([cut.values for cut in out])
            self._out_rows = arcs, values, starts, least

    def restore_cuts(self, flow: Floats) -> bool:
        """Bring back the cuts left out that a flow violates; return whether there are any."""
        if not len(self._out):
            return False
        arcs, values, starts, least = self._out_rows
        low = np.add.reduceat(values * flow[arcs], starts) < least - _NEAR
        violated = self._out[low].tolist()
        least[low] = -np.inf  # they are back
        for number in violated:
            self._add_row(number)
        return bool(violated)

    def limit(self, limits: Limits) -> None:
        """Impose exactly these limits."""
        rows = {
            key: row for row, (kind, key) in enumerate(self._added, self._rows) if kind == _LIMIT
        }
        for key in limits.keys() - rows.keys():
            first = self._highs.getNumCol()
            for _ in range(2):
                self._highs.addCol(_STIFF * self._instance.worth, 0.0, np.inf, 0, [], [])
            arcs = self._instance.arcs_of(key)
            columns = np.array([*arcs, first, first + 1], np.int32)
            value = np.array([1.0] * len(arcs) + [1.0, -1.0])
            self._highs.addRow(0.0, np.inf, len(columns), columns, value)
            self._added.append((_LIMIT, key))
            rows[key] = self._highs.getNumRow() - 1
        for key, row in rows.items():
            self._highs.changeRowBounds(row, *limits.get(key, (0, np.inf)))

    def solve_whole(self, deadline: Deadline) -> Floats | None:
        """Let HiGHS search for the best integral flow; return the best found by the deadline."""
        search = new_highs()
        for option, value in (
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.99),
            ("time_limit", min(1e9, deadline.remaining())),
        ):
            search.setOptionValue(option, value)
        program = self._highs.getLp()
        program.integrality_ = [highspy.HighsVarType.kInteger] * program.num_col_
        search.passModel(program)
        search.run()
        if search.getInfo().primal_solution_status != 2:
            return None
        return np.rint(search.getSolution().col_value)[: len(self._instance.graph.tail)]

    @property
    def seconds(self) -> float:
        """Return how long HiGHS has worked on the linear program so far."""
        return float(self._highs.getRunTime())

    def solve(self, deadline: Deadline) -> LpAnswer | None:
        """Solve for a while, or continue; return None if the deadline passed or HiGHS failed."""
        while remaining := deadline.remaining():
            # HiGHS counts all its runs against the limit.
            most = min(self._slice, max(_SLICE, remaining / _SLICES), remaining)
            limit = min(1e9, self._highs.getRunTime() + most)
            self._highs.setOptionValue("time_limit", limit)
            self._highs.run()
            status = self._highs.getModelStatus()
            done = status == highspy.HighsModelStatus.kOptimal
            if not done and status != highspy.HighsModelStatus.kTimeLimit:
                return None
            solution = self._highs.getSolution()
            if done or solution.dual_valid:
                return self._answer(solution, done=done)
        return None

    def _answer(self, solution: highspy.HighsSolution, *, done: bool) -> LpAnswer:
        dual = np.array(solution.row_dual)
        cuts, limits = np.zeros(len(self.cuts)), {}
        for (kind, name), value in zip(self._added, dual[self._rows :].tolist(), strict=True):
            if kind == _CUT:
                cuts[name] = value
            else:
                limits[name] = -value
        return LpAnswer(
            flow=np.array(solution.col_value)[: len(self._instance.graph.tail)],
            price=-dual[: self._instance.graph.nodes],
            reveal=dual[self._first_reveal : self._rows],
            cuts=cuts,
            limits=limits,
            done=done,
        )


def program(
    cost: Floats, most: Floats, entries: tuple[Ints, Ints, Floats], lower: Floats, upper: Floats
) -> highspy.HighsLp:
    """Build a program: minimise cost over 0 <= x <= most, with rows between lower and upper.

    `entries` are row, column and value; entries at one place are summed.
    """
    row, column, value = entries
    columns, rows = len(cost), len(lower)
    key, place = np.unique(column * rows + row, return_inverse=True)
    made = highspy.HighsLp()
    made.num_col_, made.num_row_ = columns, rows
    made.col_cost_ = cost
    made.col_lower_, made.col_upper_ = np.zeros(columns), most
    made.row_lower_, made.row_upper_ = lower, upper
    matrix = made.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.searchsorted(key, np.arange(columns + 1) * rows).astype(np.int32)
    matrix.index_ = (key % rows).astype(np.int32)
    matrix.value_ = np.bincount(place, value).astype(np.float64)
    return made


def highs_basis(columns: Bools, rows: Bools) -> highspy.HighsBasis:
    """Return a basis for HiGHS, given masks of the basic columns and rows."""
    states = (highspy.HighsBasisStatus.kLower, highspy.HighsBasisStatus.kBasic)
    basis = highspy.HighsBasis()
    basis.col_status = [states[basic] for basic in columns.tolist()]
    basis.row_status = [states[basic] for basic in rows.tolist()]
    basis.valid = basis.alien = True  # HiGHS repairs it if it is not a basis
    return basis
