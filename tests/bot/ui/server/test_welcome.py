"""The bot's greeting in a server that it has just joined."""

import pytest

from playground.permissions import SEND_MESSAGES
from tests.bot.organising import until
from tests.bot.pages import check_says

pytestmark = pytest.mark.asyncio(loop_scope="module")


def joined(app, name, *, system_channel=True, silent=False):
    """Create a server with the bot; return its channel `general`."""
    world, olive = app.harness.world, app.person()
    guild = world.create_guild(name, olive.user, with_bot=False, system_channel=system_channel)
    channel = app.harness.channel("general", guild)
    if silent:
        app.harness.forbid_bot(channel, SEND_MESSAGES)
    world.invite_bot(guild)
    return channel


async def test_it_says_hello_once_in_the_system_channel_if_it_may(app):
    olive = app.person()
    without = joined(app, "No system channel", system_channel=False)
    forbidden = joined(app, "Hush", silent=True)
    told = joined(app, "Told")
    await until(lambda: olive.transcript(told))
    (hello,) = olive.transcript(told)
    check_says(hello.text, "Hi!", "</ladder:")
    assert hello.pinged == []
    await app.restart()
    later = joined(app, "Later")
    await until(lambda: olive.transcript(later))
    assert len(olive.transcript(told)) == 1
    assert olive.transcript(without) == olive.transcript(forbidden) == []
