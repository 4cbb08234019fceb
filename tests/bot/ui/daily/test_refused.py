"""An edition's closing and the next post, both refused by Discord: tried again, for days."""

import pytest

from playground.permissions import SEND_MESSAGES, VIEW_CHANNEL
from tests.bot.hosting_dailies import over, posted, posts, set_up, settled, settled_or_refused
from tests.bot.statements import rows_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def one_day(app):
    """Let a first puzzle be posted; return its post."""
    await set_up(app)
    app.advance(minutes=1)
    post = await posted(app.person())
    await settled(app)
    return post


async def given_up(app):
    query = "SELECT number, kind FROM messages WHERE given_up_at IS NOT NULL ORDER BY number"
    return await rows_of(app, query)


@pytest.mark.slow
async def test_a_permission_that_is_back_in_time_brings_the_puzzle(fresh):
    olive = fresh.person()
    first = await one_day(fresh)
    fresh.harness.forbid_bot("daily", SEND_MESSAGES)
    fresh.advance(days=1)
    await settled_or_refused(fresh)
    for _ in range(2):
        fresh.advance(hours=1)
        await settled_or_refused(fresh)
    assert len(posts(olive)) == 1
    fresh.harness.forbid_bot("daily", 0)
    fresh.advance(minutes=20)
    await posted(olive, 2)
    await settled(fresh)
    assert [post.message.id for post in over(olive)] == [first.message.id]
    assert await given_up(fresh) == []


@pytest.mark.slow
async def test_a_post_is_closed_though_discord_refused_that_first(fresh):
    first = await one_day(fresh)
    fresh.harness.forbid_bot("daily", VIEW_CHANNEL)
    fresh.advance(days=1)
    await settled_or_refused(fresh)
    fresh.advance(hours=2)
    await settled_or_refused(fresh)
    assert "**Closed.**" not in first.text
    fresh.harness.forbid_bot("daily", 0)
    fresh.advance(minutes=20)
    await first.says("**Closed.**")
    assert await given_up(fresh) == []


@pytest.mark.parametrize("trouble", [403, 429, 503])
async def test_one_error_of_discords_costs_neither(fresh, trouble):
    olive, first = fresh.person(), await one_day(fresh)
    room = f"/channels/{first.message.channel.id}/messages"
    fresh.harness.fail(room, trouble, method="POST", times=1)
    fresh.harness.fail(f"{room}/*", trouble, method="PATCH", times=1)
    fresh.advance(days=1)
    await settled_or_refused(fresh)
    fresh.advance(minutes=20)
    await posted(olive, 2)
    await first.says("**Closed.**")


@pytest.mark.slow
async def test_after_three_days_of_refusals_the_closing_is_given_up(fresh):
    first = await one_day(fresh)
    number = await fresh.services.dailies.queries.current(None, fresh.now())
    fresh.harness.forbid_bot("daily", VIEW_CHANNEL)
    fresh.advance(days=1)
    await settled_or_refused(fresh)
    fresh.advance(days=2, hours=23)
    await settled_or_refused(fresh)
    assert (number, "edition") not in await given_up(fresh)
    fresh.advance(hours=1, minutes=20)
    await settled_or_refused(fresh)
    assert (number, "edition") in await given_up(fresh)
    fresh.harness.forbid_bot("daily", 0)
    fresh.advance(days=1)
    await settled_or_refused(fresh)
    assert "**Closed.**" not in first.text
