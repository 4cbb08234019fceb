"""Setting up daily puzzles, end to end: good and bad, the test post, the role, off and now."""

from datetime import timedelta

import pytest
import pytest_asyncio

from playground import Refused
from playground.model import Channel, ChannelType
from playground.permissions import CREATE_PUBLIC_THREADS, MANAGE_EVENTS, SEND_MESSAGES
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting_dailies import answer, posted, posts, set_up, settled, to_the_hour
from tests.bot.organising import manager_of_roles, until
from tests.bot.pages import check_private, check_says
from tests.bot.playing_dailies import over
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def callers(tmp_path_factory):
    """Yield an app whose bot may give roles, and the role to give: (app, role)."""
    async with BotOnPlayground(tmp_path_factory.mktemp("callers"), solver_workers=1) as app:
        guild = app.harness.guild("Word House")
        role = app.harness.world.create_role(guild, "Puzzlers")
        manager_of_roles(app)
        await app.restart()  # it learns of its own roles when it connects
        yield app, role


async def test_a_setup_shows_where_when_and_what(app):
    reply = await set_up(app, games="snake, ladder", thread=True)
    channel = app.harness.channel("daily")
    check_private(reply, reply.text, "Daily puzzles are on")
    check_says(reply.text, f"<#{channel.id}>, with a thread for each puzzle", "in UTC (it’s")
    assert "🪜 ladder 🐍 snake" in reply.text
    assert "anigram" not in reply.text
    assert "**Pings** nobody" in reply.text


async def test_what_is_left_out_stays_as_it_was(app):
    await set_up(app, games="resize", thread=True)
    reply = await answer(app.person(), "/daily setup", "contests", hour=23)
    check_says(reply.text, "**When** 23:00 in UTC", "↔️ resize")
    assert f"<#{app.harness.channel('daily').id}>, with a thread for each puzzle" in reply.text
    reply = await answer(app.person(), "/daily setup", "contests", games="all", thread=False)
    assert "🪜 ladder 🐍 snake 🔤 anigram ↔️ resize" in reply.text
    assert "thread" not in reply.text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"zone": "Europe/Londn"}, "Did you mean Europe/London"),
        ({"games": "chess"}, "I don’t know the game “chess”"),
        ({"games": "ladder, chess"}, "I don’t know the game “chess”"),
    ],
)
async def test_what_cannot_be_is_refused(app, options, said):
    reply = await answer(app.person(), "/daily setup", **options)
    assert reply.ephemeral
    assert said in reply.plain.replace("\\", "")


async def test_zones_and_games_are_completed(app):
    olive = app.person()
    offered = await olive.complete("/daily setup", "zone", "londo", "daily")
    assert offered[0]["value"] == "Europe/London"
    offered = await olive.complete("/daily setup", "games", "", "daily")
    assert [one["value"] for one in offered] == ["all", "ladder", "snake", "anigram", "resize"]
    offered = await olive.complete("/daily setup", "games", "ladder s", "daily")
    assert [one["value"] for one in offered] == ["ladder snake"]


@pytest.mark.parametrize("line", ["setup", "off", "now"])
async def test_it_takes_manage_server(app, line):
    pia = app.person("pia")
    reply = await answer(pia, f"/daily {line}")
    check_private(reply, reply.plain, "needs the permission Manage Server")
    solo = app.person("solo")
    reply = await answer(solo, f"/daily {line}", solo.dm)
    assert "only works in a server" in reply.plain


async def test_a_channel_where_the_bot_may_not_post(app):
    olive, channel = app.person(), app.harness.channel("daily")
    for denied, options, said in (
        (SEND_MESSAGES, {}, "I’m not allowed to post in #daily. I need Send Messages."),
        (CREATE_PUBLIC_THREADS, {"thread": True}, "Give me Create Public Threads"),
    ):
        app.harness.forbid_bot("daily", denied)
        try:
            reply = await answer(olive, "/daily setup", "contests", channel=channel.id, **options)
            assert said in reply.plain.replace("\\", "")
        finally:
            app.harness.forbid_bot("daily", 0)


async def test_what_cannot_be_posted_is_said_at_once(app):
    olive = app.person()
    reply = await set_up(app, hour=(app.now().hour + 5) % 24)
    before = len(posts(olive))
    app.harness.forbid_bot("daily", SEND_MESSAGES)
    try:
        refusals = [
            await answer(olive, "/daily now"),
            await (await olive.press(reply, "Post a test")).reply(),
        ]
    finally:
        app.harness.forbid_bot("daily", 0)
    for refused in refusals:
        assert "I’m not allowed to post in #daily. I need" in refused.plain.replace("\\", "")
    await settled(app)
    assert len(posts(olive)) == before
    assert "is on its way" in (await answer(olive, "/daily now")).plain
    await posted(olive, before + 1)
    await answer(olive, "/daily off")


async def test_todays_puzzle_is_posted_by_the_button_after_a_setup(app):
    olive = app.person()
    await answer(olive, "/daily off")
    await over(app)
    await settled(app)
    before = len(posts(olive))
    reply = await set_up(app, hour=(app.now().hour + 5) % 24)
    assert reply.buttons[0] == "Post today’s puzzle"
    said = await (await olive.press(reply, "Post today’s puzzle")).reply()
    assert "is on its way to" in said.plain
    await posted(olive, before + 1)
    again = await answer(olive, "/daily setup")
    assert again.buttons == ["Post a test"]
    await answer(olive, "/daily off")


