"""The commands are sent to Discord when they changed or were lost, and not otherwise."""

from __future__ import annotations

import pytest

from bot.ui import registry

OF_SERVERS = {"contest", "settings"}

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_restart_sends_no_commands(app):
    ids = dict(app.client.command_ids)
    assert set(ids) >= {"ladder", "word", "help", "about"}
    commands = next(iter(app.harness.world.commands.values()))
    for command in commands.values():
        command["description"] = "as Discord has it"
    await app.stop()
    await app.start()
    assert app.client.command_ids == ids
    assert {command["description"] for command in commands.values()} == {"as Discord has it"}


async def test_a_changed_command_is_sent(app):
    about = app.client.tree.get_command("about")
    before = about.description
    about.description = "Something else."
    assert await registry.sync(app.client) is True
    about.description = before
    scopes = app.harness.world.commands.values()
    reply = {c["name"]: c["description"] for commands in scopes for c in commands.values()}
    assert reply["about"] == "Something else."


async def test_commands_that_discord_lost_are_sent_again(app):
    for commands in app.harness.world.commands.values():
        commands.clear()
    assert await registry.sync(app.client) is True
    post = await (await app.person().run("/ladder cat dog")).reply()
    assert "cat → dog" in post.text


async def test_the_commands_are_there_for_everyone_everywhere(app):
    for command in app.client.tree.get_commands():
        payload = command.to_dict(app.client.tree)
        of_servers = command.name in OF_SERVERS
        assert set(payload["integration_types"]) == ({0} if of_servers else {0, 1})
        assert set(payload["contexts"]) == ({0} if of_servers else {0, 1, 2})
