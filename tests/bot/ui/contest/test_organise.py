"""Ending, refereeing, exporting and auditing contests, end to end."""

import csv
import io
import re
from datetime import UTC, datetime

import aiohttp
import pytest

from playground import Refused
from tests.bot.organising import (
    announced,
    audit,
    confirmed,
    drafted,
    filled,
    managed,
    more,
    planning,
    press_until,
    seen,
    settled,
    until,
)
from tests.bot.pages import check_private, check_says
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEST = "nausea seasick street test stone tone"
WORST = "tone test street seasick nausea stone"


async def answer(person, line, **options):
    exchange = await person.run(line, "contests", **options)
    return await exchange.reply()


async def pressed(person, post, label):
    return await (await person.press(post, label)).reply()


async def sent(person, post, snake):
    receipt = await filled(person, post, "Type", **{"Your snake": snake})
    return await receipt.says("Saved")


async def test_closing_is_asked_once_more_and_results_follow(app):
    olive, pia = app.person(), app.person("pia")
    post = await announced(olive, Title="Early")
    await sent(pia, post, BEST)
    assert {"name": "Early (open)"}.items() <= (
        await olive.complete("/contest manage", "contest", "ear", "contests")
    )[0].items()
    panel = await managed(olive, "Early")
    asked = await pressed(olive, panel, "Close it now")
    check_says(asked.text, "Close **Early** now?", "1 player so far")
    await press_until(olive, asked, "Close it now", "is closed")
    await post.says("**Closed**")
    late = await pia.press(post, "Board")
    await late.reply()
    app.advance(seconds=20)
    results = await olive.sees("Early: the results", "contests")
    assert f"<@{pia.id}>" in results.text
    panel = await managed(olive, "Early")
    assert panel.buttons == ["Hold it again", "Repeat weekly", "Save as template"]


async def test_cancelling_is_asked_once_more_and_has_no_results(app):
    olive = app.person()
    post = await announced(olive, Title="Off", Opens="in 1 hour")
    asked = await pressed(olive, await managed(olive, "Off"), "Call it off")
    assert "you can’t undo this" in asked.text
    await press_until(olive, asked, "Cancel the contest", "is cancelled")
    await post.says("This contest was cancelled")
    assert post.buttons == ["Rules"]
    app.advance(hours=3)
    await settled(app)
    assert not seen(olive, "Off: the results")
    panel = await managed(olive, "Off")
    assert "Cancelled" in panel.plain
    assert "Call it off" not in panel.buttons


async def test_disqualified_and_reinstated_for_a_reason(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Fair")
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)
    players = await more(olive, "Fair", "players")
    assert "Nobody is disqualified" in players.text
    why = "shared the *answer*"
    reply = await filled(olive, players, "Disqualify somebody", who=pia.id, reason=why)
    check_private(reply, reply.text, "shared the \\*answer\\*")
    assert f"- <@{pia.id}>: shared the" in (await more(olive, "Fair", "players")).text
    app.advance(hours=1, seconds=1)
    app.advance(seconds=20)
    results = await olive.sees("Fair: the results", "contests")
    assert f"🥇 <@{quinn.id}>" in results.text
    assert f"<@{pia.id}>" not in results.text
    players = await pressed(olive, reply, "Back")
    back = await filled(olive, players, "Put somebody back", who=pia.id, reason="she did not")
    assert "is back on the board" in back.text
    await results.says(f"🥇 <@{pia.id}>")
    players = await pressed(olive, back, "Back")
    assert "Put somebody back" not in players.buttons
    fault = await filled(
        olive, players, "Disqualify somebody", who=app.person("ravi").id, reason="x"
    )
    assert "isn’t in this contest" in fault.plain
    again = await filled(olive, fault, "Fix it", who=quinn.id)
    assert "is disqualified" in again.plain
    players = await pressed(olive, again, "Back")
    fault = await filled(olive, players, "Put somebody back", who=pia.id, reason="x")
    assert "isn’t disqualified" in fault.plain
    await filled(olive, fault, "Fix it", who=quinn.id)
    told = await audit(olive, "Fair")
    lines = told.text.splitlines()
    assert f"<@{olive.id}> reinstated <@{quinn.id}> · x" in lines[1]
    assert [one for one in lines if f"<@{olive.id}> reinstated <@{pia.id}> · she did not" in one]
    reply = f"<@{olive.id}> disqualified <@{pia.id}> · shared the \\*answer\\*"
    assert [line for line in lines if reply in line]


