"""The scheduler: it runs each job alone, regularly, and at once when woken."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.metrics import JOB_FAILURES
from bot.scheduler import DAY, PeriodicJob, Scheduler
from bot.store import open_store
from bot.store.answering import at_leisure
from bot.store.schema import Act
from bot.ui.jobs import housekeeping
from tests.bot.world import url
from tests.patience import PATIENCE

MOMENT = datetime(2026, 5, 4, tzinfo=UTC)


async def until(reply):
    async with asyncio.timeout(PATIENCE):
        while not reply():
            await asyncio.sleep(0.001)


async def test_jobs_run_at_once_and_then_regularly_with_the_clocks_moment():
    moments = []

    async def job(now):
        moments.append(now)

    async with Scheduler(lambda: MOMENT).running([PeriodicJob("count", job, every=0.01)]):
        await until(lambda: len(moments) >= 3)
    assert set(moments) == {MOMENT}
    assert asyncio.all_tasks() == {asyncio.current_task()}  # no task is left to run it


async def test_a_job_that_fails_is_run_again_and_says_so_once_and_then_now_and_then(
    caplog, monkeypatch
):
    monkeypatch.setattr("bot.scheduler.AGAIN_SECONDS", 0.1)
    runs = 0

    async def bad(_now):
        nonlocal runs
        runs += 1
        if runs <= 100:
            raise ZeroDivisionError("oh")

    failures = JOB_FAILURES.labels("the bad one")._value.get
    async with Scheduler().running([PeriodicJob("the bad one", bad, every=0.01)]):
        await until(lambda: runs > 50)
        assert 50 <= failures() <= runs
        await until(lambda: runs > 101)
        assert failures() == 0
    first, *more, last = [one for one in caplog.records if "the bad one" in one.message]
    assert first.message == "the bad one failed; trying again"
    assert first.exc_info
    assert 1 <= len(more) <= 20
    counts = [int(re.findall(r"has failed (\d+) times in a row", one.message)[0]) for one in more]
    assert counts == sorted(set(counts))
    assert not any(one.exc_info for one in more)
    assert last.message == "the bad one goes again, after failing 100 times"


async def test_a_rare_job_that_fails_is_tried_again_soon_and_nobody_waits_for_it(monkeypatch):
    monkeypatch.setattr("bot.scheduler.AGAIN_SECONDS", 0.01)
    leisure = {"daily": [], "soon": []}

    def bad(name):
        async def run(_now):
            leisure[name].append(at_leisure.get())
            if len(leisure[name]) < 3:
                raise ZeroDivisionError

        return PeriodicJob(name, run, DAY if name == "daily" else 0.01)

    async with Scheduler().running(map(bad, leisure)):
        await until(lambda: min(map(len, leisure.values())) == 3)
    assert leisure["daily"] == [True, True, True]
    assert set(leisure["soon"]) == {False}


async def test_a_job_that_fails_on_its_cancellation_ends_all_the_same():
    begun = asyncio.Event()

    async def job(now):
        try:
            begun.set()
            await asyncio.sleep(3600)
        finally:
            raise ZeroDivisionError

    async with asyncio.timeout(PATIENCE), Scheduler().running([PeriodicJob("stubborn", job)]):
        await begun.wait()


async def test_a_slow_job_holds_up_no_other():
    stuck, runs = asyncio.Event(), []

    async def slow(now):
        await stuck.wait()

    async def quick(now):
        runs.append(now)

    jobs = [PeriodicJob("slow", slow, every=0.01), PeriodicJob("quick", quick, every=0.01)]
    async with Scheduler().running(jobs):
        await until(lambda: len(runs) >= 3)


async def test_a_wake_is_never_lost():
    begun, go_on, runs = asyncio.Event(), asyncio.Event(), []

    async def job(now):
        runs.append(now)
        begun.set()
        await go_on.wait()

    scheduler = Scheduler()
    async with scheduler.running([PeriodicJob("rare", job, every=3600)]):
        await begun.wait()
        scheduler.wake()  # in the middle of a run: there is one more after it
        go_on.set()
        await until(lambda: len(runs) == 2)
        scheduler.wake()
        await until(lambda: len(runs) == 3)


async def test_old_data_is_cleared_away(tmp_path):
    """Only data that is old by the given clock goes."""
    now = MOMENT - timedelta(days=31)
    store = await open_store(url(tmp_path / "bot.sqlite3"), lambda: now)
    await store.guilds.rule_on(1, ["qwzzk"], True, Act(1, now, 1))
    await store.guilds.present([], now)
    await store.cards.add("ladder", {})
    now = MOMENT
    young = await store.cards.add("ladder", {})
    async with Scheduler(lambda: now).running(housekeeping(store)):
        async with asyncio.timeout(PATIENCE):
            while await count(store, "cards") > 1 or await count(store, "guilds"):
                await asyncio.sleep(0.01)
    assert await store.cards.get("ladder", young) == {}
    assert {job.name for job in housekeeping(store)} == {
        "clearing away old cards",
        "storing cards that are held",
        "clearing away servers that were left",
        "giving up the room of what was deleted",
        "clearing away what is too old",
        "erasing what was deleted",
        "erasing what could not be before",
    }
    await store.close()


async def count(store, table):
    async with store.database.read() as tx:
        return (await tx.exec_driver_sql(f"SELECT count(*) FROM {table}")).scalar_one()


@pytest.mark.parametrize("steps", range(6))
async def test_a_wake_just_before_the_end_does_not_keep_it_going(steps):
    runs = []

    async def run(now):
        runs.append(now)

    scheduler = Scheduler()
    async with asyncio.timeout(PATIENCE):
        async with scheduler.running([PeriodicJob("a", run), PeriodicJob("b", run)]):
            await until(lambda: len(runs) == 2)
            scheduler.wake()
            for _ in range(steps):
                await asyncio.sleep(0)
