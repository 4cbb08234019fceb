"""The gateway: sessions, resuming, compression, intents, and the ways in which it ends."""

import asyncio

import aiohttp
import pytest

import playground
from playground.faults import Faults
from playground.gateway.compression import compressor
from tests.patience import PATIENCE
from tests.playground.raw import Raw
from tests.playground.sample import Bot, start, stop

CONTENT = 1 << 15
MESSAGES = 1 << 9
DIRECT = 1 << 12


@pytest.fixture
async def fresh(discord_server):
    async with aiohttp.ClientSession() as session:
        raw = Raw(discord_server, session)
        yield raw
        if raw.socket is not None:
            await raw.socket.close()


async def closed_with(raw):
    with pytest.raises(ConnectionError) as caught:
        await raw.event("never")
    return caught.value.args[0]


async def says_who_it_is(raw, **about):
    """Connect and identify, without a look at what comes back."""
    await raw.connect()
    await raw.say(2, {"token": raw.server.token, "properties": {}, "intents": 1, **about})


async def resumes(raw, session, seq):
    """Connect and take up a session."""
    await raw.connect()
    await raw.receive()
    await raw.say(6, {"token": raw.server.token, "session_id": session, "seq": seq})


async def test_ready_and_the_servers(fresh, harness):
    ready = await fresh.identify()
    assert ready["user"]["id"] == str(fresh.application)
    assert ready["resume_gateway_url"] == fresh.server.gateway_url
    guilds = [await fresh.event("GUILD_CREATE") for _ in ready["guilds"]]
    assert [one["name"] for one in guilds] == ["Word House", "Puzzle Garden"]
    assert [one["user"]["id"] for one in guilds[0]["members"]] == [str(fresh.application)]
    assert harness.world.hub.online


async def test_zlib_stream(fresh):
    await fresh.connect(compress="zlib-stream")
    ready = await fresh.identify()
    assert ready["v"] == 10


@pytest.mark.parametrize("kind", ["zlib-stream", None, "nonsense"])
def test_a_compressor_for_what_is_asked(kind):
    assert (compressor(kind) is None) == (kind != "zlib-stream")


async def test_heartbeats_are_acknowledged(fresh):
    await fresh.identify()
    await fresh.say(1, fresh.seq)
    while (await fresh.receive())["op"] != 11:
        pass


async def test_a_lost_connection_resumes_where_it_broke_off(fresh, harness):
    await fresh.register({"name": "it", "description": "It"})
    ready = await fresh.identify()
    harness.drop_gateway()
    with pytest.raises((ConnectionError, aiohttp.ClientError)):
        await fresh.event("never")
    await harness.bot_gone()
    exchange = await harness.person("olive").run("/it")
    await resumes(fresh, ready["session_id"], fresh.seq)
    interaction = await fresh.event("INTERACTION_CREATE")
    await fresh.event("RESUMED")
    assert (await fresh.respond(interaction, 4, {"content": "made it"}))[0] == 204
    assert (await exchange.reply()).text == "made it"


async def test_an_unknown_session_is_invalid(fresh):
    await resumes(fresh, "nonsense", 1)
    assert await fresh.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_future_sequence_is_invalid(fresh):
    ready = await fresh.identify()
    await fresh.socket.close(code=4000)
    await resumes(fresh, ready["session_id"], 9999)
    assert (await fresh.receive())["op"] == 9


async def test_a_goodbye_ends_the_session(fresh, harness):
    await fresh.identify()
    await fresh.socket.close(code=1000)
    await harness.bot_gone()
    assert not harness.world.hub.sessions


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("nonsense", 4002),
        ('{"op": 99}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        ("x" * 5000, 4002),
        ('{"op": 2, "d": {"token": "x", "properties": {}, "intents": 1}}', 4004),
    ],
)
async def test_close_codes(fresh, said, code):
    await fresh.connect()
    await fresh.socket.send_str(said)
    assert await closed_with(fresh) == code


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"intents": -1}, 4013),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 | CONTENT}, 4014),
        ({"shard": [2, 2]}, 4010),
        ({"shard": "0/2"}, 4010),
    ],
)
async def test_a_bad_identify(fresh, about, code):
    await says_who_it_is(fresh, **about)
    assert await closed_with(fresh) == code


async def test_too_much_talk(fresh):
    await fresh.identify()
    for _ in range(120):
        await fresh.say(1)
    assert await closed_with(fresh) == 4008


async def test_an_old_version_or_encoding(fresh):
    await fresh.connect(v="6")
    assert await closed_with(fresh) == 4012
    await fresh.connect(encoding="etf")
    assert await closed_with(fresh) == 4002


async def test_messages_reach_those_who_asked(fresh, harness):
    await fresh.identify(intents=1 | MESSAGES | DIRECT)
    olive = harness.person("olive")
    await olive.write("in the open")
    message = await fresh.event("MESSAGE_CREATE")
    assert message["content"] == ""  # without the privileged intent
    assert message["member"]["roles"]
    await olive.write("between us", olive.dm)
    assert (await fresh.event("MESSAGE_CREATE"))["content"] == "between us"
    await olive.write(f"hey <@{fresh.application}>")
    assert "hey" in (await fresh.event("MESSAGE_CREATE"))["content"]


