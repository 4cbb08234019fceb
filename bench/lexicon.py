"""The word index: how long it takes to build and to open, and what a worker keeps to itself."""

from __future__ import annotations

import multiprocessing
import time
from random import Random
from typing import TYPE_CHECKING

import psutil

from bench.frame import Report, Table
from solvers.deadline import Deadline
from solvers.ladder import LadderRequest, solve
from solvers.lexicon.build import build_index
from solvers.lexicon.table import WordTable
from solvers.library import PARTS, TIERS, open_lexicon, read_tier

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from solvers.lexicon import Lexicon


WORKERS = 2
LADDERS = 100


def run(quick: bool) -> Report:
    """Measure building, opening and the memory of workers that solved some ladders."""
    tiers = TIERS[:1] if quick else TIERS
    built = [_build(tier) for tier in tiers]
    workers = _workers()
    tables = [
        Table(
            "Building the index of a tier",
            ("tier", "words", "seconds", "of which parts of games", "MB"),
            built,
        ),
        Table(
            f"{WORKERS} workers at once, each with `full` open and {LADDERS} ladders solved",
            ("worker", "open, ms", "private before, MB", "private after, MB", "aim, MB"),
            [(i, *figures, 60) for i, figures in enumerate(workers, start=1)],
            "Opening includes the check of the whole file. Private: USS, what no other process"
            " shares; before: Python with NumPy and the solvers imported.",
        ),
    ]
    return Report(
        tables,
        {
            "build_seconds": {row[0]: row[2] for row in built},
            "open_ms": [figures[0] for figures in workers],
            "private_mb": [figures[2] for figures in workers],
        },
    )


def _build(tier: str) -> tuple[str, int, float, float, float]:
    began = time.perf_counter()
    index = build_index(WordTable(read_tier(tier)), PARTS, tier, "bench")
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    bare = WordTable(read_tier(tier))
    build_index(bare, (), tier, "bench")
    without = time.perf_counter() - began
    return tier, len(bare), seconds, seconds - without, len(index) / 1e6


def _workers() -> list[tuple[float, float, float]]:
    open_lexicon()  # builds the index if missing
    context = multiprocessing.get_context("spawn")
    started = []
    for number in range(WORKERS):
        ours, theirs = context.Pipe()
        worker = context.Process(target=_work, args=(theirs, number), daemon=True)
        worker.start()
        started.append((worker, ours))
    figures = []
    for _, pipe in started:  # all have solved their ladders before any is measured
        figures.append(pipe.recv())
    measured = []
    for (worker, pipe), (open_ms, before) in zip(started, figures, strict=True):
        measured.append((open_ms, before, _private(worker.pid)))
        pipe.send("done")
    for worker, _ in started:
        worker.join()
    return measured


def _work(pipe: Connection, number: int) -> None:
    before = _private(None)
    began = time.perf_counter()
    lexicon = open_lexicon()
    open_ms = (time.perf_counter() - began) * 1e3
    for start, target in _pairs(lexicon, Random(number)):
        solve(LadderRequest(start, target), lexicon, Deadline.never())
    pipe.send((open_ms, before))
    pipe.recv()


def _pairs(lexicon: Lexicon, rng: Random) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    while len(pairs) < LADDERS:
        ids = lexicon.ids_of_length(rng.randint(3, 8))
        one, other = rng.choice(ids), rng.choice(ids)
        if one != other and lexicon.group(one) and lexicon.group(one) == lexicon.group(other):
            pairs.append((lexicon.word(one), lexicon.word(other)))
    return pairs


def _private(pid: int | None) -> float:
    return float(psutil.Process(pid).memory_full_info().uss) / 1e6
