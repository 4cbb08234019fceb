"""Threads of daily posts, store only: one after each puzzle, and another with a new post."""

import pytest

from bot.errors import PostRefused
from bot.store import outbox
from tests.bot.dailies.days import LADDER, SNAKE, on, run, stocked
from tests.bot.world import GUILD


@pytest.fixture
async def hosted(world):
    await stocked(world, 5, thread=True)
    return world


def kinds(channel):
    return [(event["kind"], event["number"]) for event in channel.events if event["do"] == "send"]


async def test_puzzles_come_before_threads_and_threads_before_what_is_over(hosted, channel):
    for guild in (GUILD + 1, GUILD + 2):
        await hosted.set_up(
            guild, hour=9, zone="UTC", thread=True, at=on(LADDER, hours=8), channel=10 * guild
        )
    await run(hosted, channel, on(LADDER, hours=9))
    assert kinds(channel) == [("edition", LADDER)] * 3 + [("thread", LADDER)] * 3
    before = len(channel.events)
    await run(hosted, channel, on(SNAKE, hours=9))
    did = [(event["do"], event["kind"]) for event in channel.events[before:]]
    assert did[:3] == [("send", "edition")] * 3
    assert sorted(did[3:]) == sorted([("send", "thread"), ("edit", "edition")] * 3)


async def test_a_thread_that_is_refused_is_given_up_and_nothing_else(hosted, channel):
    send, refused = channel.send, []

    async def refuse(post):
        if post.kind == "thread":
            refused.append(post)
            raise PostRefused("No thread can be begun.")
        return await send(post)

    channel.send = refuse
    await run(hosted, channel, *(on(LADDER, hours=9 + hour) for hour in range(30)))
    assert [post.number for post in refused] == [LADDER, SNAKE]
    assert kinds(channel) == [
        ("edition", LADDER),
        ("thread_failure", LADDER),  # one notice
        ("edition", SNAKE),
    ]
    setup = await hosted.dailies.queries.setup(GUILD)
    assert setup.running
    assert setup.failing_since is None


async def test_a_thread_that_fails_is_begun_later_but_not_when_the_puzzle_is_over(hosted, channel):
    send, fails = channel.send, [True]

    async def fail(post):
        if post.kind == "thread" and fails[0]:
            raise OSError("connection reset")
        return await send(post)

    channel.send = fail
    await run(hosted, channel, on(LADDER, hours=9))
    assert kinds(channel) == [("edition", LADDER)]
    fails[0] = False
    await run(hosted, channel, on(LADDER, hours=10))
    assert kinds(channel) == [("edition", LADDER), ("thread", LADDER)]
    fails[0] = True
    await run(hosted, channel, on(SNAKE, hours=9))
    fails[0] = False
    await run(hosted, channel, on(SNAKE, days=1, hours=9), on(SNAKE, days=1))
    assert ("thread", SNAKE) not in kinds(channel)
    assert ("thread", SNAKE + 1) in kinds(channel)


async def test_a_puzzle_that_is_posted_again_has_a_new_thread(hosted, channel):
    await hosted.dailies.transitions.advance(on(LADDER, hours=9))
    post = await hosted.dailies.queries.post(GUILD, LADDER)
    await hosted.write(outbox.claim, post, on(LADDER, hours=9), on(LADDER, hours=10))
    channel.deleted.add(await channel.send(post))  # the bot died, and a moderator deleted it
    await run(hosted, channel, on(LADDER), on(LADDER, minutes=60))
    assert (await hosted.dailies.queries.post(GUILD, LADDER)).given_up_at is not None
    await hosted.dailies.hosting.post_now(GUILD, hosted.act(at=on(LADDER, hours=15)))
    await run(hosted, channel, on(LADDER, hours=15))
    assert kinds(channel) == [("edition", LADDER), ("thread", LADDER)] * 2
