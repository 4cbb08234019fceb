"""Timing whole searches by turns, and many queries by kind."""

from __future__ import annotations

import time
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from bench.frame import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Way = Callable[[], object]


ROUNDS = 3
"""Rounds per measurement: enough to separate its time from the machine's other work."""


def race(title: str, ways: Mapping[str, Way], rounds: int, note: str) -> tuple[Table, Any]:
    """Time the ways by turns; return a table of each one's best time, ours first."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(_seconds(way) * 1e3)
    best = {name: min(each) for name, each in times.items()}
    ours = next(iter(best.values()))
    rows = [(name, milliseconds, milliseconds / ours) for name, milliseconds in best.items()]
    note = f"The best of {rounds}, by turns. {note}"
    return Table(title, ("way", "ms", "times ours"), rows, note), best


def spread(title: str, kinds: Mapping[str, Sequence[Way]]) -> tuple[Table, Any]:
    """Time every call as the best of some rounds over its kind; return a table by kind."""
    rows, figures = [], {}
    for kind, calls in kinds.items():
        rounds = [[_seconds(call) * 1e6 for call in calls] for _ in range(ROUNDS)]
        times = [min(each) for each in zip(*rounds, strict=True)]
        middle, late = median(times), quantiles(times, n=100, method="inclusive")[-1]
        rows.append((kind, len(calls), middle, late))
        figures[kind] = {"median_us": middle, "p99_us": late}
    note = f"Each call's time is the best of {ROUNDS}."
    return Table(title, ("query", "calls", "median, µs", "p99, µs"), rows, note), figures


def _seconds(way: Way) -> float:
    began = time.perf_counter()
    way()
    return time.perf_counter() - began
