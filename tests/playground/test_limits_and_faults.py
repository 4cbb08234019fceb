"""Rate limits and faults."""

from __future__ import annotations

import time
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from tests.playground.raw import code


@pytest.fixture
def stopped_limits(monkeypatch):
    """Freeze the rate limits' windows, however long a busy machine takes for the requests."""
    moment = time.monotonic() + 60  # after every earlier window
    clock = SimpleNamespace(monotonic=lambda: moment, time=time.time)
    monkeypatch.setattr("playground.rest.limits.time", clock)


async def fresh_interaction(raw, harness):
    await harness.person("olive").run("/it")
    return await raw.event("INTERACTION_CREATE")


async def test_answers_under_one_token_are_limited(raw, harness, stopped_limits):
    interaction = await fresh_interaction(raw, harness)
    await raw.respond(interaction, 5)
    path = raw.answer_path(interaction)
    left = []
    for _ in range(5):
        assert (await raw.call("PATCH", path, {"content": "x"}))[0] == 200
        left.append(raw.headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    status, body = await raw.call("PATCH", path, {"content": "x"})
    assert (status, body["global"]) == (429, False)
    assert 0 < body["retry_after"] <= 2
    assert raw.headers["X-RateLimit-Scope"] == "user"
    assert int(raw.headers["Retry-After"]) >= 1
    other = await fresh_interaction(raw, harness)  # has a bucket of its own
    await raw.respond(other, 5)
    assert (await raw.call("PATCH", raw.answer_path(other), {"content": "x"}))[0] == 200


async def test_the_global_limit_spares_answers_to_interactions(raw, harness, stopped_limits):
    statuses = [(await raw.call("GET", "/users/@me"))[0] for _ in range(60)]
    assert statuses == [200] * 50 + [429] * 10
    status, body = await raw.call("GET", "/users/@me")
    assert (status, body["global"]) == (429, True)
    assert raw.headers["X-RateLimit-Global"] == "true"
    interaction = await fresh_interaction(raw, harness)
    assert (await raw.respond(interaction, 5))[0] == 204


async def test_limits_can_be_announced_but_not_enforced(raw, harness):
    harness.no_limits()
    statuses = [(await raw.call("GET", "/users/@me"))[0] for _ in range(60)]
    assert set(statuses) == {200}


@pytest.mark.slow
async def test_discord_py_waits_out_a_limit(bot, harness):
    @bot.tree.command(description="Edits a lot")
    async def busy(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        for number in range(7):
            await interaction.edit_original_response(content=f"edit {number}")

    await bot.tree.sync()
    before = time.monotonic()
    post = await (await harness.person("olive").run("/busy")).reply()
    await post.says("edit 6")
    assert time.monotonic() - before > 0.5


@pytest.mark.parametrize(("after", "status"), [(True, 400), (False, 204)])
async def test_a_connection_can_be_cut_before_or_after_the_work(raw, harness, after, status):
    harness.fail("/interactions/*", cut=True, after=after)
    interaction = await fresh_interaction(raw, harness)
    with pytest.raises(aiohttp.ClientConnectionError):
        await raw.respond(interaction, 5)
    assert (await raw.respond(interaction, 5))[0] == status


async def test_a_failing_route_fails_as_often_as_asked(raw, harness):
    harness.fail("/users/*", 502, times=2)
    assert [(await raw.call("GET", "/users/@me"))[0] for _ in range(3)] == [502, 502, 200]
    assert (await raw.call("GET", "/gateway"))[0] == 200


async def test_a_fault_after_the_work_was_done(raw, harness):
    harness.fail("/interactions/*", 500, after=True)
    exchange = await harness.person("olive").run("/it")
    interaction = await raw.event("INTERACTION_CREATE")
    assert (await raw.respond(interaction, 4, {"content": "done"}))[0] == 500
    assert (await exchange.reply()).text == "done"
    assert code(await raw.respond(interaction, 4, {"content": "again"})) == (400, 40060)


async def test_slow_answers(raw, harness):
    harness.slow("/users/*", 0.2)
    before = time.monotonic()
    assert (await raw.call("GET", "/users/@me"))[0] == 200
    assert time.monotonic() - before >= 0.2


async def test_a_slow_network_does_not_hide_other_faults(raw, harness):
    harness.slow("/users/*", 0.1, times=None)
    harness.slow("/users/*", 0.3, times=None)
    harness.fail("/users/*", 502)
    harness.fail("/users/*", 503)
    statuses, times = [], []
    for _ in range(3):
        before = time.monotonic()
        statuses.append((await raw.call("GET", "/users/@me"))[0])
        times.append(time.monotonic() - before)
    assert statuses == [502, 503, 200]
    assert min(times) >= 0.3
    assert len(harness.world.faults.active) == 2


async def test_discord_py_tries_again_after_a_server_error(bot, harness):
    harness.fail("/interactions/*", 500)
    reply = await (await harness.person("olive").run("/ping")).reply()
    assert reply.text == "pong"


async def test_discord_py_waits_after_a_429_on_purpose(bot, harness):
    harness.fail("/interactions/*", 429, retry_after=0.1)
    exchange = await harness.person("olive").run("/ping")
    assert (await exchange.reply()).text == "pong"
    assert exchange.time_to_acknowledge > 0.1


async def test_history_is_bounded(raw, harness, monkeypatch):
    monkeypatch.setattr("playground.posting.HISTORY", 5)
    olive = harness.person("olive")
    for number in range(8):
        await olive.write(f"message {number}")
    assert [post.text for post in olive.transcript()] == [f"message {n}" for n in range(3, 8)]


@pytest.mark.parametrize("seconds", [-1, -0.001])
async def test_the_clock_only_moves_forward(harness, seconds):
    with pytest.raises(ValueError, match="only moves forward"):
        harness.advance(seconds)


async def test_ids_grow_with_the_clock(harness):
    world = harness.world
    first = [world.ids.next() for _ in range(1000)]
    assert first == sorted(set(first))
    harness.advance(3600)
    later = discord.utils.snowflake_time(world.ids.next())
    assert (later - discord.utils.snowflake_time(first[-1])).total_seconds() >= 3599
