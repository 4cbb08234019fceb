"""The bot under load: 200 /ladder a second through the playground, each process its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING

import psutil

import playground
from bench.frame import Report, Table
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground import Exchange, Person
    from solvers.lexicon import Lexicon


RATE = 200
SECONDS = 30
PEOPLE = 1_000
"""So many that nobody asks again within five seconds: the bot serves one puzzle a person."""
LENGTHS = range(3, 9)
SEED = 20_201_207
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: seconds to the acknowledgement and to the answer, one each a command."""

    acknowledged: list[float]
    answered: list[float]
    refused: int
    failed: int
    seconds: float
    completed: list[float]


def run(quick: bool) -> Report:
    """Measure."""
    load, memory = asyncio.run(_measure(SECONDS // 6 if quick else SECONDS))
    asked = len(load.answered) + load.refused + load.failed
    rows = [
        [what, *(round(1000 * value, 1) for value in _points(times))]
        for what, times in (
            ("acknowledgement", load.acknowledged),
            ("answer", load.answered),
            ("completing a word, alone", load.completed),
        )
    ]
    note = (
        f"{asked:,} commands at {RATE} a second, random connected pairs of 3 to 8 letters, both"
        f" ladders; {load.refused} were told that the queue is full, {load.failed} got no answer."
        f" The last answer came {load.seconds:.1f} s after the first command. The cards lie in a"
        f" file database with synchronous=FULL. Memory: {memory}."
    )
    table = Table("/ladder through the playground, ms", ("", "p50", "p99", "most"), rows, note)
    figures = {
        "rate": RATE,
        "asked": asked,
        "refused": load.refused,
        "failed": load.failed,
        "acknowledgement_ms": rows[0][1:],
        "answer_ms": rows[1][1:],
        "completion_ms": rows[2][1:],
    }
    return Report((table,), figures)


async def _measure(seconds: int) -> tuple[Load, str]:
    with tempfile.TemporaryDirectory() as folder:
        async with await playground.serve() as server:
            harness = playground.Harness(server)
            harness.no_limits()
            bot = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                env=os.environ
                | {
                    "DISCORD_TOKEN": server.token,
                    "DISCORD_API_URL": server.api_url,
                    "DATABASE_URL": f"sqlite:///{Path(folder) / 'bot.sqlite3'}",
                },
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                await harness.bot_ready("ladder", timeout=PATIENCE)
                people = [harness.create_person(f"person{n}") for n in range(PEOPLE)]
                await _load(people, 1)  # everything is warm from here on
                load = replace(await _load(people, seconds), completed=await _type(people[0]))
                return load, _memory(bot.pid)
            finally:
                bot.send_signal(signal.SIGTERM)
                await bot.wait()


async def _load(people: list[Person], seconds: int) -> Load:
    """Send commands at a fixed rate, whether or not the earlier ones were answered."""
    lines = _lines(open_lexicon("full"))
    sent: list[Exchange] = []
    began = time.perf_counter()
    for number in range(RATE * seconds):
        wait = began + number / RATE - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        sent.append(await people[number % len(people)].run(next(lines)))
    answered, refused, failed = [], 0, 0
    for exchange in sent:
        try:
            await _settled(exchange)
        except (TimeoutError, playground.NoAnswerError):
            failed += 1
            continue
        if exchange.interaction.follow_ups:
            refused += 1
        else:
            answered.append(exchange.time_to_answer)
    took = time.perf_counter() - began
    times = [e.time_to_acknowledge for e in sent if e.interaction.acknowledged is not None]
    return Load(times, answered, refused, failed, took, [])


async def _type(person: Person) -> list[float]:
    """Complete what is typed, a letter more each time, and return the seconds each took."""
    times = []
    for word in ("snake", "ladder", "cat", "zymurgy", "about", "mon") * 10:
        for end in range(len(word) + 1):
            began = time.perf_counter()
            await person.complete("/ladder", "start", word[:end])
            times.append(time.perf_counter() - began)
    return times


async def _settled(exchange: Exchange) -> None:
    """Wait for an answer, or for the private word that there is none."""
    interaction = exchange.interaction
    async with asyncio.timeout(PATIENCE):
        while interaction.answered is None and not interaction.follow_ups:
            if interaction.failure is not None:
                raise playground.NoAnswerError(interaction.failure)
            await asyncio.sleep(0.01)


def _lines(lexicon: Lexicon) -> Iterator[str]:
    """Yield commands for random pairs of words of one group."""
    random = Random(SEED)
    while True:
        ids = lexicon.ids_of_length(random.choice(LENGTHS))
        start, target = random.choice(ids), random.choice(ids)
        group = lexicon.group(start)
        if start != target and group is not None and group == lexicon.group(target):
            yield f"/ladder {lexicon.word(start)} {lexicon.word(target)}"


def _points(times: list[float]) -> tuple[float, float, float]:
    cuts = quantiles(times, n=100)
    return cuts[49], cuts[98], max(times)


def _memory(pid: int) -> str:
    bot = psutil.Process(pid)
    workers = [
        child
        for child in bot.children(recursive=True)
        if "multiprocessing.resource_tracker" not in " ".join(child.cmdline())
    ]
    private = [f"{child.memory_full_info().uss / 2**20:.0f}" for child in workers]
    own = bot.memory_full_info().uss / 2**20
    each = ", ".join(private)
    return f"bot {own:.0f} MiB, fork server and solver processes {each} MiB, all private"
