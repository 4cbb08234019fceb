"""Turns and posts, store only: each edition once per server, its edits, failure notices."""

from datetime import timedelta

import pytest

from bot.errors import BadSetup, PostRefused
from bot.store import outbox
from tests.bot.dailies.days import LADDER, SNAKE, on, run, stock, stocked
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.world import CHANNEL, GUILD, OTHER


async def test_an_edition_and_the_next(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=8), on(LADDER, hours=9, seconds=-1))
    assert channel.events == []
    await run(world, channel, on(LADDER, hours=9), on(LADDER, hours=9), on(LADDER, hours=20))
    assert [(e["do"], e["kind"], e["number"]) for e in channel.events] == [
        ("send", "edition", LADDER)
    ]
    await run(world, channel, on(SNAKE, hours=9), on(SNAKE, hours=10))
    after = {(e["do"], e["kind"], e["number"], e["closed"]) for e in channel.events[1:]}
    assert after == {("edit", "edition", LADDER, True), ("send", "edition", SNAKE, False)}
    assert len(channel.events) == 3
    post = await world.dailies.queries.post(GUILD, LADDER)
    assert post.message_id == channel.sent()[0]["id"]
    assert (await world.dailies.queries.board(GUILD, on(SNAKE))).first == SNAKE
    opening = await world.dailies.queries.next_opening(GUILD, on(SNAKE))
    assert opening == on(SNAKE, days=1, hours=9)
    assert await world.dailies.queries.next_opening(None, on(SNAKE)) == on(SNAKE, days=1, hours=0)


@on_both
async def test_it_is_known_by_how_much_the_latest_puzzle_is_late(world, channel):
    async def late(at):
        return await world.read(outbox.overdue, at)

    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await world.set_up(OTHER, hour=10, zone="UTC", at=on(LADDER, hours=8))
    assert await late(on(LADDER, hours=9)) == (0, 0)
    assert await late(on(LADDER, hours=10, minutes=1)) == (0, 3660)
    await run(world, channel, on(LADDER, hours=9))
    assert await late(on(LADDER, hours=10, minutes=1)) == (0, 60)
    await world.guilds.present([GUILD], on(LADDER, hours=9))  # nothing is posted in the other
    assert await late(on(LADDER, hours=10, minutes=1)) == (0, 0)


@pytest.mark.slow
async def test_after_days_away_one_edition_and_the_closing_that_was_owed(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=9))
    await run(world, channel, on(LADDER, days=6))
    assert [e["number"] for e in channel.sent()] == [LADDER, LADDER + 6]
    assert channel.closed() == [LADDER]


@pytest.mark.slow
async def test_games_that_are_not_chosen_leave_the_day_out(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), games=("ladder",))
    await run(world, channel, *(on(LADDER, days=day) for day in range(9)))
    assert [e["number"] for e in channel.sent()] == [LADDER, LADDER + 4, LADDER + 8]
    assert channel.closed() == [LADDER, LADDER + 4]


@pytest.mark.slow
async def test_a_refusing_channel_is_reported_after_an_hour_and_turned_off_after_three_days(
    world, channel
):
    await stocked(world, 9)
    await world.set_up(OTHER, hour=9, zone="UTC", at=on(LADDER, hours=8))
    channel.fails[GUILD] = PostRefused("I may not post in #games.")
    hourly = [on(LADDER, hours=9 + hour) for hour in range(24 * 3 + 5)]
    await run(world, channel, hourly[0])
    assert channel.sent("edition_failure") == []
    await run(world, channel, *hourly[1 : 24 * 3])
    (notice,) = channel.sent("edition_failure")
    said = "I couldn’t post today’s daily puzzle. I may not post in #games. I’ll keep trying for"
    assert (notice["number"], notice["text"]) == (LADDER, f"{said} three days.")
    assert (await world.dailies.queries.setup(GUILD)).running
    await run(world, channel, *hourly[24 * 3 :])
    setup = await world.dailies.queries.setup(GUILD)
    assert not setup.running
    assert setup.disabled_at == on(LADDER, days=3, hours=9)
    _, notice = channel.sent("edition_failure")
    assert notice["guild"] == GUILD
    assert notice["text"].startswith(
        "I couldn’t post the daily puzzle for three days, so I’ve turned it off. I may not post in"
    )
    assert len(channel.sent(guild=OTHER)) == 4  # the other server's are its own
    channel.fails.clear()
    await run(world, channel, *(on(LADDER, days=day, hours=20) for day in range(3, 8)))
    assert channel.sent(guild=GUILD) == []  # off stays off, even once posting would work
    assert len(channel.sent("edition_failure")) == 2
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, days=8, hours=8))
    await run(world, channel, on(LADDER, days=8, hours=9))
    assert [e["number"] for e in channel.sent(guild=GUILD)] == [LADDER + 8]


