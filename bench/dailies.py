"""Daily puzzles: making editions, how hard they turn out, 2,000 servers due in one minute."""

from __future__ import annotations

import asyncio
import tempfile
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from bench.frame import Report, Table
from bot.contests import Act
from bot.dailies import Dailies, DailyPosting, Wish
from bot.dailies.pacing import RATE
from bot.dispatch import Dispatcher
from bot.store import dailies as rows
from bot.store import open_store
from solvers.daily import GAMES, LEVELS, EditionRequest, game_of, level_of, make
from solvers.deadline import Deadline
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from bot.store.daily_records import DailyPost
    from solvers.daily import Edition

YEARS = 2
DAYS = 365 * YEARS
QUICK_DAYS = 56
SERVERS = 2_000
QUICK_SERVERS = 200
HOUR = datetime(2026, 2, 9, 9, tzinfo=UTC)
ANSWER_SECONDS = 0.08
"""How long Discord takes to answer a request."""


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
    servers = QUICK_SERVERS if quick else SERVERS
    moments = asyncio.run(_post(servers, editions))
    late, rate = moments[-1], _most_in_a_second(moments)
    tables = (
        Table("Making an edition", ("game", "editions", "median ms", "most ms"), making),
        _spread(editions),
        Table(
            f"{servers:,} servers due in one minute",
            ("", "last after s", "most in one second"),
            [["a post each, through the store", late, rate]],
            f"At {RATE:g} requests a second; allowed are 120 s and 50.",
        ),
    )
    figures = {
        "ms": {game: round(1000 * median(times), 1) for game, times in seconds.items()},
        "mean_difficulty": {
            level: round(mean(e.difficulty for e in editions if e.level == level), 2)
            for level in LEVELS
        },
        "posts": {"servers": servers, "last_seconds": round(late, 1), "most_in_a_second": rate},
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


class Clocked:
    """Discord, as far as it can be measured: it notes when each request is made."""

    def __init__(self) -> None:
        self.moments: list[float] = []

    async def find(self, post: DailyPost) -> int | None:  # noqa: ARG002
        """Nothing was left by anybody."""
        return None

    async def send(self, post: DailyPost) -> int:  # noqa: ARG002
        """Note the moment and answer."""
        self.moments.append(time.perf_counter())
        await asyncio.sleep(ANSWER_SECONDS)
        return len(self.moments)

    async def edit(self, post: DailyPost) -> None:
        """Nothing is edited here."""


async def _post(servers: int, editions: list[Edition]) -> list[float]:
    """Return after how many seconds each server's post was sent."""
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(make_url(f"sqlite+aiosqlite:///{Path(folder) / 'bot.sqlite3'}"))
        idle = Dispatcher(1, 10)  # never started: the editions are there
        dailies = Dailies.over(store.database, idle, lexicons)
        async with store.database.write() as tx:
            for edition in editions:
                content = asdict(edition)
                await rows.add_edition(tx, edition.number, content, "bench", HOUR)
        for guild in range(1, servers + 1):
            act = Act(1, HOUR - timedelta(hours=1), guild)
            await dailies.host.set_up(guild, act, Wish(guild, HOUR.hour, "UTC"))
        clocked = Clocked()
        posting = DailyPosting(store.database, clocked)
        began = time.perf_counter()
        await dailies.clock.advance(HOUR)
        while await posting.deliver(HOUR):
            pass
        await posting.close()
        await store.close()
    return [moment - began for moment in clocked.moments]


def _most_in_a_second(moments: list[float]) -> int:
    return max(bisect_left(moments, moment + 1) - place for place, moment in enumerate(moments))
