"""Ending, refereeing, exporting and auditing contests, end to end."""

from __future__ import annotations

import csv
import io
import re

import aiohttp
import pytest

from playground import Refused
from tests.bot.organising import announced, confirmed, drafted, seen, settled, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEST = "nausea seasick street test stone tone"
WORST = "tone test street seasick nausea stone"


async def answer(person, line, **options):
    exchange = await person.run(line, "contests", **options)
    return await exchange.reply()


async def sent(person, post, snake):
    asked = await person.press(post, "Type")
    await asked.form()
    receipt = await (await person.submit(asked, **{"Your snake": snake})).reply()
    return await receipt.says("Saved")


async def test_closing_is_asked_once_more_and_results_follow(app):
    olive, pia = app.person(), app.person("pia")
    post = await announced(olive, Title="Early")
    await sent(pia, post, BEST)
    assert {"name": "Early (open)"}.items() <= (
        await olive.complete("/contest close", "contest", "ear", "contests")
    )[0].items()
    asked = await answer(olive, "/contest close", contest="Early")
    assert "Close **Early** now?" in asked.text
    assert "1 player so far" in asked.text
    await olive.press(asked, "Close it now")
    await asked.says("is closed")
    await post.says("**Closed**")
    late = await pia.press(post, "Board")
    await late.reply()
    app.advance(seconds=20)
    results = await olive.sees("Early: the results", "contests")
    assert f"<@{pia.id}>" in results.text
    again = await (await olive.run("/contest close", "contests", contest="Early")).reply()
    assert "isn’t open, so there’s nothing to close" in again.plain


async def test_cancelling_is_asked_once_more_and_has_no_results(app):
    olive = app.person()
    post = await announced(olive, Title="Off", Opens="in 1 hour")
    asked = await answer(olive, "/contest cancel", contest="Off")
    assert "you can’t undo this" in asked.text
    await olive.press(asked, "Cancel the contest")
    await asked.says("is cancelled")
    await post.says("This contest was cancelled")
    assert post.buttons == ["Rules"]
    app.advance(hours=3)
    await settled(app)
    assert not seen(olive, "Off: the results")
    asked = await answer(olive, "/contest cancel", contest="Off")
    assert "is cancelled already" in asked.plain


async def test_disqualified_and_reinstated_for_a_reason(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Fair")
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)
    about = {"contest": "Fair", "who": pia.id}
    reply = await answer(olive, "/contest disqualify", reason="shared the *answer*", **about)
    assert reply.ephemeral
    assert "shared the \\*answer\\*" in reply.text
    app.advance(hours=1, seconds=1)
    app.advance(seconds=20)
    results = await olive.sees("Fair: the results", "contests")
    assert f"🥇 <@{quinn.id}>" in results.text
    assert f"<@{pia.id}>" not in results.text
    await answer(olive, "/contest reinstate", reason="she did not", **about)
    await results.says(f"🥇 <@{pia.id}>")
    reply = await (await olive.run("/contest reinstate", "contests", reason="x", **about)).reply()
    assert "isn’t disqualified" in reply.plain
    about["who"] = app.person("ravi").id
    reply = await (await olive.run("/contest disqualify", "contests", reason="x", **about)).reply()
    assert "isn’t in this contest" in reply.plain
    audit = await answer(olive, "/contest audit", contest="Fair")
    lines = audit.text.splitlines()
    assert f"<@{olive.id}> reinstated <@{pia.id}> · she did not" in lines[1]
    reply = f"<@{olive.id}> disqualified <@{pia.id}> · shared the \\*answer\\*"
    assert [line for line in lines if reply in line]


async def test_only_those_whom_it_is_for_play_and_equal_snakes_are_for_organisers(app):
    olive, pia, quinn, ravi = (app.person(name) for name in ("olive", "pia", "quinn", "ravi"))
    guild = app.harness.guild("Word House")
    role = app.harness.world.create_role(guild, "Regulars")
    guild.members[pia.id].roles.append(role.id)
    guild.members[quinn.id].roles.append(role.id)
    preview = await drafted(olive, Title="Regular")
    asked = await olive.press(preview, "People")
    await asked.form()
    fault = await (await olive.submit(asked, Role="@Regulars", days_here="seven")).reply()
    await fault.says("isn’t a number of days")
    again = await olive.press(fault, "Fix it")
    await again.form()
    await (await olive.submit(again, days_here="1 day")).reply()
    await preview.says(f"**Who can play** members with <@&{role.id}> who have been here for 1 day")
    again = await olive.press(preview, "People")
    await again.form()
    await (await olive.submit(again, days_here="")).reply()
    await until(lambda: "been here" not in preview.text)
    post = await confirmed(olive, preview)
    assert f"**Who can play** members with <@&{role.id}>" in post.text
    assert post.pinged == []
    refused = await (await ravi.press(post, "Type")).reply()
    assert "for members with the role “Regulars”" in refused.plain
    order = "street test tone nausea seasick stone"
    for person in (pia, quinn):
        await sent(person, post, order)
    audit = await answer(olive, "/contest audit", contest="Regular")
    assert f"**Equal snakes**\n- <@{pia.id}>, then <@{quinn.id}> " in audit.text
    assert "proves nothing" in audit.text
    assert "Equal" not in (await answer(olive, "/contest audit")).text


