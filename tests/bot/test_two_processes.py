"""Several processes on one PostgreSQL, any of them killed: each post comes once."""

import asyncio
import random
import subprocess
import sys
import time
from collections import Counter

import pytest
import pytest_asyncio

import playground
from bot.store import open_store
from solvers.library import open_lexicon
from tests.bot.killing import asked, database_in, lines
from tests.bot.organising import announced, seen, until
from tests.bot.process import Process, an_hour_passes, kill, nothing_due, on
from tests.bot.sharding import fill_shards, one_a_shard
from tests.bot.world import World, after
from tests.paths import ROOT
from tests.patience import PATIENCE

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]
on_postgresql = pytest.mark.parametrize("folder", ["postgresql"], indirect=True)

CONTESTS = 20
KILLS = 2


@on_postgresql
async def test_processes_that_share_the_work_take_each_step_and_send_each_post_once(folder):
    store = await open_store(database_in(folder))
    world = World(store.database, {"full": open_lexicon("full")})
    for guild in range(CONTESTS):
        await world.announced(guild=guild, opens=after(minutes=30))
    (folder / "begun").write_text(str(time.time()))

    def begin():
        command = [sys.executable, "-m", "tests.bot.contests.sharing", folder]
        return subprocess.Popen(command, cwd=ROOT)

    async def some_more():
        enough = len(lines(folder / "channel")) + 4
        await until(lambda: len(lines(folder / "channel")) >= enough)

    working, chance = [begin(), begin()], random.Random(1)
    for number in range(KILLS):
        await some_more()
        await asyncio.sleep(chance.random() / 20)
        killed = working[number % 2]
        killed.kill()
        killed.wait()
        working[number % 2] = begin()
    for process in working:
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0
    sent = Counter(
        (event["contest"], event["kind"])
        for event in lines(folder / "channel")
        if event["do"] == "send"
    )
    assert len(sent) == 2 * CONTESTS
    assert set(sent.values()) == {1}
    steps = asked(folder, "SELECT contest_id, action, count(*) FROM audit GROUP BY 1, 2")
    assert len(steps) == 5 * CONTESTS
    assert {count for _, _, count in steps} == {1}
    await store.close()


@pytest_asyncio.fixture(loop_scope="module")
async def server():
    async with await playground.serve() as server:
        yield server


@on_postgresql
async def test_one_process_posts_what_another_that_was_killed_has_left(server, folder):
    fill_shards(server, 2)
    server.world.hub.sharding.interval = 0.1
    harness = playground.Harness(server)
    harness.no_limits()
    olive, place = harness.person("olive"), one_a_shard(server, 2)[1]
    server.world.guilds[place.guild_id].owner_id = olive.id
    async with (
        Process(folder, **on(server, SHARDS="0/2")) as one,
        Process(folder, **on(server, SHARDS="1/2")) as two,
    ):
        await harness.bot_ready("contest")
        await announced(olive, place, Lasts="30 min")
        await until(lambda: nothing_due(folder))
        await kill(two)
        an_hour_passes(folder)
        await until(lambda: seen(olive, ": the results", place) and nothing_due(folder))
        identified = server.world.hub.identified
        async with Process(folder, **on(server, SHARDS="1/2")):
            await until(lambda: server.world.hub.identified > identified)
            await kill(one)
            await announced(olive, place, Title="Summer")
            await until(lambda: nothing_due(folder))
    assert len(seen(olive, ": the results", place)) == 1
    assert len(seen(olive, "## Summer\n", place)) == 1
    did = [action for (action,) in asked(folder, "SELECT action FROM audit ORDER BY id")]
    begun = ["created", "confirmed", "open"]
    assert did == [*begun, "closed", "revealed", *begun]
