"""What people see of contests: boards, results, reviews, practice."""

import asyncio
import json
import re
from datetime import timedelta

import pytest

from bot.contests import Act, Scope, read_try
from playground import Refused
from solvers.wordsnake import verify
from tests.bot.changing import to
from tests.bot.examples.snake_cards import fetched
from tests.bot.hosting import BEST, ROOM, WORDS, announced, answer, entry, finished, sent, tap
from tests.bot.hosting_dailies import answer as command
from tests.bot.organising import settled
from tests.bot.pages import check_private, check_says
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORSE = ("seasick", "run", "nausea", "street", "test", "tone")  # 3 points


# Boards


async def test_a_board_shown_to_all_is_not_changed_by_others(app):
    contest, _ = await announced(app, ties="opening")
    tried = read_try("\n".join(BEST))

    async def send_in(number):
        person = app.harness.create_person(f"{contest.title}-{number}")
        act = Act(person.id, contest.opens_at + timedelta(seconds=1 + number), person.id)
        await app.services.contests.play.submit(Scope(contest.guild_id), contest.id, act, tried)

    await asyncio.gather(*map(send_in, range(25)))
    pia, quinn = app.person("pia"), app.person("quinn")
    board = await command(pia, "/contests board", ROOM, contest=contest.title, private=False)
    assert not board.ephemeral
    copy = await answer(quinn, board, "Next")
    check_private(copy, copy.text, "25\\. ")
    assert "25\\. " not in board.text


# The end


async def test_the_results_and_everyones_snakes(app):
    contest, post = await announced(app)
    pia, quinn, ravi = (app.person(name) for name in ("pia", "quinn", "ravi"))
    await sent(quinn, post, WORSE)
    await sent(pia, post)
    await answer(ravi, post, "Board")
    results = await finished(app, contest)
    assert not results.ephemeral
    assert results.pinged == []
    assert f"🥇 <@{pia.id}> **15 points** · 100% of best" in results.text
    assert f"🥈 <@{quinn.id}> **3 points** · 20% of best" in results.text
    assert "🎉 The winner found the best snake!" in results.text
    assert "The best possible is **15 points** – that’s proven" in results.text
    assert "coiled snake" in results.pictures[0]["description"]
    assert f"To share\n```\n{contest.title}: 2 players · 🥇 100% · 🥈 20%\n```" in results.text
    assert results.buttons == [
        *("My review", "Practice", "Everyone’s answers"),
        *("Repeat weekly", "Save as template"),
    ]
    snakes = await answer(ravi, results, "Everyone’s answers")
    check_says(snakes.text, "`teSTreeTone·ruNauSEAsick`", "`seasick·ruNausea·streeTesTone`")
    proof = await answer(ravi, snakes, "Proof")
    assert proof.ephemeral
    assert "**15 points** is the best there is, and these files prove it." in proof.text
    words, certificate = [await fetched(proof, name) for name in proof.files]
    verdict = verify(words.decode().split(), json.loads(certificate))
    assert (verdict.valid, verdict.bound) == (True, 15)
    assert not verify(words.decode().split()[1:], json.loads(certificate)).valid


async def test_my_review_shows_what_would_have_gained_most(app):
    contest, post = await announced(app)
    pia, quinn, ravi = (app.person(name) for name in ("pia", "quinn", "ravi"))
    await sent(quinn, post, WORSE)
    await sent(pia, post)
    results = await finished(app, contest)
    reply = await answer(quinn, results, "My review")
    check_private(reply, reply.text, "**3 points** · 20% of best. 12 points short of the best.")
    gained = re.search(r"to gain (\d+)\. That makes \*\*(\d+) points\*\*", reply.text)
    assert int(gained[2]) == 3 + int(gained[1])
    assert "nausea seasick +9 · test street +4" in reply.text
    assert f"{contest.title}: 🥈 2nd of 2 · 20% of best" in reply.text
    reply = await answer(pia, results, "My review")
    assert "🎉 The best possible!" in reply.text
    assert "change" not in reply.text
    assert "You didn’t play this contest" in (await answer(ravi, results, "My review")).plain


