"""Threads of daily posts, in Discord: one each, whatever becomes of the request for it."""

from __future__ import annotations

import pytest

from tests.bot.hosting_dailies import posted, set_up, settled
from tests.bot.organising import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

THREADS = "/channels/*/messages/*/threads"


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
