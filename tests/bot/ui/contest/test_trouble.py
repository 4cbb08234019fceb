"""Contests in trouble, end to end: each message once, and organisers get failure notices."""

from datetime import timedelta

import pytest
import pytest_asyncio

from bot.contests import Plan
from playground.permissions import CREATE_PUBLIC_THREADS, MANAGE_EVENTS, SEND_MESSAGES, VIEW_CHANNEL
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.children import children
from tests.bot.hosting import WORDS, act, answer
from tests.bot.organising import (
    announced,
    confirmed,
    drafted,
    filled,
    looked,
    managed,
    notices,
    planning,
    press_until,
    season_started,
    seen,
    settled,
    template_of,
    the_contest,
    until,
)
from tests.bot.pages import check_says

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR = timedelta(hours=1)


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path):
    """A bot for one test, which may break it for good."""
    async with BotOnPlayground(tmp_path, solver_workers=1, solver_timeout=4) as app:
        yield app


@pytest.mark.slow
async def test_an_announcement_that_a_moderator_deleted(fresh):
    olive = fresh.person()
    post = await announced(olive, Opens="in 1 hour")
    await settled(fresh)
    await fresh.client.http.delete_message(post.message.channel.id, post.message.id)
    fresh.advance(hours=1, seconds=1)
    await until(lambda: notices(olive))
    assert (
        "Somebody deleted the message with the announcement of “Spring”" in notices(olive)[0].plain
    )
    assert "Word House" in notices(olive)[0].text
    fresh.advance(hours=1)
    fresh.advance(seconds=30)
    await olive.sees("Spring: the results", "contests")
    assert not seen(olive, "## Spring\n")  # posted again only on request
    shown = await (await olive.run("/contests show", "contests")).reply()
    await olive.press(shown, "Post it here")
    await until(lambda: seen(olive, "**Over**"))
    await settled(fresh)
    assert len(seen(olive, "## Spring\n")) == 1
    assert len(seen(olive, ": the results")) == 1
    assert len(notices(olive)) == 1


