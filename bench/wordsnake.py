"""Wordsnakes of 20 to 10,000 words, next to CP-SAT, LKH and two published heuristics.

Each method has its own process and 60 seconds. The whole tier is a separate subject, because it
takes a quarter of an hour.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.frame import Report, Table
from bench.wordsnake_peers import HEURISTIC_SECONDS, PEERS
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake import RULES, ScoreRequest, SnakeRequest, score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from multiprocessing.connection import Connection

    from solvers.wordsnake import Rule

    Row = tuple[object, ...]


SECONDS = 60.0
SIZES = (20, 100, 200, 400, 1_000, 10_000)
COLUMNS = ("words", "rule", "way", "seconds", "score", "bound", "peak MB")
_NONE = "–"
_START = 20.0
"""Seconds that a process may take to start, not counted as its time."""


def run(quick: bool) -> Report:
    """Measure all sizes, under both rules."""
    words = tier()
    limits = dict.fromkeys(RULES, SECONDS)
    rows: list[Row] = []
    for size in SIZES[:4] if quick else SIZES:
        rows += measure(tuple(random.Random(size).sample(words, size)), limits)
    note = (
        "Random words of the full tier. A method that did not finish in 60 s, or is not tried at "
        f"that size, has {_NONE}. The heuristics run {HEURISTIC_SECONDS:.0f} s. The peers know "
        "pairs only: under containment their orders are merely scored. Aims for ours: 100 words "
        "50 ms, 1,000 1 s, 10,000 20 s. Memory is the process's, with Python and the libraries."
    )
    return report("Wordsnakes", rows, note)


def report(title: str, rows: list[Row], note: str) -> Report:
    """Put measured rows into a report."""
    figures = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    return Report((Table(title, COLUMNS, rows, note),), {"snakes": figures})


def tier() -> list[str]:
    """Return all words of the full tier."""
    lexicon = open_lexicon("full")
    return [lexicon.word(number) for number in range(len(lexicon))]


def measure(words: tuple[str, ...], limits: Mapping[Rule, float]) -> list[Row]:
    """Return the rows of a list: all ways, under both rules, each with its time limit."""
    found = {name: _peer(name, words) for name in PEERS if len(words) <= PEERS[name][1]}
    rows: list[Row] = []
    for rule in RULES:
        ways = (_ours(words, rule, limits[rule]), *_scored(found, words, rule))
        rows += [(len(words), rule, *way) for way in ways]
    return rows


def _ours(words: tuple[str, ...], rule: Rule, limit: float) -> Row:
    found, _, memory = _apart(_solve, limit * 1.5 + 30, words, rule, limit)
    if found is None:
        return ("ours", *[_NONE] * 4)
    points, bound, took = found
    return ("ours, proven" if points == bound else "ours", took, points, bound, memory)


def _solve(words: tuple[str, ...], rule: Any, limit: float) -> tuple[int, int, float]:
    # Imported here because OR-tools has its own HiGHS, which must not meet ours in one process.
    from solvers.wordsnake.solver import solve  # noqa: PLC0415

    # The first solve loads HiGHS; a bot's worker did that long ago.
    solve(SnakeRequest(("nausea", "seasick"), rule), None, Deadline.never())
    result = solve(SnakeRequest(words, rule, seed=1), None, Deadline.after(limit))
    return result.score, result.bound, result.seconds


def _peer(name: str, words: tuple[str, ...]) -> tuple[Any, float, int]:
    return _apart(PEERS[name][0], SECONDS, words, SECONDS * 0.95)


def _scored(
    found: dict[str, tuple[Any, float, int]], words: Sequence[str], rule: Rule
) -> list[Row]:
    rows: list[Row] = []
    for name in PEERS:
        answer, seconds, memory = found.get(name, (None, 0.0, 0))
        if answer is None or len(answer[0]) < len(words):
            rows.append((name, *[_NONE] * 4))
            continue
        order, bound = answer
        points = score(ScoreRequest(tuple(order), rule=rule)).score
        known = bound if rule == "pairs" and bound is not None else _NONE
        rows.append((name, seconds, points, known, memory))
    return rows


def _apart(work: Callable[..., Any], limit: float, *given: Any) -> tuple[Any, float, int]:
    """Call a function in its own process; return None if that is ended, soon after the limit.

    Also return the seconds and the megabytes that it took.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(theirs, work, given), daemon=True)
    process.start()
    theirs.close()
    try:
        if ours.poll(_START + limit):
            answer, seconds, memory = ours.recv()
            if seconds <= limit:
                return answer, seconds, memory
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
    return None, limit, 0


def _send(pipe: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    began = time.perf_counter()
    answer = work(*given)
    seconds = time.perf_counter() - began
    pipe.send((answer, seconds, _peak()))


def _peak() -> int:
    """Return this process's peak memory, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux getrusage returns the parent's peak, if that is higher
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) // 2**10
    unit = 1 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit // 2**20
