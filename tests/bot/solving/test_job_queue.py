"""The queue of jobs: waiting, timing out, cancelling, and stopping in every state."""

import asyncio
import resource
import tempfile
import threading

import psutil
import pytest

from bot.errors import QueueFull, ShuttingDown, WorkerCrashed, WorkersUnusable
from bot.solving import WorkerPool, process
from bot.solving.process import WorkerProcess
from tests.bot.children import appears, children, gone
from tests.bot.organising import until
from tests.bot.solving import jobs


def processes():
    """Return the ids of our child processes, without the one that tracks shared memory."""
    return {one.pid for one in children()}


async def test_nobody_waits_for_ever_and_a_cancelled_job_leaves_the_queue(tmp_path):
    pool = WorkerPool(1, timeout=30, patience=0.3)
    await pool.start()
    try:
        file = tmp_path / "pid"
        first = asyncio.create_task(pool.run(jobs.held, file, requester=None))
        await appears(file)
        waiting = asyncio.create_task(pool.run(jobs.nap, 0, requester=None))
        await asyncio.sleep(0)
        assert pool.health()["waiting"] == 1
        waiting.cancel()
        with pytest.raises(QueueFull):
            await pool.run(jobs.echo, None, requester=None)
        assert pool.health()["waiting"] == 0
        file.unlink()
        assert await first == "let go"
    finally:
        await pool.stop()


async def test_stopping_lets_running_jobs_finish_turns_others_away_and_leaves_no_process(tmp_path):
    pool = WorkerPool(1, timeout=30)
    await pool.start()
    file = tmp_path / "pid"
    running = asyncio.create_task(pool.run(jobs.held, file, requester=None))
    pid = await appears(file)
    waiting = asyncio.create_task(pool.run(jobs.nap, 0.5, requester=None))
    await asyncio.sleep(0)
    stopping = asyncio.create_task(pool.stop(grace=30))
    with pytest.raises(ShuttingDown):
        await waiting
    file.unlink()
    assert await running == "let go"
    await stopping
    with pytest.raises(ShuttingDown):
        await pool.run(jobs.echo, None, requester=None)
    await gone(pid)


async def test_stopping_without_grace_reports_to_the_job_it_interrupts(tmp_path):
    pool = WorkerPool(1, timeout=30)
    await pool.start()
    running = asyncio.create_task(pool.run(jobs.held, tmp_path / "pid", requester=None))
    await appears(tmp_path / "pid")
    await pool.stop(grace=0)
    with pytest.raises(ShuttingDown):
        await running


@pytest.mark.parametrize("ended", ["stopped", "cancelled, then stopped"])
async def test_stopping_while_a_process_is_being_made_leaves_none(monkeypatch, ended):
    """Nobody would end that process, and it would look for files that are gone."""
    before = processes()
    pool = WorkerPool(1, timeout=30)
    await pool.start()
    making, go_on, made = threading.Event(), threading.Event(), threading.Event()
    start = WorkerProcess._start

    def slowly(worker, theirs):
        making.set()
        go_on.wait(30)
        try:
            return start(worker, theirs)
        finally:
            made.set()

    monkeypatch.setattr(WorkerProcess, "_start", slowly)
    if ended == "stopped":  # while the pool replaces it
        with pytest.raises(WorkerCrashed):
            await pool.run(jobs.die, None, requester=None)
        assert await asyncio.to_thread(making.wait, 30)
    else:  # while a job that found it dead replaces it
        for process_id in processes() - before:
            psutil.Process(process_id).kill()
        asking = asyncio.create_task(pool.run(jobs.echo, None, requester=None))
        assert await asyncio.to_thread(making.wait, 30)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    asyncio.get_running_loop().call_later(0.2, go_on.set)
    await pool.stop(grace=0)
    assert await asyncio.to_thread(made.wait, 30)
    await until(lambda: processes() <= before)


async def test_a_job_that_gets_a_worker_as_the_queue_closes_is_turned_away(monkeypatch, tmp_path):
    before = processes()
    pool = WorkerPool(1, timeout=30)
    await pool.start()
    file = tmp_path / "pid"
    running = asyncio.create_task(pool.run(jobs.held, file, requester=None))
    await appears(file)
    waiting = asyncio.create_task(pool.run(jobs.echo, None, requester=None))
    await asyncio.sleep(0)
    release, stopping = pool._queue.release, []

    def stop_and_release(worker):
        stopping.append(asyncio.create_task(pool.stop(grace=0)))
        release(worker)

    monkeypatch.setattr(pool._queue, "release", stop_and_release)
    file.unlink()
    assert await running == "let go"
    with pytest.raises(ShuttingDown):
        await waiting
    await asyncio.gather(*stopping)
    assert processes() <= before


@pytest.mark.parametrize("folder", ["too deep", "none"])
def test_processes_are_spawned_where_a_fork_server_has_no_place_for_its_socket(
    monkeypatch, tmp_path, caplog, folder
):
    deep = tmp_path / ("x" * 80)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep) if folder == "too deep" else None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "nowhere")])
    process._has_fork_server.cache_clear()
    try:
        assert process._context().get_start_method() == "spawn"
    finally:
        process._has_fork_server.cache_clear()
    why = {"too deep": "AF_UNIX path too long", "none": "No usable temporary directory found"}
    assert why[folder] in caplog.text
    assert "set TMPDIR to another" in caplog.text


async def test_why_a_process_does_not_start_is_said():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        with pytest.raises(WorkersUnusable) as error:
            await WorkerProcess(0, 1 << 20).open()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert error.value.message.startswith(
        "The solver process does not start: Too many open files; let the bot have more files open"
    )
