"""Scheduled events: Discord's rules for them, and what the gateway sends about them."""

from datetime import UTC, datetime, timedelta

import pytest

from playground.permissions import CREATE_EVENTS
from tests.playground.raw import code


@pytest.fixture
def path(harness):
    guild = harness.guild("Word House")
    role = harness.world.create_role(guild, "Events", CREATE_EVENTS)
    guild.members[harness.world.bot.id].roles.append(role.id)
    return f"/guilds/{guild.id}/scheduled-events"


def event(harness, **about):
    now = datetime.fromtimestamp(harness.world.clock.now(), UTC)
    return {
        "name": "Chess",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "the park"},
        "scheduled_start_time": (now + timedelta(hours=1)).isoformat(),
        "scheduled_end_time": (now + timedelta(hours=2)).isoformat(),
        **about,
    }


async def test_an_event_is_created_changed_listed_and_deleted(raw, harness, path):
    status, made = await raw.call("POST", path, event(harness))
    assert (status, made["status"], made["entity_metadata"]) == (200, 1, {"location": "the park"})
    one = f"{path}/{made['id']}"
    assert (await raw.call("PATCH", one, {"name": "Go"}))[1]["name"] == "Go"
    assert (await raw.call("GET", one))[1]["scheduled_start_time"] == made["scheduled_start_time"]
    assert [each["name"] for each in (await raw.call("GET", path))[1]] == ["Go"]
    assert (await raw.call("DELETE", one))[0] == 204
    assert code(await raw.call("GET", one)) == (404, 10070)


async def test_its_states_follow_one_another(raw, harness, path):
    one = f"{path}/{(await raw.call('POST', path, event(harness)))[1]['id']}"
    assert (await raw.call("PATCH", one, {"status": 3}))[0] == 400
    assert (await raw.call("PATCH", one, {"status": 2}))[1]["status"] == 2
    assert (await raw.call("PATCH", one, {"status": 4}))[0] == 400
    assert (await raw.call("PATCH", one, {"status": 3}))[1]["status"] == 3
    assert code(await raw.call("PATCH", one, {"name": "Go"})) == (400, 180000)
    assert (await raw.call("GET", path))[1] == []


async def test_what_discord_would_not_take_is_refused(raw, harness, path):
    harness.no_limits()
    past = datetime.fromtimestamp(harness.world.clock.now() - 60, UTC).isoformat()
    for wrong in (
        {"scheduled_start_time": past},
        {"scheduled_end_time": past},
        {"entity_metadata": {}},
        {"entity_metadata": {"location": "x" * 101}},
        {"name": "x" * 101},
        {"entity_type": 2},
        {"scheduled_end_time": None},
    ):
        assert code(await raw.call("POST", path, event(harness, **wrong))) == (400, 50035), wrong
    guild = harness.guild("Word House")
    guild.members[harness.world.bot.id].roles.clear()
    assert code(await raw.call("POST", path, event(harness))) == (403, 50013)


@pytest.mark.slow
async def test_the_page_lists_what_a_server_has_planned(page, raw, harness, path):
    one = f"{path}/{(await raw.call('POST', path, event(harness)))[1]['id']}"
    listed = "document.querySelector('#places .events')?.textContent ?? ''"
    await page.tab.until(f"({listed}).includes('📅 Chess, ')")
    await raw.call("PATCH", one, {"status": 2})
    await page.tab.until(f"({listed}) === '📅 Chess, now'")
    await raw.call("DELETE", one)
    await page.tab.until(f"({listed}) === ''")
