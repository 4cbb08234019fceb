"""The bot as hosts run it, killed with -9 around the minute of a daily post: it comes once."""

from datetime import UTC, datetime, timedelta

import pytest

import playground
from tests.bot.hosting_dailies import answer, posts
from tests.bot.killing import asked, before
from tests.bot.organising import until
from tests.bot.process import kill, running
from tests.sweeps import by_turns

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROWS = "SELECT 1 FROM messages"


def the_hour_comes(folder):
    """Make the server's turn due, as if it had been set up days ago."""
    ago, just_now = before(folder, "now", "3 days"), before(folder, "now", "1 minute")
    asked(folder, f"UPDATE daily_setups SET since = {ago}, next_due_at = {just_now}")


@pytest.mark.slow
@pytest.mark.parametrize("moment", by_turns("due", "on its way", "sent"))
async def test_a_post_whose_bot_is_killed_comes_once(server, folder, moment):
    async with running(server, folder) as (harness, bot):
        olive = harness.person("olive")
        far = (datetime.now(UTC) + timedelta(hours=12)).hour  # otherwise its turn might come anyway
        reply = await answer(olive, "/daily setup", zone="UTC", hour=far, thread=True)
        assert "are on" in reply.text
        await kill(bot)
    assert asked(folder, ROWS) == []
    the_hour_comes(folder)
    if moment == "on its way":
        playground.Harness(server).slow("/channels/*/messages", 1.0, method="POST")
    async with running(server, folder) as (harness, bot):
        if moment == "due":
            await until(lambda: asked(folder, ROWS))
        elif moment == "on its way":
            await until(lambda: asked(folder, f"{ROWS} WHERE attempts > 0"))
        else:
            await until(lambda: posts(olive))
        await kill(bot)
    async with running(server, folder) as (harness, _):
        thread = f"{ROWS} WHERE kind = 'thread' AND delivered_version = version"
        await until(lambda: asked(folder, thread))
        (post,) = posts(olive)
        assert post.message.thread_id is not None
        assert olive.transcript(olive.dm) == []