async def test_a_finished_contest_is_practised_with_a_clock_and_unranked(app):
    contest, post = await announced(app)
    pia, quinn = app.person("pia"), app.person("quinn")
    await sent(quinn, post, WORSE)
    results = await finished(app, contest)
    begun = await answer(pia, results, "Practice")
    assert begun.ephemeral
    assert all(word in begun.text for word in WORDS)
    reply = await sent(pia, begun, WORSE[1:], "Type")
    assert "missing: “seasick”" in reply.plain.lower()
    receipt = await sent(pia, reply, WORSE, "Fix it")
    check_says(receipt.text, "## 3 points · 20% of best", "12 points short of the best.")
    form, text = await entry(pia, receipt, "Type")
    assert tuple(text.split()) == WORSE
    board = await answer(pia, begun, "Play")
    board = await tap(pia, board, *BEST)
    assert "## 15 points" in (await answer(pia, board, "Submit")).text
    seen = await answer(pia, results, "Everyone’s answers")
    assert str(pia.id) not in seen.text
    app.advance(minutes=15, seconds=1)  # it ends at a whole second
    late = await pia.submit(form, **{"Your snake": "\n".join(BEST)})
    assert "Time’s up! Start another practice" in (await late.reply()).plain
    assert "Time’s up! Start another practice" in (await answer(pia, begun, "Type")).plain
    again = await command(pia, "/contests practice", ROOM, contest=contest.id, minutes=90)
    assert tuple((await entry(pia, again, "Type"))[1].split()) == WORDS


# Commands


async def test_show_has_what_the_announcement_has(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    await settled(app)
    reply = await command(pia, "/contests show", ROOM)
    check_private(reply, reply.text, "nausea run seasick", f"/{post.message.id})")
    assert reply.buttons == ["Play", "Type", "Board", "Rules"]
    assert "## 15 points" in (await sent(pia, reply)).text
    await finished(app, contest)
    reply = await command(pia, "/contests show", ROOM, contest=contest.title)
    assert "The best possible is **15 points**" in reply.text
    assert reply.buttons == ["My review", "Practice", "Everyone’s answers"]


async def test_announcements_that_were_deleted_are_posted_again_by_organisers(app):
    contest, post = await announced(app)
    olive, pia = app.person("olive"), app.person("pia")
    channel = app.client.get_partial_messageable(contest.channel_id)
    await channel.get_partial_message(post.message.id).delete()
    await sent(pia, await command(pia, "/contests show", ROOM))
    guild = contest.guild_id
    act = Act(olive.id, app.now(), app.harness.world.ids.next())
    await app.services.contests.admin.change(guild, contest.id, act, to(board="places"))
    app.client.services.scheduler.wake()
    await olive.sees("Somebody deleted the message", olive.dm)
    reply = await command(pia, "/contests show", ROOM)
    assert "ouldn’t" not in reply.text
    assert "Post it here" not in reply.buttons
    reply = await command(olive, "/contests show", ROOM)
    assert "Somebody deleted the message" in reply.plain
    assert "in a moment" in (await answer(olive, reply, "Post it here")).text
    fresh = await olive.sees(f"## {contest.title}", ROOM)
    assert fresh.message.id > post.message.id
    await (await answer(olive, reply, "Back")).says(f"## Manage: {contest.title}")
    assert "Post it here" not in reply.buttons


async def test_contests_stay_in_their_server(app):
    contest, _ = await announced(app)
    other_guild = app.harness.guild("Puzzle Garden")
    channel = app.harness.channel("general", other_guild)
    olive = app.person("olive")
    for line in ("/contests show", "/contests board"):
        reply = await (await olive.run(line, channel, contest=contest.id)).reply()
        assert "can’t find that contest here" in reply.plain
    reply = await (await olive.run("/contests board", channel)).reply()
    assert "There are no contests here yet" in reply.plain
    reply = await (await olive.run("/contests show", channel)).reply()
    assert "No contests yet. Organisers start one with `/contest create`" in reply.text
    assert not reply.buttons
    together = {"contest": "the last 10 contests together"}
    reply = await (await olive.run("/contests board", channel, **together)).reply()
    assert "No contest has finished yet" in reply.text
    await check_refused(olive.run("/contests show", olive.dm), Refused)
