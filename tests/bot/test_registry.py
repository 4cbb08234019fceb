"""Discord is told of the commands when they changed or were lost, and not otherwise."""

from __future__ import annotations

import pytest

from bot.ui import registry

OF_SERVERS = {"contest", "settings"}

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_restart_tells_nothing_new(house):
    ids = dict(house.client.command_ids)
    assert set(ids) >= {"ladder", "word", "help", "about"}
    shelf = next(iter(house.harness.world.commands.values()))
    for command in shelf.values():
        command["description"] = "as Discord has it"
    await house.stop()
    await house.start()
    assert house.client.command_ids == ids
    assert {command["description"] for command in shelf.values()} == {"as Discord has it"}


async def test_a_changed_command_is_told(house):
    about = house.client.tree.get_command("about")
    before = about.description
    about.description = "Something else."
    assert await registry.sync(house.client) is True
    about.description = before
    shelves = house.harness.world.commands.values()
    told = {c["name"]: c["description"] for shelf in shelves for c in shelf.values()}
    assert told["about"] == "Something else."


async def test_commands_that_discord_lost_are_told_again(house):
    for shelf in house.harness.world.commands.values():
        shelf.clear()
    assert await registry.sync(house.client) is True
    post = await (await house.person().run("/ladder cat dog")).reply()
    assert "cat → dog" in post.text


async def test_the_commands_are_there_for_everyone_everywhere(house):
    for command in house.client.tree.get_commands():
        payload = command.to_dict(house.client.tree)
        of_servers = command.name in OF_SERVERS
        assert set(payload["integration_types"]) == ({0} if of_servers else {0, 1})
        assert set(payload["contexts"]) == ({0} if of_servers else {0, 1, 2})