async def test_somebody_forgotten_is_disqualified_by_their_snake(app, caplog):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Nobody")
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)

    async def offered(person, contest="Nobody"):
        about = ("/contest disqualify", "forgotten", "", "contests")
        return await person.complete(*about, contest=contest)

    assert await offered(olive) == []
    await app.services.store.privacy.forget(pia.id)
    (choice,) = await offered(olive)
    assert re.fullmatch(r"player \d+, 1 try", choice["name"])
    assert await offered(quinn) == []  # no organiser
    caplog.clear()
    assert await offered(olive, "Nob") == []  # not chosen yet
    assert not caplog.records
    about = {"contest": "Nobody", "reason": "no snake of theirs"}
    reply = await answer(olive, "/contest disqualify", forgotten=choice["value"], **about)
    assert "Somebody who asked to be forgotten is disqualified" in reply.plain
    board = await answer(olive, "/contest board", contest="Nobody")
    assert f"🥇 <@{quinn.id}>" in board.text
    for whom in ({}, {"who": quinn.id, "forgotten": choice["value"]}):
        reply = await answer(olive, "/contest disqualify", **about, **whom)
        assert "one of the two" in reply.plain
    for whom, says in (
        ({"who": pia.id}, "If they asked to be forgotten"),
        ({"forgotten": "pia"}, "from the list that shows"),
        ({"forgotten": "7" * 9}, "isn’t in this contest"),
    ):
        reply = await answer(olive, "/contest reinstate", **about, **whom)
        assert says in reply.plain
    reply = await answer(olive, "/contest reinstate", forgotten=choice["value"], **about)
    assert "is back on the board" in reply.plain


async def test_export_is_a_table_of_every_snake_with_names(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive, Title="Table: 1/2")
    await sent(pia, post, WORST)
    await sent(pia, post, BEST)
    await sent(quinn, post, WORST)
    reply = await answer(olive, "/contest export", contest="Table: 1/2")
    assert reply.ephemeral
    assert "3 tries" in reply.text
    (name,) = reply.files
    assert name == "table-1-2.csv"
    async with aiohttp.ClientSession() as session, session.get(reply.files[name]["url"]) as got:
        text = (await got.read()).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["name"], row["try"], row["place"]) for row in rows] == [
        ("Pia", "1", "1"),
        ("Pia", "2", "1"),
        ("Quinn", "1", "2"),
    ]
    assert rows[1]["words"] == BEST
    assert rows[1]["score"] == "30"


async def test_the_audit_shows_who_did_what_but_not_of_others_drafts(app):
    olive = app.person()
    asked = await olive.run("/contest create", "contests")
    given = {"Title": "Unborn", "Words": "street test", "Lasts": "1 h"}
    await (await (await olive.submit(asked, **given)).reply()).says("The best possible is")
    await announced(olive, Title="Born")
    text = (await answer(olive, "/contest audit")).text
    assert "Unborn" not in text
    first, second, third = text.splitlines()[1:4]
    assert first.endswith("it opened · **Born**")
    assert second.endswith(f"<@{olive.id}> confirmed it · **Born**")
    assert third.endswith(f"<@{olive.id}> made a draft · **Born**")


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("/contest close", {"contest": "x"}),
        ("/contest change", {"contest": "x"}),
        ("/contest cancel", {"contest": "x"}),
        ("/contest export", {"contest": "x"}),
        ("/contest audit", {}),
        ("/contest disqualify", {"contest": "x", "reason": "x"}),
        ("/contest reinstate", {"contest": "x", "reason": "x"}),
    ],
)
async def test_players_are_refused_in_words(app, line, options):
    pia, noor = app.person("pia"), app.person("noor")
    who = {"who": pia.id} if "reason" in options else {}
    reply = await (await pia.run(line, "contests", **options, **who)).reply()
    assert reply.ephemeral
    assert "Organising contests needs the permission Manage Events" in reply.plain
    with pytest.raises(Refused):
        await noor.run(line, "contests", **options, **who)


