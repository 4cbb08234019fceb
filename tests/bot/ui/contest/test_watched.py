"""Watching a contest: its announcement is live, its thread names leaders, its board freezes."""

from datetime import datetime, timedelta

import pytest

from bot.contests import Act
from playground import Refused
from playground.model import EventStatus
from playground.permissions import MANAGE_THREADS
from tests.bot.bot_on_playground import MANY_DRAFTS
from tests.bot.changing import to
from tests.bot.hosting import BEST, announced, answer, finished, sent
from tests.bot.organising import (
    DRAFT_BUTTONS,
    audit,
    confirmed,
    creating_events,
    drafted,
    filled,
    manager_of_roles,
    notices,
    pinging,
    press_until,
    season_of,
    season_started,
    seen,
    settled,
    until,
)
from tests.bot.pages import check_private, check_says
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")
LIMITS = MANY_DRAFTS

WORSE = ("seasick", "run", "nausea", "street", "test", "tone")  # 3 points
WORST = ("tone", "test", "seasick", "nausea", "run", "street")  # none


def edited(post):
    return datetime.fromisoformat(post.message.edited)


async def test_an_announcement_shows_how_it_goes_and_is_edited_every_15_seconds_at_most(app):
    _contest, post = await announced(app)
    with app.clock_stopped():
        olive, pia, quinn = (app.person(name) for name in ("olive", "pia", "quinn"))
        check_says(post.text, f"Hosted by <@{olive.id}>", "be the first")
        app.advance(seconds=60)
        await sent(pia, post, WORSE)
        await settled_but(app, post, "be the first")
        app.advance(seconds=17)
        await post.says(f"**1 player**, led by 🥇 <@{pia.id}> · **3 points** · 20% · 1 min")
        first = edited(post)
        app.advance(seconds=5)
        await sent(quinn, post, WORSE)
        await sent(quinn, post, BEST)
        await settled_but(app, post, "1 player")
        app.advance(seconds=17)
        await post.says(f"**2 players**, led by 🥇 <@{quinn.id}> · **15 points** · 100%")
        assert edited(post) - first >= timedelta(seconds=15)
        assert not post.message.mentions


async def settled_but(app, post, text):
    """Check that a post is unchanged although all due work is done."""
    for _ in range(3):
        await app.services.contests.transitions.advance(app.now())
    assert text in post.text


async def test_what_the_board_hides_the_announcement_hides(app):
    for board, said in (("hidden", "**1 player**"), ("places", "**1 player**, led by 🥇 <@{}> · ")):
        _contest, post = await announced(app, board=board)
        pia = app.person("pia")
        await sent(pia, post)
        app.advance(seconds=17)
        await post.says(said.format(pia.id))
        assert "15" not in post.text.rpartition("1 player")[2].replace("15 s", "")


async def test_points_alone_where_organisers_keep_percents_for_the_end(app):
    contest, post = await announced(app, percents=False)
    assert "at once what it scores" in post.text
    pia = app.person("pia")
    receipt = await sent(pia, post)
    assert "## 15 points\n" in receipt.text
    app.advance(seconds=17)
    await post.says("**1 player**, led by")
    for text in (receipt.text, post.text, (await answer(pia, post, "Board")).text):
        assert "100%" not in text
        assert "best possible" not in text
    app.advance(hours=2)
    channel = app.harness.world.channels[contest.channel_id]
    results = await pia.sees("the results", channel)
    assert "100% of best" in results.text


async def test_a_thread_names_new_leaders_and_opens_for_talk_at_the_end(app):
    guild = app.harness.guild("Word House")
    member = guild.members[app.harness.world.bot.id]
    role = app.harness.world.create_role(guild, "Keeper", MANAGE_THREADS)
    member.roles.append(role.id)
    app.harness.world.update_member(guild, member)
    try:
        contest, post = await announced(app, talk=True)
        await settled(app)
        with app.clock_stopped():
            thread = app.harness.world.channels[post.message.id]
            assert (thread.name, thread.locked) == (contest.title, True)
            pia, quinn = app.person("pia"), app.person("quinn")
            await check_refused(pia.write("It ends in seasick!", thread), Refused, "locked")
            await sent(pia, post, WORSE)
            app.advance(seconds=2)
            await pia.sees(f"<@{pia.id}> takes the lead with **3 points**", thread)
            await sent(quinn, post, BEST)
            await settled_but(app, post, "")
            assert len(thread.messages) == 1
            app.advance(seconds=61)
            await pia.sees(f"<@{quinn.id}> takes the lead with **15 points**", thread)
            await sent(pia, post, BEST)
            app.advance(minutes=5)
            await settled(app)
            assert len(thread.messages) == 2
            app.advance(hours=2)
            await post.says("**Over**")
            await settled(app)
            assert not thread.locked
            await pia.write("It ended in seasick!", thread)
    finally:
        member.roles.remove(role.id)


