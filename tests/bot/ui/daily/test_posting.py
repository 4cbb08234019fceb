"""Daily puzzles at their hour, end to end: each once, whatever happens around that minute."""

from datetime import timedelta

import pytest

from playground.permissions import CREATE_PUBLIC_THREADS
from tests.bot.hosting_dailies import (
    answer,
    first_posted,
    over,
    posted,
    posts,
    set_up,
    settled,
    settled_or_refused,
)
from tests.bot.organising import notices, until
from tests.bot.pages import check_private, check_says

pytestmark = pytest.mark.asyncio(loop_scope="module")

THREADS = "/channels/*/messages/*/threads"


async def test_a_post_a_day_at_the_hour_that_closes_with_its_answer(fresh):
    olive = fresh.person()
    await set_up(fresh, thread=True)
    await settled(fresh)
    assert posts(olive) == []
    fresh.advance(minutes=1)
    first = await posted(olive)
    assert first.buttons == ["Play", "Rules", "Board", "🔔 Remind me"]
    check_says(first.text, "Closes <t:", "Be the first to solve it!")
    assert "Yesterday" not in first.text
    (drawn,) = first.message.attachments
    assert drawn["filename"].endswith(".png")
    await settled(fresh)
    assert first.message.thread_id is not None
    for day in (2, 3):
        fresh.advance(days=1)
        await posted(olive, day)
        await until(lambda done=day - 1: len(over(olive)) == done)
        assert "**Yesterday: " in posts(olive)[-1].text
        assert "Nobody solved it here" in posts(olive)[-1].text
    await first.says("**Closed.**")
    assert first.buttons == ["Play for fun", "Rules", "Board"]
    for post in over(olive):
        check_says(post.text, "||", "Nobody solved it here")
        assert not post.message.attachments


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [0.5, 90.0])
async def test_a_restart_around_the_hour_posts_once(fresh, minutes):
    olive = fresh.person()
    await set_up(fresh)
    await settled(fresh)
    await fresh.stop()
    fresh.harness.advance(60 * minutes)
    await fresh.start()
    fresh.advance(minutes=2)
    await posted(olive)
    await fresh.restart()
    fresh.advance(minutes=2)
    await settled(fresh)
    assert len(posts(olive)) == 1


@pytest.mark.slow
async def test_a_machines_clock_that_is_set_by_days_posts_nothing_early_or_twice(fresh):
    olive = fresh.person()
    await set_up(fresh)
    fresh.ahead = timedelta(days=3)
    await fresh.restart()  # then it learns the time
    await settled(fresh)
    assert not posts(olive)
    fresh.advance(minutes=1)
    await posted(olive)
    for ahead in (-timedelta(days=3), -timedelta(hours=1), timedelta(0)):
        fresh.ahead = ahead
        fresh.client.services.scheduler.wake()
        await settled(fresh)
    assert len(posts(olive)) == 1
    fresh.advance(days=1)
    await posted(olive, 2)