@pytest.mark.parametrize("turned_off", [False, True])
async def test_what_was_refused_goes_out_in_the_channel_that_is_chosen_instead(
    world, channel, turned_off
):
    await stocked(world, 6)
    channel.fails[GUILD] = PostRefused("The channel is gone.", final=True)
    days = range(4 if turned_off else 1)
    await run(world, channel, on(LADDER, hours=9))
    (notice,) = channel.sent("edition_failure")  # at once, as the channel is gone
    assert "The channel is gone. Choose another with /daily setup." in notice["text"]
    await run(world, channel, *(on(LADDER, days=day, hours=9 + h) for day in days for h in (0, 1)))
    assert (await world.dailies.queries.setup(GUILD)).running != turned_off
    number, later = LADDER + days[-1], on(LADDER, days=days[-1])
    await world.set_up(GUILD, hour=9, zone="UTC", at=later)  # the same channel: nothing restarts
    assert (await world.dailies.queries.post(GUILD, number)).attempts > 0
    await run(world, channel, later)  # refused once more
    channel.fails.clear()
    await world.set_up(GUILD, hour=9, zone="UTC", at=later, channel=CHANNEL + 5)
    await run(world, channel, later)
    assert [e["number"] for e in channel.sent()] == [number]
    post = await world.dailies.queries.post(GUILD, number)
    assert (post.channel_id, post.delivered_version) == (CHANNEL + 5, post.version)
    await world.set_up(GUILD, hour=9, zone="UTC", at=later, channel=CHANNEL)
    await run(world, channel, later, on(number + 1))  # the existing post stays
    assert [e["number"] for e in channel.sent()] == [number, number + 1]
    assert channel.closed() == [number]


async def test_what_is_refused_when_it_is_turned_off_is_not_posted_later(world, channel):
    await stocked(world, 4)
    channel.fails[GUILD] = PostRefused("I may not post in #games.")
    await run(world, channel, on(LADDER, hours=9), on(LADDER, hours=10))
    await world.dailies.hosting.off(GUILD, world.act(at=on(LADDER)))
    channel.fails.clear()
    await run(world, channel, on(LADDER), on(LADDER, hours=20))
    assert channel.sent() == []
    evening = on(LADDER, hours=21)
    await world.set_up(GUILD, hour=9, zone="UTC", at=evening)
    await run(world, channel, evening)
    assert channel.sent() == []  # from its next turn on, or now on request
    await world.dailies.hosting.post_now(GUILD, world.act(at=evening))
    await run(world, channel, evening, on(SNAKE))
    assert [e["number"] for e in channel.sent()] == [LADDER, SNAKE]


@pytest.mark.slow
async def test_one_success_in_between_restarts_the_three_days(world, channel):
    await stocked(world, 9)
    gone = PostRefused("The channel is gone.", final=True)
    for day in range(6):
        channel.fails = {} if day == 2 else {GUILD: gone}
        await run(world, channel, *(on(LADDER, days=day, hours=9 + h) for h in range(3)))
    assert [e["number"] for e in channel.sent()] == [LADDER + 2]
    assert (await world.dailies.queries.setup(GUILD)).running
    told = [notice["number"] for notice in channel.sent("edition_failure")]
    assert told == [LADDER, LADDER + 3]  # it had worked in between


@pytest.mark.slow
async def test_a_short_failure_is_tried_again_soon_and_never_the_next_day(world, channel):
    await stocked(world, 4)
    channel.fails[GUILD] = OSError("connection reset")
    await run(world, channel, on(LADDER, hours=9))
    assert (await world.dailies.queries.post(GUILD, LADDER)).attempts == 1
    assert (await world.dailies.queries.setup(GUILD)).failing_since is None
    await run(world, channel, *(on(LADDER, hours=9, minutes=10 * m) for m in range(1, 143)))
    channel.fails.clear()
    await run(world, channel, on(SNAKE, hours=9), on(SNAKE))
    assert [e["number"] for e in channel.sent()] == [SNAKE]
    assert (await world.dailies.queries.post(GUILD, LADDER)).given_up_at is not None
    assert channel.closed() == []


async def test_a_deleted_message_is_not_posted_again_by_itself(world, channel):
    await stocked(world, 4)
    await run(world, channel, on(LADDER, hours=9))
    channel.deleted.add(channel.sent()[0]["id"])
    await run(world, channel, on(SNAKE, hours=9), on(SNAKE), on(SNAKE, hours=20))
    assert [e["number"] for e in channel.sent()] == [LADDER, SNAKE]
    assert channel.closed() == []
    assert (await world.dailies.queries.post(GUILD, LADDER)).given_up_at is not None


