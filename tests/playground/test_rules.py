"""Rules that Discord enforces and libraries do not, by the raw protocol: time, choices, views."""

import asyncio

import pytest

from playground import NoAnswerError, interactions
from tests.playground.raw import EPHEMERAL, ask, code

# The clock


async def test_three_seconds_to_acknowledge(raw, harness):
    exchange, interaction = await ask(raw, harness)
    harness.advance(3.1)
    status, body = await raw.respond(interaction, 4, {"content": "late"})
    assert (status, body) == (404, {"message": "Unknown interaction", "code": 10062})
    assert exchange.interaction.original is None


async def test_the_user_sees_a_failure_when_the_bot_says_nothing(raw, harness, monkeypatch):
    monkeypatch.setattr(interactions, "ACKNOWLEDGE", 0.05)
    exchange, interaction = await ask(raw, harness)
    for waiting in (exchange.acknowledged, exchange.reply):
        with pytest.raises(NoAnswerError, match="did not respond"):
            await waiting()
    assert exchange.failure == "The application did not respond"
    assert (await raw.respond(interaction, 4, {"content": "late"}))[0] == 404


async def test_a_second_first_answer_is_refused(raw, harness):
    _, interaction = await ask(raw, harness)
    assert (await raw.respond(interaction, 4, {"content": "one"}))[0] == 204
    assert code(await raw.respond(interaction, 4, {"content": "two"})) == (400, 40060)


async def test_a_refused_answer_does_not_count_as_one(raw, harness):
    _, interaction = await ask(raw, harness)
    assert code(await raw.respond(interaction, 4, {"content": "x" * 2001})) == (400, 50035)
    assert (await raw.respond(interaction, 4, {"content": "x" * 2000}))[0] == 204


async def test_a_token_lives_fifteen_minutes(raw, harness):
    _, interaction = await ask(raw, harness)
    await raw.respond(interaction, 5)
    harness.advance(14 * 60)
    assert (await raw.call("PATCH", raw.answer_path(interaction), {"content": "a"}))[0] == 200
    harness.advance(2 * 60)
    status, body = await raw.call("PATCH", raw.answer_path(interaction), {"content": "b"})
    assert (status, body["code"]) == (401, 50027)


async def test_no_follow_up_before_the_first_answer(raw, harness):
    _, interaction = await ask(raw, harness)
    path = f"/webhooks/{raw.application}/{interaction['token']}"
    assert code(await raw.call("POST", path, {"content": "early"})) == (404, 10015)


@pytest.mark.parametrize(
    ("kind", "refused"), [(1, True), (6, True), (7, True), (8, True), (5, False)]
)
async def test_a_command_takes_only_some_answers(raw, harness, kind, refused):
    _, interaction = await ask(raw, harness)
    status, _ = await raw.respond(interaction, kind)
    assert status == (400 if refused else 204)


# Choices


@pytest.mark.parametrize(
    ("choices", "status"),
    [
        ([{"name": str(n), "value": str(n)} for n in range(25)], 204),
        ([{"name": str(n), "value": str(n)} for n in range(26)], 400),
        ([{"name": "x" * 101, "value": "x"}], 400),
        ([{"name": "one", "value": 1}], 400),
        ([], 204),
    ],
)
async def test_choices(raw, harness, choices, status):
    task = asyncio.create_task(harness.person("olive").complete("/it", "text", "ca"))
    interaction = await raw.event("INTERACTION_CREATE")
    (option,) = interaction["data"]["options"]
    assert option == {"name": "text", "type": 3, "value": "ca", "focused": True}
    assert (await raw.respond(interaction, 8, {"choices": choices}))[0] == status
    if status == 204:
        assert await task == choices
    else:
        task.cancel()


# Who sees what


async def test_an_ephemeral_answer_is_not_in_the_channel(raw, harness):
    exchange, interaction = await ask(raw, harness)
    await raw.respond(interaction, 4, {"content": "psst", "flags": EPHEMERAL})
    channel = interaction["channel_id"]
    assert (await raw.call("GET", f"/channels/{channel}/messages"))[1] == []
    message = exchange.interaction.original.id
    assert code(await raw.call("GET", f"/channels/{channel}/messages/{message}")) == (404, 10008)
    assert [post.text for post in harness.person("olive").transcript()] == ["psst"]
    assert harness.person("pia").transcript() == []


async def test_the_first_follow_up_takes_the_place_of_a_deferral(raw, harness):
    _, interaction = await ask(raw, harness)
    await raw.respond(interaction, 5, {"flags": EPHEMERAL})
    path = f"/webhooks/{raw.application}/{interaction['token']}"
    _, first = await raw.call("POST", path, {"content": "one"})
    _, second = await raw.call("POST", path, {"content": "two"})
    posts = harness.person("olive").transcript()
    assert [(post.text, post.ephemeral) for post in posts] == [("one", True), ("two", False)]
    assert second["message_reference"]["message_id"] == first["id"]


async def test_a_mention_notifies_only_whom_it_may(raw, harness):
    exchange, interaction = await ask(raw, harness)
    pia, quinn = harness.person("pia"), harness.person("quinn")
    content = f"<@{pia.id}> and <@{quinn.id}> and @everyone"
    rules = {"parse": [], "users": [str(pia.id)]}
    await raw.respond(interaction, 4, {"content": content, "allowed_mentions": rules})
    post = await exchange.reply()
    assert post.pinged == [pia.user]
    assert not post.message.mention_everyone


async def test_a_gap_in_the_api_shows(raw, harness):
    status, body = await raw.call("GET", "/guilds/1/audit-logs")
    assert (status, body) == (404, {"message": "404: Not Found", "code": 0})
    assert harness.world.gaps == {"GET /api/v10/guilds/1/audit-logs": 1}


async def test_no_token_no_answer(raw):
    for header in ("", "Bot nonsense", raw.server.token):
        status, body = await raw.call("GET", "/users/@me", headers={"Authorization": header})
        assert (status, body["message"]) == (401, "401: Unauthorized")