async def test_buttons_are_checked_again_when_they_are_pressed(app):
    olive = app.person()
    post = await announced(olive, Title="Held")
    asked = await answer(olive, "/contest close", contest="Held")
    guild = app.harness.guild("Word House")
    owner, guild.owner_id = guild.owner_id, app.person("pia").id
    roles, guild.members[olive.id].roles = guild.members[olive.id].roles, []
    try:
        reply = await (await olive.press(asked, "Close it now")).reply()
        assert "Manage Events" in reply.plain
    finally:
        guild.owner_id, guild.members[olive.id].roles = owner, roles
    assert "**Closes**" in post.text


async def test_contests_of_another_server_are_not_to_be_had(app):
    olive = app.person()
    await announced(olive, Title="Ours")
    other_guild = app.harness.guild("Puzzle Garden")
    general = app.harness.channel("general", other_guild)
    pia = app.person("pia")  # she owns it
    contest = (await olive.complete("/contest close", "contest", "ours", "contests"))[0]["value"]
    assert await pia.complete("/contest close", "contest", "ours", general) == []
    reply = await (await pia.run("/contest close", general, contest=contest)).reply()
    assert "can’t find that contest here" in reply.plain


async def test_all_of_this_is_in_the_help(app):
    olive = app.person()
    post = await (await olive.run("/help", "contests")).reply()
    assert "</daily play:" in post.text
    post = await (await olive.press(post, "Organisers")).reply()
    for name in ("contest create", "contest export", "settings show", "contest disqualify"):
        assert f"</{name}:" in post.text


async def test_an_announced_contest_can_be_changed(app):
    olive, pia = app.person(), app.person("pia")
    post = await announced(olive, Title="Short")
    await sent(pia, post, WORST)
    reply = await answer(
        olive, "/contest change", contest="Short", title="*Long*", closes="in 3 hours"
    )
    assert reply.ephemeral
    assert "**\\*Long\\*** now closes" in reply.text
    await post.says("## \\*Long\\*")
    app.advance(hours=2)
    await settled(app)
    assert "**Closes**" in post.text
    await sent(pia, post, BEST)
    app.advance(hours=1, seconds=1)
    app.advance(seconds=20)
    results = await olive.sees("Long\\*: the results", "contests")
    assert f"<@{pia.id}> **30 points**" in results.text
    reply = await answer(olive, "/contest change", contest="*Long*", closes="in 3 hours")
    assert "is over, so it can’t be changed" in reply.plain
    audit = await answer(olive, "/contest audit", contest="*Long*")
    assert "title: Short → \\*Long\\*; lasts: 1:00:00 → 3:00:" in audit.text


async def test_a_contest_to_come_can_be_postponed_and_what_cannot_be_is_refused(app):
    olive, other = app.person(), app.person("quinn")
    guild = app.harness.guild("Word House")
    organiser = next(role for role in guild.roles.values() if role.name == "Organiser")
    guild.members[other.id].roles.append(organiser.id)
    post = await announced(olive, Title="Later", Opens="in 1 hour")

    async def changed(**options):
        return await answer(olive, "/contest change", contest="Later", **options)

    assert "What should change?" in (await changed()).plain
    assert "as a time" in (await changed(closes="soon")).plain
    assert "from 1 minute to 60 days" in (await changed(closes="in 10 minutes")).plain
    assert "opens" in (await changed(opens="in 5 hours", board="places")).text
    assert "can’t organise contests here" in (await changed(host="@pia")).plain
    assert f"**Host** <@{other.id}>" in (await changed(host="@quinn")).text
    await post.says(f"Hosted by <@{other.id}>")
    guild.members[other.id].roles.remove(organiser.id)
    app.advance(hours=2)
    await settled(app)
    assert "**Opens**" in post.text
    app.advance(hours=3, seconds=1)
    await post.says("**Closes**")
    assert "**Board** places only, scores at the end" in post.text
    assert "only its title, board and end can change" in (await changed(opens="now")).plain
    closing = await answer(olive, "/contest close", contest="Later")
    await olive.press(closing, "Close it now")
    await closing.says("is closed")


async def test_words_of_a_contest_that_was_cancelled_before_it_opened_stay_unknown(app):
    olive, pia = app.person(), app.person("pia")
    await announced(olive, Title="Dropped", Opens="in 1 hour")
    asked = await answer(olive, "/contest cancel", contest="Dropped")
    await olive.press(asked, "Cancel the contest")
    await asked.says("is cancelled")
    shown = await answer(pia, "/contest show", contest="Dropped")
    assert "nausea" not in shown.text
    assert "6 words" in shown.text
