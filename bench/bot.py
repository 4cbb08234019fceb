"""The bot under load, beside a bare discord.py bot: /ladder through the playground.

`python -m bench.bot URL` measures one process of it beside two that share the shards, on the
PostgreSQL with that URL.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import time
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING

import psutil

import playground
from bench.frame import Report, Table
from bench.running import points, running, settled
from solvers import ladder
from solvers.deadline import Deadline
from solvers.errors import NoAnswer
from solvers.library import DEFINITIONS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground import Exchange, Person
    from playground.model import Channel
    from solvers.lexicon import Lexicon


BOTS = {"bare discord.py": "bench.bare_bot", "Snakes & Ladders": "bot"}
"""The modules that are run, by name."""
RATES = (40, 200)
SECONDS = 30
PEOPLE = 1_000
"""Enough that nobody asks again within five seconds: the bot limits how often a person may ask."""
SERVERS = 20
"""Several, because one server may take only half of the queue."""
WARM_SECONDS = 5
"""Time to open connections, load words into memory and make the daily puzzles."""
LENGTHS = range(3, 9)
SEED = 20_201_207
PATIENCE = 60.0
SHARDS = {"one process": ("0-1/2",), "two processes": ("0/2", "1/2")}
SHARED_RATES = (50, 100, 200)
SHARED_SECONDS = 8


@dataclass(frozen=True, slots=True)
class Load:
    """The result of a load: seconds to acknowledge and to answer each command.

    `own` and `workers` are the seconds of CPU per command of the bot's process and of its children.
    """

    rate: int
    acknowledged: list[float]
    answered: list[float]
    refused: int
    failed: int
    seconds: float
    own: float
    workers: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One bot's loads, its memory in MiB (shared pages divided), its autocomplete times.

    `own` and `workers` leave out the pages of the word indexes, which are counted in `index`.
    """

    loads: list[Load]
    own: float
    workers: list[float]
    index: float
    completed: list[float]


def run(quick: bool) -> Report:
    """Measure."""
    seconds = SECONDS // 6 if quick else SECONDS
    bots = {name: asyncio.run(_measure(module, seconds)) for name, module in BOTS.items()}
    bare, ours = bots.values()
    rows = []
    for one, other in zip(bare.loads, ours.loads, strict=True):
        for name, load in zip(bots, (one, other), strict=True):
            ms = [*points(load.acknowledged), *points(load.answered)]
            lost = f"{load.refused}, {load.failed}"
            cpu = [round(1000 * load.own, 2), round(load.own / one.own, 2)]
            rows.append([f"{name}, {load.rate} a second", *cpu, *ms, lost])
    columns = (
        *("", "CPU ms", "× bare", "acknowledged p50", "p99", "most", "answered p50", "p99", "most"),
        "refused, failed",
    )
    note = (
        f"{seconds} s each; CPU of the bot's own process per command. Random connected pairs of 3"
        f" to 8 letters, both ladders; the cards lie in a file database with synchronous=FULL. The"
        f" last answer came {ours.loads[-1].seconds:.1f} s after the first command. The solver"
        f" processes took {1000 * ours.loads[-1].workers:.1f} ms a command. Completing a word,"
        f" alone: p50 {1000 * quantiles(ours.completed)[1]:.1f} ms. Memory, shared pages divided:"
        f" bare {bare.own:.0f} MiB, bot {ours.own:.0f} MiB, fork server and solver processes"
        f" {', '.join(f'{each:.0f}' for each in ours.workers)} MiB, together"
        f" {ours.own + sum(ours.workers):.0f} MiB; and {ours.index:.0f} MiB of the word indexes'"
        " files, which the system can drop."
    )
    figures = {
        "rows": [dict(zip(("bot", *columns[1:]), row, strict=True)) for row in rows],
        "memory_mib": {
            "bare": bare.own,
            "bot": ours.own,
            "workers": ours.workers,
            "index": ours.index,
        },
    }
    return Report((Table("/ladder through the playground, ms", columns, rows, note),), figures)


async def _measure(module: str, seconds: int) -> Measured:
    async with await playground.serve() as server:
        harness = playground.Harness(server)
        harness.no_limits()
        async with running(server, module) as process:
            bot = psutil.Process(process.pid)
            await harness.bot_ready("ladder", timeout=PATIENCE)
            people = _people(harness)
            with _no_collections():
                await _load([bot], people, RATES[-1], WARM_SECONDS)
                loads = [await _load([bot], people, rate, seconds) for rate in RATES]
            completed = [] if module != "bot" else await _type(people)
            workers = _children(bot)
            index = sum(map(_index, (bot, *workers)))
            return Measured(loads, _memory(bot), [*map(_memory, workers)], index, completed)


