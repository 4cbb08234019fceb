"""The commands are sent to Discord when they changed or were lost, and not otherwise."""

import re

import discord
import pytest
from discord import app_commands

from bot.ui import registry
from bot.ui.moved import MOVED
from tests.bot.examples import every_page
from tests.bot.pages import check_private
from tests.paths import ROOT

OF_SERVERS = {"contest", "contests", "settings"}

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_restart_sends_no_commands(app):
    ids = dict(app.client.command_ids)
    assert set(ids) >= {"ladder", "word", "help", "about"}
    commands = next(iter(app.harness.world.commands.values()))
    for command in commands.values():
        command["description"] = "as Discord has it"
    await app.restart()
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


async def test_an_entry_point_command_is_kept_as_it_is(app):
    about = {"name": "launch", "description": "Play together", "type": 4, "handler": 2}
    about |= {"name_localizations": {"fr": "lancer"}, "integration_types": [0, 1]}
    about["contexts"] = [0, 1, 2]
    await app.client.http.upsert_global_command(app.client.application_id, about)
    before = dict(app.client.command_ids)
    assert await registry.sync(app.client) is False  # it is no command of ours
    assert app.client.command_ids == before
    await app.services.store.facts.put(registry.FACT, "another version's")
    await app.restart()  # sends everything
    commands = app.harness.world.commands[None].values()
    (kept,) = (command for command in commands if command["type"] == 4)
    assert kept.items() >= about.items()
    assert app.client.command_ids == before
    with pytest.raises(discord.HTTPException) as refused:
        await app.client.tree.sync()  # the library's own sync forgets it
    assert refused.value.code == 50240


async def test_the_commands_are_there_for_everyone_everywhere(app):
    for command in app.client.tree.get_commands():
        payload = command.to_dict(app.client.tree)
        of_servers = command.name in OF_SERVERS
        assert set(payload["integration_types"]) == ({0} if of_servers else {0, 1})
        assert set(payload["contexts"]) == ({0} if of_servers else {0, 1, 2})


async def test_the_readme_has_them_all():
    rows = re.findall(r"^\| (`/[^|]*)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    said = set(re.findall(r"`/(\w+)", str(rows)))
    assert {name.split()[0] for name in every_page.commands()} == said


async def test_at_most_ten_commands_of_contests_and_old_names_say_where_they_went(app):
    every = {
        one.qualified_name
        for one in app.client.tree.walk_commands()
        if isinstance(one, app_commands.Command)
    }
    assert len([name for name in every if name.startswith("contest")]) == 8
    assert not MOVED.keys() & every
    assert {name for names in MOVED.values() for name in names} <= every
    commands = app.harness.world.commands[None].values()
    contest = next(one for one in commands if one["name"] == "contest")
    now, old = contest["options"], {"description": "as before", "type": 1, "options": []}
    grouped = {"template": "save", "season": "show"}
    contest["options"] = [
        old | {"name": name, "type": 2, "options": [old | {"name": grouped[name]}]}
        if name in grouped
        else old | {"name": name}
        for name in (name.removeprefix("contest ") for name in MOVED)
    ]
    try:  # as from somebody's Discord before a reload
        for name, new in MOVED.items():
            line = " ".join((name, *filter(None, [grouped.get(name.split()[1])])))
            reply = await (await app.person().run(f"/{line}", "contests")).reply()
            check_private(reply, reply.plain, f"/{name} is /{' or /'.join(new)} now")
    finally:
        contest["options"] = now
