"""Messages: each is sent once and edited as the contest goes on; failures are reported once."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from bot.contests import ContestPosting, Scope, given_up
from bot.errors import MessageGone, NoSuchContest, PostRefused, Refused, WrongState
from bot.store import outbox
from bot.store.retention import Retention
from bot.store.schema import guilds
from tests.bot.changing import to
from tests.bot.contests.lists import lists_of, rounds, run
from tests.bot.organising import until
from tests.bot.postgres import on_both
from tests.bot.world import CHANNEL, GUILD, SCOPE, Channel, after

LATER = timedelta(hours=1)


@pytest.fixture
async def channel(world, tmp_path):
    channel = Channel(tmp_path / "channel", world)
    channel.posting = ContestPosting(world.database, channel)
    yield channel
    await channel.posting.close()


async def hanging(channel, at):
    """Let posting begin, and hang at Discord; return its task."""
    channel.hang = asyncio.Event()
    task = asyncio.create_task(channel.posting.deliver(at))
    await until(lambda: channel.hanging)
    return task


@on_both
async def test_one_announcement_edited_and_one_results_post(world, channel):
    contest = await world.announced(opens=after(minutes=30))
    await run(world, channel, after(), after(minutes=29))
    assert channel.shown("announcement") == "draft"
    await run(world, channel, after(minutes=30))
    assert channel.shown("announcement") == "open"
    await run(world, channel, after(hours=1, minutes=30))
    assert channel.shown("announcement") == "closed"
    await run(world, channel, after(hours=1, minutes=31), after(days=3))
    assert channel.shown("announcement") == "revealed"
    assert len(channel.sent("announcement")) == len(channel.sent("results")) == 1
    post = await world.contests.queries.post(contest.id, "announcement")
    assert post.message_id == channel.sent("announcement")[0]["id"]
    assert await channel.posting.deliver(after(days=9)) == 0


async def test_what_was_missed_meanwhile_is_one_message_not_many(world, channel):
    await world.announced(opens=after(minutes=30))
    await run(world, channel, after(days=1))
    assert [event["do"] for event in channel.events] == ["send", "send"]
    assert {event["kind"] for event in channel.events} == {"announcement", "results"}
    assert channel.shown("announcement") == "revealed"


async def test_a_change_while_sending_is_shown_by_an_edit(world, channel):
    contest = await world.announced()
    sending = await hanging(channel, after())
    assert await channel.posting.deliver(after()) == 0  # it is under way
    await world.contests.admin.cancel(GUILD, contest.id, world.act())
    channel.hang.set()
    await sending
    await run(world, channel, after(seconds=1))
    assert channel.shown("announcement") == "cancelled"
    assert [event["do"] for event in channel.events] == ["send", "edit"]


async def test_a_contest_that_closes_while_its_post_is_edited_is_shown_closed_at_once(
    world, channel
):
    contest = await world.announced()
    await run(world, channel, after())
    await world.write(outbox.touch, [contest.id], after(minutes=59, seconds=59))
    editing = await hanging(channel, after(minutes=59, seconds=59))
    await world.contests.transitions.advance(after(hours=1))
    channel.hang.set()
    await editing
    await run(world, channel, after(hours=1, seconds=1))
    assert [event["do"] for event in channel.events] == ["send", "edit", "edit"]
    assert channel.shown("announcement") == "closed"


async def test_a_short_failure_is_tried_again_soon_and_reported_to_nobody(world, channel):
    contest = await world.announced()
    channel.fails["announcement"] = OSError("connection reset")
    await run(world, channel, after(), after(seconds=1))
    post = await world.contests.queries.post(contest.id, "announcement")
    assert (post.attempts, post.last_error) == (1, "OSError: connection reset")
    channel.fails.clear()
    await run(world, channel, after(seconds=4))
    assert channel.events == []
    await run(world, channel, after(seconds=5))
    assert len(channel.sent("announcement")) == 1
    assert await world.contests.queries.failure_notices(contest.id) == []


@pytest.mark.slow
async def test_a_long_failure_is_reported_once(world, channel):
    contest = await world.announced(lasts=timedelta(days=9))
    channel.fails["announcement"] = OSError("no route")
    moments = [after(minutes=minute) for minute in range(0, 3 * 24 * 60 + 120, 20)]
    await run(world, channel, *moments)
    (reply,) = channel.sent("announcement_failure")
    assert "couldn’t post" in reply["text"]
    assert "OSError" not in reply["text"]
    post = await world.contests.queries.post(contest.id, "announcement")
    assert post.given_up_at is not None
    assert await world.contests.queries.failure_notices(contest.id) == [reply["text"]]


async def test_a_missing_permission_is_reported_at_once_and_posting_resumes_with_it(world, channel):
    contest = await world.announced()
    channel.fails["announcement"] = PostRefused("I may not write in #games.")
    await run(world, channel, after(), after(seconds=1), after(minutes=2), after(minutes=9))
    (reply,) = channel.sent("announcement_failure")
    assert "I may not write in #games. I’ll keep trying" in reply["text"]
    channel.fails.clear()
    await run(world, channel, after(minutes=50))
    assert len(channel.sent("announcement")) == 1
    assert await world.contests.queries.failure_notices(contest.id) == []


async def test_a_channel_that_is_gone_ends_it_until_it_is_posted_elsewhere(world, channel):
    contest = await world.announced()
    channel.fails["announcement"] = PostRefused("The channel is gone.", final=True)
    channel.fails["results"] = channel.fails["announcement"]
    await run(world, channel, after(), after(days=1))
    assert len(channel.sent("announcement_failure")) == len(channel.sent("results_failure")) == 1
    await run(world, channel, after(days=2))
    assert len(channel.events) == 2
    channel.fails.clear()
    act = world.act(at=after(days=3))
    assert await world.contests.moderation.repost(GUILD, contest.id, 777, act) == 2
    await run(world, channel, after(days=3))
    assert len(channel.sent("announcement")) == len(channel.sent("results")) == 1
    assert (await world.contests.queries.post(contest.id, "results")).channel_id == 777
    assert await world.contests.moderation.repost(GUILD, contest.id, 777, act) == 0


async def test_a_deleted_announcement_is_not_posted_again_unasked(world, channel):
    contest = await world.announced()
    await run(world, channel, after())
    channel.fails["announcement"] = MessageGone("gone")
    await run(world, channel, after(hours=1), after(days=1))
    (reply,) = channel.sent("announcement_failure")
    assert "Somebody deleted the message" in reply["text"]
    assert len(channel.sent("announcement")) == 1
    assert len(channel.sent("results")) == 1
    channel.fails.clear()
    await world.contests.moderation.repost(GUILD, contest.id, 1, world.act(at=after(days=1)))
    await run(world, channel, after(days=1))
    nonces = {event["nonce"] for event in channel.sent("announcement")}
    assert len(nonces) == 2
    assert channel.shown("announcement") == "revealed"


async def test_an_attempt_nobody_marked_is_looked_for_and_brought_up_to_date(world, channel):
    contest = await world.announced()
    async with world.database.write() as tx:
        (post,) = await outbox.due(tx, "contests", after(), 9)
        assert await outbox.claim(tx, post, after(), after(seconds=90))
        assert not await outbox.claim(tx, post, after(), after(seconds=90))
    await channel.send(post)  # and then the bot died
    await world.contests.admin.cancel(GUILD, contest.id, world.act())
    await run(world, channel, after(seconds=89))
    assert len(channel.events) == 1
    await run(world, channel, after(seconds=90))
    assert [event["do"] for event in channel.events] == ["send", "edit"]
    assert channel.shown("announcement") == "cancelled"


async def test_after_a_start_nothing_waits_for_the_claims_of_the_process_before(world, channel):
    await world.announced()
    async with world.database.write() as tx:
        (post,) = await outbox.due(tx, "contests", after(), 9)
        await outbox.claim(tx, post, after(), after(seconds=90))
    await channel.send(post)
    assert await channel.posting.resume(after(seconds=1)) == 1
    await run(world, channel, after(seconds=1))
    assert [event["do"] for event in channel.events] == ["send", "edit"]
    assert await channel.posting.resume(after(seconds=2)) == 0


async def test_one_that_hangs_holds_up_no_other(world, channel):
    await world.announced()
    channel.hang = asyncio.Event()
    channel.posting.patience = 0.05
    assert await channel.posting.deliver(after()) == 1
    await until(lambda: channel.hanging)
    hanging, channel.hang = channel.hang, None
    other = await world.announced(channel=CHANNEL + 1)
    assert await channel.posting.deliver(after()) == 1
    assert [event["contest"] for event in channel.events] == [other.id]
    hanging.set()
    await until(lambda: len(channel.events) == 2)


async def test_posts_come_to_a_channel_in_their_order_however_long_the_first_takes(world, channel):
    hanging = channel.hang = asyncio.Event()
    first = await world.announced()
    delivering = asyncio.create_task(channel.posting.deliver(after()))
    await until(lambda: channel.hanging)
    channel.hang = None
    others = [await world.announced(at=after(minutes=number)) for number in (1, 2)]
    later = asyncio.create_task(channel.posting.deliver(after(minutes=3)))
    await until(lambda: len(channel.posting._sending) == 1)
    assert channel.events == []
    hanging.set()
    await delivering
    await later
    expected = [one.id for one in (first, *others)]
    assert [event["contest"] for event in channel.events if event["do"] == "send"] == expected


async def test_a_store_that_fails_after_the_send_sends_nothing_twice(world, channel, caplog):
    await world.announced()
    broken = outbox.mark_delivered

    async def fail(*args):
        raise OSError("disk")

    outbox.mark_delivered = fail
    try:
        await run(world, channel, after())
    finally:
        outbox.mark_delivered = broken
    assert "not noted" in caplog.text
    await run(world, channel, after(minutes=2))
    assert len(channel.sent("announcement")) == 1


async def test_servers_the_bot_was_removed_from_get_nothing_until_it_is_back(world, channel):
    await world.announced()
    await world.guilds.present([], after())
    await run(world, channel, after(hours=2))
    assert channel.events == []
    await world.guilds.present([GUILD], after(hours=2))
    await run(world, channel, after(hours=3))
    assert channel.shown("announcement") == "revealed"


async def test_what_is_refused_is_posted_elsewhere_without_waiting_for_days(world, channel):
    contest = await world.announced()
    channel.fails["announcement"] = PostRefused("I may not write in #games.")
    await run(world, channel, after())
    channel.fails.clear()
    act = world.act(at=after(seconds=1))
    assert await world.contests.moderation.repost(GUILD, contest.id, 777, act) == 1
    await run(world, channel, after(seconds=1))
    assert (await world.contests.queries.post(contest.id, "announcement")).channel_id == 777
    assert len(channel.sent("announcement")) == 1
    assert await world.contests.queries.failure_notices(contest.id) == []


async def test_what_is_there_and_cannot_be_edited_is_not_posted_twice(world, channel):
    contest = await world.announced()
    await run(world, channel, after())
    channel.fails["announcement"] = PostRefused("I may not write in #games.")
    await run(world, channel, after(hours=1))
    act = world.act(at=after(hours=1))
    assert await world.contests.moderation.repost(GUILD, contest.id, 777, act) == 0
    assert len(await world.contests.queries.failure_notices(contest.id)) == 1


async def test_only_those_who_asked_are_sent_the_results_each_once(world):
    contest = await world.announced()
    play = world.contests.play
    with pytest.raises(Refused, match="Send in an answer first"):
        await play.ask_results(SCOPE, contest.id, world.act(1, after(minutes=1)))
    for user in (1, 2, 3, 4):
        await world.send(contest, user, after(minutes=1))
    for user in (1, 2, 2, 3, 4):
        asked = await play.ask_results(SCOPE, contest.id, world.act(user, after(minutes=2)))
    assert asked
    await world.privacy.forget(3)
    await world.contests.transitions.advance(after(hours=2))
    assert await private(world, contest) == [1, 4]
    await world.privacy.forget(4)
    assert await private(world, contest) == [1]
    await world.contests.transitions.advance(after(hours=3))
    assert await private(world, contest) == [1]
    retention = Retention(world.database)
    await retention.prune(after(days=6))
    assert await private(world, contest) == [1]
    await retention.prune(after(days=8))
    assert await private(world, contest) == []
    with pytest.raises(Refused, match="results are out"):
        await play.ask_results(SCOPE, contest.id, world.act(1, after(hours=3)))


async def test_a_snake_that_comes_while_an_announcement_is_edited_shows_in_the_next_edit(
    world, channel
):
    contest = await world.announced()
    await run(world, channel, after())
    await world.send(contest, 1, after(minutes=1))
    due = after(minutes=1, seconds=15)
    edit = await hanging(channel, due)
    await world.send(contest, 2, due)
    channel.hang.set()
    await edit
    channel.hang = None
    assert await channel.posting.deliver(due + timedelta(seconds=14)) == 0
    assert await channel.posting.deliver(due + timedelta(seconds=17)) == 1
    assert [event["do"] for event in channel.events] == ["send", "edit", "edit"]


async def test_who_exports_while_it_is_open_is_named_as_leader_no_more(world, channel):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1))
    await run(world, channel, after(minutes=2))
    shown = len(channel.events)
    await world.contests.queries.export(contest.id, GUILD, world.act(1, after(minutes=9)))
    await run(world, channel, after(minutes=9, seconds=1))
    assert [event["do"] for event in channel.events[shown:]] == ["edit"]


async def test_who_asks_is_reminded_of_an_opening_once_and_others_are_not(world, channel):
    play = world.contests.play
    contest = await world.announced(opens=after(minutes=30))
    for user in (1, 2, 2, 3, 4):
        asked = await play.ask_reminder(SCOPE, world.act(user), contest_id=contest.id)
    assert asked
    await world.privacy.forget(4)
    await run(world, channel, after(minutes=1))
    later = {"opens": after(minutes=40)}
    await world.change(contest, to(**later), at=after(minutes=2))
    await run(world, channel, after(minutes=3), after(minutes=31))
    assert channel.sent("start") == []
    await run(world, channel, after(minutes=41), after(minutes=42))
    assert len(channel.sent("start")) == 2
    assert channel.shown("start") == "open"
    with pytest.raises(WrongState, match="opened already"):
        await play.ask_reminder(SCOPE, world.act(1, after(minutes=41)), contest_id=contest.id)
    with pytest.raises(NoSuchContest):
        await play.ask_reminder(Scope(GUILD + 1), world.act(1), contest_id=contest.id)
    special = await world.announced(opens=after(minutes=30), role_id=77)
    with pytest.raises(Refused, match="for members with"):
        await play.ask_reminder(SCOPE, world.act(1), contest_id=special.id)
    await Retention(world.database).prune(after(days=8))
    assert await private(world, contest, "start") == []


async def private(world, contest, kind="private_results"):
    found = await world.read(outbox.of_contest, contest.id)
    return sorted(one.user_id for one in found if one.kind == kind)


async def pinging(world, **options):
    if options.pop("lists", 1) > 1:
        season = await rounds(world, 2, remind_minutes=10, **options)
        contest = (await lists_of(world, season))[0]
    else:
        contest = await world.announced(remind_minutes=10, **options)
    async with world.database.write() as tx:
        await tx.execute(update(guilds).values(ping_role_id=7))
    return contest


def pings(channel):
    return [event["do"] for event in channel.events if event["kind"] == "ending"]


@pytest.mark.parametrize("lists", [1, 2])
async def test_the_ping_before_an_end_follows_it_wherever_it_goes(world, channel, lists):
    """It is edited as soon as the end moves later, and comes again before the new end."""
    contest = await pinging(world, lists=lists)
    change = partial(world.contests.admin.change, GUILD, contest.id, all_lists=lists > 1)
    await run(world, channel, after(), after(minutes=49), after(minutes=50, seconds=5))
    assert pings(channel) == ["send"]
    await change(world.act(at=after(minutes=51)), to(lasts=timedelta(days=1)))
    await run(world, channel, after(minutes=52), after(minutes=53))
    assert pings(channel) == ["send", "edit"]
    await change(world.act(at=after(minutes=54)), to(lasts=timedelta(hours=3)))
    await run(world, channel, after(minutes=55), after(minutes=169))
    assert pings(channel) == ["send", "edit"]
    await run(world, channel, after(minutes=171))
    assert pings(channel) == ["send", "edit", "send"]
    await change(world.act(at=after(minutes=172)), to(lasts=timedelta(minutes=178)))
    await run(world, channel, after(minutes=173), after(minutes=175))
    assert pings(channel) == ["send", "edit", "send", "edit"]
    await run(world, channel, after(days=2))
    assert pings(channel) == ["send", "edit", "send", "edit"]


async def test_an_end_that_comes_sooner_takes_what_would_come_before_the_opening(world, channel):
    contest = await pinging(world, freeze_minutes=20, sealed_minutes=30)
    await run(world, channel, after())
    act = world.act(at=after(minutes=1))
    soon = timedelta(minutes=8)
    changed = await world.contests.admin.change(GUILD, contest.id, act, to(lasts=soon))
    options = changed.remind_minutes, changed.freeze_minutes, changed.sealed_minutes
    assert options == (None, None, 30)  # as stated: the end cuts it
    assert len(list(given_up(contest, changed))) == 2
    await run(world, channel, after(minutes=2), after(minutes=7))
    assert pings(channel) == []


@pytest.mark.parametrize("action", ["close", "cancel"])
async def test_pings_say_so_when_it_is_over_before_its_time(world, channel, action):
    contest = await pinging(world)
    await run(world, channel, after(), after(minutes=51))
    await getattr(world.contests.admin, action)(GUILD, contest.id, world.act(at=after(minutes=52)))
    await run(world, channel, after(minutes=53))
    for kind in ("opening", "ending"):
        done = [e["do"] for e in channel.events if e["kind"] == kind]
        assert done == ["send", "edit"]


async def test_private_messages_wait_for_nobody(world, channel):
    contest = await world.announced()
    for user in (1, 2):
        await world.send(contest, user, after(minutes=1))
        await world.contests.play.ask_results(SCOPE, contest.id, world.act(user, after(minutes=2)))
    closed = contest.closes_at + timedelta(minutes=1)
    await world.contests.transitions.advance(closed)
    await run(world, channel, closed)
    channel.hang = asyncio.Event()
    channel.posting.patience = 0.05
    await channel.posting.deliver(closed + timedelta(hours=1))
    await until(lambda: channel.hanging == 2)
    channel.hang.set()
    await until(lambda: len(channel.sent("private_results")) == 2)