async def _share(url: str) -> None:
    """Compare one process of the bot with two, and print a line for each load."""
    print(f"{'':14} a second  CPU ms  acknowledged p50, p99, most  answered p50, p99, most  lost")
    for name, plans in SHARDS.items():
        async with await playground.serve() as server, contextlib.AsyncExitStack() as stack:
            harness = playground.Harness(server)
            harness.no_limits()
            sharding = server.world.hub.sharding
            sharding.recommended = sharding.concurrency = len(SHARDS)
            people = _people(harness)
            about = {"DATABASE_URL": url, "SOLVER_WORKERS": str(2 // len(plans))}
            processes = [
                await stack.enter_async_context(running(server, SHARDS=plan, **about))
                for plan in plans
            ]
            bots = [psutil.Process(process.pid) for process in processes]
            await harness.bot_ready("ladder", timeout=PATIENCE)
            with _no_collections():
                await _load(bots, people, SHARED_RATES[0], WARM_SECONDS)
                for rate in SHARED_RATES:
                    load = await _load(bots, people, rate, SHARED_SECONDS)
                    times = *points(load.acknowledged), *points(load.answered)
                    ms = "".join(f"{value:9.0f}" for value in times)
                    lost = f"{load.refused}, {load.failed}"
                    print(f"{name:14} {rate:8} {1000 * load.own:7.1f} {ms}  {lost}", flush=True)


def _people(harness: playground.Harness) -> list[tuple[Person, Channel]]:
    """Create people in the bot's servers, and return each with the channel they write in."""
    owner = harness.person("olive").user
    guilds = []
    for number in range(SERVERS):
        time.sleep(0.001)  # a server's shard depends on the millisecond of its creation
        guilds.append(harness.world.create_guild(f"Server {number}", owner))
    return [
        (
            harness.create_person(f"person{n}", guilds[n % SERVERS]),
            harness.channel("general", guilds[n % SERVERS]),
        )
        for n in range(PEOPLE)
    ]


async def _load(
    bots: list[psutil.Process], people: list[tuple[Person, Channel]], rate: int, seconds: int
) -> Load:
    """Send commands at a fixed rate, whether or not the earlier ones were answered."""
    lines = [*islice(_lines(open_lexicon("full")), rate * seconds)]
    sent: list[Exchange] = []
    before = sum(map(_cpu, bots)), _cpu_of_children(bots)
    began = time.perf_counter()
    for number in range(rate * seconds):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        person, channel = people[number % len(people)]
        sent.append(await person.run(lines[number], channel))
    answered, refused, failed = [], 0, 0
    for exchange in sent:
        try:
            await settled(exchange, PATIENCE)
        except (TimeoutError, playground.NoAnswerError):
            failed += 1
            continue
        if exchange.interaction.follow_ups:
            refused += 1
        else:
            answered.append(exchange.time_to_answer)
    took = time.perf_counter() - began
    own = (sum(map(_cpu, bots)) - before[0]) / len(sent)
    theirs = (_cpu_of_children(bots) - before[1]) / len(sent)
    times = [e.time_to_acknowledge for e in sent if e.interaction.acknowledged is not None]
    return Load(
        rate=rate,
        acknowledged=times,
        answered=answered,
        refused=refused,
        failed=failed,
        seconds=took,
        own=own,
        workers=theirs,
    )


async def _type(people: list[tuple[Person, Channel]]) -> list[float]:
    """Autocomplete words as they are typed, letter by letter; return the seconds each took."""
    times = []
    words = ("snake", "ladder", "cat", "zymurgy", "about", "mon") * 10
    for word, (person, channel) in zip(words, people, strict=False):
        for end in range(len(word) + 1):
            began = time.perf_counter()
            await person.complete("/ladder", "start", word[:end], channel)
            times.append(time.perf_counter() - began)
    return times


@contextlib.contextmanager
def _no_collections() -> Iterator[None]:
    """Collect no garbage in this process, where the playground keeps every message of the load.

    Collecting them would pause Discord and the commands, for either bot, for up to half a second.
    """
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _lines(lexicon: Lexicon) -> Iterator[str]:
    """Yield commands for random pairs of words joined by a ladder that the bot can show."""
    random = Random(SEED)
    while True:
        ids = lexicon.ids_of_length(random.choice(LENGTHS))
        start, target = random.choice(ids), random.choice(ids)
        group = lexicon.group(start)
        if start == target or group is None or group != lexicon.group(target):
            continue
        request = ladder.LadderRequest(
            lexicon.word(start), lexicon.word(target), want=("shortest",)
        )
        with contextlib.suppress(NoAnswer):  # only flagged words connect them
            ladder.solve(request, lexicon, Deadline.never())
            yield f"/ladder {request.start} {request.target}"


def _children(bot: psutil.Process) -> list[psutil.Process]:
    """Return the fork server and the solver processes."""
    return [
        child
        for child in bot.children(recursive=True)
        if "multiprocessing.resource_tracker" not in " ".join(child.cmdline())
    ]


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _cpu_of_children(bots: list[psutil.Process]) -> float:
    return sum(_cpu(child) for bot in bots for child in _children(bot))


def _memory(process: psutil.Process) -> float:
    return float(process.memory_full_info().pss / 2**20) - _index(process)


def _index(process: psutil.Process) -> float:
    names = ".index", DEFINITIONS.name
    return sum(one.pss for one in process.memory_maps() if one.path.endswith(names)) / 2**20


if __name__ == "__main__":
    asyncio.run(_share(sys.argv[1]))
