"""Threads: they archive by the clock, are reopened, locked or private, or are forum posts."""

import pytest

from playground.errors import Refused
from playground.model import ChannelType
from playground.permissions import (
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    MANAGE_THREADS,
    SEND_MESSAGES_IN_THREADS,
)
from tests.playground.raw import EPHEMERAL, code

DAY = 86_400


@pytest.fixture
def channel(harness):
    return harness.channel("contests")


@pytest.fixture
def may_manage(harness):
    """Gives the bot Manage Threads."""
    guild = harness.guild("Word House")
    role = harness.world.create_role(guild, "Keeper", MANAGE_THREADS)
    return lambda: guild.members[harness.world.bot.id].roles.append(role.id)


async def begun(raw, channel, **about):
    """Begin a thread under a message of the bot's; return it."""
    message = (await raw.call("POST", f"/channels/{channel.id}/messages", {"content": "hello"}))[1]
    path = f"/channels/{channel.id}/messages/{message['id']}/threads"
    status, thread = await raw.call("POST", path, {"name": "Talk", **about})
    assert status == 201
    return thread


async def test_one_archives_after_a_day_without_a_message_and_one_of_a_week_after_a_week(
    raw, harness, channel
):
    thread = await begun(raw, channel)
    assert thread["thread_metadata"]["auto_archive_duration"] == 1440
    week = await begun(raw, channel, auto_archive_duration=10_080)
    harness.advance(DAY - 3600)
    await raw.call("POST", f"/channels/{thread['id']}/messages", {"content": "still here"})
    harness.advance(3601)
    threads = harness.world.channels
    assert not threads[int(thread["id"])].archived
    await raw.event("THREAD_CREATE")
    harness.advance(DAY)
    assert threads[int(thread["id"])].archived
    assert not threads[int(week["id"])].archived
    changed = await raw.event("THREAD_UPDATE")
    assert (changed["id"], changed["thread_metadata"]["archived"]) == (thread["id"], True)
    harness.advance(6 * DAY)
    assert threads[int(week["id"])].archived
    asked = {"name": "x", "type": 11, "auto_archive_duration": 7}
    refused = await raw.call("POST", f"/channels/{channel.id}/threads", asked)
    assert code(refused) == (400, 50035)


async def test_in_an_archived_one_nothing_is_changed_and_a_message_opens_it(raw, harness, channel):
    path = f"/channels/{(await begun(raw, channel))['id']}"
    message = (await raw.call("POST", f"{path}/messages", {"content": "one"}))[1]["id"]
    harness.advance(DAY + 1)
    one = f"{path}/messages/{message}"
    assert code(await raw.call("PATCH", one, {"content": "two"})) == (400, 50083)
    assert code(await raw.call("PATCH", path, {"name": "Other"})) == (400, 50083)
    assert code(await raw.call("PUT", f"{path}/thread-members/@me")) == (400, 50083)
    assert (await raw.call("GET", one))[1]["content"] == "one"
    assert (await raw.call("POST", f"{path}/messages", {"content": "three"}))[0] == 200
    assert (await raw.call("PATCH", one, {"content": "two"}))[0] == 200


async def test_a_locked_one_is_opened_by_its_owner_or_with_manage_threads(
    raw, harness, channel, may_manage
):
    path = f"/channels/{(await begun(raw, channel))['id']}"
    assert code(await raw.call("PATCH", path, {"locked": True})) == (403, 50013)
    may_manage()
    assert (await raw.call("PATCH", path, {"locked": True}))[0] == 200
    harness.advance(DAY + 1)
    assert code(await raw.call("PATCH", path, {"locked": False})) == (400, 50083)
    assert code(await raw.call("POST", f"{path}/messages", {"content": "x"})) == (400, 50083)
    with pytest.raises(Refused, match="locked"):
        await harness.person("pia").write("hello", harness.channel("Talk"))
    opened = (await raw.call("PATCH", path, {"archived": False, "locked": False}))[1]
    assert opened["thread_metadata"]["locked"] is opened["thread_metadata"]["archived"] is False


async def test_somebody_elses_is_opened_by_who_is_in_it_unless_it_is_locked(
    raw, harness, channel, may_manage
):
    world, pia = harness.world, harness.person("pia")
    thread = world.create_thread(channel, "Pia’s", pia.user)
    path = f"/channels/{thread.id}"
    world.change_thread(thread, archived=True)
    assert code(await raw.call("PATCH", path, {"archived": False})) == (403, 50013)
    await pia.write("it opens by this", thread)
    message = (await raw.call("POST", f"{path}/messages", {"content": "now in it"}))[1]["id"]
    world.change_thread(thread, archived=True)
    assert (await raw.call("PATCH", path, {"archived": False}))[0] == 200
    world.change_thread(thread, archived=True, locked=True)
    assert code(await raw.call("PATCH", path, {"archived": False})) == (403, 50013)
    world.change_thread(thread, archived=False)
    edit = await raw.call("PATCH", f"{path}/messages/{message}", {"content": "x"})
    assert code(edit) == (400, 160005)
    may_manage()
    assert (await raw.call("PATCH", f"{path}/messages/{message}", {"content": "x"}))[0] == 200