async def test_without_the_permission_there_is_a_thread_all_the_same(app):
    _contest, post = await announced(app, talk=True)
    await settled(app)
    thread = app.harness.world.channels[post.message.id]
    await sent(app.person("pia"), post)
    await app.person("pia").sees("takes the lead", thread)


async def test_a_board_that_froze_is_revealed_place_by_place(app):
    contest, post = await announced(app, freeze_minutes=10, talk=True, ties="opening")
    with app.clock_stopped():
        people = [app.harness.create_person(f"Frosty {n}") for n in range(3)]
        app.advance(minutes=10)
        for person, order in zip(people, (WORSE, WORST, WORSE), strict=True):
            app.advance(seconds=1)
            await sent(person, post, order)
        app.advance(minutes=45)
        await post.says(f"**3 players**, led by 🥇 <@{people[0].id}>")
        receipt = await sent(people[1], post, BEST)
        assert "your place shows at the end" in receipt.text
        app.advance(minutes=1)
        board = await answer(people[2], post, "Board")
        check_says(board.text, f"🥇 <@{people[0].id}> **3**", "shows at the end")
        assert f"led by 🥇 <@{people[0].id}>" in post.text
        app.advance(minutes=4)
        await post.says("**Closed**")
        app.advance(seconds=17)
        channel = app.harness.world.channels[contest.channel_id]
        results = await people[0].sees("Place by place", channel)
        shown = [results.text]
        for _ in range(3):
            app.advance(seconds=8)
            await results.changes()
            shown.append(results.text)
        assert [text.count("❓") for text in shown] == [3, 2, 1, 0]
        assert f"🥉 <@{people[2].id}> **3 points**" in shown[1]
        assert f"🥈 <@{people[0].id}> **3 points**" in shown[2]
        assert f"🥇 <@{people[1].id}> **15 points**" in shown[3]
        app.advance(seconds=8)
        await results.says("### The best snake")
        actions = [
            e.action
            for e in await app.services.contests.queries.audit(contest.guild_id, contest.id)
        ]
        assert actions.count("revealed") == 1


async def test_more_options_of_a_draft(app):
    olive = app.person()
    preview = await drafted(olive)
    assert preview.buttons == DRAFT_BUTTONS
    fault = await filled(olive, preview, "More", Freeze="60")
    await fault.says("as long as the contest itself")
    again = await olive.press(fault, "Fix it")
    await again.form()
    given = {"Freeze": "10 min", "Thread": "yes", "% of best while it runs": "no"}
    given["Same score"] = "look"
    await (await olive.submit(again, **given)).reply()
    await preview.says("stands still for the last 10 minutes")
    assert "only at the end how close they got" in preview.text
    assert "**Thread** for new leaders, and for talk at the end" in preview.text
    assert "**Same score** time from your first look" in preview.text
    post = await confirmed(olive, preview)
    assert "you’ll see them when you press Start" in post.plain
    pia = app.person("pia")
    refused = await answer(pia, post, "Type")
    assert "Press Start first" in refused.text
    turn = await answer(pia, refused, "Start")
    assert "seasick" in turn.text


async def test_who_wants_to_be_is_pinged_at_the_opening_and_before_the_end_once(app):
    async with pinging(app) as role:
        opens = app.now() + timedelta(hours=1)
        contest, post = await announced(app, opens=opens, remind_minutes=5)
        channel = app.harness.world.channels[contest.channel_id]
        pia = app.person("pia")
        assert post.buttons == ["Rules", "I’m in", "Ping me", "Manage"]
        told = await answer(pia, post, "Ping me")
        assert "On: you have the role" in told.text
        assert role.id in app.harness.guild("Word House").members[pia.id].roles
        app.advance(hours=1, seconds=1)
        opened = await pia.sees("is open!", channel)
        assert opened.message.mention_roles == [role.id]
        assert f"/{post.message.id}" in opened.text
        assert "is open!" not in post.text
        lasts = timedelta(hours=2)
        guild_id = contest.guild_id
        admin = app.services.contests.admin
        await admin.change(guild_id, contest.id, Act(1, app.now(), 7), to(lasts=lasts))
        app.advance(minutes=56)
        await settled_but(app, post, "**Closes**")
        app.advance(hours=1)
        last = await pia.sees("closes <t:", channel)
        assert last.message.mention_roles == [role.id]
        told = await answer(pia, last, "Ping me")
        assert "Off: you no longer" in told.text
        app.advance(hours=1)
        await pia.sees("the results", channel)
        await settled(app)
        calls = seen(pia, f"<@&{role.id}>", channel)
        assert len(calls) == 2


