"""The worker pool, on real processes: killed, hung, flooded, cancelled."""

from __future__ import annotations

import asyncio
import os
import signal

import psutil
import pytest
import pytest_asyncio

from bot.errors import (
    OneAtATime,
    QueueFull,
    SolverFailed,
    TimeLimit,
    WorkerCrashed,
    WorkersUnusable,
)
from bot.solving import Progress, Requester, WorkerPool
from solvers.errors import NoAnswer, UnknownWord
from tests.bot.children import appears, children, gone
from tests.bot.solving import jobs
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool():
    pool = WorkerPool(2, timeout=30)
    await pool.start()
    yield pool
    await pool.stop(grace=0)


async def test_a_job_gets_its_request_its_lexicon_and_gives_its_result(pool):
    assert (await pool.run(jobs.echo, ("a", 1), requester=None))[:2] == (("a", 1), "full")
    assert (await pool.run(jobs.echo, None, tier="common", requester=None))[1] == "common"


async def test_a_worker_imports_neither_discord_nor_the_store(pool):
    loaded = await pool.run(jobs.modules, None, requester=None)
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"discord", "aiohttp", "sqlalchemy", "alembic", "aiosqlite"}
    assert not [name for name in loaded if name.startswith(("bot.ui", "bot.store"))]


async def test_jobs_run_at_once_in_different_processes(pool):
    pids = await asyncio.gather(*(pool.run(jobs.pid, None, requester=None) for _ in range(20)))
    assert len(set(pids)) == 4
    assert os.getpid() not in pids


async def test_the_solvers_own_errors_arrive_complete(pool):
    with pytest.raises(UnknownWord) as unknown:
        await pool.run(jobs.unknown, None, requester=None)
    assert unknown.value.close == ("cat", "cart")
    with pytest.raises(NoAnswer, match=r"There is none\.") as none:
        await pool.run(jobs.none, None, requester=None)
    assert none.value.code == "other"


@pytest.mark.parametrize("job", [jobs.fail, jobs.odd, jobs.unpicklable, jobs.trick])
async def test_a_solvers_fault_is_ours_and_harms_nobody(pool, job):
    with pytest.raises(SolverFailed) as failed:
        await pool.run(job, None, requester=None)
    assert "secret" not in failed.value.message
    assert failed.value.trace
    assert await pool.run(jobs.echo, 1, requester=None)


async def test_a_large_result_arrives(pool):
    assert len(await pool.run(jobs.big, 5_000_000, requester=None)) == 5_000_000


async def test_killing_a_worker_fails_its_one_job_and_it_is_replaced(pool, tmp_path):
    file = tmp_path / "pid"
    victim = asyncio.create_task(pool.run(jobs.nap, (20, file), requester=None))
    bystander = asyncio.create_task(pool.run(jobs.nap, 1.5, requester=None))
    pid = await appears(file)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerCrashed):
        await victim
    assert await bystander == 1.5
    pids = await asyncio.gather(*(pool.run(jobs.pid, None, requester=None) for _ in range(20)))
    assert pid not in pids
    await all_up(pool)


async def test_a_job_that_kills_its_own_process_does_not_end_others(pool):
    done = await asyncio.gather(
        *(pool.run(jobs.die if n % 4 == 0 else jobs.echo, n, requester=None) for n in range(12)),
        return_exceptions=True,
    )
    assert [type(d) for d in done if isinstance(d, Exception)] == [WorkerCrashed] * 3
    assert [d[0] for d in done if not isinstance(d, Exception)] == [1, 2, 3, 5, 6, 7, 9, 10, 11]
    await all_up(pool)


async def test_workers_killed_while_idle_are_replaced_and_no_job_is_lost(pool):
    await all_up(pool)
    pids = set(await asyncio.gather(*(pool.run(jobs.pid, None, requester=None) for _ in range(20))))
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    results = await asyncio.gather(*(pool.run(jobs.echo, n, requester=None) for n in range(10)))
    assert [r[0] for r in results] == list(range(10))
    await all_up(pool)


async def test_where_the_fork_server_was_killed_there_is_another(pool):
    await all_up(pool)
    servers = {psutil.Process(child.pid).ppid() for child in children()} - {os.getpid()}
    if not servers:
        pytest.skip("processes are not forked here")
    for pid in servers:
        os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE):
        while pool.health()["alive"]:  # nothing supervises its processes any more
            await asyncio.sleep(0.02)
    results = await asyncio.gather(*(pool.run(jobs.echo, n, requester=None) for n in range(10)))
    assert [r[0] for r in results] == list(range(10))
    await all_up(pool)


async def test_workers_that_died_idle_are_replaced_unasked(pool):
    await all_up(pool)
    dead = {child.pid for child in children()}
    for pid in dead:
        os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE):
        while pool.health()["alive"]:
            await asyncio.sleep(0.01)
        while pool.health()["alive"] < pool.health()["workers"]:
            await asyncio.sleep(0.01)
    left = {child.pid for child in psutil.Process().children(recursive=True)}
    assert not dead & left, "they are gone, and no zombies"


async def test_a_process_that_cannot_solve_counts_as_none():
    pool = WorkerPool(1, timeout=30, memory=0)
    with pytest.raises(WorkersUnusable):
        await pool.start()


async def test_a_solver_stops_at_its_deadline_by_itself(pool):
    said = await pool.run(jobs.polite, None, seconds=0.2, requester=None)
    assert said == "stopped at the deadline"