async def test_commands_are_not_used_in_an_archived_one(raw, harness, channel):
    pia = harness.person("pia")
    thread = harness.world.create_thread(channel, "Old", pia.user)
    harness.world.change_thread(thread, archived=True)
    with pytest.raises(Refused, match="archived: write in it to open it again"):
        await pia.run("/it", thread)
    await pia.write("hello", thread)
    await pia.run("/it", thread)


async def test_an_answer_that_one_person_sees_opens_none_and_one_for_all_does(
    raw, harness, channel
):
    thread = harness.world.channels[int((await begun(raw, channel))["id"])]
    pressed = {"type": 2, "style": 1, "label": "Press", "custom_id": "x"}
    body = {"components": [{"type": 1, "components": [pressed]}]}
    await raw.call("POST", f"/channels/{thread.id}/messages", body)
    (post,) = harness.person("pia").transcript(thread)
    harness.world.change_thread(thread, archived=True)
    for flags, archived in ((EPHEMERAL, True), (0, False)):
        await harness.person("pia").press(post, "Press")
        interaction = await raw.event("INTERACTION_CREATE")
        assert (await raw.respond(interaction, 4, {"content": "hi", "flags": flags}))[0] == 204
        assert thread.archived is archived


async def test_a_private_one_is_seen_by_those_in_it_and_by_moderators(
    raw, harness, channel, may_manage
):
    world, pia, quinn = harness.world, harness.person("pia"), harness.person("quinn")
    thread = world.create_thread(channel, "Secret", pia.user, kind=ChannelType.PRIVATE_THREAD)
    assert world.can_see(thread, pia.user)
    assert not world.can_see(thread, quinn.user)
    path = f"/channels/{thread.id}/messages"
    assert code(await raw.call("POST", path, {"content": "x"})) == (403, 50001)
    asked = await pia.run("/it", thread)  # the token still allows an answer
    interaction = await raw.event("INTERACTION_CREATE")
    assert interaction["channel"]["type"] == 12
    assert (await raw.respond(interaction, 4, {"content": "here"}))[0] == 204
    assert (await asked.reply()).text == "here"
    world.join_thread(thread, quinn.user)
    assert world.can_see(thread, quinn.user)
    world.join_thread(thread, world.bot)
    assert (await raw.event("THREAD_CREATE"))["id"] == str(thread.id)
    assert (await raw.call("POST", path, {"content": "x"}))[0] == 200
    other = world.create_thread(channel, "Other", pia.user, kind=ChannelType.PRIVATE_THREAD)
    assert not world.can_see(other, world.bot)
    may_manage()
    assert world.can_see(other, world.bot)


async def test_a_forum_has_posts_and_nobody_writes_in_the_forum_itself(raw, harness):
    guild, pia = harness.guild("Word House"), harness.person("pia")
    forum = harness.world.create_channel(guild, "ideas", kind=ChannelType.FORUM)
    assert (await raw.event("CHANNEL_CREATE"))["type"] == 15
    post = await pia.post("A game", "How about hangman?", forum)
    thread = post.message.channel
    assert (thread.name, thread.parent_id, thread.type) == ("A game", forum.id, 11)
    with pytest.raises(Refused, match="begin a post"):
        await pia.write("hello", forum)
    path = f"/channels/{forum.id}"
    assert code(await raw.call("POST", f"{path}/messages", {"content": "x"})) == (400, 50008)
    body = {"name": "Mine", "message": {"content": "first"}}
    status, made = await raw.call("POST", f"{path}/threads", body)
    assert (status, made["message"]["id"], made["message"]["content"]) == (201, made["id"], "first")
    assert list(harness.world.channels[int(made["id"])].messages) == [int(made["id"])]


@pytest.mark.parametrize(
    ("denied", "body"),
    [
        (CREATE_PUBLIC_THREADS, {"name": "x", "type": 11}),
        (CREATE_PRIVATE_THREADS, {"name": "x", "type": 12}),
    ],
)
async def test_threads_need_their_permission(raw, harness, channel, denied, body):
    path = f"/channels/{channel.id}/threads"
    harness.forbid_bot(channel, denied)
    assert code(await raw.call("POST", path, body)) == (403, 50013)
    harness.world.overwrite(channel, harness.world.bot.id, allow=denied)
    thread = (await raw.call("POST", path, body))[1]
    harness.forbid_bot(channel, SEND_MESSAGES_IN_THREADS)
    written = await raw.call("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    assert code(written) == (403, 50013)