async def test_a_role_with_powers_is_not_handed_out(app):
    olive = app.person()
    told = await (await olive.run("/settings contest-ping", "contests", role="@Organiser")).reply()
    assert "it has special permissions" in told.plain


@pytest.mark.slow
async def test_a_season_ends_with_a_champion_whose_role_goes_on_to_the_next(app):
    """Commands start, show and end it; organisers get a notice where the role is refused."""
    guild, world = app.harness.guild("Word House"), app.harness.world
    role = world.create_role(guild, "Champion")
    mine = manager_of_roles(app)
    await app.restart()  # it learns of its own roles when it connects
    olive, pia, quinn = (app.person(name) for name in ("olive", "pia", "quinn"))

    async def season(name, winner):
        """Hold a season of one contest in the contest's channel; return the post at its end.

        One person wins, another comes second.
        """
        contest, post = await announced(app)
        channel = world.channels[contest.channel_id]
        card = await season_started(olive, name, channel, lasts="1 day")
        told = await filled(olive, card, "How it’s counted", role_id=[role.id])
        assert f"gets <@&{role.id}>" in told.text
        for player in (pia, quinn):
            await sent(player, post, BEST if player is winner else WORSE)
        so_far = await (await quinn.run("/contests board", channel, contest=name)).reply()
        assert "No contest has finished yet" in so_far.text
        app.advance(days=1, minutes=1)
        await pia.sees(": the results", channel)
        app.advance(seconds=15)
        return await pia.sees(f"🏆 {name}: the end", channel)

    def holders():
        return {name for name in ("pia", "quinn") if has(app.person(name))}

    def has(person):
        return role.id in guild.members[person.id].roles

    special = next(one for one in guild.roles.values() if one.name == "Organiser")
    card = await season_started(olive, "Never", "general")
    refused = await filled(olive, card, "How it’s counted", role_id=[special.id])
    assert "special permissions" in refused.plain
    card = await season_of(olive, "Never", "general")
    sure = await answer(olive, card, "Delete")
    assert "is gone" in (await answer(olive, sure, "Delete it")).text
    post = await season("Spring", pia)
    await post.says(f"<@&{role.id}> is theirs")
    assert f"🎉 **<@{pia.id}>** is the champion!" in post.text
    assert f"🥇 <@{pia.id}> **100%** · 1 played, 1 won" in post.text
    assert holders() == {"pia"}
    card = await answer(quinn, post, "Standings")
    check_private(card, card.text, "One contest so far")
    post = await season("Summer", quinn)
    await post.says(f"<@&{role.id}> is theirs")
    await settled(app)
    assert holders() == {"quinn"}
    listed = await (await olive.run("/contest seasons", "contests")).reply()
    assert "**Spring**: over, 1 contest" in listed.text

    guild.members[world.bot.id].roles.remove(mine.id)
    post = await season("Autumn", pia)
    told = await olive.sees("hand over the champion’s role of “Autumn”", olive.dm)
    assert "I need Manage Roles" in told.text
    assert holders() == {"quinn"}
    assert "is theirs" not in post.text
    guild.members[world.bot.id].roles.append(mine.id)
    app.advance(minutes=1)
    await post.says(f"<@&{role.id}> is theirs")
    await settled(app)
    assert holders() == {"pia"}
    guild.members[world.bot.id].roles.remove(mine.id)
    profile = await (await pia.run("/profile", "contests")).reply()
    check_says(profile.text, "🏆 contest **", "In all servers")


@pytest.mark.slow
async def test_a_season_is_ended_early_or_deleted(app):
    olive, pia = app.person(), app.person("pia")
    for label, sure, said in (
        ("End it now", "End it", "ends now"),
        ("Delete", "Delete it", "is gone"),
    ):
        name = f"To {sure.lower()}"
        started = await season_started(olive, name, lasts="3 weeks")
        counted = await filled(olive, started, "How it’s counted", dropped="1")
        assert "all but everybody’s worst 1 contest" in counted.text
        fault = await filled(olive, counted, "How it’s counted", best="1")
        assert "either how many contests count or how many are dropped" in fault.plain
        assert f"**{name}**" in (await (await pia.run("/contests list", "contests")).reply()).text
        app.advance(seconds=1)
        asked = await answer(olive, await season_of(olive, name), label)
        assert said in (await answer(olive, asked, sure)).text
    told = await audit(olive)
    assert "changed a season · To end it: drop: none → 1" in told.text
    app.advance(minutes=1)
    post = await olive.sees("🏆 To end it: the end", "contests")
    assert "No contest was held." in post.text


