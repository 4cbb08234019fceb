"""Writes an instance for other solvers: TSPLIB for pairs, LP and MPS for both rules.

TSPLIB files have the asymmetric travelling salesman problem of pairs. LP and MPS files have the
contracted flow as a complete whole-number program: a second flow leaves the root, and each laid
word takes a unit of it, so that nothing is cut off from the root. The best value is the best
snake's score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.errors import BadInput
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.lp import Constraints
from solvers.wordsnake.score import overlap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.wordsnake.types import Rule
_MOST_CITIES = 5_000


def export(words: Sequence[str], rule: Rule, form: str) -> Iterator[str]:
    """Yield the lines of an instance in a format: tsplib, lp or mps. `words` must be checked.

    Raises BadInput for TSPLIB under containment, or with too many words for a matrix.
    """
    if form == "tsplib":
        return _tsplib(words, rule)
    return (_lp if form == "lp" else _mps)(_Program.of(Instance.of(words, rule)))


def _tsplib(words: Sequence[str], rule: Rule) -> Iterator[str]:
    if rule != "pairs":
        raise BadInput(
            "TSPLIB has pairs only; for containment choose lp or mps.", code="bad_format"
        )
    if len(words) > _MOST_CITIES:
        raise BadInput(
            f"A matrix has at most {_MOST_CITIES:,} words; choose lp or mps.", code="bad_format"
        )
    gain = [[0 if a == b else overlap(a, b) ** 2 for b in words] for a in words]
    most = max(map(max, gain))
    n = len(words)
    yield from (
        "NAME: wordsnake",
        "TYPE: ATSP",
        f"COMMENT: {n} words, then a city where the snake begins and ends",
        f"COMMENT: a tour of length t is a snake that scores {most} * {n + 1} - t",
    )
    yield from (f"COMMENT: {i} {word}" for i, word in enumerate(words, 1))
    yield from (
        f"DIMENSION: {n + 1}",
        "EDGE_WEIGHT_TYPE: EXPLICIT",
        "EDGE_WEIGHT_FORMAT: FULL_MATRIX",
        "EDGE_WEIGHT_SECTION",
    )
    for row in gain:
        yield " ".join(str(most - points) for points in (*row, 0))
    yield " ".join([str(most)] * (n + 1))
    yield "EOF"


@dataclass(frozen=True, slots=True)
class _Program:
    """Maximise base + gain x, with rows between bounds; the first columns are whole numbers.

    Columns x are how often an arc is used, columns f how much of the second flow it carries.
    """

    base: int
    gain: list[int]
    notes: list[str]
    rows: list[tuple[str, float, float, list[tuple[int, int]]]]
    most: int

    @classmethod
    def of(cls, instance: Instance) -> _Program:
        graph, n, arcs = instance.graph, len(instance.words), len(instance.graph.tail)
        constraints = Constraints.of(instance)
        entries: list[dict[int, int]] = [{} for _ in constraints.lower]
        for row, column, value in zip(*(c.tolist() for c in constraints.entries), strict=True):
            entries[row][column] = entries[row].get(column, 0) + int(value)
        bounds = zip(constraints.lower.tolist(), constraints.upper.tolist(), strict=True)
        rows = [
            (f"c{at}", low, high, sorted(entries[at].items()))
            for at, (low, high) in enumerate(bounds)
            if entries[at]
        ]
        carried: list[dict[int, int]] = [{} for _ in range(graph.nodes)]
        laid = graph.word >= 0
        for arc, (tail, head) in enumerate(
            zip(graph.tail.tolist(), graph.head.tolist(), strict=True)
        ):
            if tail != head:
                carried[tail][arcs + arc] = 1
                carried[head][arcs + arc] = -1
            if laid[arc]:
                carried[tail][arc] = 1
            rows.append((f"r{arc}", -np.inf, 0, [(arc, -n), (arcs + arc, 1)]))
        rows += [(f"n{v}", 0, 0, sorted(carried[v].items())) for v in range(1, graph.nodes)]
        columns = (graph.tail, graph.head, graph.word, graph.reveal)
        notes = [
            f"x{arc}: node {tail} to {head}"
            + (f", lays {instance.words[word]}" if word >= 0 else "")
            + (f", reveals {instance.words[reveal]}" if reveal >= 0 else "")
            for arc, (tail, head, word, reveal) in enumerate(
                zip(*(column.tolist() for column in columns), strict=True)
            )
        ]
        return cls(graph.base, graph.gain.tolist(), notes, rows, n)

    def name(self, column: int) -> str:
        arcs = len(self.gain)
        return f"x{column}" if column < arcs else f"f{column - arcs}"


def _lp(program: _Program) -> Iterator[str]:
    arcs = len(program.gain)
    yield "\\ A wordsnake: x are steps (whole numbers), f keeps them connected to node 0."
    yield from (f"\\ {note}" for note in program.notes)
    yield "Maximize"
    yield f" score: {program.base} base"
    yield from (f"  {gain:+d} x{arc}" for arc, gain in enumerate(program.gain) if gain)
    yield "Subject To"
    for name, low, high, entries in program.rows:
        terms = " ".join(f"{value:+d} {program.name(column)}" for column, value in entries)
        if low == high:
            yield f" {name}: {terms} = {low:g}"
            continue
        if low > -np.inf:
            yield f" {name}l: {terms} >= {low:g}"
        if high < np.inf:
            yield f" {name}u: {terms} <= {high:g}"
    yield "Bounds"
    yield " base = 1"
    yield from (f" 0 <= x{arc} <= {program.most}" for arc in range(arcs))
    yield "General"
    yield from (f" x{arc}" for arc in range(arcs))
    yield "End"


def _mps(program: _Program) -> Iterator[str]:
    arcs = len(program.gain)
    yield "* A wordsnake: x are steps (whole numbers), f keeps them connected to node 0."
    yield "* The objective is minus the score."
    yield from (f"* {note}" for note in program.notes)
    yield "NAME wordsnake FREE"  # otherwise CBC takes short lines for fixed-width columns
    yield "ROWS"
    yield " N score"
    column_of: list[list[tuple[str, int]]] = [[] for _ in range(2 * arcs)]
    sides, ranges = [], []
    for name, low, high, entries in program.rows:
        kind = "E" if low == high else "L" if low == -np.inf else "G"
        yield f" {kind} {name}"
        sides.append((name, high if kind == "L" else low))
        if kind == "G" and high < np.inf:
            ranges.append((name, high - low))
        for column, value in entries:
            column_of[column].append((name, value))
    yield "COLUMNS"
    yield " MARK0 'MARKER' 'INTORG'"
    for column, cells in enumerate(column_of):
        if column == arcs:
            yield " MARK1 'MARKER' 'INTEND'"
        name = program.name(column)
        if column < arcs and program.gain[column]:
            yield f" {name} score {-program.gain[column]}"
        yield from (f" {name} {row} {value}" for row, value in cells)
    # Readers disagree on the sign of a constant beside the objective; all know a fixed column.
    yield f" base score {-program.base}"
    yield "RHS"
    yield from (f" RHS {name} {side:g}" for name, side in sides if side)
    yield "RANGES"
    yield from (f" RNG {name} {width:g}" for name, width in ranges)
    yield "BOUNDS"
    yield " FX BND base 1"
    yield from (f" UP BND x{arc} {program.most}" for arc in range(arcs))
    yield "ENDATA"
