"""A bot of several shards, in one process and in two, and what Discord allows them."""

import asyncio
import contextlib
import signal
from datetime import timedelta

import pytest
import pytest_asyncio
from discord.http import HTTPClient
from sqlalchemy import select

import playground
from bot.config import read_shards
from bot.store.guilds import ensure
from bot.store.schema import facts, guilds
from bot.store.store import open_store
from bot.ui import sharding
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.examples import snake_cards
from tests.bot.organising import WORDS, announced, until
from tests.bot.process import Process, ended, on, refused
from tests.bot.sharding import SHARDS, answers, fill_shards, one_a_shard
from tests.bot.statements import rows_of
from tests.moment import MOMENT
from tests.patience import PATIENCE
from tests.sweeps import by_turns

pytestmark = pytest.mark.asyncio(loop_scope="module")

bot_gateway = HTTPClient.get_bot_gateway
SPACING = 0.5


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory):
    """A bot with as many shards as Discord recommends."""

    def prepare(server):
        fill_shards(server)
        server.world.hub.sharding.interval = SPACING / 10

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sharding, "IDENTIFY_SECONDS", SPACING)
        folder = tmp_path_factory.mktemp("app")
        async with BotOnPlayground(folder, prepare=prepare, solver_workers=1) as app:
            yield app


async def test_every_shard_answers_and_direct_messages_too(app):
    assert sorted(app.client.shards) == list(range(SHARDS))
    places = one_a_shard(app.server)
    assert len(places) == SHARDS
    for place in (*places.values(), app.person().dm):
        assert await answers(app.harness, place)


async def test_none_identified_too_early(app):
    assert app.server.world.hub.identified == SHARDS
    assert app.server.world.hub.sharding.refused == 0


async def test_a_contest_is_posted_in_a_server_of_another_shard(app):
    channel = next(place for shard, place in one_a_shard(app.server).items() if shard)
    guild = app.server.world.guilds[channel.guild_id]
    guild.owner_id = app.person().id
    assert "Spring" in (await announced(app.person(), channel)).text


async def test_a_server_that_was_left_while_its_shard_was_away_is_forgotten(app):
    world = app.server.world
    channel = one_a_shard(app.server)[1]
    guild = world.guilds[channel.guild_id]
    async with app.services.store.database.write() as tx:
        await ensure(tx, guild.id)
    session = next(one for one in world.hub.sessions.values() if one.shard == (1, SHARDS))
    del world.hub.sessions[session.id]  # Discord has forgotten it, so it cannot resume
    del guild.members[world.bot.id]
    session.connection.close(None)
    await until(lambda: app.client.get_guild(guild.id) is None)
    await world.hub.signal.until(lambda: world.hub.online, PATIENCE)

    async def removed():
        query = "SELECT removed_at FROM guilds WHERE guild_id = ?"
        ((moment,),) = await rows_of(app, query, guild.id)
        return moment

    await until(removed)
    assert all([await answers(app.harness, one_a_shard(app.server)[shard]) for shard in (0, 2)])


@pytest.mark.parametrize(
    ("lives", "pauses"),
    [
        ([0] * 9, [0, 5, 10, 20, 40, 80, 160, 320, 640]),
        ([0] * 12, [0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]),
        ([30, 30, 700, 30, 30], [0, 5, 0, 0, 5]),
    ],
)
async def test_a_session_that_follows_brief_ones_waits_longer(monkeypatch, lives, pauses):
    now = 0.0
    monkeypatch.setattr(sharding.time, "monotonic", lambda: now)
    sessions = sharding.Sessions()
    found = []
    for life in lives:
        sessions.begin()
        now += life
        found.append(sessions.pause())
        assert sessions.pause() == 0, "it is counted once"
    assert found == pauses