async def test_who_asked_is_sent_the_results_once_and_who_takes_no_messages_nothing(app):
    contest, post = await announced(app)
    pia, quinn, ravi = (app.person(name) for name in ("pia", "quinn", "ravi"))
    before = len(notices(pia)), len(notices(quinn))
    await sent(quinn, post, WORSE)
    receipt = await sent(ravi, post, WORST)
    await answer(ravi, receipt, "Message me the results")
    ravi.user.accepts_dms = False
    app.harness.fail("/users/@me/channels", 500, times=2)
    receipt = await sent(pia, post, BEST)
    asked = await answer(pia, receipt, "Message me the results")
    assert "I’ll message you the results" in asked.text
    try:
        results = await finished(app, contest)
        app.advance(minutes=2)
        await settled(app)
    finally:
        ravi.user.accepts_dms = True
    (told,) = notices(pia)[before[0] :]
    assert f"{contest.title} is over" in told.text
    assert "🥇 You’re **1st** of 3: **15 points, 100% of best**." in told.text
    assert "Your rating in contests went up by " in told.text
    assert str(results.message.id) in told.text
    review = await answer(pia, told, "My review")
    assert "your review" in review.text
    assert len(notices(quinn)) == before[1]
    notice = await app.services.contests.queries.failure_notices(contest.id)
    assert notice == []


@pytest.mark.slow
async def test_three_rounds_in_two_games_are_called_once_and_end_with_their_sum(app):
    async with pinging(app):
        with creating_events(app):
            await play_rounds(app)


async def play_rounds(app):
    guild, world = app.harness.guild("Word House"), app.harness.world
    for running in await app.services.contests.queries.of_guild(guild.id, ["draft", "open"]):
        act = Act(1, app.now(), 1)
        await app.services.contests.admin.cancel(guild.id, running.id, act)
    channel = world.create_channel(guild, "rounds")
    olive, pia = app.person("olive"), app.person("pia")
    lists = "generate 5 gentle\n\nladder cold warm\n\nladder gentle"
    told = await drafted(olive, channel, Title="Friday", Words=lists, Opens="in 1 hour")
    for said in ("**List 2** · **A ladder**", "**Rule** pairs", "**Wins the ladder** "):
        assert said in told.text
    await press_until(olive, told, "Confirm and announce", "All 3 lists are announced in")
    posts = [await pia.sees(f"## Friday, list {n} of 3\n", channel) for n in (1, 2, 3)]
    whole = await pia.sees("3 lists that count together", channel)
    for n, post in enumerate(posts, 1):
        link = f"{guild.id}/{channel.id}/{post.message.id}"
        assert f"**[List {n}](https://discord.com/channels/{link})**" in whole.text
    told = await answer(pia, whole, "I’m in")
    assert "a message when it opens" in told.text
    app.advance(seconds=16)
    await whole.says(f"**1 in:** <@{pia.id}>")
    await until(lambda: guild.events)
    assert [one.name for one in guild.events.values()] == ["Friday"]
    app.advance(hours=1, seconds=1)
    opened = await pia.sees("**Friday** is open!", channel)
    assert f"/{whole.message.id})" in opened.text
    app.advance(seconds=6)
    told = await pia.sees("🔔 **Friday** is open", pia.dm)
    assert f"/{whole.message.id})" in told.text
    await whole.says("No players yet")
    found = await app.services.contests.queries.of_guild(guild.id, ["open"])
    lists = sorted(found, key=lambda one: one.round)
    assert [one.game for one in lists] == ["snake", "ladder", "ladder"]
    await settled(app)
    with app.clock_stopped():
        for one, post in zip(lists, posts, strict=True):
            await sent(pia, post, [word for word, _ in one.par_order], game=one.game)
        await settled_but(app, whole, "No players yet")
        app.advance(seconds=61)  # an hour old, it rests longer
        await whole.says(f"🥇 <@{pia.id}> **100%** · 100% + 100% + 100%")
    told = await answer(pia, whole, "Standings")
    assert "All 3 lists count." in told.text
    app.advance(hours=1)
    await pia.sees("list 3 of 3: the results", channel)
    app.advance(seconds=15)
    post = await pia.sees("🏆 Friday: the end", channel)
    check_says(post.text, f"🥇 <@{pia.id}> **100%** · 3 played, 3 won", "All 3 lists count.")
    await settled(app)
    await whole.says("**Over**")
    assert len(seen(pia, "Friday", channel)) == 9
    assert [one.status for one in guild.events.values()] == [EventStatus.COMPLETED]
