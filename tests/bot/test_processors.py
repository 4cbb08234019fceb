"""The bot on machines with other numbers of processors than the one that tests it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

import playground
from tests.bot.children import data_of
from tests.bot.test_process import Process, on
from tests.bot.test_snake_command import FORTY

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="others pretend in other ways"),
]
SOURCE = Path(__file__).with_name("processors.c")
SOLVER_DATA = 70 << 20
"""Bytes of data that a solver process has at rest; a thread or a processor's buffers add 8 MB."""


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory):
    """The library that pretends, compiled."""
    compiler = shutil.which("cc")
    assert compiler, "A C compiler is not installed; on Debian: sudo apt install gcc libc6-dev"
    library = tmp_path_factory.mktemp("library") / "processors.so"
    subprocess.run([compiler, "-shared", "-fPIC", SOURCE, "-o", library, "-ldl"], check=True)
    return str(library)


@pytest_asyncio.fixture(loop_scope="module")
async def server():
    async with await playground.serve() as server:
        yield server


def solvers(process):
    """The solver processes of a bot: those that its fork server has forked."""
    return [
        child
        for child in psutil.Process(process.pid).children(recursive=True)
        if child.ppid() != process.pid and "multiprocessing.forkserver" in " ".join(child.cmdline())
    ]


@pytest.mark.parametrize("processors", [1, 8, 64])
async def test_puzzles_are_solved_in_the_same_memory(server, tmp_path, preloaded, processors):
    pretending = {"LD_PRELOAD": preloaded, "PRETENDED_PROCESSORS": str(processors)}
    settings = on(server, SOLVER_WORKERS="") | pretending
    harness, settings["HEALTH_PORT"] = playground.Harness(server), "0"
    olive = harness.person("olive")
    async with Process(tmp_path, **settings) as bot:
        await harness.bot_ready("ladder", "snake", "daily")
        workers = solvers(bot.process)
        assert len(workers) == processors + 1
        assert max(data_of(worker.pid) for worker in workers) < SOLVER_DATA
        assert "cat → dog" in (await (await olive.run("/ladder cat dog")).reply()).text
        snake = await (await olive.run("/snake", words=FORTY)).reply()
        await snake.says("the best possible (proven)")
        assert "Daily" in (await (await olive.run("/daily play")).reply()).text