@pytest.mark.parametrize("thread", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_an_answer_of_discords_that_was_lost_sends_nothing_twice(fresh, thread):
    olive = fresh.person()
    await set_up(fresh, thread=thread)
    # The library does not retry after this answer; the message is there.
    fresh.harness.fail("/channels/*/messages", 503, method="POST", times=1, after=True)
    fresh.advance(minutes=1)
    await settled_or_refused(fresh)
    assert len(posts(olive)) == 1
    fresh.advance(hours=1)  # by now Discord has forgotten the nonce
    await settled(fresh)
    (post,) = posts(olive)
    assert (post.message.thread_id is not None) is thread


@pytest.mark.slow
async def test_a_channel_that_is_gone_is_reported_at_once_and_turns_it_off_after_three_days(fresh):
    olive = fresh.person()
    await set_up(fresh)
    fresh.harness.world.delete_channel(fresh.harness.channel("daily"))
    for day in range(5):
        fresh.advance(minutes=1 if day == 0 else 24 * 60)
        await settled_or_refused(fresh)
        assert len(notices(olive)) == (2 if day >= 3 else 1)
    first, second = notices(olive)
    assert (
        "I couldn’t post today’s daily puzzle. The channel is gone. Choose another" in first.plain
    )
    said = second.plain
    assert "so I’ve turned it off. The channel is gone." in said
    assert "Turn it on again with /daily setup" in said
    guild = fresh.harness.guild("Word House")
    setup = await fresh.services.dailies.queries.setup(guild.id)
    assert not setup.running
    refused = await answer(olive, "/daily setup", "contests")
    assert "channel is gone" in refused.plain
    room = fresh.harness.channel("contests")
    again = await answer(olive, "/daily setup", "contests", channel=room.id)
    assert "are on" in again.text
    fresh.advance(days=1)
    await posted(olive, 1, "contests")
    assert len(notices(olive)) == 2


async def test_a_thread_that_cannot_be_begun_does_not_hold_up_the_puzzle(fresh):
    olive = fresh.person()
    await set_up(fresh, thread=True)
    fresh.harness.forbid_bot("daily", CREATE_PUBLIC_THREADS)
    fresh.advance(minutes=1)
    post = await posted(olive)
    await settled(fresh)
    assert post.message.thread_id is None
    (told,) = notices(olive)
    assert "Give me Create Public Threads there, or switch threads off" in told.plain
    fresh.advance(days=1)
    await posted(olive, 2)
    await settled(fresh)
    assert len(notices(olive)) == 1


async def test_a_post_that_a_moderator_deleted_comes_back_when_it_is_asked_for(fresh):
    olive = fresh.person()
    post = await first_posted(fresh)
    await settled(fresh)
    assert "is posted already" in (await answer(olive, "/daily now")).plain
    await fresh.client.http.delete_message(post.message.channel.id, post.message.id)
    fresh.advance(hours=1)
    await settled(fresh)
    assert posts(olive) == []
    assert "is on its way" in (await answer(olive, "/daily now")).plain
    again = await posted(olive, 1)
    assert again.text.splitlines()[0] == post.text.splitlines()[0]
    await settled(fresh)
    await fresh.client.http.delete_message(again.message.channel.id, again.message.id)
    fresh.advance(days=1)
    await posted(olive, 1)  # only the next one, not the deleted one
    await settled(fresh)
    assert over(olive) == []
    assert notices(olive) == []


@pytest.mark.slow
async def test_answers_to_live_puzzles_are_the_players_to_find(fresh):
    olive, queries = fresh.person(), fresh.services.dailies.queries
    seen = set()
    for _ in range(4):
        number = await queries.current(None, fresh.now())
        puzzle = (await queries.edition(number, requester=None)).puzzle
        seen.add(puzzle.game)
        line, options = {
            "ladder": lambda e: ("/ladder", {"start": e.given[1], "target": e.given[0]}),
            "snake": lambda e: ("/snake", {"words": " ".join(e.given)}),
            "anigram": lambda e: ("/anigram", {"start": e.given[0]}),
            "resize": lambda e: (
                "/ladder",
                {"start": e.given[0], "target": e.given[1], "moves": "insert, delete"},
            ),
        }[puzzle.game](puzzle)
        for place in ("contests", olive.dm):
            refused = await answer(olive, line, place, private=True, **options)
            check_private(refused, refused.plain, "daily puzzle people are playing")
            assert "That’s <t:" in refused.text
        fresh.advance(days=4)
        answered = await answer(olive, line, "contests", private=True, **options)
        assert "daily puzzle" not in answered.plain
        fresh.advance(days=1)
    assert len(seen) == 4


@pytest.mark.parametrize("after", [False, True])
async def test_a_thread_whose_request_failed_or_whose_answer_was_lost(fresh, after):
    await set_up(fresh, thread=True)
    fault = fresh.harness.fail(THREADS, 503, method="POST", times=1, after=after)
    fresh.advance(minutes=1)
    post = await posted(fresh.person())
    await until(lambda: not fault.times)
    fresh.advance(minutes=1)
    await settled(fresh)
    assert post.message.thread_id == post.message.id
    places = fresh.harness.world.channels.values()
    assert len([one for one in places if one.parent_id == post.message.channel.id]) == 1
