"""Contests under load: 500 players send in snakes; file database, synchronous=FULL."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import make_url

from bench.frame import Report, Table
from bench.running import points
from bot.contests import Act, Contests, Plan, Scope, Try, read_asked
from bot.solving import Requester
from bot.store import open_store
from solvers.deadline import Deadline
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.contests import Contest


PLAYERS = 500
SECONDS = 20
WORDS = 20
SEED = 20_201_207
BEGIN = datetime(2026, 5, 4, 12, tzinfo=UTC)


class Here:
    """The solver in this process: computing par is not what is measured."""

    async def run(
        self,
        solve: Callable[..., Any],
        request: object,
        *,
        requester: Requester | None,  # noqa: ARG002
        tier: str = "full",
        seconds: float | None = None,
        quick: bool = False,  # noqa: ARG002
        watch: object = None,  # noqa: ARG002
    ) -> Any:
        """Solve here and now."""
        return solve(request, open_lexicon(tier), Deadline.after(seconds or 30))

    def health(self) -> dict[str, int]:
        """Nothing to count."""
        return {}

    async def stop(self, grace: float) -> None:
        """Nothing to stop."""


def run(quick: bool) -> Report:
    """Measure."""
    at_once, sustained, rate = asyncio.run(_measure(SECONDS // 6 if quick else SECONDS))
    rows = [
        [f"all {PLAYERS} in the same instant", "", *points(at_once)],
        [f"{PLAYERS} players, again as soon as answered", round(rate), *points(sustained)],
    ]
    note = f"From the form to the stored, ranked, scored receipt; {WORDS} words."
    columns = ("", "snakes a second", "p50 ms", "p99 ms", "most ms")
    figures = {
        "snakes_a_second": round(rate),
        "at_once_ms": rows[0][2:],
        "sustained_ms": rows[1][2:],
    }
    return Report((Table("Submissions to a contest", columns, rows, note),), figures)


async def _measure(seconds: int) -> tuple[list[float], list[float], float]:
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(make_url(f"sqlite+aiosqlite:///{Path(folder) / 'bot.sqlite3'}"))
        contests = Contests.over(store.database, Here(), lexicons)
        contest = await _open(contests)
        random = Random(SEED)
        interactions = itertools.count(1)

        async def send(player: int) -> float:
            order = tuple(random.sample(contest.words, WORDS))
            act = Act(player, BEGIN + timedelta(minutes=5), next(interactions))
            began = time.perf_counter()
            await contests.play.submit(Scope(contest.guild_id), contest.id, act, Try(order))
            return time.perf_counter() - began

        async def keep_sending(player: int, end: float) -> list[float]:
            times = []
            while time.perf_counter() < end:
                times.append(await send(player))
            return times

        await asyncio.gather(*(send(player) for player in range(10)))  # warm up
        at_once = await asyncio.gather(*(send(player) for player in range(PLAYERS)))
        began = time.perf_counter()
        each = await asyncio.gather(
            *(keep_sending(player, began + seconds) for player in range(PLAYERS))
        )
        took = time.perf_counter() - began
        sustained = list(itertools.chain.from_iterable(each))
        await store.close()
    return at_once, sustained, len(sustained) / took


async def _open(contests: Contests) -> Contest:
    host = Act(1, BEGIN, 1)
    asked = read_asked(f"generate {WORDS} medium")
    words = await contests.puzzles.words_for(1, asked, "pairs", requester=None)
    plan = Plan("Load", words, timedelta(hours=1))
    draft = await contests.admin.create(plan, 1, 1, host)
    await contests.puzzles.find_par(draft.id, requester=None)
    return await contests.admin.confirm(1, draft.id, host)