async def test_only_those_whom_it_is_for_play_and_equal_snakes_are_for_organisers(app):
    olive, pia, quinn, ravi = (app.person(name) for name in ("olive", "pia", "quinn", "ravi"))
    guild = app.harness.guild("Word House")
    role = app.harness.world.create_role(guild, "Regulars")
    guild.members[pia.id].roles.append(role.id)
    guild.members[quinn.id].roles.append(role.id)
    preview = await drafted(olive, Title="Regular")
    fault = await filled(olive, preview, "People", Role="@Regulars", days_here="seven")
    await fault.says("isn’t a number of days")
    await filled(olive, fault, "Fix it", days_here="1 day")
    await preview.says(f"**Who can play** members with <@&{role.id}> who have been here for 1 day")
    await filled(olive, preview, "People", days_here="")
    await until(lambda: "been here" not in preview.text)
    post = await confirmed(olive, preview)
    assert f"**Who can play** members with <@&{role.id}>" in post.text
    assert post.pinged == []
    refused = await (await ravi.press(post, "Type")).reply()
    assert "for members with the role “Regulars”" in refused.plain
    order = "street test tone nausea seasick stone"
    for person in (pia, quinn):
        await sent(person, post, order)
    told = await audit(olive, "Regular")
    check_says(told.text, f"**Equal snakes**\n- <@{pia.id}>, then <@{quinn.id}> ", "proves nothing")
    assert "Equal" not in (await audit(olive)).text


async def test_somebody_forgotten_is_disqualified_by_their_snake(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Nobody")
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)
    players = await more(olive, "Nobody", "players")

    async def offered():
        asked = await olive.press(players, "Disqualify somebody")
        fields = (await asked.form())["components"]
        chosen = [
            one["component"] for one in fields if one["component"]["custom_id"] == "forgotten"
        ]
        return [one for field in chosen for one in field["options"]]

    assert await offered() == []
    await app.services.store.privacy.forget(pia.id)
    nobody, choice = await offered()
    assert nobody["label"] == "Nobody"
    assert re.fullmatch(r"Player \d+, 1 try", choice["label"])
    about = {"reason": "no snake of theirs", "forgotten": choice["value"]}
    reply = await filled(olive, players, "Disqualify somebody", **about)
    assert "Somebody who asked to be forgotten is disqualified" in reply.plain
    board = await answer(olive, "/contests board", contest="Nobody")
    assert f"🥇 <@{quinn.id}>" in board.text
    players = await more(olive, "Nobody", "players")
    for whom, says in (
        ({"forgotten": "nobody"}, "Choose one player"),
        ({"who": quinn.id}, "Choose one player"),
        ({"forgotten": "nobody", "who": pia.id}, "If they asked to be forgotten"),
    ):
        players = await more(olive, "Nobody", "players")
        fault = await filled(olive, players, "Put somebody back", **about | whom)
        assert says in fault.plain
    players = await more(olive, "Nobody", "players")
    reply = await filled(olive, players, "Put somebody back", **about)
    assert "is back on the board" in reply.plain


async def test_export_is_a_table_of_every_snake_with_names(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Table: 1/2")
    await sent(pia, post, WORST)
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)
    reply = await more(olive, "Table: 1/2", "export")
    check_private(reply, reply.text, "3 tries")
    (name,) = reply.files
    assert name == "table-1-2.csv"
    async with aiohttp.ClientSession() as session, session.get(reply.files[name]["url"]) as got:
        text = (await got.read()).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    expected = [("Pia", "1", "1"), ("Pia", "2", "1"), ("Quinn", "1", "2")]
    assert [(row["name"], row["try"], row["place"]) for row in rows] == expected
    assert rows[1]["words"] == BEST
    assert rows[1]["score"] == "30"


async def test_the_audit_shows_who_did_what_but_not_of_others_drafts(app):
    olive = app.person()
    asked = await planning(olive)
    given = {"Title": "Unborn", "Words": "street test", "Lasts": "1 h"}
    await (await (await olive.submit(asked, **given)).reply()).says("The best possible is")
    await announced(olive, Title="Born")
    text = (await audit(olive)).text
    assert "Unborn" not in text
    first, second, third = text.splitlines()[1:4]
    assert first.endswith("it opened · **Born**")
    assert second.endswith(f"<@{olive.id}> confirmed it · **Born**")
    assert third.endswith(f"<@{olive.id}> made a draft · **Born**")


async def test_players_are_refused_in_words_and_not_shown_what_organisers_do(app):
    olive, pia, noor = app.person(), app.person("pia"), app.person("noor")
    post = await announced(olive, Title="Ruled")
    reply = await (await pia.press(post, "Manage")).reply()
    check_private(reply, reply.plain, "Organising contests needs the permission Manage Events")
    for person in (pia, noor):
        await check_refused(person.run("/contest manage", "contests"), Refused)
    theirs = {name for name in pia.commands("contests") if name.startswith("contest")}
    assert theirs == {f"contests {name}" for name in ("board", "list", "practice", "show")}
    theirs = {name for name in olive.commands("contests") if name.startswith("contest ")}
    assert theirs == {f"contest {name}" for name in ("create", "manage", "seasons", "templates")}


async def test_the_contest_role_is_let_in_once_the_server_shows_it_the_commands(app):
    """Discord hides commands by permission; the bot goes by its setting."""
    olive, pia = app.person(), app.person("pia")
    guild = app.harness.guild("Word House")
    role = app.harness.world.create_role(guild, "Hosts")
    guild.members[pia.id].roles.append(role.id)
    post = await announced(olive, Title="Hosted")
    said = await answer(olive, "/settings contest-role", role=role.id)
    assert "Integrations" in said.text
    panel = await (await pia.press(post, "Manage")).reply()
    assert "## Manage: Hosted" in panel.text
    guild.members[pia.id].roles.remove(role.id)
    assert "Manage Events" in (await (await pia.press(post, "Manage")).reply()).plain


