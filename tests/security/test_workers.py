"""Worker processes, with jobs that do not end, take all memory, or come too often."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

import playground
from bot.config import hide_secrets
from bot.errors import TimeLimit, TooLarge, WorkerCrashed
from bot.resources import MOST_MEMORY
from bot.solving import Requester, WorkerPool
from bot.solving.queue import EXTRA
from bot.worker import GROWTH
from solvers import wordsnake
from tests.bot.children import appears, children, data_of, gone
from tests.bot.process import Process, on
from tests.bot.solving import jobs
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool():
    pool = WorkerPool(1, timeout=30)
    await pool.start()
    yield pool
    await pool.stop(grace=0)


async def all_up(pool, workers=1 + EXTRA):
    async with asyncio.timeout(PATIENCE):
        while pool.health()["alive"] != workers:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("job", [jobs.backtrack, jobs.multiply, jobs.hang])
async def test_a_job_that_ignores_its_deadline_is_gone_soon_after_and_its_worker_back(
    pool, tmp_path, job
):
    file = tmp_path / "pid"
    running = asyncio.create_task(pool.run(job, file, requester=None, seconds=0.2))
    pid = await appears(file)
    with pytest.raises(TimeLimit):
        await running
    await gone(pid)
    await all_up(pool)


async def test_the_worker_of_a_cancelled_job_is_back_soon(pool, tmp_path):
    file = tmp_path / "pid"
    running = asyncio.create_task(pool.run(jobs.multiply, file, requester=None))
    pid = await appears(file)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await gone(pid)
    await all_up(pool)


async def test_a_host_whose_clock_is_set_ends_no_job_and_saves_none(pool, tmp_path, monkeypatch):
    now = time.time
    file = tmp_path / "held"
    running = asyncio.create_task(pool.run(jobs.held, file, requester=None, seconds=20))
    await appears(file)
    monkeypatch.setattr(time, "time", lambda: now() + DAY)
    await asyncio.sleep(0.5)
    assert not running.done()
    file.unlink()
    assert await running == "let go"
    stuck = asyncio.create_task(pool.run(jobs.hang, file, requester=None, seconds=0.2))
    await appears(file)
    monkeypatch.setattr(time, "time", lambda: now() - DAY)
    with pytest.raises(TimeLimit):
        await asyncio.wait_for(stuck, PATIENCE)


@pytest.mark.skipif(sys.platform != "linux", reason="others do not hold to the limit")
async def test_a_job_that_takes_all_memory_is_refused_and_harms_nobody(pool, tmp_path):
    file = tmp_path / "taken"
    with pytest.raises(TooLarge, match="too big"):
        await pool.run(jobs.hoard, file, requester=None)
    assert MOST_MEMORY / 2 < int(file.read_text()) <= MOST_MEMORY
    await all_up(pool)
    with pytest.raises(TooLarge, match="too big"):
        await pool.run(jobs.abort, None, requester=None)
    assert (await pool.run(jobs.echo, "next", requester=None))[0] == "next"


async def test_a_worker_that_has_grown_is_replaced(pool):
    await all_up(pool)
    large = 2 * GROWTH >> 20
    small = await pool.run(jobs.keep, 1, requester=None)
    assert psutil.pid_exists(small)
    grown = await pool.run(jobs.keep, large, requester=None)
    await gone(grown)
    await all_up(pool)
    for child in children():
        assert child.memory_info().rss < large << 20


@pytest.mark.slow
async def test_a_list_made_to_take_memory_cannot():
    """Two lists of two-letter words, as long as chat allows, under the harder rule, at once."""
    words = tuple(a * "a" + "b" + z * "a" for a in range(50) for z in range(50) if 0 < a + z < 50)
    request = wordsnake.SnakeRequest(words, "containment", limit=len(words))
    pool = WorkerPool(2, timeout=30, memory=96)
    await pool.start()
    try:
        most = held = max((data_of(child.pid) >> 20) for child in children())
        solving = [
            asyncio.create_task(pool.run(wordsnake.solve, request, requester=Requester(n, n)))
            for n in range(2)
        ]
        while not all(task.done() for task in solving):
            await asyncio.wait(solving, timeout=0.1)
            for child in children():
                with contextlib.suppress(psutil.NoSuchProcess, FileNotFoundError):
                    most = max(most, (data_of(child.pid) >> 20))
        assert most <= held + 96
        for error in await asyncio.gather(*solving, return_exceptions=True):
            assert isinstance(error, TooLarge | TimeLimit | wordsnake.SnakeResult)
        await all_up(pool, 2 + EXTRA)
        for child in children():
            assert (data_of(child.pid) >> 20) < held + 48
    finally:
        await pool.stop(grace=0)


@pytest.mark.slow
async def test_a_fork_server_killed_again_and_again_costs_seconds(pool):
    took = []

    async def ask(user):
        for _ in range(20):
            began = time.monotonic()
            with contextlib.suppress(WorkerCrashed, TimeLimit):
                await pool.run(jobs.nap, 0.05, requester=Requester(user, user), seconds=1)
            took.append(time.monotonic() - began)

    asking = [asyncio.create_task(ask(user)) for user in range(4)]
    for _ in range(6):
        await asyncio.sleep(0.5)
        for server in {psutil.Process(child.pid).ppid() for child in children()} - {os.getpid(), 1}:
            with contextlib.suppress(ProcessLookupError):
                os.kill(server, signal.SIGKILL)
    began = time.monotonic()
    assert (await pool.run(jobs.echo, "next", requester=None))[0] == "next"
    took.append(time.monotonic() - began)
    await asyncio.gather(*asking)
    assert max(took) < PATIENCE


async def test_secrets_are_taken_out_of_the_environment(monkeypatch):
    for name in ("DISCORD_TOKEN", "database_url"):
        monkeypatch.setenv(name, "secret")
    hide_secrets()
    assert "secret" not in os.environ.values()


@pytest.mark.slow
async def test_no_child_process_has_the_token(tmp_path):
    async with await playground.serve() as server:
        harness = playground.Harness(server)
        async with Process(tmp_path, **on(server)) as bot:
            await harness.bot_ready("ladder")
            family = psutil.Process(bot.process.pid).children(recursive=True)
            assert len(family) >= 3  # the fork server, what tracks its resources, two workers
            for child in family:
                environment = Path(f"/proc/{child.pid}/environ").read_bytes()
                assert b"PATH=" in environment
                assert server.token.encode() not in environment
                assert b"DATABASE_URL" not in environment
            bot.process.send_signal(signal.SIGTERM)
            code, _out, err = await bot.end()
        assert code == 0, err
