"""The bot as hosts run it, killed with -9 around openings and closings: each message once."""

import pytest

import playground
from playground.permissions import CREATE_EVENTS
from tests.bot.killing import asked
from tests.bot.organising import drafted, seen, until
from tests.bot.process import an_hour_passes, kill, nothing_due, running
from tests.sweeps import by_turns

pytestmark = pytest.mark.asyncio(loop_scope="module")
slow = pytest.mark.slow


async def confirm_and_kill(server, folder, moment):
    """Confirm a contest and kill the bot at a moment of its announcement."""
    async with running(server, folder) as (harness, bot):
        olive = harness.person("olive")
        preview = await drafted(olive, Lasts="30 min")
        if moment == "on its way":
            slow = harness.slow("/channels/*/messages", 1.0, method="POST")
        await olive.press(preview, "Confirm and open")
        if moment == "stored":
            await until(lambda: asked(folder, "SELECT 1 FROM messages"))
        elif moment == "on its way":
            await until(lambda: not slow.times)  # Discord has it
        else:
            await until(lambda: seen(olive, "## Spring\n"))
        await kill(bot)


@slow
@pytest.mark.parametrize("moment", by_turns("stored", "on its way", "sent"))
async def test_an_opening_is_announced_once(server, folder, moment):
    await confirm_and_kill(server, folder, moment)
    async with running(server, folder) as (harness, _):
        olive = harness.person("olive")
        post = await olive.sees("**Closes**", "contests")
        await until(lambda: nothing_due(folder))
        assert len(seen(olive, "## Spring\n")) == 1
        asking = await harness.person("pia").press(post, "Type")
        await asking.form()
        assert olive.transcript(olive.dm) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", by_turns("closed", "on its way", "sent"))
async def test_results_come_out_once(server, folder, moment):
    async with running(server, folder) as (harness, bot):
        olive = harness.person("olive")
        preview = await drafted(olive, Lasts="30 min")
        await olive.press(preview, "Confirm and open")
        await until(lambda: seen(olive, "**Closes**") and nothing_due(folder))
        await kill(bot)
    an_hour_passes(folder)
    if moment == "on its way":
        slow = playground.Harness(server).slow("/channels/*/messages", 1.0, method="POST")
    async with running(server, folder) as (harness, bot):
        if moment == "closed":
            await until(lambda: asked(folder, "SELECT 1 FROM messages WHERE kind = 'results'"))
        elif moment == "on its way":
            await until(lambda: not slow.times)  # Discord has them
        else:
            await until(lambda: seen(olive, ": the results"))
        await kill(bot)
    async with running(server, folder) as (harness, bot):
        await until(lambda: seen(olive, ": the results") and nothing_due(folder))
        assert len(seen(olive, ": the results")) == 1
        assert len(seen(olive, "**Over**")) == 1
        assert len(seen(olive, "## Spring\n")) == 1
        assert olive.transcript(olive.dm) == []
        did = [action for (action,) in asked(folder, "SELECT action FROM audit ORDER BY id")]
        assert did == ["created", "confirmed", "open", "closed", "revealed"]


@slow
@pytest.mark.parametrize("moment", by_turns("on its way", "created"))
async def test_an_event_is_created_once(server, folder, moment):
    world = server.world
    guild = playground.Harness(server).guild("Word House")
    role = world.create_role(guild, "Events", CREATE_EVENTS)
    guild.members[world.bot.id].roles.append(role.id)
    async with running(server, folder) as (harness, bot):
        olive = harness.person("olive")
        preview = await drafted(olive, Opens="in 2 hours", Title=f"Planned {moment}")
        # The first request creates it; the second, which looks for others, is late.
        method = "POST" if moment == "on its way" else "GET"
        harness.slow("/guilds/*/scheduled-events", 1.0, method=method)
        await olive.press(preview, "Confirm and announce")
        await until(lambda: asked(folder, "SELECT 1 FROM messages WHERE kind = 'event'"))
        attempts = "SELECT 1 FROM messages WHERE kind = 'event' AND attempts > 0"
        await until(lambda: asked(folder, attempts) if method == "POST" else guild.events)
        await kill(bot)
        world.faults.active.clear()
    async with running(server, folder):
        await until(lambda: guild.events and nothing_due(folder))
        assert [one.name for one in guild.events.values()] == [f"Planned {moment}"]
    guild.events.clear()
    guild.members[world.bot.id].roles.remove(role.id)
