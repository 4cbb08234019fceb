"""What a post shows besides its puzzle, how often it is edited, and reminders: store only."""

import itertools
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from bot.dailies import EditionKey
from bot.dailies.bulletin import last_sunday
from bot.errors import PostRefused
from bot.store import outbox
from solvers.daily import day_of
from tests.bot.dailies.days import LADDER, SNAKE, TRUNCATE, on, run
from tests.bot.world import ANNA, BEN, CARL, GUILD, OTHER

SUNDAY = LADDER + 6


@pytest.fixture
async def hosted(world, channel):
    """Two servers whose puzzles open at nine; the first server's is posted."""
    for guild in (GUILD, OTHER):
        await world.set_up(guild, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=9))
    return world


async def bulletin(world, number, guild=GUILD):
    return await world.dailies.queries.bulletin(await world.dailies.queries.post(guild, number))


def edits(channel, guild=GUILD):
    return [event for event in channel.events if event["do"] == "edit" and event["guild"] == guild]


async def minutes(world, channel, begin, count, step=10):
    """Look every `step` seconds, as the bot does, and note when."""
    for seconds in range(0, count * 60, step):
        moment = begin + timedelta(seconds=seconds)
        channel.place = moment.isoformat()
        await run(world, channel, moment)


@pytest.mark.parametrize("trouble", [None, pytest.param(429, marks=pytest.mark.slow)])
async def test_it_is_edited_once_a_minute_however_many_solve(hosted, channel, trouble):
    edit, tried = channel.edit, []

    async def busy(post):
        tried.append(datetime.fromisoformat(channel.place))
        if trouble and len(tried) % 2:
            raise OSError("429 Too Many Requests")
        await edit(post)

    channel.edit = busy
    noon = on(LADDER)
    for user in range(1, 25):
        await hosted.solve_edition(LADDER, user, noon + timedelta(seconds=5 * user))
        if user % 2 == 0:
            await minutes(hosted, channel, noon + timedelta(seconds=5 * user), 1, 60)
            channel.place = (noon + timedelta(seconds=5 * user)).isoformat()
    await minutes(hosted, channel, noon + timedelta(minutes=3), 7, 20)
    assert all(b - a >= timedelta(minutes=1) for a, b in pairwise(tried))
    assert 2 <= len(tried) <= 6
    assert len(channel.sent(guild=GUILD)) == 1
    assert edits(channel, OTHER) == []
    post = await hosted.dailies.queries.post(GUILD, LADDER)
    assert post.delivered_version == post.version  # it shows the last person to solve, too
    assert (await bulletin(hosted, LADDER)).podium.solved == 24


async def test_only_what_it_shows_brings_an_edit(hosted, channel):
    puzzle = (await hosted.dailies.queries.edition(LADDER, requester=None)).puzzle
    longer = (*puzzle.solution, puzzle.solution[-2], puzzle.solution[-1])
    before = (await hosted.dailies.queries.post(GUILD, LADDER)).version
    await hosted.dailies.play.open(EditionKey(GUILD, LADDER), hosted.act(ANNA, on(LADDER)))
    await hosted.dailies.play.submit_words(*hosted.in_edition(LADDER, ANNA, on(LADDER)), ["zzz"])
    assert (await hosted.dailies.queries.post(GUILD, LADDER)).version == before
    await hosted.dailies.play.submit_words(*hosted.in_edition(LADDER, ANNA, on(LADDER)), longer)
    assert (await hosted.dailies.queries.post(GUILD, LADDER)).version == before + 1
    await hosted.dailies.play.submit_words(
        EditionKey(GUILD, LADDER), hosted.act(ANNA, on(LADDER)), puzzle.solution
    )
    assert (await hosted.dailies.queries.post(GUILD, LADDER)).version == before + 1
    await hosted.dailies.play.open(
        EditionKey(OTHER, LADDER), hosted.act(ANNA, on(LADDER))
    )  # it counts there, too
    assert (await bulletin(hosted, LADDER, OTHER)).podium.solved == 1
    assert (await hosted.dailies.queries.post(OTHER, LADDER)).version == before + 1