@pytest.mark.slow
async def test_posted_now_and_not_twice(world, channel):
    host = world.dailies.hosting
    await check_refused(host.post_now(GUILD, world.act(at=on(LADDER))), BadSetup, "aren’t set up")
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER))
    await run(world, channel, on(LADDER))
    assert channel.events == []  # set up after its hour
    assert (await host.post_now(GUILD, world.act(at=on(LADDER)))).number == LADDER
    await check_refused(host.post_now(GUILD, world.act(at=on(LADDER))), BadSetup, "is on its way")
    await run(world, channel, on(LADDER), on(SNAKE))
    assert [e["number"] for e in channel.sent()] == [LADDER, SNAKE]
    with pytest.raises(BadSetup, match="is posted already"):
        await host.post_now(GUILD, world.act(at=on(SNAKE)))
    await host.off(GUILD, world.act(at=on(SNAKE)))
    await check_refused(host.post_now(GUILD, world.act(at=on(SNAKE))), BadSetup, "are off")
    await run(world, channel, on(SNAKE, days=1), on(SNAKE, days=2))
    assert [e["number"] for e in channel.sent()] == [LADDER, SNAKE]
    assert channel.closed() == [LADDER, SNAKE]


async def test_what_failed_is_tried_at_once_when_it_is_asked_for(world, channel):
    await stocked(world, 4)
    channel.fails[GUILD] = PostRefused("I may not post in #games.")
    await run(world, channel, *(on(LADDER, hours=9, minutes=10 * m) for m in range(9)))
    channel.fails.clear()
    soon = (await world.dailies.queries.post(GUILD, LADDER)).next_attempt_at - timedelta(minutes=4)
    await run(world, channel, soon)
    assert channel.sent() == []  # the next attempt is minutes away
    await world.dailies.hosting.post_now(GUILD, world.act(at=soon))
    await run(world, channel, soon, on(LADDER))
    assert [e["number"] for e in channel.sent()] == [LADDER]
    with pytest.raises(BadSetup, match="is posted already"):
        await world.dailies.hosting.post_now(GUILD, world.act(at=soon))


async def test_changed_hours_post_nothing_twice_and_close_at_the_new_hour(world, channel):
    await stocked(world, 5)
    await run(world, channel, on(LADDER, hours=9))
    await world.set_up(GUILD, hour=18, zone="UTC", at=on(LADDER))
    await run(world, channel, on(LADDER, hours=18), on(SNAKE))
    assert [e["number"] for e in channel.sent()] == [LADDER]
    assert await world.dailies.queries.current(GUILD, on(SNAKE)) == LADDER
    assert channel.closed() == []
    await run(world, channel, on(SNAKE, hours=18))
    assert await world.dailies.queries.current(GUILD, on(SNAKE, hours=18)) == SNAKE
    await world.set_up(GUILD, hour=6, zone="UTC", at=on(SNAKE, days=1))  # the hour has passed
    await run(world, channel, on(SNAKE, days=1), on(SNAKE, days=1, hours=18))
    assert [e["number"] for e in channel.sent()] == [LADDER, SNAKE, SNAKE + 1]
    assert channel.closed() == [LADDER, SNAKE]


async def test_an_attempt_that_was_not_marked_is_looked_for_even_when_it_is_too_late(
    world, channel
):
    await stock(world, LADDER - 2, LADDER + 5)
    for guild in (GUILD, OTHER):
        await world.set_up(guild, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await world.dailies.transitions.advance(on(LADDER, hours=9))
    lost = await world.dailies.queries.post(OTHER, LADDER)
    for guild in (GUILD, OTHER):
        post = await world.dailies.queries.post(guild, LADDER)
        async with world.database.write() as tx:
            assert await outbox.claim(tx, post, on(LADDER), on(LADDER, minutes=2))
            assert not await outbox.claim(tx, post, on(LADDER), on(LADDER, minutes=2))
        if guild == GUILD:
            await channel.send(post)  # and then the bot died, for a day
    assert await channel.posting.resume(on(SNAKE)) == 0
    await run(world, channel, on(SNAKE), on(SNAKE, minutes=2))
    assert [e["number"] for e in channel.sent(guild=GUILD)] == [LADDER, SNAKE]
    assert channel.closed() == [LADDER]
    assert [e["number"] for e in channel.sent(guild=OTHER)] == [SNAKE]
    assert (await world.dailies.queries.post(OTHER, LADDER)).given_up_at is not None
    assert lost.message_id is None


async def test_servers_the_bot_was_removed_from_get_todays_when_it_is_back(world, channel):
    await stocked(world, 6)
    await world.guilds.present([], on(LADDER, hours=8))
    await run(world, channel, *(on(LADDER, days=day) for day in range(4)))
    assert channel.events == []
    await world.guilds.present([GUILD], on(LADDER, days=3))
    await run(world, channel, on(LADDER, days=3, hours=13))
    assert [e["number"] for e in channel.sent()] == [LADDER + 3]


async def test_an_edition_that_cannot_be_made_is_tried_again_and_goes_out_late(
    world, channel, monkeypatch, caplog
):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    solving = world.dailies.transitions._editions._solving
    able = solving.run

    async def fail(*args, **kwargs):
        raise OSError("no process")

    monkeypatch.setattr(solving, "run", fail)
    await run(world, channel, on(LADDER, hours=9))
    assert channel.events == []
    assert "not made yet" in caplog.text
    monkeypatch.setattr(solving, "run", able)
    await run(world, channel, on(LADDER, hours=10))
    assert [e["number"] for e in channel.sent()] == [LADDER]
