"""A contest in a channel that not everybody sees: only people who see it find and play it."""

from datetime import timedelta

import discord
import pytest
import pytest_asyncio

from bot.contests import Plan, SeasonPlan
from bot.ui.contest.ids import PlanFormId
from playground.permissions import CREATE_PRIVATE_THREADS
from tests.bot.hosting import BEST, ROOM, WORDS, act, announced, entry, finished, send
from tests.bot.organising import announced as organised
from tests.bot.organising import audit, hide, until
from tests.bot.pages import check_private
from tests.security import forging

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def staff(app):
    """Return an open contest in such a channel, and the channel."""
    contest, _ = await announced(app)
    channel = app.harness.world.channels[contest.channel_id]
    await hide(app, channel)
    return contest, channel


PANELS = ("manage", "templates", "seasons")


async def found_by(app, person, contest, room=ROOM):
    """Return the ways in which a person finds a contest from a channel."""
    listed = (await (await person.run("/contests list", room)).reply()).text
    offered = await person.complete("/contests board", "contest", contest.title, room)
    shown = await (await person.run("/contests show", room, contest=contest.title)).reply()
    by_id = await (await person.run("/contests board", room, contest=contest.id)).reply()
    return [
        contest.title in listed,
        bool(offered),
        "can’t find that contest" not in shown.text,
        "can’t find that contest" not in by_id.text,
    ]


async def test_only_who_sees_the_channel_finds_the_contest(app, staff):
    contest, channel = staff
    assert await found_by(app, app.person("pia"), contest) == [False] * 4
    assert await found_by(app, app.person("quinn"), contest) == [True] * 4
    assert await found_by(app, app.person("quinn"), contest, channel) == [True] * 4
    assert await found_by(app, app.person("olive"), contest) == [True] * 4


async def test_it_is_shown_to_all_in_its_channel_alone(app, staff):
    contest, channel = staff
    quinn, asked = app.person("quinn"), {"contest": contest.title, "private": False}
    refused = await (await quinn.run("/contests board", ROOM, **asked)).follow_up()
    check_private(refused, refused.plain, "Not everybody here sees the channel")
    here = await (await quinn.run("/contests board", channel, **asked)).reply()
    assert (here.ephemeral, contest.title in here.text) == (False, True)
    await finished(app, contest)
    for room, private, seen in ((ROOM, False, False), (ROOM, True, True), (channel, False, True)):
        asked = {"contest": "The last 10 contests together", "private": private}
        standings = await quinn.run("/contests board", room, **asked)
        assert (contest.title in (await standings.reply()).text) == seen


async def test_a_contest_whose_channel_is_open_is_found_from_anywhere(app):
    contest, _ = await announced(app)
    assert await found_by(app, app.person("pia"), contest) == [True] * 4


async def test_its_buttons_work_for_nobody_else(app, staff):
    contest, _ = staff
    room = app.harness.channel(ROOM)
    for text in (
        f"contest:rules:{contest.id}",
        f"contest:board:{contest.id}",
        f"play:tap:contest:{contest.id}",
        f"play:write:contest:{contest.id}",
    ):
        told = await forging.refused(forging.press(app, app.person("pia"), room, text))
        assert "can’t find that contest" in told
    text = f"play:form:contest:{contest.id}"
    told = await forging.refused(
        forging.submit(app, app.person("pia"), room, text, snake="\n".join(BEST))
    )
    assert "can’t find that contest" in told
    shown = await (await app.person("quinn").run("/contests show", ROOM)).reply()
    exchange, _ = await entry(app.person("quinn"), shown)
    assert "15 points" in (await (await send(app.person("quinn"), exchange, BEST)).reply()).text