async def week(world, channel):
    """Anna solves every day until after Sunday, Ben four days; Carl begins one puzzle."""
    for number in range(LADDER, SUNDAY + 2):
        await run(world, channel, on(number, hours=9))
        await world.solve_edition(number, ANNA, on(number, hours=10))
        if number in {LADDER, SNAKE, LADDER + 4, SUNDAY - 1}:
            await world.solve_edition(number, BEN, on(number, hours=11))
        if number == TRUNCATE:
            await world.dailies.play.open(EditionKey(GUILD, number), world.act(CARL, on(number)))


@pytest.mark.slow
async def test_yesterday_the_longest_streak_and_the_week(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await week(world, channel)
    first, second = await bulletin(world, LADDER), await bulletin(world, SNAKE)
    assert (first.yesterday, first.recap, second.recap) == (None, None, None)
    assert [row.user_id for row in first.podium.rows] == [ANNA, BEN]
    sunday = await bulletin(world, SUNDAY)
    recap = sunday.recap
    assert recap.last == SUNDAY - 1
    assert [row.user_id for row in recap.winners] == [ANNA, BEN]
    assert (recap.streak.user_id, recap.streak.length) == (ANNA, 6)
    assert (recap.hardest.number, recap.hardest.played, recap.hardest.solved) == (TRUNCATE, 2, 1)
    monday = await bulletin(world, SUNDAY + 1)
    assert monday.recap is None  # it comes once
    assert (monday.yesterday.number, monday.yesterday.solved) == (SUNDAY, 1)
    assert (monday.streak.user_id, monday.streak.length) == (ANNA, 8)
    assert monday.yesterday.rows[0].user_id == ANNA


@pytest.mark.slow
async def test_the_weeks_recap_comes_with_the_next_post_if_there_is_none_on_sunday(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await run(world, channel, on(LADDER, hours=9))
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    await run(world, channel, on(SUNDAY + 2))
    shown = await bulletin(world, SUNDAY + 2)
    assert shown.recap.last == SUNDAY - 1
    assert shown.streak is None  # long broken
    await run(world, channel, on(SUNDAY + 3))
    assert (await bulletin(world, SUNDAY + 3)).recap is None


def test_which_sunday_was_the_last():
    assert day_of(SUNDAY).isoweekday() == 7
    expected = [SUNDAY - 7, SUNDAY, SUNDAY, SUNDAY, SUNDAY + 7]
    assert [last_sunday(SUNDAY + n) for n in (-1, 0, 1, 6, 7)] == expected


@pytest.mark.slow
async def test_whoever_is_forgotten_is_taken_off_every_post_that_names_them(world, channel):
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await week(world, channel)
    await run(world, channel, on(SUNDAY + 1, hours=20))
    before = len(edits(channel))
    await world.privacy.forget(BEN)
    await run(world, channel, on(SUNDAY + 1, hours=21))
    assert {event["number"] for event in edits(channel)[before:]} == set(range(LADDER, SUNDAY + 2))
    recap = (await bulletin(world, SUNDAY)).recap
    assert BEN not in {row.user_id for row in recap.winners}


# Reminders


async def look(world, channel, *moments):
    for moment in moments:
        await world.dailies.reminders.advance(moment)
        await run(world, channel, moment)


def reminded(channel):
    return [(event["user"], event["number"]) for event in channel.sent("reminder")]


async def test_a_reminder_of_a_streak_comes_once_a_day(hosted, channel):
    await hosted.solve_edition(LADDER, ANNA, on(LADDER))
    for user in (ANNA, BEN):  # Ben has no streak
        await hosted.dailies.reminders.start(GUILD, hosted.act(user, on(LADDER)))
    await look(hosted, channel, on(LADDER), on(SNAKE, hours=6), on(SNAKE, hours=9))
    assert reminded(channel) == []  # solved in time
    late = on(SNAKE, days=1, hours=6)
    await look(hosted, channel, late - timedelta(seconds=1))
    assert reminded(channel) == []
    await look(hosted, channel, late, late, late + timedelta(hours=1))
    assert reminded(channel) == [(ANNA, SNAKE)]
    reminders = hosted.dailies.reminders
    await reminders.stop(hosted.act(ANNA, late))
    await reminders.start(GUILD, hosted.act(ANNA, late + timedelta(hours=1)))
    await look(hosted, channel, late + timedelta(hours=1, minutes=1))
    assert reminded(channel) == [(ANNA, SNAKE)]  # switching it off and on sends no second one
    await hosted.solve_edition(SNAKE, ANNA, late + timedelta(hours=2))
    await look(hosted, channel, *(late + timedelta(hours=3 + hour) for hour in range(24)))
    assert reminded(channel) == [(ANNA, SNAKE), (ANNA, SNAKE + 1)]
    assert await reminders.is_on(ANNA)
    await reminders.stop(hosted.act(ANNA, late))
    await look(hosted, channel, *(late + timedelta(days=1, hours=hour) for hour in range(24)))
    assert len(reminded(channel)) == 2


async def test_people_of_the_same_hours_are_reminded_spread_over_half_an_hour(hosted, channel):
    people = [(77_000_000 * number) << 22 for number in range(1, 31)]  # joined a day apart
    for user in people:
        await hosted.solve_edition(LADDER, user, on(LADDER))
        await hosted.dailies.reminders.start(GUILD, hosted.act(user, on(LADDER)))
    await look(hosted, channel, on(LADDER), on(SNAKE, hours=9))
    first = on(SNAKE, days=1, hours=6)  # three hours before it closes
    told = []
    for minutes in range(0, 31, 5):
        await look(hosted, channel, first + timedelta(minutes=minutes))
        told.append(len(reminded(channel)))
    assert told[-1] == len(people)
    assert max(later - earlier for earlier, later in itertools.pairwise([0, *told])) < 12


async def test_no_reminder_names_a_puzzle_that_is_solved(world, channel):
    for guild, hour in ((GUILD, 0), (OTHER, 23)):
        await world.set_up(guild, on(LADDER, hours=-2), hour, "UTC")
    await run(world, channel, on(LADDER))
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    late = on(SNAKE, hours=23, minutes=30)
    await run(world, channel, late)
    await world.dailies.play.open(EditionKey(OTHER, SNAKE), world.act(ANNA, late))
    noon = on(SNAKE + 1)
    await run(world, channel, noon)
    await world.solve_edition(SNAKE + 1, ANNA, noon)
    await world.dailies.reminders.start(GUILD, world.act(ANNA, noon))
    # The snake, still open elsewhere for an hour, could keep the streak, but it is solved.
    await look(world, channel, on(SNAKE + 1, hours=21), on(SNAKE + 1, hours=22))
    assert reminded(channel) == []


async def test_somebody_with_closed_messages_hears_so_once(hosted, channel):
    send = channel.send

    async def refuse(post):
        if post.kind == "reminder":
            raise PostRefused("I can’t write to them.")
        return await send(post)

    channel.send = refuse
    reminders = hosted.dailies.reminders
    await hosted.solve_edition(LADDER, ANNA, on(LADDER))
    await reminders.start(GUILD, hosted.act(ANNA, on(LADDER)))
    assert not await reminders.take_failure(ANNA)
    await look(hosted, channel, on(SNAKE, hours=9), on(SNAKE, days=1, hours=7))
    assert not await reminders.is_on(ANNA)
    assert [await reminders.take_failure(ANNA) for _ in range(2)] == [True, False]
    await look(hosted, channel, on(SNAKE, days=1, hours=8), on(SNAKE, days=2, hours=8))
    assert channel.sent("reminder") == []


async def test_a_reminder_whose_bot_died_comes_once(hosted, channel):
    await hosted.solve_edition(LADDER, ANNA, on(LADDER))
    await hosted.dailies.reminders.start(GUILD, hosted.act(ANNA, on(LADDER)))
    late = on(SNAKE, days=1, hours=7)
    await run(hosted, channel, on(SNAKE))
    await hosted.dailies.reminders.advance(late)
    async with hosted.database.write() as tx:
        (message,) = await outbox.due(tx, "dailies", late, 9)
        assert await outbox.claim(tx, message, late, late + timedelta(minutes=2))
    await channel.send(message)  # and then the bot died
    await channel.posting.resume(late + timedelta(minutes=1))
    await look(hosted, channel, *(late + timedelta(minutes=minute) for minute in (1, 5, 60)))
    assert reminded(channel) == [(ANNA, SNAKE)]