async def test_buttons_are_checked_again_when_they_are_pressed(app):
    olive = app.person()
    post = await announced(olive, Title="Held")
    asked = await pressed(olive, await managed(olive, "Held"), "Close it now")
    guild = app.harness.guild("Word House")
    owner, guild.owner_id = guild.owner_id, app.person("pia").id
    roles, guild.members[olive.id].roles = guild.members[olive.id].roles, []
    try:
        reply = await (await olive.press(asked, "Close it now")).reply()
        assert "Manage Events" in reply.plain
    finally:
        guild.owner_id, guild.members[olive.id].roles = owner, roles
    assert "**Closes**" in post.text


async def test_contests_of_another_server_are_out_of_reach(app):
    olive = app.person()
    await announced(olive, Title="Ours")
    other_guild = app.harness.guild("Puzzle Garden")
    general = app.harness.channel("general", other_guild)
    pia = app.person("pia")  # she owns it
    about = "/contest manage", "contest", "ours"
    contest = (await olive.complete(*about, "contests"))[0]["value"]
    assert await pia.complete(*about, general) == []
    reply = await managed(pia, contest, general)
    assert "can’t find that contest here" in reply.plain


async def test_all_of_this_is_in_the_help(app):
    olive = app.person()
    post = await (await olive.run("/help", "contests")).reply()
    assert "</daily play:" in post.text
    post = await (await olive.press(post, "Organisers")).reply()
    for name in ("contest create", "contest manage", "settings show", "contest seasons"):
        assert f"</{name}:" in post.text


async def test_an_announced_contest_can_be_changed(app):
    olive, pia = app.person(), app.person("pia")
    post = await announced(olive, Title="Short")
    await sent(pia, post, WORST)
    panel = await managed(olive, "Short")
    reply = await filled(olive, panel, "Change", title="*Long*", closes="in 3 hours")
    check_private(reply, reply.text, "**\\*Long\\*** now closes")
    await post.says("## \\*Long\\*")
    app.advance(hours=2)
    await settled(app)
    assert "**Closes**" in post.text
    await sent(pia, post, BEST)
    app.advance(hours=1, seconds=1)
    app.advance(seconds=20)
    results = await olive.sees("Long\\*: the results", "contests")
    assert f"<@{pia.id}> **30 points**" in results.text
    assert "Change" not in (await managed(olive, "*Long*")).buttons
    told = await audit(olive, "*Long*")
    assert "title: Short → \\*Long\\*; lasts: 1:00:00 → 3:00:" in told.text


async def test_a_contest_to_come_can_be_postponed_and_what_cannot_be_is_refused(app):
    olive, other = app.person(), app.person("quinn")
    guild = app.harness.guild("Word House")
    organiser = next(role for role in guild.roles.values() if role.name == "Organiser")
    guild.members[other.id].roles.append(organiser.id)
    post = await announced(olive, Title="Later", Opens="in 1 hour")

    async def changed(**fields):
        return await filled(olive, await managed(olive, "Later"), "Change", **fields)

    assert "Nothing changed" in (await changed()).plain
    assert "as a time" in (await changed(closes="soon")).plain
    assert "from 1 minute to 60 days" in (await changed(closes="in 10 minutes")).plain
    christmas = int(datetime(2040, 12, 24, 20, tzinfo=UTC).timestamp())
    said = (await changed(opens="24 December 20:00", closes="24.12. 21:30")).text
    assert f"opens <t:{christmas}:f> and closes <t:{christmas + 5400}:f>" in said
    times = {"opens": "in 5 hours", "closes": "in 6 hours"}
    assert "opens" in (await changed(**times, board="places")).text
    assert "can’t organise contests here" in (await changed(host=app.person("pia").id)).plain
    assert f"**Host** <@{other.id}>" in (await changed(host=other.id)).text
    await post.says(f"Hosted by <@{other.id}>")
    guild.members[other.id].roles.remove(organiser.id)
    app.advance(hours=2)
    await settled(app)
    assert "**Opens**" in post.text
    app.advance(hours=3, seconds=1)
    await post.says("**Closes**")
    assert "**Board** places only, scores at the end" in post.text
    asked = await olive.press(await managed(olive, "Later"), "Change")
    named = [one["component"]["custom_id"] for one in (await asked.form())["components"]]
    assert named == ["title", "closes", "board", "host"]
    closing = await pressed(olive, await managed(olive, "Later"), "Close it now")
    await press_until(olive, closing, "Close it now", "is closed")


async def test_words_of_a_contest_that_was_cancelled_before_it_opened_stay_unknown(app):
    olive, pia = app.person(), app.person("pia")
    await announced(olive, Title="Dropped", Opens="in 1 hour")
    asked = await pressed(olive, await managed(olive, "Dropped"), "Call it off")
    await press_until(olive, asked, "Cancel the contest", "is cancelled")
    shown = await answer(pia, "/contests show", contest="Dropped")
    assert "nausea" not in shown.text
    assert "6 words" in shown.text
