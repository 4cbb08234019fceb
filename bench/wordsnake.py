"""Wordsnake: the best snake with proof, beside CP-SAT, LKH and two published heuristics.

Every way has a process of its own and 60 seconds.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from typing import TYPE_CHECKING, Any

from bench.frame import Report, Table
from bench.wordsnake_peers import HEURISTIC_SECONDS, PEERS
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from solvers.wordsnake import RULES, ScoreRequest, SnakeRequest, score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    Row = tuple[object, ...]

SECONDS = 60.0
WHOLE_CONTAINMENT_SECONDS = 600.0
SIZES = (20, 100, 200, 400, 1_000, 10_000)
_NONE = "–"


def run(quick: bool) -> Report:
    """Measure all sizes and the whole tier, under both rules."""
    lexicon = open_lexicon("full")
    every = [lexicon.word(number) for number in range(len(lexicon))]
    rows: list[Row] = []
    figures: list[dict[str, object]] = []
    for size in (*SIZES, len(every)):
        if quick and size > 400:
            break
        words = tuple(random.Random(size).sample(every, size))
        found = {name: _peer(name, words) for name in PEERS if size <= PEERS[name][1]}
        for rule in RULES:
            for row in (_ours(words, rule), *_scored(found, words, rule)):
                rows.append((size, rule, *row))
                keys = ("words", "rule", "way", "seconds", "score", "bound")
                figures.append(dict(zip(keys, rows[-1], strict=True)))
    note = (
        "Random words of the full tier. A way that did not finish in 60 s, or is not tried at "
        f"that size, has {_NONE}. The heuristics run {HEURISTIC_SECONDS:.0f} s. The peers know "
        "pairs alone: under containment their orders are merely scored. Aims for ours: 100 words "
        "50 ms, 1,000 1 s, 10,000 20 s; the tier 60 s under pairs, 600 s under containment."
    )
    columns = ("words", "rule", "way", "seconds", "score", "bound")
    return Report((Table("Wordsnakes", columns, rows, note),), {"snakes": figures})


def _ours(words: tuple[str, ...], rule: Any) -> Row:
    whole = len(words) > max(SIZES)
    limit = WHOLE_CONTAINMENT_SECONDS if whole and rule == "containment" else SECONDS
    found, _ = _apart(_solve, limit * 1.5 + 30, words, rule, limit)
    if found is None:
        return ("ours", _NONE, _NONE, _NONE)
    points, bound, took = found
    return ("ours, proven" if points == bound else "ours", took, points, bound)


def _solve(words: tuple[str, ...], rule: Any, limit: float) -> tuple[int, int, float]:
    # Here, as OR-tools, which has a HiGHS of its own, must not meet ours in one process.
    from solvers.wordsnake.solve import solve  # noqa: PLC0415

    # The first solve loads HiGHS; a bot's worker has done that long ago.
    solve(SnakeRequest(("nausea", "seasick"), rule), None, Deadline.never())
    result = solve(SnakeRequest(words, rule, seed=1), None, Deadline.after(limit))
    return result.score, result.bound, result.seconds


def _peer(name: str, words: tuple[str, ...]) -> tuple[Any, float]:
    return _apart(PEERS[name][0], SECONDS, words, SECONDS * 0.95)


def _scored(found: dict[str, tuple[Any, float]], words: Sequence[str], rule: Any) -> list[Row]:
    rows: list[Row] = []
    for name in PEERS:
        answer, seconds = found.get(name, (None, 0.0))
        if answer is None or len(answer[0]) < len(words):
            rows.append((name, _NONE, _NONE, _NONE))
            continue
        order, bound = answer
        points = score(ScoreRequest(tuple(order), rule=rule)).score
        known = bound if rule == "pairs" and bound is not None else _NONE
        rows.append((name, seconds, points, known))
    return rows


def _apart(work: Callable[..., Any], limit: float, *given: Any) -> tuple[Any, float]:
    """Call a function in a process of its own, which is ended at the limit; None then."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(theirs, work, given), daemon=True)
    process.start()
    theirs.close()
    try:
        if ours.poll(limit):
            answer, seconds = ours.recv()
            return answer, seconds
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
    return None, limit


def _send(pipe: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    began = time.perf_counter()
    answer = work(*given)
    pipe.send((answer, time.perf_counter() - began))
