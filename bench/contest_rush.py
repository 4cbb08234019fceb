"""A contest's last minute: 500 players send in snakes through the playground."""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

import playground
from bench.contests import Here
from bench.frame import Report, Table
from bench.running import points, running
from bot.contests import Act, Contests, Plan, read_asked
from bot.store import open_store
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from bot.contests import Contest
    from playground import Exchange, Person
    from playground.exchange import Post
    from playground.model import Channel


PLAYERS = 500
SECONDS = 30
RATE = 50
"""Steady load in snakes per second: 500 players in ten seconds, each with two presses."""
WORDS = 20
SEED = 20_201_207
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Load:
    """The result, in seconds: to the form, to the acknowledgement of a snake, to its receipt.

    `took` is from the first snake to the last receipt.
    """

    opened: list[float]
    acknowledged: list[float]
    receipts: list[float]
    took: float


def run(quick: bool) -> Report:
    """Measure."""
    at_once, steady = asyncio.run(_measure(SECONDS // 6 if quick else SECONDS))
    rows = [
        [f"{name}: {what}", *points(times)]
        for name, load in ((f"all {PLAYERS} at once", at_once), (f"{RATE} a second", steady))
        for what, times in (
            ("form opens", load.opened),
            ("snake acknowledged", load.acknowledged),
            ("receipt", load.receipts),
        )
    ]
    rate = round(PLAYERS / at_once.took)
    note = (
        f"{WORDS} words, one contest, a file database with synchronous=FULL; players and playground"
        f" share a process. The {PLAYERS} that came at once had their receipts after"
        f" {at_once.took:.1f} s: {rate} a second. Steadily, {len(steady.receipts):,} came."
    )
    table = Table("A contest's last minute, ms", ("", "p50", "p99", "most"), rows, note)
    figures = {
        "players": PLAYERS,
        "at_once_a_second": rate,
        "steady_a_second": RATE,
        "ms": {str(row[0]): row[1:] for row in rows},
    }
    return Report((table,), figures)


async def _measure(seconds: int) -> tuple[Load, Load]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bot.sqlite3"
        async with await playground.serve() as server:
            harness = playground.Harness(server)
            harness.no_limits()
            guild = harness.guild("Word House")
            room = harness.channel("contests", guild)
            contest = await _open(database, guild.id, room)
            async with running(server, DATABASE_URL=f"sqlite:///{database}"):
                await harness.bot_ready("contest", timeout=PATIENCE)
                people = [harness.create_person(f"player{n}") for n in range(PLAYERS)]
                post = await people[0].sees(f"## {contest.title}", room, PATIENCE)
                players = _Players(people, post, contest)
                await players.play(20, RATE)  # warm everything up
                return await players.rush(), await players.play(RATE * seconds, RATE)


async def _open(database: Path, guild: int, room: Channel) -> Contest:
    """Put an open contest into the bot's database, before it starts."""
    store = await open_store(make_url(f"sqlite+aiosqlite:///{database}"))
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    contests = Contests.over(store.database, Here(), lexicons)
    admin, puzzles = contests.admin, contests.puzzles
    host = Act(1, datetime.now(UTC) - timedelta(seconds=5), 1)
    asked = read_asked(f"generate {WORDS} medium")
    words = await puzzles.words_for(guild, asked, "pairs", requester=None)
    draft = await admin.create(Plan("Rush", words, timedelta(hours=1)), guild, room.id, host)
    await puzzles.find_par(draft.id, requester=None)
    contest = await admin.confirm(guild, draft.id, host)
    await store.close()
    return contest


class _Players:
    """People who press Type, fill in the form, and wait for their receipt."""

    def __init__(self, people: list[Person], post: Post, contest: Contest) -> None:
        self._people = people
        self._post = post
        self._words = contest.words
        self._random = Random(SEED)

    async def rush(self) -> Load:
        """Open everybody's form, then submit all at once."""
        forms = [(person, await self._form(person)) for person in self._people]
        began = time.perf_counter()
        sent = [await self._send(person, form) for person, form in forms]
        await asyncio.gather(*(exchange.reply(PATIENCE) for exchange in sent))
        return _load([form for _, form in forms], sent, time.perf_counter() - began)

    async def play(self, snakes: int, rate: int) -> Load:
        """Start `rate` snakes a second, whether or not the earlier ones were answered."""
        began = time.perf_counter()
        tasks = []
        for number in range(snakes):
            wait = began + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            tasks.append(asyncio.create_task(self._one(self._people[number % len(self._people)])))
        both = await asyncio.gather(*tasks)
        took = time.perf_counter() - began
        return _load([form for form, _ in both], [sent for _, sent in both], took)

    async def _one(self, person: Person) -> tuple[Exchange, Exchange]:
        form = await self._form(person)
        sent = await self._send(person, form)
        await sent.reply(PATIENCE)
        return form, sent

    async def _form(self, person: Person) -> Exchange:
        exchange = await person.press(self._post, "Type")
        await exchange.form(PATIENCE)
        return exchange

    async def _send(self, person: Person, form: Exchange) -> Exchange:
        order = self._random.sample(self._words, len(self._words))
        return await person.submit(form, snake="\n".join(order))


def _load(forms: list[Exchange], sent: list[Exchange], took: float) -> Load:
    return Load(
        [exchange.time_to_acknowledge for exchange in forms],
        [exchange.time_to_acknowledge for exchange in sent],
        [exchange.time_to_answer for exchange in sent],
        took,
    )
