"""Enforced nonces, permissions taken from the bot, members who leave."""

import pytest

from playground.permissions import SEND_MESSAGES, VIEW_CHANNEL
from tests.playground.raw import code


@pytest.fixture
def path(harness):
    return f"/channels/{harness.channel('contests').id}/messages"


def hello(**about):
    return {"content": "hello", "nonce": "once", **about}


async def test_the_same_nonce_is_sent_once_if_that_is_asked_for(raw, harness, path):
    status, first = await raw.call("POST", path, hello(enforce_nonce=True))
    assert status == 200
    again = (await raw.call("POST", path, hello(enforce_nonce=True)))[1]
    assert again["id"] == first["id"]
    other = (await raw.call("POST", path, hello(nonce="other", enforce_nonce=True)))[1]
    loose = (await raw.call("POST", path, hello()))[1]
    assert len({first["id"], other["id"], loose["id"]}) == 3
    assert len(harness.channel("contests").messages) == 3


async def test_a_nonce_is_remembered_for_some_minutes_in_its_channel(raw, harness, path):
    await raw.call("POST", path, hello(enforce_nonce=True))
    general = f"/channels/{harness.channel('general').id}/messages"
    await raw.call("POST", general, hello(enforce_nonce=True))
    harness.advance(600)
    await raw.call("POST", path, hello(enforce_nonce=True))
    assert len(harness.channel("contests").messages) == 2
    assert len(harness.channel("general").messages) == 1


async def test_permissions_are_taken_from_the_bot_and_given_back(raw, harness, path):
    harness.forbid_bot("contests", SEND_MESSAGES)
    assert code(await raw.call("POST", path, hello())) == (403, 50013)
    harness.forbid_bot("contests", VIEW_CHANNEL)
    assert code(await raw.call("POST", path, hello())) == (403, 50001)
    harness.forbid_bot("contests", 0)
    assert (await raw.call("POST", path, hello()))[0] == 200


async def test_somebody_who_left_is_no_member(raw, harness):
    guild, pia = harness.guild("Word House"), harness.person("pia")
    path = f"/guilds/{guild.id}/members/{pia.id}"
    assert (await raw.call("GET", path))[0] == 200
    harness.world.remove_member(guild, pia.user)
    assert code(await raw.call("GET", path)) == (404, 10007)
