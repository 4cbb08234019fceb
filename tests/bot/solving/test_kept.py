"""Results that never change, on real workers: computed once, and not waited for too long."""

import asyncio
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import SolverFailed
from bot.solving import WorkerPool
from bot.solving.kept import Kept
from tests.bot.solving import jobs
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOON = 0.2


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool():
    pool = WorkerPool(2, timeout=PATIENCE)
    await pool.start()
    yield pool
    await pool.stop(grace=0)


async def held(kept, path, patience=SOON):
    return await kept.soon(patience, jobs.held, str(path), requester=None, seconds=PATIENCE)


async def test_what_takes_too_long_goes_on_and_is_there_later(pool, tmp_path):
    kept, path = Kept(pool, 5), tmp_path / "held"
    assert await held(kept, path) is None
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            await asyncio.sleep(0.01)
    path.unlink()
    assert await held(kept, path, PATIENCE) == "let go"
    assert await held(kept, path, PATIENCE) == "let go"  # the first result: it did not run again
    assert not path.exists()


async def test_each_is_worked_out_once_and_only_the_last_are_kept(pool, tmp_path):
    kept = Kept(pool, 2)

    async def runs(name):
        """Ask for a job; return how often it has run by now."""
        await kept.run(jobs.count, str(tmp_path / name), requester=None, seconds=PATIENCE)
        return len((tmp_path / name).read_text())

    assert await asyncio.gather(runs("a"), runs("a"), runs("b")) == [1, 1, 1]
    assert await runs("a") == 1
    assert [await runs(name) for name in "cab"] == [1, 1, 2]


async def test_a_failure_is_raised_and_not_kept(pool):
    kept = Kept(pool, 2)
    for _ in range(2):
        with pytest.raises(SolverFailed):
            await kept.soon(PATIENCE, jobs.fail, None, requester=None, seconds=PATIENCE)
    assert not kept._results


async def test_a_failure_that_nobody_waits_for_harms_nothing(pool, tmp_path):
    kept, path = Kept(pool, 2), tmp_path / "failing"
    asked = {"requester": None, "seconds": PATIENCE}
    assert await kept.soon(SOON, jobs.fail_later, str(path), **asked) is None
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            await asyncio.sleep(0.01)
    Path(path).unlink()
    async with asyncio.timeout(PATIENCE):
        while kept._going_on:
            await asyncio.sleep(0.01)