async def test_the_days_sessions_are_never_used_up(tmp_path, monkeypatch):
    """For hours Discord ends each session as soon as it begins."""
    for name in ("FIRST_PAUSE", "LONGEST_PAUSE", "LONGEST_WAIT"):
        monkeypatch.setattr(sharding, name, 0.02)
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        hub = app.server.world.hub
        hub.sharding.total, hub.sharding.remaining = 100, 9
        waiting = app.client.attempts.waiting
        async with asyncio.timeout(PATIENCE):
            while "shard 0" not in waiting or "more sessions" not in waiting["shard 0"].reason:
                if hub.online:
                    hub.invalidate()
                await asyncio.sleep(0.01)
        assert hub.sharding.remaining == 100 // sharding.RESERVE
        hub.sharding.remaining = 100  # the next day
        await until(lambda: hub.online and app.client.is_ready() and not waiting)
        assert await answers(app.harness, app.person().dm)


@pytest.mark.parametrize(
    "limits",
    [
        {"remaining": 0, "reset_after": 0},
        {"remaining": 0, "reset_after": -5.0},
        {"concurrency": 0},
        {"recommended": 0},
        {"total": 0},
    ],
)
async def test_odd_limits_are_asked_for_again_at_leisure(tmp_path, monkeypatch, limits):
    monkeypatch.setattr(sharding, "FIRST_PAUSE", 0.5)
    monkeypatch.setattr("bot.ui.attempts.FIRST_WAIT", 0.5)
    asked = []

    def prepare(server):
        for name, value in limits.items():
            setattr(server.world.hub.sharding, name, value)
        monkeypatch.setattr(HTTPClient, "get_bot_gateway", counted)
        loop = asyncio.get_running_loop()
        loop.call_later(1.2, mend, server.world.hub.sharding)

    async def counted(client):
        asked.append(client)
        return await bot_gateway(client)

    def mend(sharding):
        sharding.remaining = sharding.total = 1000
        sharding.reset_after, sharding.concurrency, sharding.recommended = 1.0, 1, 1

    async with BotOnPlayground(tmp_path, prepare=prepare, solver_workers=1) as app:
        assert await answers(app.harness, app.person().dm)
    assert len(asked) <= 5


async def at_once(*_arguments, **_options):
    """Identify without a pause."""


async def test_what_it_cannot_read_costs_a_connection_and_no_session(app, monkeypatch):
    monkeypatch.setattr(sharding, "LONGEST_WAIT", 0.02)
    hub = app.server.world.hub
    began, resumed = hub.identified, hub.resumed
    unreadable = "no JSON", "[1]", '{"op": 10, "d": null}', '{"op": 0, "t": "GUILD_CREATE", "d": 5}'
    for number, text in enumerate(unreadable, start=resumed + 1):
        next(iter(hub.sessions.values())).connection.send(text)
        await until(lambda number=number: hub.resumed == number and hub.online)
    assert hub.identified == began
    assert await answers(app.harness, one_a_shard(app.server)[0])


async def test_processes_leave_the_servers_of_others_alone(tmp_path):
    store = await open_store(BotOnPlayground(tmp_path).settings.database)
    try:
        ids = [shard << 22 for shard in range(4)]
        async with store.database.write() as tx:
            for guild_id in ids:
                await ensure(tx, guild_id)
        await store.guilds.present([ids[0]], MOMENT, read_shards("0-1/4").has)
        async with store.database.read() as tx:
            gone = await tx.execute(
                select(guilds.c.guild_id).where(guilds.c.removed_at.isnot(None))
            )
            assert list(gone.scalars()) == [ids[1]]
    finally:
        await store.close()


async def test_turns_are_given_once_to_all_who_ask(tmp_path):
    store = await open_store(BotOnPlayground(tmp_path).settings.database)
    try:
        take, interval = store.facts.take_turn, timedelta(seconds=6)
        turns = await asyncio.gather(*(take("identify 0", MOMENT, interval, 16) for _ in range(5)))
        assert sorted(turns) == [MOMENT + n * interval for n in range(5)]
        assert await take("identify 1", MOMENT, interval, 16) == MOMENT
        late = MOMENT + timedelta(hours=1)
        assert await take("identify 0", late, interval, 16) == late
        assert await take("identify 0", MOMENT, interval, 16) == MOMENT  # after a wrong clock
        async with store.database.read() as tx:
            names = (await tx.execute(select(facts.c.name))).scalars().all()
        expected = ["identify 0", "identify 1"]
        assert sorted(name for name in names if name.startswith("identify")) == expected
    finally:
        await store.close()


