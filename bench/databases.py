"""What a commit costs on SQLite and on PostgreSQL, side by side: python -m bench.databases URL.

URL names an empty PostgreSQL database; without one, only SQLite is measured.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import URL

from bench.contests import Here
from bot.config import read_database
from bot.contests import Act, Contests, Plan, Scope, read_try
from bot.store import Store, open_store, rows
from bot.store.schema import Contest
from solvers.lexicon import Lexicon
from solvers.library import TIERS, open_lexicon

MANY = 400
AT_ONCE = 50
WORDS = ("street", "test", "nausea", "seasick", "stone", "tone")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def main() -> None:
    """Measure each database, and print a line for each."""
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    print(f"{'':12} {'card ms':>8} {'fact ms':>8} {'cards/s':>8} {'snakes/s':>9}")
    with tempfile.TemporaryDirectory() as folder:
        urls = [read_database(f"sqlite:///{Path(folder) / 'bot.sqlite3'}")]
        urls += map(read_database, sys.argv[1:])
        for url in urls:
            await measure(url, lexicons)


async def measure(url: URL, lexicons: Mapping[str, Lexicon]) -> None:
    """Write as a bot does: one at a time, and many at once."""
    store = await open_store(url)
    contests = Contests.over(store.database, Here(), lexicons)
    contest = await begin(store, contests)

    async def card(_n: int) -> None:
        await store.cards.add("ladder", {"words": WORDS})

    async def fact(n: int) -> None:
        await store.facts.put("bench", str(n))

    async def snake(n: int) -> None:
        act = Act(n, NOW + timedelta(minutes=1), n)
        await contests.play.submit(Scope(1), contest.id, act, read_try(" ".join(WORDS)))

    figures = (
        1000 * await seconds(card, MANY // 4, 1),
        1000 * await seconds(fact, MANY // 4, 1),
        1 / await seconds(card, MANY, AT_ONCE),
        1 / await seconds(snake, MANY, AT_ONCE),
    )
    print(f"{url.get_backend_name():12} {'{:8.2f} {:8.2f} {:8.0f} {:9.0f}'.format(*figures)}")
    await store.close()


async def begin(store: Store, contests: Contests) -> Contest:
    """Return an open contest."""
    plan = Plan("Bench", WORDS, timedelta(hours=1))
    draft = await contests.admin.create(plan, 1, 1, Act(1, NOW, 1))
    async with store.database.write() as tx:
        await rows.change(tx, draft, replace(draft, par=30, bound=30, proven=True))
    return await contests.admin.confirm(1, draft.id, Act(1, NOW, 2))


async def seconds(work: Callable[[int], Awaitable[None]], many: int, at_once: int) -> float:
    """Return the mean seconds per item of `many`, with `at_once` of them running at a time."""
    numbers = iter(range(1000, 1000 + many))

    async def lane() -> None:
        for number in numbers:
            await work(number)

    begun = time.perf_counter()
    await asyncio.gather(*(lane() for _ in range(at_once)))
    return (time.perf_counter() - begun) / many


if __name__ == "__main__":
    asyncio.run(main())