async def test_the_hosts_limit_is_for_what_people_bring_and_not_for_quick_jobs():
    """A daily puzzle that ran out of time once would run out every time."""
    pool = WorkerPool(1, timeout=5)
    await pool.start()
    try:
        allowed = [
            await pool.run(jobs.remaining, None, seconds=seconds, quick=quick, requester=None)
            for seconds, quick in ((60, False), (60, True), (None, True), (2, False))
        ]
    finally:
        await pool.stop(grace=0)
    limits = (5, 60, 5, 2)
    assert all(limit - 2 < left <= limit for limit, left in zip(limits, allowed, strict=True))


async def test_a_stuck_job_is_killed_at_its_limit_and_only_it(pool, tmp_path):
    file = tmp_path / "pid"
    stuck = asyncio.create_task(pool.run(jobs.hang, file, seconds=0.5, requester=None))
    pid = await appears(file)
    assert (await pool.run(jobs.echo, "meanwhile", requester=None))[0] == "meanwhile"
    with pytest.raises(TimeLimit, match="stopped"):
        await stuck
    await gone(pid)
    assert await pool.run(jobs.echo, 1, requester=None)


async def test_cancelling_ends_the_work(pool, tmp_path):
    file = tmp_path / "pid"
    task = asyncio.create_task(pool.run(jobs.nap, (60, file), requester=Requester(5, 1)))
    pid = await appears(file)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(pid)
    assert await pool.run(jobs.echo, 1, requester=Requester(5, 1))
    await all_up(pool)


async def test_one_running_job_a_person(pool, tmp_path):
    file = tmp_path / "pid"
    first = asyncio.create_task(pool.run(jobs.held, file, requester=Requester(7, 1)))
    await appears(file)
    with pytest.raises(OneAtATime, match="still working on"):
        await pool.run(jobs.echo, 1, requester=Requester(7, 1))
    # A short one, for the other worker.
    assert await pool.run(jobs.echo, 1, requester=Requester(8, 1), seconds=1)
    file.unlink()
    assert await first == "let go"
    assert await pool.run(jobs.echo, 1, requester=Requester(7, 1))


async def test_long_jobs_leave_a_worker_to_short_ones(pool, tmp_path):
    files = [tmp_path / str(n) for n in range(3)]
    held = [pool.run(jobs.held, file, seconds=PATIENCE, requester=None) for file in files]
    long = [*map(asyncio.create_task, held)]
    await appears(files[0])
    assert (await pool.run(jobs.echo, "quick", seconds=1, requester=None))[0] == "quick"
    assert not any(task.done() for task in long)
    for file in files:
        await appears(file)
        file.unlink()
    assert await asyncio.gather(*long) == ["let go"] * 3


async def test_the_event_loop_stays_free(pool, tmp_path):
    """Jobs run until the loop has turned often enough; a loop that waits for them never turns."""
    with pytest.raises(WorkerCrashed):
        await pool.run(jobs.die, None, requester=None)
    files = [tmp_path / str(n) for n in range(6)]
    working = [asyncio.create_task(pool.run(jobs.held, file, requester=None)) for file in files]
    for file in files:
        await appears(file)
        for _ in range(20):
            await asyncio.sleep(0.001)
        file.unlink()
    assert await asyncio.gather(*working) == ["let go"] * 6
    await all_up(pool)


async def test_progress_is_reported_while_the_job_runs(pool, tmp_path):
    seen: list[Progress] = []
    file = tmp_path / "on"

    async def watch(progress):
        seen.append(progress)
        if len(seen) == 3:
            file.unlink()

    last = await pool.run(jobs.count_up, file, watch=watch, requester=None)
    assert len(seen) >= 3
    assert all(p.best + p.bound == 10**12 for p in seen)  # no torn reads
    assert [p.best for p in seen] == sorted(p.best for p in seen)
    assert seen[-1].best <= last


async def test_progress_survives_a_killed_reporter_and_a_failing_watcher(pool, tmp_path):
    seen = []
    file = tmp_path / "on"

    async def watch(progress):
        seen.append(progress)
        file.unlink(missing_ok=True)

    async def bad(progress):
        file.unlink()
        raise RuntimeError("cannot show")

    with pytest.raises(WorkerCrashed):
        await pool.run(jobs.report_and_die, file, watch=watch, requester=None)
    assert seen == [Progress(5, 9)]
    assert await pool.run(jobs.count_up, file, watch=bad, requester=None) > 0
    assert await pool.run(jobs.count_up, file, watch=watch, requester=None) > 0


async def test_a_flood_is_refused_beyond_the_limit_and_the_rest_is_served():
    pool = WorkerPool(1, timeout=30, limit=5)
    await pool.start()
    try:
        tasks = [
            asyncio.create_task(pool.run(jobs.nap, 0.05, requester=Requester(n, guild_id=n)))
            for n in range(50)
        ]
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(d, QueueFull) for d in done) == 44  # one works, five wait
        assert done[:6] == [0.05] * 6
        assert pool.health() == {"workers": 3, "alive": 3, "running": 0, "waiting": 0}
        assert await pool.run(jobs.nap, 0.0, requester=Requester(3, 1)) == 0.0
    finally:
        await pool.stop()


async def all_up(pool):
    async with asyncio.timeout(PATIENCE):
        while pool.health()["alive"] != 4:
            await asyncio.sleep(0.02)


async def test_a_worker_logs_in_the_bots_format(pool):
    assert await pool.run(jobs.log_formatter, None, requester=None) == "TextFormatter"
    other = WorkerPool(1, timeout=30, log_format="json")
    await other.start()
    try:
        assert await other.run(jobs.log_formatter, None, requester=None) == "JsonFormatter"
    finally:
        await other.stop(grace=0)