# In processes of their own


@pytest.fixture(params=by_turns("PostgreSQL", "a database each"))
def shared(request):
    """Yield the URL of a database that all processes share, or None."""
    if request.param == "PostgreSQL":
        with request.getfixturevalue("cluster").database() as url:
            yield url
    else:
        yield None


async def refuses_the_words_of(harness, channel):
    """Check that another process refuses a contest's words to members of its server."""
    olive, pia = harness.person("olive"), harness.person("pia")
    guild = harness.world.guilds[channel.guild_id]
    guild.owner_id = olive.id
    for name, known in (("pia", True), ("solo", False)):
        guild.members.pop(harness.person(name).id, None)
        if known:
            harness.world.add_member(guild, harness.person(name).user)
    await announced(olive, channel)
    told = await (await pia.run("/snake", pia.dm, words=WORDS)).follow_up()
    assert "contest that’s still running" in told.text
    solo = harness.person("solo")
    told = await snake_cards.answer(await solo.run("/snake", solo.dm, words=WORDS))
    assert "still running" not in told.text


@pytest.mark.slow
async def test_two_processes_with_shards_of_their_own(server, tmp_path, shared):
    """They take turns through the database; one that still comes too early tries again."""
    fill_shards(server)
    server.world.hub.sharding.interval = 5.0
    harness = playground.Harness(server)
    settings = on(server)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    async with contextlib.AsyncExitStack() as stack:
        if shared is not None:
            settings["DATABASE_URL"] = shared.render_as_string(hide_password=False)
        one = await stack.enter_async_context(Process(tmp_path / "one", **settings, SHARDS="0-1/3"))
        two = await stack.enter_async_context(Process(tmp_path / "two", **settings, SHARDS="2/3"))
        await harness.bot_ready("ladder")
        places = one_a_shard(server)
        for place in (*places.values(), harness.person("olive").dm):
            assert await answers(harness, place)
        if shared is not None:
            await refuses_the_words_of(harness, places[2])
        two.process.send_signal(signal.SIGTERM)
        assert (await two.end())[0] == 0
        assert await answers(harness, places[0])
        async with Process(tmp_path / "two", **settings, SHARDS="2/3"):
            await harness.bot_ready("ladder")
            assert await answers(harness, places[2])
        one.process.send_signal(signal.SIGTERM)
        code, _out, err = await one.end()
    assert code == 0, err
    assert "Traceback" not in err
    if shared is not None:
        assert server.world.hub.sharding.refused == 0


@pytest.mark.slow
async def test_each_shard_keeps_trying_where_the_gateway_refuses_the_first_connection(
    server, tmp_path
):
    fill_shards(server, 2)
    harness = playground.Harness(server)
    server.world.faults.close_gateway(60)
    async with Process(tmp_path, **on(server, SHARDS="2")) as bot:
        await bot.says(b"waiting 2 seconds")
        server.world.faults.clear()
        await harness.bot_ready("ladder")
        bot.process.send_signal(signal.SIGINT)
        await ended(bot)


@pytest.mark.slow
async def test_too_few_shards_are_said_in_one_line(server, tmp_path):
    server.world.hub.sharding.largest = 1
    assert "SHARDS=auto" in await refused(tmp_path, **on(server, SHARDS="1"))


@pytest.mark.slow
async def test_it_waits_while_no_session_may_be_started(server, tmp_path):
    server.world.hub.sharding.remaining = 0
    server.world.hub.sharding.reset_after = 1.0
    harness = playground.Harness(server)
    async with Process(tmp_path, **on(server)) as bot:
        await bot.says(b"0 more sessions")
        server.world.hub.sharding.remaining = 5
        await harness.bot_ready("ladder")
    assert server.world.hub.sharding.remaining == 4
