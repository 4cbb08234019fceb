"""Discord's bad days: threads that archive, files denied, bans, slow edits, private threads."""

import asyncio
import contextlib
import itertools
import json
from datetime import timedelta

import aiohttp
import discord
import pytest

from bot.errors import PostDelayed, PostRefused
from bot.pace import MOST_INVALID, UNHEEDED, Pace, Pacer
from bot.running import cancelled
from bot.ui.attempts import delay_of
from playground.model import ChannelType
from playground.permissions import ATTACH_FILES, MANAGE_THREADS, READ_MESSAGE_HISTORY, SEND_MESSAGES
from tests.bot.hosting import announced, sent
from tests.bot.hosting_dailies import first_posted, posted, set_up, to_the_hour
from tests.bot.hosting_dailies import settled as dailies_settled
from tests.bot.organising import confirmed, drafted, looked, notices, settled, until
from tests.bot.racing import (
    begun,
    counted_down,
    joined,
    line,
    pressed,
    puzzle_of,
    racer,
    room,
    shows,
    wrote,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@contextlib.contextmanager
def keeping_threads(app):
    """Let the bot manage threads."""
    world, guild = app.harness.world, app.harness.guild("Word House")
    role, own = world.create_role(guild, "Keeper", MANAGE_THREADS), guild.members[world.bot.id]
    own.roles.append(role.id)
    world.update_member(guild, own)
    try:
        yield
    finally:
        own.roles.remove(role.id)
        world.update_member(guild, own)


def spoken(post):
    """Return the words that replace a picture."""
    return [line for line in post.text.splitlines() if line.startswith("-# 🖼️")]


# Threads


async def test_the_thread_of_a_contest_of_nine_days_is_opened_for_talk_at_its_end(app):
    with keeping_threads(app):
        _, post = await announced(app, talk=True, lasts=timedelta(days=9))
        await settled(app)
        thread = app.harness.world.channels[post.message.id]
        assert (thread.archive_after, thread.locked) == (7 * 24 * 60, True)
        app.advance(days=8)
        await settled(app)
        assert thread.archived
        await sent(app.person("pia"), post)  # naming the leader in it opens it again
        await app.person("pia").sees("takes the lead", thread)
        app.harness.world.change_thread(thread, archived=True)
        app.advance(days=1, minutes=2)
        await post.says("**Over**")
        await settled(app)
        assert (thread.archived, thread.locked) == (False, False)
        await app.person("pia").write("It ended in seasick!", thread)
        assert notices(app.person()) == []


async def test_a_thread_that_may_not_be_opened_any_more_brings_one_notice(fresh):
    olive = fresh.person()
    with keeping_threads(fresh):
        _, post = await announced(fresh, title="Spring", talk=True, lasts=timedelta(days=2))
        await settled(fresh)
        thread = fresh.harness.world.channels[post.message.id]
    fresh.advance(days=2, minutes=2)
    await until(lambda: notices(olive))
    assert thread.locked
    for _ in range(3):
        fresh.advance(hours=2)
        await looked(fresh, 2)
    (told,) = notices(olive)
    assert "The thread of “Spring” is locked, and I may not open it any more." in told.plain
    with keeping_threads(fresh):
        fresh.advance(hours=2)
        await until(lambda: not thread.locked)


async def test_a_thread_that_was_never_locked_and_has_archived_is_no_alarm(app):
    _, post = await announced(app, talk=True, lasts=timedelta(days=9))
    await settled(app)
    thread = app.harness.world.channels[post.message.id]
    app.advance(days=8)
    assert (thread.archived, thread.locked) == (True, False)
    app.advance(days=1, minutes=2)
    await post.says("**Over**")
    await settled(app)
    assert notices(app.person()) == []


@pytest.mark.parametrize("where", ["a thread", "a post of a forum"])
async def test_a_contest_in_an_archived_thread_goes_on_without_an_alarm(app, where):
    world, guild, olive = app.harness.world, app.harness.guild("Word House"), app.person()
    if where == "a thread":
        thread = world.create_thread(app.harness.channel("contests"), "Puzzles", olive.user)
    else:
        forum = world.create_channel(guild, "puzzles", kind=ChannelType.FORUM)
        thread = (await olive.post("Spring", "A contest comes here.", forum)).message.channel
    contest, post = await announced(app, lasts=timedelta(days=3), channel=thread)
    await settled(app)
    app.advance(days=2)
    assert thread.archived
    await sent(app.person("pia"), post)
    app.advance(minutes=2)
    await post.says("**1 player**")
    world.change_thread(thread, archived=True)
    app.advance(days=1, minutes=2)
    await post.says("**Over**")
    await olive.sees(f"{contest.title}: the results", thread)
    await settled(app)
    assert notices(olive) == []


async def test_a_notice_says_that_somebody_closed_the_thread(fresh):
    olive, world = fresh.person(), fresh.harness.world
    thread = world.create_thread(fresh.harness.channel("contests"), "Puzzles", olive.user)
    _, post = await announced(fresh, title="Spring", channel=thread)
    await settled(fresh)
    world.change_thread(thread, archived=True, locked=True)
    fresh.advance(hours=1, seconds=1)
    await until(lambda: notices(olive))
    assert "The thread is closed, and I can’t open it." in notices(olive)[0].plain
    world.change_thread(thread, archived=False, locked=False)
    fresh.advance(hours=1)
    await post.says("**Over**")
    await settled(fresh)


# Files


async def test_daily_puzzles_come_without_their_picture_where_files_are_denied(fresh):
    olive = fresh.person()
    fresh.harness.forbid_bot("daily", ATTACH_FILES)
    answered = await set_up(fresh)
    assert "Daily puzzles are on" in answered.text
    assert "not allowed to attach files in #daily, so puzzles come without" in answered.plain
    tested = await (await olive.press(answered, "Post a test")).reply()
    assert "Posted" in tested.text or "#" in tested.text
    example = await olive.sees("Just a test", "daily")
    fresh.advance(minutes=1)
    post = await posted(olive)
    for shown in (example, post):
        assert (shown.pictures, shown.files) == ([], {})
        assert len(spoken(shown)) == 1
    fresh.harness.forbid_bot("daily", 0)
    to_the_hour(fresh)
    fresh.advance(days=1)
    newer = await posted(olive, 2)
    assert (len(newer.pictures), spoken(newer)) == (1, [])
    await dailies_settled(fresh)
    assert notices(olive) == []


async def test_a_permission_that_is_missing_is_named_and_no_other(fresh):
    olive = fresh.person()
    fresh.harness.forbid_bot("daily", READ_MESSAGE_HISTORY)
    refused = await set_up(fresh)
    said = refused.plain.replace("\\", "")
    assert said == "I’m not allowed to post in #daily. I need Read Message History."
    fresh.harness.forbid_bot("daily", 0)
    await set_up(fresh)
    fresh.harness.forbid_bot("daily", SEND_MESSAGES)
    to_the_hour(fresh)
    for _ in range(5):
        fresh.advance(minutes=16)
        await looked(fresh, 2)
    await until(lambda: notices(olive))
    (told,) = notices(olive)
    assert "post in #daily. I need Send Messages." in told.plain.replace("\\", "")
    fresh.harness.forbid_bot("daily", 0)
    fresh.advance(minutes=16)
    await posted(olive)


@pytest.mark.parametrize("known", [True, False])
async def test_answers_races_and_contests_do_without_files(app, known, monkeypatch):
    place, world = room(app), app.harness.world
    app.harness.forbid_bot(place, ATTACH_FILES)
    if not known:  # as if just taken away, or in a channel unknown to the bot
        monkeypatch.setattr("bot.ui.replies.may_attach", lambda interaction: True)
        monkeypatch.setattr("bot.ui.poster.ChannelPoster._attaches", lambda self, message: True)
    pia, quinn = racer(app), racer(app)
    snake = await (await pia.run("/snake street test tone", place)).reply()
    assert (snake.pictures, snake.files) == ([], {})
    assert "teSTreeTone" in snake.plain
    assert known is ("In the picture" not in snake.text)
    ladder = await (await pia.run("/ladder cold warm", place)).reply()
    assert ladder.pictures == []
    data = await (await pia.run("/privacy export", place)).reply()
    assert data.files == {}
    assert "not allowed to attach files here" in data.plain
    post = await begun(app, pia, place, game="snake")
    await joined(quinn, post)
    await pressed(pia, post, "Start now")
    await counted_down(app, post)
    card = await pressed(pia, post, "Play")
    await wrote(pia, card, *line(await puzzle_of(app, post)))
    await shows(post, f"🥇 <@{pia.id}>")
    app.advance(minutes=5)
    await until(lambda: "Rematch" in post.buttons)
    assert (post.pictures, len(spoken(post))) == ([], 1)
    contest, announcement = await announced(app, channel=place)
    await sent(pia, announcement)
    app.advance(hours=1, minutes=2)
    results = await pia.sees(f"{contest.title}: the results", place)
    assert (results.pictures, results.files) == ([], {})
    assert spoken(results)
    await settled(app)
    assert notices(app.person()) == []
    world.overwrite(place, world.bot.id)
    drawn = await (await pia.run("/snake street test tone", place)).reply()
    assert len(drawn.pictures) == 1


async def test_a_contest_whose_words_need_a_file_is_not_announced_without_them(fresh):
    olive, lexicon = fresh.person(), fresh.services.lexicons["full"]
    words = [word for word in lexicon if len(word) == 15][:240]
    fresh.harness.forbid_bot("contests", ATTACH_FILES)
    preview = await drafted(olive, Words=" ".join(words))
    refused = await (await olive.press(preview, "Confirm and open")).reply()
    assert "not allowed to attach files here. I need Attach Files." in refused.plain
    fresh.harness.forbid_bot("contests", 0)
    post = await confirmed(olive, preview)
    assert "words.txt" in post.files
    await settled(fresh)
    fresh.harness.forbid_bot("contests", ATTACH_FILES)
    fresh.advance(hours=1, seconds=1)
    await until(lambda: notices(olive))
    assert "I need Attach Files." in notices(olive)[0].plain
    assert "words.txt" in post.files  # it stays unchanged
    fresh.harness.forbid_bot("contests", 0)
    fresh.advance(hours=1)
    await post.says("**Over**")


# Limits


async def test_a_ban_is_waited_out_and_nothing_is_asked_meanwhile(fresh):
    olive, pia = fresh.person(), fresh.person("pia")
    contest, post = await announced(fresh)
    await settled(fresh)
    pacer, faults = fresh.services.pacer, fresh.harness.world.faults
    asked, take = [], faults.take

    def noted(*request, **about):
        asked.append(pacer.banned_for)
        return take(*request, **about)

    faults.take = noted
    headers = {"Retry-After": "4", "Via": None, "X-RateLimit-Scope": None}
    about = {"body": "error code: 1015", "content_type": "text/plain", "headers": headers}
    fresh.harness.fail("*", 429, **about)  # once, so that later requests are answered
    fresh.advance(hours=1, seconds=1)  # an edit and the results are due
    await until(lambda: pacer.banned_for)
    while pacer.banned_for > 1:
        fresh.services.scheduler.wake()
        exchange = await pia.run("/word cat")
        await asyncio.sleep(0.2)
        assert exchange.interaction.callback is None or not pacer.banned_for
    assert sum(seconds > 0 for seconds in asked) <= 2  # requests already on their way
    assert pacer.invalid == 1
    await until(lambda: not pacer.banned_for)
    fresh.advance(seconds=90)
    await olive.sees(f"{contest.title}: the results", post.message.channel)
    assert notices(olive) == []


async def test_what_would_wait_for_long_behind_others_is_delayed_at_once():
    pacer = Pacer(1 / 8)  # one in eight seconds
    await pacer()
    calls = [asyncio.create_task(pacer()) for _ in range(50)]
    refused, waiting = await asyncio.wait(calls, timeout=0.1)
    assert len(waiting) == 2  # for 8 and for 16 seconds; the next would wait for 24
    assert {type(call.exception()) for call in refused} == {PostDelayed}
    await cancelled(waiting)
    assert len(await asyncio.wait_for(waits(pacer), 1)) == 2  # they block nothing any more


async def waits(pacer):
    calls = [asyncio.create_task(pacer()) for _ in range(50)]
    _, waiting = await asyncio.wait(calls, timeout=0.1)
    await cancelled(waiting)
    return waiting


async def test_somebody_whose_answer_hits_a_rate_limit_hears_so(fresh):
    olive = fresh.person()
    await first_posted(fresh)
    await dailies_settled(fresh)
    path = f"/channels/{fresh.harness.channel('daily').id}/messages/*"
    fresh.harness.fail(path, 429, method="GET", retry_after=299.5, times=None)
    refused = await (await olive.run("/daily now", "daily")).reply()
    assert refused.plain == "Discord wants me to slow down. Try again in 300 seconds."


async def test_what_is_not_urgent_slows_down_long_before_a_ban():
    pace, now = Pace(40), 1_000.0
    for _ in range(UNHEEDED):
        pace.invalid.note(now)
    assert pace.gap(now) == 1 / 40
    for _ in range(MOST_INVALID - UNHEEDED):
        pace.invalid.note(now + 1)
    assert (pace.invalid.count(now + 1), pace.gap(now + 1)) == (MOST_INVALID, 10.0)
    assert pace.gap(now + 601) == 1 / 40
    # Even if Discord refused every request, ten minutes had less than half of what it allows.
    pace, now, asked = Pace(40), 0.0, 0
    while now < 600:
        now += pace.reserve(now)
        pace.invalid.note(now)
        asked += 1
    assert UNHEEDED < asked < MOST_INVALID


async def test_edits_of_old_messages_are_no_alarm_and_rest_for_longer(app):
    _, post = await announced(app, lasts=timedelta(days=1))
    await settled(app)
    app.advance(hours=2)
    edits = app.harness.world.clock
    limits = app.server.api.limits
    limits.old_edits = 2
    moments = []
    with app.clock_stopped():
        for number in range(8):
            await sent(app.harness.create_person(f"old{number}"), post)
            before = post.message.edited
            for _ in range(3):
                app.advance(seconds=15)
                await looked(app, 2)
                if post.message.edited != before:
                    before = post.message.edited
                    moments.append(edits.now())
        rests = [later - earlier for earlier, later in itertools.pairwise(moments)]
        assert all(rest >= 60 for rest in rests)
        limits.old_edits = None
        app.advance(minutes=12)
        await post.says("**8 players**")
    await settled(app)
    assert notices(app.person()) == []


@pytest.mark.parametrize(
    ("status", "code", "seconds"),
    [(429, 30046, 300), (429, 20022, 300), (400, 20022, 60), (400, 40003, 600), (400, 50035, None)],
)
async def test_a_delay_by_discord_is_no_failure(app, status, code, seconds):
    body = json.dumps({"message": "no", "code": code, "retry_after": 300, "global": False})
    headers = {"Via": "1.1 discord", "Retry-After": "300"} if status == 429 else {}
    about = {"body": body, "content_type": "application/json", "headers": headers}
    app.harness.fail("/channels/*", status, method="PATCH", **about)
    channel = app.client.get_partial_messageable(app.harness.channel("daily").id)
    with pytest.raises((discord.HTTPException, aiohttp.ClientError)) as failed:
        await channel.get_partial_message(1).edit(content="x")
    assert delay_of(failed.value) == seconds
    final = PostRefused("no", final=True)
    final.__cause__ = failed.value
    assert delay_of(final) == seconds


# Private threads, direct messages


async def test_a_race_in_a_private_thread_goes_on_though_the_bot_is_not_in_it(app):
    world, pia, quinn = app.harness.world, racer(app), racer(app)
    thread = world.create_thread(room(app), "Secret", pia.user, kind=ChannelType.PRIVATE_THREAD)
    world.join_thread(thread, quinn.user)
    post = await begun(app, pia, thread)
    await pressed(quinn, post, "Join")
    await shows(post, f"<@{quinn.id}>")
    await pressed(pia, post, "Start now")
    await counted_down(app, post)
    await until(lambda: "Play" in post.buttons)
    words = line(await puzzle_of(app, post))
    for person in (pia, quinn):
        card = await (await person.press(post, "Play")).follow_up()
        await wrote(person, card, *words)
    await until(lambda: "Rematch" in post.buttons)
    assert "🥇" in post.text
    profile = await (await pia.run("/profile", "contests")).reply()
    assert "**1 win**" in profile.text  # it counts in the server
    await (await quinn.press(post, "Rematch")).follow_up()
    await until(lambda: "Start now" in post.buttons)  # the same message shows the next race
    assert not world.can_see(thread, world.bot)
    refused = await (await app.person().run("/contest create", thread)).reply()
    assert "Mention me to bring me in" in refused.plain


async def test_a_conversation_is_opened_once_and_its_channel_kept(app):
    opened = app.client.conversation
    pia = app.person("pia")
    first = await opened(pia.id)
    app.harness.fail("/users/@me/channels", 403)  # opening another would fail
    assert (await opened(pia.id)).id == first.id == pia.dm.id
    app.harness.world.faults.clear()
    kept = app.services.store.conversations
    assert await kept.find(pia.id, app.client.user.id + 1) is None  # another application's channel
    await app.services.store.privacy.forget(pia.id)
    assert await kept.find(pia.id, app.client.user.id) is None
