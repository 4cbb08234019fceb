"""The bot on machines with more or fewer processors than the test machine."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from random import Random

import psutil
import pytest

import playground
from bench.processors import limited, pretending
from bot.resources import memory, puzzle_memory_for, workers_for
from bot.solving.queue import EXTRA
from solvers.library import open_lexicon
from tests.bot.children import data_of
from tests.bot.examples.snake_cards import FORTY
from tests.bot.process import Process, on
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="others pretend in other ways"),
]
root = pytest.mark.root
SOLVER_DATA = 70 << 20
"""Bytes of data of a solver process at rest; a thread or a processor's buffers add 8 MB."""


def solvers(process):
    """Return the solver processes of a bot, which its fork server has forked."""
    return [
        child
        for child in psutil.Process(process.pid).children(recursive=True)
        if child.ppid() != process.pid and "multiprocessing.forkserver" in " ".join(child.cmdline())
    ]


@pytest.mark.parametrize(
    ("processors", "mib"), [(1, None), (8, None), (64, None), pytest.param(64, 512, marks=root)]
)
async def test_puzzles_are_solved_in_the_same_memory(server, tmp_path, processors, mib):
    """With `mib`, the bot runs in a control group that sees more memory than it may use."""
    settings = on(server, SOLVER_WORKERS="") | pretending(tmp_path, processors)
    harness, settings["HEALTH_PORT"] = playground.Harness(server), "0"
    olive, puzzle = harness.person("olive"), puzzle_memory_for(mib or memory())
    with contextlib.nullcontext() if mib is None else limited(mib) as group:
        async with Process(tmp_path, **settings) as bot:
            if group is not None:
                (group / "cgroup.procs").write_text(str(bot.process.pid))
            await harness.bot_ready("ladder", "snake", "daily")
            workers = solvers(bot.process)
            assert len(workers) == workers_for(processors, mib or memory(), puzzle) + EXTRA
            async with asyncio.timeout(PATIENCE):  # the first daily puzzles may be on their way
                while max(data_of(worker.pid) for worker in workers) >= SOLVER_DATA:
                    await asyncio.sleep(0.1)
            assert "cat → dog" in (await (await olive.run("/ladder cat dog")).reply()).text
            snake = await (await olive.run("/snake", words=FORTY)).reply()
            await snake.says("the best possible (proven)")
            async with asyncio.timeout(PATIENCE):
                # On a busy machine the first attempt to make today's may run out of time.
                while "tried again soon" in (daily := await answered(olive, "/daily play")):
                    await asyncio.sleep(1)
            assert "Daily" in daily


async def answered(person, line):
    return (await (await person.run(line)).reply()).text


async def test_the_command_line_has_one_thread_of_a_solver(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(Random(5).sample(list(open_lexicon("common")), 300)))
    command = sys.executable, "-m", "solvers", "snake", "solve", str(words), "--json"
    environment = os.environ | pretending(tmp_path, 64)
    running = psutil.Popen(command, env=environment, stdout=subprocess.PIPE)
    most = 0
    while running.poll() is None:
        with contextlib.suppress(psutil.Error):
            most = max(most, running.num_threads())
        await asyncio.sleep(0.01)
    assert json.loads(running.communicate()[0])["proven"]
    assert most == 2, "one to search, and one that hears signals"
