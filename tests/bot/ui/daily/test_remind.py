"""Reminders, end to end: switched on by the bell, a message before a streak ends, switched off."""

import re
from datetime import timedelta

import pytest

from bot.dailies import Act, EditionKey
from tests.bot.hosting_dailies import answer, first_posted, posted, settled
from tests.bot.organising import notices, until
from tests.bot.pages import check_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def solve(app, person):
    """Solve the open edition in the server."""
    dailies, guild = app.services.dailies, app.harness.guild("Word House").id
    number = await dailies.queries.current(guild, app.now())
    edition = await dailies.queries.edition(number, requester=None)
    act = Act(person.id, app.now(), 10**6 + number)
    await dailies.play.open(EditionKey(guild, number), act)
    await dailies.play.submit_words(EditionKey(guild, number), act, edition.puzzle.solution)


async def test_a_message_before_a_streak_ends(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    post = await first_posted(fresh)
    card = await (await pia.press(post, "🔔 Remind me")).reply()
    check_private(card, card.text, "before your streak ends**: off")
    card = await (await pia.press(card, "Message me")).reply()
    assert "before your streak ends**: on" in card.text
    await solve(fresh, pia)
    fresh.advance(minutes=2)
    fresh.services.scheduler.wake()
    await post.says("✅ **1** solved it so far")
    fresh.advance(days=1)
    shown = await posted(olive, 2)
    assert f"🥇 <@{pia.id}> **100 points**" in shown.text.partition("**Yesterday: ")[2]
    (guild,) = (one for one in fresh.client.guilds if one.name == "Word House")
    with fresh.without_guilds():  # a process without the server may send it
        fresh.client.has_guild = lambda guild_id: guild_id != guild.id
        fresh.advance(hours=22)
        fresh.services.scheduler.wake()
        await until(lambda: notices(pia))
        await settled(fresh)
        del fresh.client.has_guild
    (message,) = notices(pia)
    assert guild.name in message.text
    assert "🔥 Your streak of **1 puzzle** is waiting" in message.text
    assert "https://discord.com/channels/" in message.text
    assert message.buttons == ["Play", "Stop these messages"]
    off = await (await pia.press(message, "Stop these messages")).reply()
    assert "before your streak ends**: off" in off.text
    refused = await (await pia.press(off, "Message me")).follow_up()
    assert "in the server where you play" in refused.plain


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_reminder_follows_the_end_and_nobody_is_reminded_of_a_server_they_left(
    fresh, leaves
):
    olive, pia = fresh.person(), fresh.person("pia")
    await first_posted(fresh)
    await solve(fresh, pia)
    card = await answer(pia, "/daily remind")
    await (await pia.press(card, "Message me")).reply()
    fresh.advance(days=1, minutes=2)
    await posted(olive, 2)
    if leaves:
        world = fresh.harness.world
        world.remove_member(fresh.harness.guild("Word House"), pia.user)
    fresh.advance(hours=21, minutes=30)
    fresh.services.scheduler.wake()
    await settled(fresh)
    if leaves:
        assert notices(pia) == []
        return
    await until(lambda: notices(pia))
    (message,) = notices(pia)
    await solve(fresh, pia)
    later = (fresh.now() + timedelta(hours=8)).hour
    changed = await answer(olive, "/daily setup", hour=later)
    closes = re.search(r"stays open until <t:(\d+):f>|<t:(\d+):f>", changed.text)
    await message.says(f"closes <t:{closes[1] or closes[2]}:R>")
    assert "streak" not in message.text


@pytest.mark.slow
async def test_whoever_cannot_be_written_to_hears_of_it_beside_the_next_card(fresh):
    pia = fresh.person("pia")
    await first_posted(fresh)
    assert "off" in (await answer(pia, "/daily remind")).text
    await solve(fresh, pia)
    card = await answer(pia, "/daily remind")
    assert "streak ends**: on" in (await (await pia.press(card, "Message me")).reply()).text
    fresh.advance(minutes=2)
    await settled(fresh)
    pia.user.accepts_dms = False
    fresh.advance(days=1, hours=22)
    fresh.services.scheduler.wake()
    await settled(fresh)

    async def is_off():
        return not await fresh.services.dailies.reminders.is_on(pia.id)

    await until(is_off)
    assert notices(pia) == []
    told = await (await pia.run("/daily play", "daily")).follow_up()
    assert "I couldn’t message you about your streak" in told.text
    again = await pia.run("/daily play", "daily")
    await again.reply()
    assert not again.interaction.follow_ups