@pytest.mark.slow
async def test_a_channel_that_is_gone(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    await announced(olive, "daily")
    await settled(fresh)
    shown = await (await olive.run("/contests show", "contests")).reply()
    assert "Go to the announcement" in shown.text
    fresh.harness.world.delete_channel(fresh.harness.channel("daily"))
    await until(lambda: notices(olive))  # at once
    shown = await (await olive.run("/contests show", "contests")).reply()
    assert "Go to the announcement" not in shown.text
    assert "Post it here" in shown.buttons
    fresh.advance(hours=1, seconds=1)
    fresh.advance(seconds=30)
    await until(lambda: len(notices(olive)) == 2)
    sentences = " ".join(post.plain for post in notices(olive))
    assert "I couldn’t update the announcement of “Spring”. The channel is gone." in (sentences)
    assert "I couldn’t post the results of “Spring”. The channel is gone." in sentences
    fresh.advance(hours=5)
    await settled(fresh)
    assert len(notices(olive)) == 2
    listed = await (await olive.run("/contests list", "contests")).reply()
    assert "Couldn’t be posted" in listed.text
    assert "ouldn’t" not in (await (await pia.run("/contests list", "contests")).reply()).text
    shown = await (await olive.run("/contests show", "contests")).reply()
    await olive.press(shown, "Post it here")
    await until(lambda: seen(olive, "Spring: the results") and seen(olive, "**Over**"))


async def test_permissions_taken_away_and_given_back(fresh):
    olive = fresh.person()
    preview = await drafted(olive)
    fresh.harness.forbid_bot("contests", SEND_MESSAGES)
    refused = await (await olive.press(preview, "Confirm and open")).reply()
    assert "I’m not allowed to post here" in refused.plain
    fresh.harness.forbid_bot("contests", 0)
    post = await (await confirmed(olive, preview)).says("**Closes**")
    await settled(fresh)
    fresh.harness.forbid_bot("contests", VIEW_CHANNEL)
    fresh.advance(hours=1, seconds=1)
    await until(lambda: notices(olive))
    first = notices(olive)[0].plain.replace("\\", "")
    assert "I’m not allowed to post in #contests. I need View Channel" in first
    assert "I’ll keep trying for three days" in first
    fresh.advance(seconds=30)
    await until(lambda: len(notices(olive)) == 2)
    fresh.harness.forbid_bot("contests", 0)
    fresh.advance(hours=2)
    await post.says("**Over**")
    await olive.sees("Spring: the results", "contests")
    await settled(fresh)
    assert len(seen(olive, "Spring")) == 2
    assert len(notices(olive)) == 2
    listed = await (await olive.run("/contests list", "contests")).reply()
    assert "Couldn’t be posted" not in listed.text


@pytest.mark.slow
@pytest.mark.parametrize("left", [True, False])
async def test_an_organiser_who_left_or_cannot_be_written_to(fresh, left):
    olive, ravi = fresh.person(), fresh.person("ravi")
    guild = fresh.harness.guild("Word House")
    role = fresh.harness.world.create_role(guild, "Host", MANAGE_EVENTS)
    await (await olive.run("/settings contest-role", "contests", role=role.id)).reply()
    guild.members[ravi.id].roles.append(role.id)
    await announced(ravi, "daily")
    other = await announced(ravi, Title="Other")
    await settled(fresh)
    if left:
        fresh.harness.world.remove_member(guild, ravi.user)
    else:
        ravi.user.accepts_dms = False
    panel = await managed(olive, "Other")
    closing = await (await olive.press(panel, "Close it now")).reply()
    await olive.press(closing, "Close it now")  # any organiser can go on with it
    await other.says("**Closed**")
    fresh.harness.world.delete_channel(fresh.harness.channel("daily"))
    fresh.advance(hours=1, seconds=30)
    fresh.advance(seconds=30)
    await until(lambda: len(notices(olive)) == 2)  # the owner, in place of the person who left
    assert not notices(ravi)
    await olive.sees("Other: the results", "contests")


@pytest.mark.slow
async def test_a_worker_killed_while_par_is_worked_out(fresh, monkeypatch):
    olive = fresh.person()
    words = " ".join(f"{n:09b}".translate({48: "a", 49: "b"}) for n in range(240))
    await (await olive.run("/settings allow", "contests", words=words)).reply()
    asked = await planning(olive)
    sent = await olive.submit(asked, Words=words, Title="Hard", Lasts="1 h")
    post = await (await sent.reply()).says("Players see how close they get")
    await filled(olive, post, "Options", Rule="containment")
    await post.says("so far")
    for child in children():
        child.kill()
    await post.says("so far")
    await post.says("Players see how close they get")
    assert post.buttons[0] == "Confirm and open"


async def test_the_bot_stopped_while_par_is_worked_out(fresh):
    olive = fresh.person()
    preview = await drafted(olive)
    async with fresh.services.store.database.write() as tx:  # as if it were not that far yet
        await tx.exec_driver_sql("UPDATE contests SET par = NULL, par_order = NULL")
    await fresh.restart()
    refused = await (await olive.press(preview, "Confirm and open")).follow_up()
    assert "don’t know the best answer yet" in refused.plain
    listed = await (await olive.run("/contests list", "contests")).reply()
    await press_until(olive, listed, "Continue “Spring”", "The best possible is")
    await confirmed(olive, listed)


@pytest.mark.slow
async def test_the_gateway_down_at_closing_time(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    post = await (await announced(olive)).says("**Closes**")
    asked = await pia.run("/contests show", "contests")
    await asked.reply()
    writing = await pia.press(post, "Type")
    await writing.form()
    sent = await pia.submit(writing, **{"Your snake": "street test stone tone nausea seasick"})
    await (await sent.reply()).says("30 points")
    await settled(fresh)  # otherwise the post may rest until the results are due
    closes_at = (await the_contest(fresh)).closes_at
    fresh.harness.drop_gateway(closed_for=2)
    await fresh.harness.bot_gone()
    fresh.advance(seconds=(closes_at - fresh.now()).total_seconds() + 1)
    await post.says("**Closed**")
    fresh.advance(seconds=30)
    results = await olive.sees("Spring: the results", "contests")
    assert f"<@{pia.id}> **30 points**" in results.text
    await fresh.harness.bot_ready("contest")
    await post.says("**Over**")
    await settled(fresh)
    assert len(seen(olive, "Spring")) == 2


async def test_a_server_that_the_bot_left_gets_nothing_until_it_is_back(fresh):
    olive = fresh.person()
    guild = fresh.harness.guild("Word House")
    await announced(olive, Opens="in 1 hour")
    await settled(fresh)
    fresh.harness.world.remove_bot(guild)
    await until(lambda: not fresh.client.guilds_changed.is_set() and len(fresh.client.guilds) == 1)
    fresh.advance(hours=3)
    await looked(fresh, 2)  # the second look posts what the first made due
    assert notices(olive) == []
    fresh.harness.world.invite_bot(guild)
    await olive.sees("Spring: the results", "contests")


async def test_no_thread_is_promised_where_none_can_begin(fresh):
    olive = fresh.person()
    for title, denied in (("Quiet", CREATE_PUBLIC_THREADS), ("Talk", 0)):
        fresh.harness.forbid_bot("contests", denied)
        preview = await drafted(olive, Title=title)
        await filled(olive, preview, "More", Thread="yes")
        await preview.says("**Thread** for new leaders")
        warning = (
            "There’s no thread, as I’m not allowed to start one. I need Create Public Threads."
        )
        assert (warning in preview.text) == bool(denied)
        post = await confirmed(olive, preview)
        await settled(fresh)
        assert ("**Thread** for new leaders" in post.text) == (not denied)
    assert notices(olive) == []


async def test_what_is_refused_is_posted_where_an_organiser_asks_for_it(fresh):
    olive = fresh.person()
    await announced(olive)
    await settled(fresh)
    fresh.harness.forbid_bot("contests", SEND_MESSAGES)
    fresh.advance(hours=1, seconds=1)
    fresh.advance(seconds=30)
    await until(lambda: any("the results of “Spring”" in post.plain for post in notices(olive)))
    shown = await (await olive.run("/contests show", "contests")).reply()
    refused = await (await olive.press(shown, "Post it here")).follow_up()
    assert "I’m not allowed to post here" in refused.plain
    shown = await (await olive.run("/contests show", "daily")).reply()
    await (await (await olive.press(shown, "Post it here")).reply()).says("in a moment")
    await olive.sees("Spring: the results", "daily")
    await settled(fresh)
    assert len(seen(olive, ": the results", "daily")) == 1
    assert not seen(olive, ": the results", "contests")


async def repeating(fresh, person, channel="contests", when="every day 23:30"):
    """Save a contest whose words are drawn as a template, and let it repeat; return its hour."""
    preview = await drafted(person, channel, Title="Nightly", Words="generate 5 gentle")
    page = await filled(person, preview, "Save as template", Name="Nightly")
    await filled(person, page, "Repeat", when=when, zone="UTC")
    guild = fresh.harness.guild("Word House")
    (template,) = await fresh.services.contests.templates.of_guild(guild.id)
    return template.next_due_at + HOUR


async def test_a_contest_that_repeats_and_is_not_held(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    opens = await repeating(fresh, olive)
    guild, admin = fresh.harness.guild("Word House"), fresh.services.contests.admin
    for number in range(10):
        plan = Plan(f"Full {number}", WORDS, timedelta(days=2))
        place = fresh.harness.channel("daily").id
        draft = await admin.create(plan, guild.id, place, act(fresh))
        await fresh.services.contests.puzzles.find_par(draft.id, requester=None)
        full = await admin.confirm(guild.id, draft.id, act(fresh))
    fresh.advance(seconds=(opens - HOUR - fresh.now()).total_seconds())
    await until(lambda: notices(olive))
    told = notices(olive)[0].plain
    check_says(told, "I can’t hold “Nightly” of", "has 10 contests announced or running")
    listed = await (await olive.run("/contests list", "contests")).reply()
    assert "**Nightly**: This server has 10 contests" in listed.text
    await press_until(olive, listed, "Manage templates", "## Templates")
    seen_by_pia = await (await pia.run("/contests list", "contests")).reply()
    assert "**Couldn’t be held**\n- **Nightly**\n" in f"{seen_by_pia.text}\n"
    assert not seen(pia, "isn’t held")
    fresh.advance(hours=1)
    post = await pia.sees("**Nightly** isn’t held so far: there are as many contests", "contests")
    assert f"**Next** <t:{int((opens + 24 * HOUR).timestamp())}:f>" in post.text
    await settled(fresh)
    await fresh.restart()
    fresh.advance(minutes=10)
    await settled(fresh)
    assert len(seen(pia, "**Nightly** isn’t held")) == len(notices(olive)) == 1
    card = await answer(olive, post, "Manage")
    assert "The last one couldn’t be held" in card.text
    assert "Manage Events" in (await answer(pia, post, "Manage")).plain
    await fresh.services.contests.admin.cancel(guild.id, full.id, act(fresh))
    fresh.advance(minutes=10)
    await post.says("**Nightly** is held after all")
    await olive.sees("## Nightly \\#1\n", "contests")
    assert len(notices(olive)) == 1


async def test_a_contest_that_repeats_in_a_channel_that_is_gone(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    guild, opens = fresh.harness.guild("Word House"), await repeating(fresh, olive, "daily")
    await season_started(olive, "All of it", "daily")
    fresh.harness.world.delete_channel(fresh.harness.channel("daily"))
    await until(lambda: notices(olive))
    assert "The channel of “Nightly” was deleted" in notices(olive)[0].plain
    fresh.advance(seconds=(opens - HOUR - fresh.now()).total_seconds())
    fresh.advance(hours=3)
    await settled(fresh)
    assert len(notices(olive)) == 1
    assert await fresh.services.contests.queries.of_guild(guild.id, ["revealed"]) == []
    assert "All of it" in (await (await pia.run("/contests list", "contests")).reply()).text
    board = await (await pia.run("/contests board", "contests", contest="All of it")).reply()
    assert "All of it" in board.text
    page = await template_of(olive, "Nightly")
    assert "until its channel was deleted" in page.text
    await press_until(olive, page, "Continue here", "It’s held every day at 23:30 (UTC) in")
    fresh.advance(seconds=(opens + 23 * HOUR - fresh.now()).total_seconds())
    await olive.sees("## Nightly \\#1\n", "contests")
    assert len(notices(olive)) == 1
