"""Deleted roles and zones are not mentioned: one notice, the settings and the audit report them."""

from datetime import timedelta

import pytest

from bot.store.schema import daily_setups, guilds
from tests.bot.hosting import announced
from tests.bot.hosting_dailies import answer, posted, set_up
from tests.bot.organising import filled, managed, notices, pinging, settled, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_role_that_was_deleted_is_pinged_no_more(app):
    guild, world = app.harness.guild("Word House"), app.harness.world
    olive = app.person()
    async with pinging(app, "Callers") as role:
        await answer(olive, "/daily setup", role=f"@{role.name}", hour=9)
        world.delete_role(guild, role)
        before = len(notices(olive))
        for _ in range(2):
            contest, post = await announced(app, opens=app.now() + timedelta(hours=1))
            assert "Ping me" not in post.buttons
            app.advance(hours=1, seconds=2)
            await settled(app)
            channel = world.channels[contest.channel_id]
            assert not [one for one in olive.transcript(channel) if str(role.id) in one.text]
            app.advance(hours=2)
            await settled(app)
        told = [one.plain for one in notices(olive)[before:]]
        assert len([one for one in told if "role was deleted" in one]) == 1
        shown = await answer(olive, "/settings show")
        assert "The role pinged for contests was deleted." in shown.plain
        assert "The role pinged for daily puzzles was deleted." in shown.plain
        assert f"{role.id}" not in shown.text
        entries = await app.services.contests.queries.audit(guild.id, None)
        assert [one.action for one in entries].count("gone") == 1
        await answer(olive, "/daily off")


async def test_whom_a_contest_is_for_can_be_changed_once_their_role_was_deleted(app):
    guild, world = app.harness.guild("Word House"), app.harness.world
    olive, pia = app.person(), app.person("pia")
    role = world.create_role(guild, "Players")
    contest, post = await announced(app, role_id=role.id)
    panel = await managed(olive, contest.title)
    assert "Who can play" not in panel.buttons  # it is open
    refused = (await (await pia.press(post, "Type")).reply()).plain
    assert "with the role “Players”" in refused
    before = len(notices(olive))
    world.delete_role(guild, role)
    await post.says("with a deleted role")
    await until(lambda: len(notices(olive)) > before)
    await settled(app)
    (told,) = [one.plain for one in notices(olive)[before:]]
    assert f"“{contest.title}” is for members with a role; choose another with" in told
    assert "a role that’s gone" in (await (await pia.press(post, "Type")).reply()).plain
    assert "Couldn’t be posted" not in (await answer(olive, "/contests list")).text
    panel = await managed(olive, contest.title)
    assert "Post it here" not in panel.buttons
    changed = await filled(olive, panel, "Who can play", role_id=[])
    assert "Who can play" not in changed.text
    await post.says("**Closes**")
    assert "with the role" not in post.text
    await (await pia.press(post, "Type")).form()
    assert len(notices(olive)) == before + 1


async def test_the_daily_post_leaves_a_deleted_role_out(fresh):
    guild, world = fresh.harness.guild("Word House"), fresh.harness.world
    olive = fresh.person()
    await set_up(fresh)
    role = world.create_role(guild, "Solvers")
    async with fresh.services.store.database.write() as tx:
        await tx.execute(daily_setups.update().values(role_id=role.id))
    world.delete_role(guild, role)
    fresh.advance(minutes=1)
    post = await posted(olive)
    assert f"{role.id}" not in post.text
    await settled(fresh)
    assert "for daily puzzles; /daily setup chooses another." in notices(olive)[0].plain


async def test_a_zone_that_is_gone_stops_nothing(fresh):
    olive = fresh.person()
    await set_up(fresh)
    async with fresh.services.store.database.write() as tx:
        await tx.execute(daily_setups.update().values(time_zone="Mars/Olympus"))
        await tx.execute(guilds.update().values(time_zone="Mars/Olympus"))
    fresh.advance(minutes=1)
    await posted(olive)
    shown = await answer(olive, "/settings show")
    assert "There is no time zone Mars/Olympus any more, so I go by UTC." in shown.plain
