"""Daily puzzles: how long an edition takes to make, and how hard editions turn out."""

from __future__ import annotations

import time
from collections import defaultdict
from statistics import mean, median
from typing import TYPE_CHECKING

from bench.frame import Report, Table
from bot.dailies.pacing import RATE, Pace
from solvers.daily import GAMES, LEVELS, EditionRequest, game_of, level_of, make
from solvers.deadline import Deadline
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from solvers.daily import Edition

YEARS = 2
DAYS = 365 * YEARS
QUICK_DAYS = 56
SERVERS = 2_000


def run(quick: bool) -> Report:
    """Measure."""
    lexicon = open_lexicon("full")
    editions: list[Edition] = []
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(1, (QUICK_DAYS if quick else DAYS) + 1):
        began = time.perf_counter()
        editions.append(make(EditionRequest(number), lexicon, Deadline.never()))
        seconds[game_of(number)].append(time.perf_counter() - began)
    making = [
        [game, len(times), 1000 * median(times), 1000 * max(times)]
        for game, times in seconds.items()
    ]
    late = _latest()
    tables = (
        Table("Making an edition", ("game", "editions", "median ms", "most ms"), making),
        _spread(editions),
        Table(
            f"{SERVERS:,} servers due in one minute",
            ("", "requests a second", "last after s"),
            [["a post each", RATE, late], ["a post and a thread each", RATE, 2 * late]],
            "By the pace alone; the two minutes allowed are 120.",
        ),
    )
    figures = {
        "ms": {game: round(1000 * median(times), 1) for game, times in seconds.items()},
        "mean_difficulty": {
            level: round(mean(e.difficulty for e in editions if e.level == level), 2)
            for level in LEVELS
        },
        "last_post_seconds": round(late, 1),
    }
    return Report(tables, figures)


def _spread(editions: list[Edition]) -> Table:
    """Lay out difficulty and par of each game by level: the least, the median, the most."""
    rows = []
    for game in GAMES:
        for what in ("difficulty", "par"):
            cells = [f"{game}: {what}"]
            for level in LEVELS:
                values = [
                    getattr(edition, what)
                    for edition in editions
                    if game_of(edition.number) == game and level_of(edition.number) == level
                ]
                cells.append(f"{min(values):.2g}…{median(values):.2g}…{max(values):.2g}")
            rows.append(cells)
    note = "Least, median, most. A level's difficulty is from its number up to the next."
    days = ("Mon 1", "Tue 2", "Wed 3", "Thu 4", "Fri 5", "Sat 6", "Sun 7")
    return Table("How hard editions are", ("", *days), rows, note)


def _latest() -> float:
    pace = Pace()
    return max(pace.reserve(0.0) for _ in range(SERVERS))
