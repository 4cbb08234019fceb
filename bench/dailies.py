"""Daily puzzles: making editions, how hard they turn out, 2,000 servers due in one minute."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from operator import attrgetter
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from bench.daily_quality import DAYS as WEEKDAYS
from bench.daily_quality import quality
from bench.frame import Report, Table
from bot.contests import Act
from bot.dailies import Dailies, DailyPosting, SetupRequest
from bot.pace import RATE, Pacer
from bot.solving import WorkerPool
from bot.store import dailies as rows
from bot.store import open_store
from solvers.daily import (
    DAILY_GAMES,
    LEVELS,
    Edition,
    EditionRequest,
    Puzzle,
    day_of,
    make,
    rotations,
)
from solvers.deadline import Deadline
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.store.schema import Message


YEARS = 2
DAYS = 365 * YEARS
QUICK_DAYS = 56
SERVERS = 2_000
QUICK_SERVERS = 200
FIRST = rotations()[-1].since
HOUR = datetime.combine(day_of(FIRST + 28), time_of_day(9), UTC)
ANSWER_SECONDS = 0.08
"""How long Discord takes to answer a request."""
FAST = 1e6
"""Requests per second, when they are not what is measured."""
SENT = {"edition": "the puzzle", "thread": "its thread"}


def run(quick: bool) -> Report:
    """Measure."""
    lexicon = open_lexicon("full")
    editions: list[Edition] = []
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(FIRST, FIRST + (QUICK_DAYS if quick else DAYS)):
        began = time.perf_counter()
        editions.append(make(EditionRequest(number), lexicon, Deadline.never()))
        seconds[editions[-1].puzzle.game].append(time.perf_counter() - began)
    making = [
        [game, len(times), 1000 * median(times), 1000 * max(times)]
        for game, times in seconds.items()
    ]
    servers = QUICK_SERVERS if quick else SERVERS
    moments = asyncio.run(_post(servers, editions))
    rate = _most_in_a_second(sorted(moment for some in moments.values() for moment in some))
    last = {what: some[-1] for what, some in moments.items()}
    asked = quality(editions, lexicon)
    tables = (
        Table("Making an edition", ("game", "editions", "median ms", "most ms"), making),
        _spread(editions),
        asked,
        Table(
            f"{servers:,} servers due in one minute",
            ("", "last after s"),
            [[what, seconds] for what, seconds in last.items()],
            f"Through the store, at {RATE:g} requests a second (most: {rate}); allowed are 120 s "
            "for the puzzles, and 50.",
        ),
    )
    figures = {
        "ms": {game: round(1000 * median(times), 1) for game, times in seconds.items()},
        "mean_difficulty": {
            level: round(mean(e.puzzle.difficulty for e in editions if e.puzzle.level == level), 2)
            for level in LEVELS
        },
        "asked": {str(row[0]): row[-1] for row in asked.rows},
        "posts": {
            "servers": servers,
            "last_seconds": {what: round(seconds, 1) for what, seconds in last.items()},
            "most_in_a_second": rate,
        },
    }
    return Report(tables, figures)


def _spread(editions: list[Edition]) -> Table:
    """Tabulate each game's difficulty, and the figure players notice, by level."""
    rows = []
    for game in DAILY_GAMES:
        for what, figure in (("difficulty", attrgetter("difficulty")), FELT[game]):
            cells = [f"{game}: {what}"]
            for level in LEVELS:
                values = [
                    figure(edition.puzzle)
                    for edition in editions
                    if (edition.puzzle.game, edition.puzzle.level) == (game, level)
                ]
                cells.append("…".join(_short(of(values)) for of in (min, median, max)))
            rows.append(cells)
    note = "Least, median, most. A level's difficulty is from its number up to the next."
    return Table("How hard editions are", ("", *WEEKDAYS), rows, note)


def _short(value: float) -> str:
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"


FELT: Mapping[str, tuple[str, Callable[[Puzzle], int]]] = {
    "ladder": ("steps of par", attrgetter("par")),
    "snake": ("words", lambda puzzle: len(puzzle.given)),
    "anigram": ("answers in all", attrgetter("ways")),
    "resize": ("steps of par", attrgetter("par")),
}
"""By game, a figure that grows with the difficulty or, for the number of answers, falls."""


class Clocked:
    """A stand-in for Discord that notes the time of each request, at a set pace."""

    def __init__(self, pacer: Pacer) -> None:
        self._pacer = pacer
        self.moments: defaultdict[str, list[float]] = defaultdict(list)
        self._ids = itertools.count(1)

    async def find(self, message: Message) -> int | None:  # noqa: ARG002
        """There are no stored messages."""
        return None

    async def send(self, message: Message) -> int:
        """Note the moment and answer."""
        await self._answer(SENT[message.kind])
        return next(self._ids)

    async def edit(self, message: Message) -> None:  # noqa: ARG002
        """Note the moment and answer."""
        await self._answer("the last one edited")

    async def _answer(self, what: str) -> None:
        await self._pacer()
        self.moments[what].append(time.perf_counter())
        await asyncio.sleep(ANSWER_SECONDS)


async def _post(servers: int, editions: list[Edition]) -> dict[str, list[float]]:
    """Return the seconds until each request of a second day was made, by what it did."""
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(make_url(f"sqlite+aiosqlite:///{Path(folder) / 'bot.sqlite3'}"))
        idle = WorkerPool(1, 10)  # never started: the editions already exist
        dailies = Dailies.over(store.database, idle, lexicons, secret="")
        async with store.database.write() as tx:
            for edition in editions:
                content = asdict(edition.puzzle)
                await rows.add_edition(tx, edition.number, content, "bench", HOUR)
        for guild in range(1, servers + 1):
            act = Act(1, HOUR - timedelta(hours=1), guild)
            await dailies.hosting.set_up(
                guild, act, SetupRequest(guild, HOUR.hour, "UTC", thread=True)
            )
        for day, pacer in ((HOUR, Pacer(FAST)), (HOUR + timedelta(days=1), Pacer())):
            clocked = Clocked(pacer)
            posting = DailyPosting(store.database, clocked)
            began = time.perf_counter()
            await dailies.transitions.advance(day)
            while await posting.deliver(day):
                pass
            await posting.close()
        await store.close()
    return {what: [moment - began for moment in some] for what, some in clocked.moments.items()}


def _most_in_a_second(moments: list[float]) -> int:
    return max(bisect_left(moments, moment + 1) - place for place, moment in enumerate(moments))
