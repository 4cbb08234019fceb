"""The bot's memory in thousands of servers when Discord ends all its sessions."""

import asyncio
import sys

import psutil
import pytest

import playground
from tests.bot.crowd import Crowd
from tests.bot.process import Process, on
from tests.bot.sharding import answers
from tests.patience import SCALE

pytestmark = [pytest.mark.asyncio, pytest.mark.full, pytest.mark.long]

KB, MB = 1_000, 1_000_000
LOSSES = 5
SHARD = 1_000  # servers, about what Discord recommends
SECONDS = 200  # for all to connect: after short sessions the pauses grow
RESTS = 20.0  # at most this percentage of a processor
LONGEST = 0.05  # seconds for a collection

WATCHED = f"""
import gc, runpy, sys, time

def watch(phase, about, began=[0.0]):
    if phase == "start":
        began[0] = time.thread_time()
    elif (took := time.thread_time() - began[0]) > {LONGEST}:
        print(f"a collection took {{took * 1000:.0f}} ms: {{about}}", file=sys.stderr)

gc.callbacks.append(watch)
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


class WatchedProcess(Process):
    """The bot, which reports each long garbage collection."""

    command = (sys.executable, "-c", WATCHED)


class Running:
    """A bot in many servers, and what it takes."""

    def __init__(self, server, bot):
        self._server = server
        self._memory = psutil.Process(bot.process.pid)

    async def settle(self):
        """Wait until every shard is connected, and the bot rests and answers."""
        hub = self._server.world.hub
        await hub.signal.until(lambda: hub.online, SECONDS * SCALE)
        self._memory.cpu_percent()
        async with asyncio.timeout(SECONDS * SCALE):
            await asyncio.sleep(1)
            while self._memory.cpu_percent() > RESTS:
                await asyncio.sleep(1)
        harness = playground.Harness(self._server)
        assert await answers(harness, harness.channel("general"))

    @property
    def private(self):
        """Return the bytes that no other process shares."""
        return self._memory.memory_full_info().uss


async def measured(folder, count, losses=0):
    """Return the bot's memory when it is ready, and after each loss of all its sessions."""
    folder.mkdir()
    shards = max(1, count // SHARD)
    async with await playground.serve() as server:
        Crowd(server, count, shards)
        async with WatchedProcess(folder, **on(server)) as bot:
            await playground.Harness(server).bot_ready("ladder", timeout=SECONDS * SCALE)
            running = Running(server, bot)
            await running.settle()
            found = [running.private]
            for _ in range(losses):
                server.world.hub.invalidate()
                await running.settle()
                found.append(running.private)
            bot.process.terminate()
            code, _out, err = await bot.end()
    assert code == 0, err
    assert "a collection took" not in err, err
    return found


async def test_servers_take_little_and_no_more_after_five_losses_of_all_sessions(tmp_path):
    (few,) = await measured(tmp_path / "few", 2)
    for count in (2_500, 10_000):
        ready, *later = await measured(tmp_path / str(count), count, LOSSES)
        about = f"{count:,} servers: {[round(one / MB) for one in (few, ready, *later)]} MB"
        assert ready - few <= 8 * KB * count, about
        assert later[-1] <= 1.3 * ready, about
