"""People miss a day only if its puzzle was open to them."""

import pytest

from bot.store.retention import Retention
from solvers.daily import Rotation, planned_game, rotation
from tests.bot.dailies.days import ANIGRAM, LADDER, on, run, stock
from tests.bot.world import ANNA, BEN, GUILD, OTHER

WEEKS = range(LADDER, LADDER + 13)
GAMES = rotation.rotations()[0].games
JOINED = (Rotation(0, GAMES), Rotation(ANIGRAM + 56, (*GAMES, "ladder")))
"""A second ladder joins the turns, so that an anigram is once waited for for six days."""


async def streak(world, user, number, guild=GUILD):
    return (await world.dailies.queries.stats(user, guild, on(number))).streak


async def ladders(world, channel):
    """A server that plays ladders: Anna solves all, Ben all except the second."""
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), games=("ladder",))
    for number in WEEKS:
        await run(world, channel, on(number, hours=9))
        if planned_game(number) == "ladder":
            await world.solve_edition(number, ANNA, on(number))
            if number != LADDER + 4:
                await world.solve_edition(number, BEN, on(number))


async def test_in_a_server_that_plays_one_game_the_other_days_are_no_gap(world, channel):
    await ladders(world, channel)
    assert [e["number"] for e in channel.sent()] == [LADDER, LADDER + 4, LADDER + 8, LADDER + 12]
    found = await streak(world, ANNA, LADDER + 12)
    assert (found.current, found.longest, found.done) == (4, 4, True)
    assert (await streak(world, ANNA, LADDER + 15)).current == 4
    assert (await streak(world, BEN, LADDER + 12)).current == 2  # it was posted, and he missed it
    shared = await world.share(LADDER + 12, world.act(ANNA, on(LADDER + 12)))
    assert "🔥4" in shared
    post = await world.dailies.queries.post(GUILD, LADDER + 12)
    assert (await world.dailies.queries.bulletin(post)).streak.length == 4


@pytest.mark.parametrize("planned", [rotation.rotations(), JOINED])
async def test_the_longest_of_a_server_may_be_kept_by_two_freezes(
    world, channel, planned, monkeypatch
):
    monkeypatch.setattr(rotation, "rotations", lambda: planned)
    turns = [n for n in range(ANIGRAM, ANIGRAM + 75) if planned_game(n) == "anigram"][:17]
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(ANIGRAM, hours=8), games=("anigram",))
    for number in turns:
        await run(world, channel, on(number, hours=9))
        if number in turns[:14]:
            await world.solve_edition(number, ANNA, on(number))
    post = await world.dailies.queries.post(GUILD, turns[-1])
    assert (await world.dailies.queries.bulletin(post)).streak.length == 14


async def test_somebody_who_also_plays_where_all_are_posted_misses_those(world, channel):
    await world.set_up(OTHER, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), games=("ladder",))
    for number in range(LADDER, LADDER + 5):
        await run(world, channel, on(number, hours=9))
        if planned_game(number) == "ladder":
            await world.solve_edition(number, ANNA, on(number))
            await world.solve_edition(number, ANNA, on(number), guild=OTHER)
    assert (await streak(world, ANNA, LADDER + 4)).current == 1


async def test_days_without_the_bot_are_no_gap(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    for number in (LADDER, LADDER + 3):  # the bot is away for two days
        await run(world, channel, on(number, hours=9))
        await world.solve_edition(number, ANNA, on(number))
        await world.solve_edition(number, BEN, on(number), guild=None)
    assert [e["number"] for e in channel.sent()] == [LADDER, LADDER + 3]
    assert (await streak(world, ANNA, LADDER + 3)).current == 2
    assert (await streak(world, BEN, LADDER + 3, None)).current == 2


@pytest.mark.parametrize("guild", [None, GUILD])
async def test_where_nothing_is_posted_every_day_can_be_played(world, channel, guild):
    for number in range(LADDER, LADDER + 4):
        await run(world, channel, on(number, hours=1), on(number, hours=13))
        if number != LADDER + 1:
            await world.solve_edition(number, ANNA, on(number), guild=guild)
    found = await streak(world, ANNA, LADDER + 3, guild)
    assert (found.current, found.longest) == (2, 2)


async def test_what_is_no_longer_kept_breaks_no_streak(world, channel):
    await ladders(world, channel)
    await Retention(world.database).prune(on(LADDER, days=365 + 10))
    assert (await world.dailies.queries.post(GUILD, LADDER)) is None
    assert (await streak(world, ANNA, LADDER + 12)).longest == 4
    assert (await streak(world, BEN, LADDER + 12)).longest == 2


async def test_nobody_is_reminded_of_a_day_that_is_not_theirs(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), games=("ladder",))
    await stock(world, LADDER, LADDER + 5)
    await run(world, channel, on(LADDER, hours=9))
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    reminders = world.dailies.reminders
    await reminders.start(GUILD, world.act(ANNA, on(LADDER)))
    assert await reminders.streak(ANNA, GUILD, on(LADDER + 2)) is None
    await run(world, channel, *(on(number, hours=9) for number in range(LADDER + 1, LADDER + 5)))
    assert (await reminders.streak(ANNA, GUILD, on(LADDER + 4))).current == 1


async def test_freezes_last_as_long_where_one_game_is_played(world, channel):
    """Days without a post cost nobody a freeze, however long they are away."""
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), games=("ladder",))
    last = LADDER + 4 * 13
    for number in range(LADDER, last + 11):
        await run(world, channel, on(number, hours=9))
        if number <= last and planned_game(number) == "ladder":
            await world.solve_edition(number, ANNA, on(number))
    assert (await streak(world, ANNA, last)).freezes == 2
    for days in range(1, 11):
        assert (await streak(world, ANNA, last + days)).current == 14
