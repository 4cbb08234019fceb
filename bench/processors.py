"""What the bot takes on machines of 1 to 64 processors, and in containers with less memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import psutil

import playground
from bench.frame import Report, Table
from bench.running import running
from bot.resources import BOT_MEMORY, WORKER_MEMORY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

MACHINES = (
    (1, None),
    (2, None),
    (4, None),
    (8, None),
    (16, None),
    (32, None),
    (64, None),
    (1, 512),
    (64, 512),
    (64, 1024),
)
"""Processors, and MiB that the bot's control group may use (None: all of the machine's)."""
SOURCE = Path(__file__).with_name("processors.c")
GROUPS = Path("/sys/fs/cgroup")
MIB = 1 << 20
WORDS = [a * "a" + "b" + z * "a" for a in range(22) for z in range(22) if 0 < a + z < 22]
"""A list made to use memory: two letters, as long as a command may be, for the harder rule."""
MOST_SECONDS = 45.0
REST_SECONDS = 5.0
LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Taken:
    """A bot's private memory in MiB: its process, its largest worker, and all together."""

    bot: float
    worker: float
    all: float
    processes: int
    threads: int

    def or_more(self, other: Taken) -> Taken:
        """Return the larger of each figure."""
        return Taken(*map(max, astuple(self), astuple(other)))


def pretending(folder: Path, processors: int) -> dict[str, str]:
    """Return an environment in which programs see `processors` processors; needs a C compiler."""
    compiler = shutil.which("cc")
    assert compiler, "A C compiler is not installed; on Debian: sudo apt install gcc libc6-dev"
    library = folder / "processors.so"
    if not library.exists():
        subprocess.run([compiler, "-shared", "-fPIC", SOURCE, "-o", library, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "PRETENDED_PROCESSORS": str(processors)}


@contextlib.contextmanager
def limited(mib: int) -> Iterator[Path]:
    """Yield a control group limited to `mib` MiB; raises OSError if there can be none."""
    first = (GROUPS / "memory").is_dir()  # control groups, version 1
    group = (GROUPS / "memory" if first else GROUPS) / f"snakes-and-ladders-{os.getpid()}"
    group.mkdir()
    try:
        limit = group / ("memory.limit_in_bytes" if first else "memory.max")
        limit.write_text(str(mib * MIB))
        yield group
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """Remove a control group, once the last of its processes is gone."""
    for _ in range(100):
        with contextlib.suppress(OSError):
            group.rmdir()
            return
        time.sleep(0.05)


def inside(group: Path) -> tuple[str, ...]:
    """Return the command that runs the one that follows it in a control group."""
    return "sh", "-c", 'echo $$ > "$0" && exec "$@"', str(group / "cgroup.procs")


def taken(process: psutil.Process) -> Taken:
    """Return what a bot uses now."""
    own, workers, threads = 0.0, [0.0], 0
    everyone = [process, *process.children(recursive=True)]
    for one in everyone:
        with contextlib.suppress(psutil.Error):
            memory, threads = one.memory_full_info().uss / MIB, threads + one.num_threads()
            if one == process:
                own = memory
            else:
                workers.append(memory)
    return Taken(own, max(workers), own + sum(workers), len(everyone), threads)


@contextlib.asynccontextmanager
async def bot_on(
    folder: Path, processors: int, mib: int | None
) -> AsyncIterator[tuple[playground.Harness, psutil.Process, Callable[[], Awaitable[Any]]]]:
    """Run a bot with these processors and this memory; also yield a function for its health."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"SOLVER_WORKERS": "", "SOLVER_MEMORY": "", "HEALTH_PORT": str(port)}
    settings |= pretending(folder, processors)

    async def health() -> Any:
        async with asks.get(f"http://127.0.0.1:{port}/health") as answer:
            return await answer.json()

    async with aiohttp.ClientSession() as asks, await playground.serve() as server:
        harness = playground.Harness(server)
        with contextlib.nullcontext() if mib is None else limited(mib) as group:
            before = () if group is None else inside(group)
            async with running(server, "bot", *before, **settings) as process:
                await harness.bot_ready("ladder", "snake")
                while not (await health())["ok"]:  # noqa: ASYNC110 - it is another process
                    await asyncio.sleep(LOOK_SECONDS)
                yield harness, psutil.Process(process.pid), health


async def measure(folder: Path, processors: int, mib: int | None) -> tuple[Taken, Taken]:
    """Return a bot's use at rest and its peak under load, once all workers are ready again."""
    async with bot_on(folder, processors, mib) as (harness, process, health):
        await asyncio.sleep(REST_SECONDS)
        rest = most = taken(process)
        alive = (await health())["workers"]
        people = [harness.create_person(f"player{number}") for number in range(alive["workers"])]
        for person in people:
            options = {"words": " ".join(WORDS), "rule": "containment"}
            await (await person.run("/snake", person.dm, **options)).acknowledged()
        busy = alive
        async with asyncio.timeout(MOST_SECONDS * len(people)):
            while busy is alive or busy != alive:
                await asyncio.sleep(LOOK_SECONDS)
                most, busy = most.or_more(taken(process)), (await health())["workers"]
        return rest, most


def run(quick: bool) -> Report:
    """Measure each machine; `quick`: two of them."""
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for processors, mib in MACHINES[1:2] + MACHINES[-1:] if quick else MACHINES:
            rest, most = asyncio.run(measure(Path(folder), processors, mib))
            rows.append(
                [
                    processors,
                    "all" if mib is None else f"{mib} MiB",
                    rest.processes,
                    most.threads,
                    *(round(value) for value in (rest.bot, rest.worker, rest.all)),
                    *(round(value) for value in (most.bot, most.worker, most.all)),
                ]
            )
    columns = (
        "processors",
        "memory",
        "processes",
        "threads",
        *(f"{who} at rest" for who in ("bot", "worker", "all")),
        *(f"{who} under load" for who in ("bot", "worker", "all")),
    )
    note = f"reckoned with: {BOT_MEMORY} MiB, and {WORKER_MEMORY} a worker with a puzzle's on top"
    table = Table("MiB that no other process shares, by processors", columns, rows, note)
    return Report([table], {"rows": rows})
