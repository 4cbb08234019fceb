"""Changes over time or by moderators: denied files, events, slow mode, bans, roles, kicks."""

import json
from datetime import UTC, datetime

import aiohttp
import pytest

from playground.errors import Refused
from playground.model import EventStatus
from playground.permissions import (
    ATTACH_FILES,
    BYPASS_SLOWMODE,
    CREATE_EVENTS,
    MANAGE_ROLES,
    MENTION_EVERYONE,
)
from tests.playground.raw import code

HOUR = 3600


@pytest.fixture
def path(harness):
    return f"/channels/{harness.channel('contests').id}/messages"


def with_file(body):
    """Return a form with a body and a file."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", b"words", filename="words.txt")
    return form


async def test_files_need_attach_files_on_every_route(raw, harness, path):
    message = (await raw.call("POST", path, {"content": "no file"}))[1]["id"]
    routes = (("POST", path), ("PATCH", f"{path}/{message}"))
    harness.forbid_bot("contests", ATTACH_FILES)
    for method, where in routes:
        sent = await raw.call(method, where, data=with_file({"content": "x"}))
        assert code(sent) == (403, 50013)
    await harness.person("olive").run("/it", "contests")
    interaction = await raw.event("INTERACTION_CREATE")
    assert not int(interaction["app_permissions"]) & ATTACH_FILES
    first = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    sent = await raw.call("POST", first, data=with_file({"type": 4, "data": {"content": "x"}}))
    assert code(sent) == (403, 50013)
    assert (await raw.respond(interaction, 4, {"content": "x"}))[0] == 204
    follow_up = f"/webhooks/{raw.application}/{interaction['token']}"
    for method, where in (("PATCH", raw.answer_path(interaction)), ("POST", follow_up)):
        sent = await raw.call(method, where, data=with_file({"content": "y"}))
        assert code(sent) == (403, 50013)
    harness.forbid_bot("contests", 0)
    for method, where in routes:
        sent = await raw.call(method, where, data=with_file({"content": "x"}))
        assert sent[0] == 200


async def test_in_direct_messages_answers_may_have_files(raw, harness):
    olive = harness.person("olive")
    await olive.run("/it", olive.dm)
    interaction = await raw.event("INTERACTION_CREATE")
    allowed = 1 << 14 | 1 << 15 | 1 << 17  # Embed Links, Attach Files, Mention Everyone; no others
    assert int(interaction["app_permissions"]) == allowed


async def test_events_begin_and_end_by_themselves_and_the_start_of_one_that_began_stays(
    raw, harness
):
    guild = harness.guild("Word House")
    role = harness.world.create_role(guild, "Events", CREATE_EVENTS)
    guild.members[harness.world.bot.id].roles.append(role.id)
    now = harness.world.clock.now()
    starts, ends = (datetime.fromtimestamp(now + HOUR * n, UTC).isoformat() for n in (1, 3))
    body = {
        "name": "Chess",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "the park"},
        "scheduled_start_time": starts,
        "scheduled_end_time": ends,
    }
    path = f"/guilds/{guild.id}/scheduled-events"
    one = f"{path}/{(await raw.call('POST', path, body))[1]['id']}"
    harness.advance(HOUR)
    assert (await raw.call("GET", one))[1]["status"] == EventStatus.ACTIVE
    refused = await raw.call("PATCH", one, {"scheduled_start_time": starts, "name": "Go"})
    assert code(refused) == (400, 50035)
    later = datetime.fromtimestamp(now + 4 * HOUR, UTC).isoformat()
    assert (await raw.call("PATCH", one, {"scheduled_end_time": later}))[0] == 200
    harness.advance(2.5 * HOUR)
    assert (await raw.call("GET", one))[1]["status"] == EventStatus.ACTIVE
    harness.advance(HOUR)
    assert (await raw.call("GET", one))[1]["status"] == EventStatus.COMPLETED


async def test_edits_of_old_messages_are_limited_in_a_channel(raw, harness, path):
    harness.server.api.limits.old_edits = 3
    old = (await raw.call("POST", path, {"content": "old"}))[1]["id"]
    other = (await raw.call("POST", path, {"content": "other"}))[1]["id"]
    harness.advance(HOUR)
    new = (await raw.call("POST", path, {"content": "new"}))[1]["id"]
    for message in (old, other, old):
        assert (await raw.call("PATCH", f"{path}/{message}", {"content": "x"}))[0] == 200
    assert code(await raw.call("PATCH", f"{path}/{old}", {"content": "y"})) == (429, 30046)
    assert 0 < (await raw.call("PATCH", f"{path}/{old}", {"content": "y"}))[1]["retry_after"] <= 600
    harness.no_limits()
    assert (await raw.call("PATCH", f"{path}/{new}", {"content": "y"}))[0] == 200
    harness.server.api.limits.old_edits = 3
    harness.advance(600)
    assert (await raw.call("PATCH", f"{path}/{old}", {"content": "y"}))[0] == 200


async def test_slow_mode_is_for_people_and_not_for_bots(raw, harness, path):
    world, pia, place = harness.world, harness.person("pia"), harness.channel("contests")
    world.set_slowmode(place, 30)
    await pia.write("one", place)
    with pytest.raises(Refused, match="Slow mode"):
        await pia.write("two", place)
    for _ in range(2):
        assert (await raw.call("POST", path, {"content": "x"}))[0] == 200
    harness.advance(30)
    await pia.write("two", place)
    world.overwrite(place, pia.id, allow=BYPASS_SLOWMODE)
    await pia.write("three", place)


async def test_a_ban_comes_from_too_many_invalid_requests_and_goes(raw, harness, path):
    limits = harness.server.api.limits
    limits.invalid = 3
    wrong = {"Authorization": "Bot wrong"}
    for _ in range(3):
        assert (await raw.call("GET", "/users/@me", headers=wrong))[0] == 401
    with pytest.raises(json.JSONDecodeError):
        await raw.call("POST", path, {"content": "x"})
    assert {"Via", "X-RateLimit-Scope"}.isdisjoint(raw.headers)
    assert int(raw.headers["Retry-After"]) > 3000
    harness.world.faults.clear()
    assert (await raw.call("POST", path, {"content": "x"}))[0] == 200


async def test_a_role_that_moves_above_the_bots_is_not_handed_out(raw, harness):
    world, guild, pia = harness.world, harness.guild("Word House"), harness.person("pia")
    prize = world.create_role(guild, "Prize")
    own = world.create_role(guild, "Bot", MANAGE_ROLES)
    guild.members[world.bot.id].roles.append(own.id)
    path = f"/guilds/{guild.id}/members/{pia.id}/roles/{prize.id}"
    assert (await raw.call("PUT", path))[0] == 204
    world.move_role(guild, prize, own.position + 1)
    assert (await raw.event("GUILD_ROLE_UPDATE"))["role"]["position"] == own.position + 1
    assert code(await raw.call("DELETE", path)) == (403, 50013)


async def test_a_role_that_not_everybody_may_mention_is_pinged_by_who_may(raw, harness, path):
    guild = harness.guild("Word House")
    quiet = harness.world.create_role(guild, "Quiet")
    quiet.mentionable = False
    text = {"content": f"<@&{quiet.id}>", "allowed_mentions": {"parse": ["roles"]}}
    assert (await raw.call("POST", path, text))[1]["mention_roles"] == []
    place = harness.channel("contests")
    harness.world.overwrite(place, harness.world.bot.id, allow=MENTION_EVERYONE)
    assert (await raw.call("POST", path, text))[1]["mention_roles"] == [str(quiet.id)]


async def test_the_bot_is_kicked_and_invited_again(raw, harness, path):
    guild = harness.guild("Word House")
    harness.world.remove_bot(guild)
    assert (await raw.event("GUILD_DELETE"))["id"] == str(guild.id)
    assert code(await raw.call("POST", path, {"content": "x"})) == (403, 50001)
    harness.world.invite_bot(guild)
    joined = await raw.event("GUILD_CREATE")
    assert joined["id"] == str(guild.id)
    assert "unavailable" not in joined
    assert (await raw.call("POST", path, {"content": "x"}))[0] == 200
    with pytest.raises(ValueError, match="is in that server"):
        harness.world.invite_bot(guild)
