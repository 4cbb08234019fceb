"""Servers are kept as bytes; the next reader sees each update from the gateway."""

import discord
import pytest

from bot.ui.guild_cache import BUILT, GuildCache
from playground.permissions import MANAGE_EVENTS, SEND_MESSAGES, VIEW_CHANNEL
from tests.bot.organising import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOM = "general"


@pytest.fixture
def house(app):
    """Return the playground's server, and a function that returns the bot's current view of it."""
    guild = app.harness.guild("Word House")
    return guild, lambda: app.client.get_guild(guild.id)


def text(guild, name):
    """Return the channel with a name, if known."""
    return discord.utils.get(guild.text_channels, name=name)


async def test_channels_come_change_and_go(app, house):
    guild, known = house
    world = app.harness.world
    place = world.create_channel(guild, "attic")
    await until(lambda: text(known(), "attic"))
    world.overwrite(place, guild.id, deny=VIEW_CHANNEL)
    await until(
        lambda: not text(known(), "attic").permissions_for(known().default_role).view_channel
    )
    world.overwrite(place, guild.id)
    thread = world.create_thread(place, "dust", app.person().user)
    await until(lambda: known().get_thread(thread.id))
    world.delete_channel(place)
    await until(lambda: text(known(), "attic") is None)
    assert known().get_thread(thread.id) is None


async def test_roles_come_change_and_go_and_so_does_what_the_bot_may(app, house):
    guild, known = house
    world = app.harness.world
    role = world.create_role(guild, "Keepers", MANAGE_EVENTS)
    await until(lambda: known().get_role(role.id))
    ours = guild.members[world.bot.id]
    ours.roles.append(role.id)
    world.update_member(guild, ours)
    await until(lambda: known().me.guild_permissions.manage_events)
    assert known().me.top_role.name == "Keepers"
    world.move_role(guild, role, 40)
    await until(lambda: known().get_role(role.id).position == 40)
    world.overwrite(app.harness.channel(ROOM), role.id, deny=SEND_MESSAGES)
    await until(lambda: not text(known(), ROOM).permissions_for(known().me).send_messages)
    world.overwrite(app.harness.channel(ROOM), role.id)
    world.delete_role(guild, role)
    await until(lambda: known().get_role(role.id) is None)
    assert not known().me.guild_permissions.manage_events
    assert text(known(), ROOM).permissions_for(known().me).send_messages


async def test_a_remembered_member_has_the_roles_permissions_of_now(app, house):
    guild, known = house
    world, quinn = app.harness.world, app.person("quinn")
    role = world.create_role(guild, "Helpers", MANAGE_EVENTS)
    guild.members[quinn.id].roles.append(role.id)
    await until(lambda: known().get_role(role.id))
    before = await app.client.members.find(known(), quinn.id)
    assert before.guild_permissions.manage_events
    world.delete_role(guild, role)
    await until(lambda: known().get_role(role.id) is None)
    app.harness.fail("/guilds/*/members/*", 500)  # remembered, so not asked again
    after = await app.client.members.find(known(), quinn.id)
    app.harness.world.faults.clear()
    assert not after.guild_permissions.manage_events
    assert before.guild_permissions.manage_events


async def test_a_thread_goes_when_it_is_archived_and_comes_when_it_is_opened(app, house):
    guild, known = house
    world = app.harness.world
    thread = world.create_thread(app.harness.channel(ROOM), "nook", app.person().user)
    await until(lambda: known().get_thread(thread.id))
    assert known().get_thread(thread.id).permissions_for(known().me).view_channel
    world.change_thread(thread, archived=True)
    await until(lambda: known().get_thread(thread.id) is None)
    world.change_thread(thread, archived=False)
    await until(lambda: known().get_thread(thread.id))
    for channels, there in (([app.harness.channel("daily").id], True), (None, False)):
        synced = {"guild_id": str(guild.id), "threads": [], "members": []}
        if channels is not None:
            synced["channel_ids"] = [str(one) for one in channels]
        world.hub.dispatch("THREAD_LIST_SYNC", synced, 1, guild.id)
        world.hub.dispatch("GUILD_UPDATE", renamed(guild, f"Room {there}"), 1, guild.id)
        await until(lambda there=there: known().name == f"Room {there}")
        assert (known().get_thread(thread.id) is not None) == there
    world.hub.dispatch("GUILD_UPDATE", renamed(guild, guild.name), 1, guild.id)
    await until(lambda: known().name == guild.name)
    assert text(known(), ROOM) is not None
    world.delete_channel(thread)


def renamed(guild, name):
    """The update for a server that has a new name: no channels, no threads."""
    roles = [
        {"id": str(one.id), "name": one.name, "permissions": str(one.permissions)}
        for one in guild.roles.values()
    ]
    about = {"id": str(guild.id), "name": name, "owner_id": str(guild.owner_id)}
    return about | {"system_channel_id": None, "roles": roles}


async def test_a_server_that_is_away_says_so_and_comes_back(app, house):
    guild, known = house
    world = app.harness.world
    (session,) = world.hub.sessions.values()
    world.hub.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, 1, guild.id)
    await until(lambda: known().unavailable)
    assert (list(known().channels), known().me) == ([], None)
    assert guild.id in app.client.guild_ids
    world.overwrite(app.harness.channel(ROOM), guild.id)  # an update with no server to apply to
    app.client.guilds_changed.clear()
    world._send_guild(session, guild)
    await until(lambda: not known().unavailable)
    assert text(known(), ROOM).permissions_for(known().me).send_messages


async def test_a_server_is_joined_with_a_greeting_left_and_joined_again(app):
    world, olive = app.harness.world, app.person()
    guild = world.create_guild("New House", olive.user, system_channel=True)
    room = world.channels[guild.channels[0]]
    await until(lambda: any("Hi! I’m here" in one.text for one in olive.transcript(room)))
    world.remove_bot(guild)
    await until(lambda: app.client.get_guild(guild.id) is None)
    assert guild.id not in app.client.guild_ids
    world.invite_bot(guild)
    await until(lambda: app.client.get_guild(guild.id) is not None)


async def test_nothing_is_stale_after_a_loss_of_all_sessions(app, house):
    guild, known = house
    world, hub = app.harness.world, app.harness.world.hub
    left = world.create_guild("Old House", app.person().user)
    await until(lambda: app.client.get_guild(left.id))
    hub.invalidate()
    role = world.create_role(guild, "Latecomers")
    place = world.create_channel(guild, "late")
    world.remove_bot(left)
    await until(lambda: known() is not None and known().get_role(role.id))
    await until(lambda: text(known(), "late"))
    assert app.client.get_guild(left.id) is None
    world.delete_channel(place)
    world.delete_role(guild, role)


async def test_only_the_last_ones_asked_for_are_built(app):
    state = app.client._connection
    cache = GuildCache(state)
    for guild_id in range(1, BUILT + 2):
        cache.keep({"id": str(guild_id), "name": f"House {guild_id}"})
    first = cache[1]
    assert first is cache[1]
    assert [cache[guild_id].name for guild_id in cache][-1] == f"House {BUILT + 1}"
    assert cache[1] is not first
    assert cache[1].name == first.name
    assert (len(cache), cache.get(0)) == (BUILT + 1, None)