async def test_a_test_post_can_be_looked_at_but_not_played(app):
    olive = app.person()
    reply = await set_up(app)
    await settled(app)  # an earlier setup's turn may just have come
    before = len(posts(olive))
    asked = await olive.press(reply, "Post a test")
    await (await asked.reply()).says("posted a test in")
    post = await olive.sees("Just a test", "daily")
    assert "Daily" in post.text
    await check_refused(olive.press(post, "Play"), Refused, "disabled")
    await settled(app)
    assert len(posts(olive)) == before


async def test_off_and_on_again_and_now(app):
    olive = app.person()
    other_guild = app.harness.world.create_guild("A server without a past", olive.user)
    channel = app.harness.channel("general", other_guild)
    to_the_hour(app, minutes=-1)
    await set_up(app, channel, hour=(app.now() + timedelta(hours=5)).hour)
    await answer(olive, "/daily off", channel)
    reply = await answer(olive, "/daily now", channel)
    assert "off here" in reply.plain
    app.advance(days=1)  # its turn passed, and nobody had chosen it
    await settled(app)
    assert posts(olive, channel) == []
    await answer(olive, "/daily setup", channel)
    reply = await answer(olive, "/daily now", channel)
    assert "is on its way" in reply.plain
    await posted(olive, 1, channel)
    reply = await answer(olive, "/daily now", channel)
    assert "is posted already" in reply.plain
    assert len(posts(olive, channel)) == 1


async def test_in_a_thread_its_channel_is_chosen_and_zones_are_distinguished(app):
    olive, world = app.person(), app.harness.world
    parent = app.harness.channel("daily")
    about = {"guild_id": parent.guild_id, "parent_id": parent.id, "owner_id": olive.id}
    kind, created = ChannelType.PUBLIC_THREAD, world.clock.iso()
    thread = Channel(world.ids.next(), kind, "Here", created=created, **about)
    world.add_channel(thread)
    async with app.services.store.database.write() as tx:
        await tx.exec_driver_sql("DELETE FROM daily_setups")
    try:
        reply = await answer(olive, "/daily setup", thread, hour=7)
        assert f"<#{parent.id}>" in reply.text
        told = await answer(olive, "/settings zone", zone="Asia/Tokyo")
        assert "Daily puzzles stay at 07:00 in UTC; choose another" in told.plain
        assert "contests go by Asia/Tokyo" in (await answer(olive, "/daily setup")).plain
    finally:
        await answer(olive, "/settings zone", zone="UTC")
        await answer(olive, "/daily off")


async def pinged(person, post, card=None):
    """Switch the role on or off; return the answer."""
    card = card or await (await person.press(post, "🔔 Remind me")).reply()
    return await (await person.press(card, "Ping me (on/off)")).reply()


async def test_the_role_is_called_taken_and_dropped(callers):
    app, role = callers
    olive, pia = app.person(), app.person("pia")
    guild = app.harness.guild("Word House")
    reply = await set_up(app, role=role.id)
    assert f"<@&{role.id}>" in reply.text
    assert "⚠️" not in reply.text
    app.advance(minutes=1)
    post = await posted(olive)
    assert post.message.mention_roles == [role.id]
    for given in (True, False, True):
        said = await pinged(pia, post)
        assert said.ephemeral
        assert ("you have the role" if given else "you no longer have") in said.text
        assert (role.id in guild.members[pia.id].roles) is given
    role.permissions = MANAGE_EVENTS
    app.harness.world.hub.dispatch("GUILD_ROLE_UPDATE", _role_update(guild, role), 1, guild.id)
    quinn = app.person("quinn")
    said = await pinged(quinn, post)
    assert "now has special permissions" in said.plain
    assert role.id not in guild.members[quinn.id].roles
    role.permissions = 0
    app.harness.world.hub.dispatch("GUILD_ROLE_UPDATE", _role_update(guild, role), 1, guild.id)
    card = await (await quinn.press(post, "🔔 Remind me")).reply()
    await answer(olive, "/daily setup", role=guild.id)
    said = await pinged(quinn, post, card)
    assert "no longer pings a role" in said.plain


async def test_a_role_that_opens_a_channel_is_warned_of(callers):
    app, role = callers
    channel = app.harness.channel("contests")
    app.harness.world.overwrite(channel, role.id, allow=SEND_MESSAGES)

    def opens():
        return any(key.id == role.id for key in app.client.get_channel(channel.id).overwrites)

    await until(opens)
    reply = await answer(app.person(), "/daily setup", role=role.id)
    assert "Anyone can take @Puzzlers, and with it what it may do in #contests." in reply.plain
    del channel.overwrites[role.id]
    app.harness.world.overwrite(channel, app.harness.world.bot.id, allow=SEND_MESSAGES)
    await until(lambda: not opens())
    reply = await answer(app.person(), "/daily setup", role=role.id)
    assert "Anyone can take" not in reply.plain


async def test_roles_that_are_not_for_anyone_to_take(callers):
    app, role = callers
    world, guild = app.harness.world, app.harness.guild("Word House")
    mighty = world.create_role(guild, "Mighty", MANAGE_EVENTS)
    above = world.create_role(guild, "Above")
    for asked, said in ((mighty, "special permissions"), (above, "a role of mine above it")):
        reply = await answer(app.person(), "/daily setup", role=asked.id)
        assert said in reply.plain
    helper = world.create_role(guild, "Helper", 1 << 5)
    pia = app.person("pia")
    guild.members[pia.id].roles.append(helper.id)
    reply = await answer(pia, "/daily setup", role=role.id)
    assert "you need Manage Roles" in reply.plain


def _role_update(guild, role):
    from playground import payloads

    return {"guild_id": str(guild.id), "role": payloads.role(role)}