async def test_privileged_intents_where_allowed():
    serving = await playground.serve(privileged_intents=True)
    async with serving as server, aiohttp.ClientSession() as session:
        raw = Raw(server, session)
        await raw.identify(intents=1 | 2 | MESSAGES | CONTENT)
        assert len((await raw.event("GUILD_CREATE"))["members"]) > 3
        await playground.Harness(server).person("olive").write("readable")
        assert (await raw.event("MESSAGE_CREATE"))["content"] == "readable"
        guild = str(next(iter(server.world.guilds)))
        await raw.say(8, {"guild_id": guild, "query": "p", "limit": 5})
        chunk = await raw.event("GUILD_MEMBERS_CHUNK")
        assert [one["user"]["username"] for one in chunk["members"]] == ["pia"]
        await raw.socket.close()


# Shards


async def test_shards_share_the_servers(fresh, harness):
    fresh.server.world.hub.sharding.recommended = 2
    status, told = await fresh.call("GET", "/gateway/bot")
    assert (status, told["shards"]) == (200, 2)
    olive = harness.person("olive")
    while len({(guild >> 22) % 2 for guild in harness.world.guilds}) < 2:
        harness.world.create_guild("another", olive.user)
    await fresh.register({"name": "it", "description": "It", "integration_types": [0, 1]})
    ready = await fresh.identify(shard=[0, 2])
    here = {int(one["id"]) for one in ready["guilds"]}
    assert here == {guild for guild in harness.world.guilds if (guild >> 22) % 2 == 0}
    assert not harness.world.hub.online  # the other shard is missing
    async with aiohttp.ClientSession() as session:
        other = Raw(fresh.server, session)
        ready = await other.identify(shard=[1, 2])
        there = {int(one["id"]) for one in ready["guilds"]}
        assert here | there == set(harness.world.guilds)
        assert harness.world.hub.online
        for channel in [*harness.world.channels.values()]:
            if harness.world.can_see(channel, olive.user):
                await olive.run("/it", channel)
                shard = other if channel.guild_id in there else fresh
                asked = await shard.event("INTERACTION_CREATE")
                assert asked["channel"]["id"] == str(channel.id)
        await other.socket.close()


async def test_a_shard_with_too_many_servers(fresh, harness):
    harness.world.hub.sharding.largest = 1
    await says_who_it_is(fresh)
    assert await closed_with(fresh) == 4011


async def test_shards_identify_one_after_the_other(fresh, harness):
    sharding = harness.world.hub.sharding
    sharding.interval, sharding.concurrency = 60, 2
    async with aiohttp.ClientSession() as session:
        for shard, may in ((0, True), (2, False), (1, True), (3, False)):
            raw = Raw(fresh.server, session)
            await says_who_it_is(raw, shard=[shard, 4])
            await raw.receive()
            told = await raw.receive()
            assert told["t" if may else "op"] == ("READY" if may else 9)
            await raw.socket.close()
    assert sharding.refused == 2
    _status, told = await fresh.call("GET", "/gateway/bot")
    limits = told["session_start_limit"]
    assert (limits["max_concurrency"], limits["remaining"]) == (2, 998)


async def test_no_session_is_left_to_start(fresh, harness):
    harness.world.hub.sharding.remaining = 0
    await says_who_it_is(fresh)
    assert await closed_with(fresh) == 4004


# With discord.py


async def working(harness):
    exchange = await harness.person("olive").run("/ping")
    return (await exchange.reply()).text == "pong"


async def test_discord_py_resumes_after_a_drop(bot, harness):
    harness.drop_gateway()
    await harness.bot_gone()
    await harness.bot_ready()
    assert harness.world.hub.resumed == 1
    assert harness.world.hub.identified == 1
    assert await working(harness)


async def test_discord_py_follows_a_request_to_reconnect(bot, harness):
    harness.world.hub.ask_to_reconnect()
    await harness.bot_gone()
    await harness.bot_ready()
    assert harness.world.hub.resumed == 1
    assert await working(harness)


async def test_discord_py_identifies_again_after_an_invalid_session(bot, harness):
    harness.world.hub.invalidate()
    await harness.world.hub.signal.until(lambda: harness.world.hub.identified == 2, PATIENCE)
    assert await working(harness)


async def test_a_second_start_of_the_bot(discord_server, harness):
    for _ in range(2):
        client = Bot()
        running = await start(discord_server, client)
        await harness.bot_ready("ping")
        assert await working(harness)
        await stop(client, running)
        await harness.bot_gone()
    assert len(harness.person("pia").transcript()) == 2


async def test_the_gateway_can_stay_closed(bot, harness, monkeypatch):
    closed, asked = Faults.gateway_closed.fget, []

    def noting(faults):
        asked.append(closed(faults))
        return asked[-1]

    monkeypatch.setattr(Faults, "gateway_closed", property(noting))
    harness.drop_gateway(closed_for=3600)
    await harness.bot_gone()
    async with asyncio.timeout(PATIENCE):
        while not asked:  # it tries again
            await asyncio.sleep(0.01)
    assert asked[0]
    assert not harness.world.hub.online
    harness.world.faults.clear()
    await harness.bot_ready()
    assert await working(harness)
