"""The flow as a linear program on HiGHS; cuts and limits are added between solves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import highspy
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.wordsnake.task import Cut, Task

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]

_SMALL = 5_000
"""Programs of fewer arcs are solved faster than they are presolved; under containment all are."""

_SLICE, _SLICE_ARCS = 1.0, 50_000
"""After a second, and one more for so many arcs, HiGHS is interrupted: its duals of that moment
bound every snake, too, and looking at them takes a small part of that time."""

_STIFF = 10.0
"""To miss a limit by one costs so many times what any snake is worth."""

Limits = dict[int, tuple[int, float]]
"""How often an arc must and may be used, where a branch limits it; ~w stands for laying w."""


@dataclass(frozen=True, slots=True)
class LpAnswer:
    """Flows by arc, and duals: floats that only suggest prices; nothing relies on them.

    Unless it is `done`, the solver was interrupted, and there may be better ones.
    """

    flow: Floats
    price: Floats
    reveal: Floats
    cuts: Floats
    limits: Mapping[int, float]
    done: bool = True


@dataclass(frozen=True, slots=True)
class Rules:
    """What flows have to keep: lower <= A flow <= upper, with A as `entries` (row, column, value).

    First a row for each node (what leaves it, less what enters), then one for each word (how often
    it is laid), and from `first_reveal` on one for each word that may be laid or revealed.
    """

    entries: tuple[Ints, Ints, Floats]
    lower: Floats
    upper: Floats
    first_reveal: int

    @classmethod
    def of(cls, task: Task) -> Rules:
        """Write a task's rules down."""
        graph = task.graph
        laid, shown = graph.word >= 0, graph.reveal >= 0
        counted = laid & task.may[graph.word]
        number = np.cumsum(task.may) - 1
        moves = graph.tail != graph.head
        arc = np.arange(len(graph.tail))
        first_reveal = graph.nodes + len(task.must)
        row = np.concatenate(
            [
                graph.tail[moves],
                graph.head[moves],
                graph.nodes + graph.word[laid],
                first_reveal + number[graph.word[counted]],
                first_reveal + number[graph.reveal[shown]],
            ]
        )
        column = np.concatenate([arc[moves], arc[moves], arc[laid], arc[counted], arc[shown]])
        value = np.ones(len(row))
        value[moves.sum() : 2 * moves.sum()] = -1
        rows = first_reveal + int(task.may.sum())
        lower, upper = np.zeros(rows), np.zeros(rows)
        lower[graph.nodes : first_reveal] = task.must
        upper[graph.nodes : first_reveal] = 1
        lower[first_reveal:] = 1
        upper[first_reveal:] = np.inf
        return cls((row, column, value), lower, upper, first_reveal)


class FlowLp:
    """Maximise the gain of a circulation that lays or reveals every word.

    Limits are elastic (breaking one costs more than any snake is worth), so there is always a
    solution, and duals that tell why a branch is hopeless.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        rules = Rules.of(task)
        self._first_reveal, self._rows = rules.first_reveal, len(rules.lower)
        self._cut_rows: list[int] = []
        self._limit_rows: dict[int, int] = {}
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call]
        self._highs.setOptionValue("output_flag", False)
        arcs = len(task.graph.tail)
        self._slice = np.inf
        if arcs < _SMALL or task.rule == "containment":
            self._highs.setOptionValue("presolve", "off")
            self._slice = _SLICE + arcs / _SLICE_ARCS  # presolved, it would begin anew each time
        # No arc is used oftener than there are words: knowing that, simplex starts dual feasible.
        most = np.full(arcs, float(len(task.words)))
        cost = -task.graph.gain.astype(float)
        self._highs.passModel(program(cost, most, rules.entries, rules.lower, rules.upper))

    def add_cut(self, cut: Cut) -> None:
        """Add a cut to the program, for good."""
        value, least = self._task.row(cut)
        columns = np.flatnonzero(value)
        entries = (len(columns), columns.astype(np.int32), value[columns].astype(float))
        self._highs.addRow(float(least), np.inf, *entries)
        self._cut_rows.append(self._highs.getNumRow() - 1)

    def limit(self, limits: Limits) -> None:
        """Let exactly these limits hold."""
        for key in limits.keys() - self._limit_rows.keys():
            first = self._highs.getNumCol()
            for _ in range(2):
                self._highs.addCol(_STIFF * self._task.worth, 0.0, np.inf, 0, [], [])
            arcs = self._task.arcs_of(key)
            columns = np.array([*arcs, first, first + 1], np.int32)
            value = np.array([1.0] * len(arcs) + [1.0, -1.0])
            self._highs.addRow(0.0, np.inf, len(columns), columns, value)
            self._limit_rows[key] = self._highs.getNumRow() - 1
        for key, row in self._limit_rows.items():
            self._highs.changeRowBounds(row, *limits.get(key, (0, np.inf)))

    def solve_whole(self, deadline: Deadline) -> Floats | None:
        """Let HiGHS search for the best whole-numbered flow; the best it found by the deadline."""
        search = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (
            ("output_flag", False),
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
        return np.rint(search.getSolution().col_value)[: len(self._task.graph.tail)]

    @property
    def seconds(self) -> float:
        """Return how long HiGHS has worked on the linear program so far."""
        return float(self._highs.getRunTime())

    def solve(self, deadline: Deadline) -> LpAnswer | None:
        """Solve for a while, or go on with it; None when the deadline passed or HiGHS failed."""
        while remaining := deadline.remaining():
            # HiGHS counts the time of all its runs against the limit.
            limit = min(1e9, self._highs.getRunTime() + min(self._slice, remaining))
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
        return LpAnswer(
            flow=np.array(solution.col_value)[: len(self._task.graph.tail)],
            price=-dual[: self._task.graph.nodes],
            reveal=dual[self._first_reveal : self._rows],
            cuts=dual[self._cut_rows],
            limits={key: -float(dual[row]) for key, row in self._limit_rows.items()},
            done=done,
        )


def program(
    cost: Floats, most: Floats, entries: tuple[Ints, Ints, Floats], lower: Floats, upper: Floats
) -> highspy.HighsLp:
    """Put entries (row, column, value) together column by column; those that meet are summed."""
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