async def test_organisers_who_do_not_see_the_channel_neither_read_nor_change_anything_of_it(app):
    olive, olga = app.person(), app.harness.create_person("olga")
    guild, room = app.harness.guild("Word House"), app.harness.channel(ROOM)
    guild.members[olga.id].roles.extend(guild.members[olive.id].roles)
    place = app.harness.world.create_channel(guild, "staff-only")
    await until(lambda: app.client.get_channel(place.id) is not None)
    await hide(app, place)
    admin, by = app.services.contests.admin, act(app)
    plan = Plan("Whispers", WORDS, timedelta(hours=1))
    held = await admin.create(plan, guild.id, place.id, by)
    await app.services.contests.puzzles.find_par(held.id, requester=None)
    held = await admin.confirm(guild.id, held.id, by)
    draft = await admin.create(plan, guild.id, place.id, act(app))
    template = await app.services.contests.templates.save(guild.id, "Hushed", held.id, by)
    season = await app.services.contests.seasons.start(
        guild.id, SeasonPlan("Quiet", timedelta(days=3)), place.id, by
    )
    listed = (await (await olga.run("/contests list", room)).reply()).text
    done = (await audit(olga, channel=room)).text
    panels = [(await (await olga.run(f"/contest {one}", room)).reply()).text for one in PANELS]
    found = listed + done + "".join(panels)
    assert not [name for name in ("Whispers", "Hushed", "Quiet") if name in found]
    assert "Whispers" in (await (await olive.run("/contests list", room)).reply()).text
    assert "Quiet" in (await audit(olive, channel=room)).text
    today = app.now().date()
    for text in (
        *(f"draft:{a}:{draft.id}" for a in ("open", "edit", "confirm", "discard")),
        f"draft:choose:options:{draft.id}",
        *(f"organise:{a}:one:{held.id}" for a in ("close", "cancel")),
        f"contest:again:{held.id}",
        *(
            f"manage:{a}:{held.id}"
            for a in ("open", "close", "cancel", "repost", "players", "export")
        ),
        *(f"ask:{a}:{held.id}" for a in ("change", "disqualify", "template", "repeat")),
        f"ask:dates:{template.id}",
        *(f"template:{a}:{template.id}" for a in ("open", "use", "delete", "deleted")),
        *(f"template:day:{a}:{template.id}:{today}:{today}" for a in ("next", "stop")),
        f"ask:counting:{season.id}",
        *(f"season:{a}:{season.id}" for a in ("open", "end", "ended", "delete", "deleted")),
    ):
        told = await forging.refused(forging.press(app, olga, room, text))
        assert "can’t find that" in told, text
    fields = {"title": "Mine", "words": "street test", "opens": "", "lasts": "1 hour"}
    fields["rule"] = ["pairs"]
    for of in ((draft.id, None, None), (None, held.id, None), (None, None, template.id)):
        sent = forging.submit(app, olga, room, str(PlanFormId(*of, None)), **fields)
        assert "can’t find that" in await forging.refused(sent)
    queries = app.services.contests.queries
    assert [(await queries.get(one.id)).state for one in (held, draft)] == ["open", "draft"]
    await app.services.contests.seasons.delete(guild.id, season.id, by)
    await admin.cancel(guild.id, held.id, by)


async def test_it_counts_only_for_people_who_may_see_it(app, staff):
    contest, _ = staff
    await finished(app, contest)
    seasons = {}
    for name in ("pia", "quinn"):
        together = {"contest": "The last 10 contests together"}
        reply = await (await app.person(name).run("/contests board", ROOM, **together)).reply()
        seasons[name] = contest.title in reply.text
    assert seasons == {"pia": False, "quinn": True}


async def test_one_whose_channel_is_gone_is_still_found_by_organisers(app):
    contest, _ = await announced(app)
    world = app.harness.world
    world.delete_channel(world.channels[contest.channel_id])
    await until(lambda: app.client.get_channel(contest.channel_id) is None)
    assert await found_by(app, app.person("olive"), contest) == [True] * 4
    assert await found_by(app, app.person("pia"), contest) == [False] * 4


async def in_thread(app, kind, title):
    """Return a contest that its organiser made in a new thread, the thread, and its channel."""
    place = app.harness.world.create_channel(app.harness.guild("Word House"), f"about-{title}")
    world = app.harness.world
    world.overwrite(place, world.bot.id, allow=CREATE_PRIVATE_THREADS)
    await until(lambda: app.client.get_channel(place.id) is not None)
    parent = app.client.get_channel(place.id)
    thread = await parent.create_thread(name=title, type=discord.ChannelType[kind])
    room = app.harness.world.channels[thread.id]
    await organised(app.person(), room, Title=title)
    found = await app.services.contests.queries.titles(place.guild_id, ["open"])
    return next(one for one in found if one.title == title), room, place


async def archive(app, room):
    """Archive a thread; the library then forgets it."""
    app.harness.world.change_thread(room, archived=True)
    await until(lambda: app.client.get_channel(room.id) is None)


async def test_one_in_a_public_thread_is_found_as_before_once_that_is_archived(app):
    contest, room, place = await in_thread(app, "public_thread", "Maple")
    assert contest.parent_id == place.id
    assert await found_by(app, app.person("pia"), contest) == [True] * 4
    await archive(app, room)
    for name in ("pia", "olive"):
        assert await found_by(app, app.person(name), contest) == [True] * 4
    await hide(app, place)
    assert await found_by(app, app.person("pia"), contest) == [False] * 4


async def test_one_in_a_private_thread_is_found_by_organisers_and_from_within(app):
    contest, room, _ = await in_thread(app, "private_thread", "Birch")
    app.harness.world.join_thread(room, app.person("pia").user)
    assert contest.parent_id is None
    assert await found_by(app, app.person("pia"), contest, room) == [True] * 4
    for archived in (False, True):
        if archived:  # nobody uses a command in an archived thread
            await archive(app, room)
        assert await found_by(app, app.person("pia"), contest) == [False] * 4
        assert await found_by(app, app.person("olive"), contest) == [True] * 4
