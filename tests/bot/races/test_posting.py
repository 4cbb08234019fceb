"""A race's message: sent, found, edited, and updated by tokens."""

import asyncio
from datetime import timedelta

from bot.errors import MessageGone, PostRefused
from bot.races import RacePosting, RoundKey
from bot.races.lobby import Place, _create
from bot.races.status import finish
from bot.store import guilds, outbox
from tests.bot.postgres import on_both
from tests.bot.world import ANNA, BEN, CARL, CHANNEL, ELSEWHERE, GUILD, HERE, T0, Channel, after
from tests.bot.world import RACE as LADDER
from tests.patience import PATIENCE

OTHER = GUILD + 1


async def test_the_answer_to_the_command_is_the_message_and_changes_rest(world, channel):
    race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    await world.races.lobby.posted(race.id, 77)
    await channel.posting.deliver(T0)
    assert channel.events == []
    for number, user in enumerate((BEN, CARL, 4, 5)):
        at = channel.now = after(seconds=number / 2)
        await world.races.lobby.join(race.id, world.act(user, at))
        await channel.posting.deliver(at)
    assert [(event["do"], event["id"]) for event in channel.events] == [("edit", 77)]
    await channel.posting.deliver(after(seconds=1.9))
    assert len(channel.events) == 1
    await channel.posting.deliver(after(seconds=12))
    assert len(channel.events) == 2


async def test_a_message_that_was_never_confirmed_is_looked_for_and_sent(world, channel):
    await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    await channel.posting.deliver(after(seconds=80))
    assert channel.events == []
    await channel.posting.resume(after(seconds=80))  # the bot started again
    await channel.posting.deliver(after(seconds=80))
    assert [event["do"] for event in channel.events] == ["send"]


async def test_a_deleted_post_comes_again_and_a_channel_that_is_gone_ends_the_race(world, channel):
    status, start = await world.running(ANNA, BEN)
    race_id = status.race.id
    await world.races.lobby.posted(race_id, 77)
    channel.deleted.add(77)
    for seconds in (0, 3):
        channel.now = start + timedelta(seconds=seconds)
        await channel.posting.deliver(channel.now)
    (sent,) = channel.events
    assert (sent["do"], sent["state"]) == ("send", "running")
    channel.fails["race"] = PostRefused("The channel is gone.", final=True)
    await world.solve_round(status, ANNA, start)
    channel.now = start + timedelta(seconds=9)
    await channel.posting.deliver(channel.now)
    status = await world.race_at(race_id, start + timedelta(seconds=12))
    assert (status.race.state, status.race.end) == ("over", "lost")
    assert [play.place for play in status.plays] == [1, None]  # the places stay
    channel.fails["race"] = MessageGone("It is gone.")
    await channel.posting.deliver(start + timedelta(minutes=1))
    message = await world.read(outbox.find, "race", race_id=race_id)
    assert message.given_up_at is not None


async def test_where_the_bot_is_not_a_race_goes_on_by_the_last_token(world, channel):
    race = await world.races.lobby.create(LADDER, ELSEWHERE, world.act(ANNA))
    await channel.posting.deliver(after(minutes=2))
    channel.fails["race"] = PostRefused("The token has expired.")
    await world.races.lobby.join(race.id, world.act(BEN, place=ELSEWHERE))
    channel.now = after(minutes=2)
    await channel.posting.deliver(after(minutes=2, seconds=3))
    assert (await world.races.queries.status(race.id)).race.state == "lobby"
    channel.fails.clear()
    act = world.act(CARL, after(minutes=3), place=ELSEWHERE)
    await world.races.lobby.renew_token(race.id, act, "another")
    before = len(channel.events)
    await channel.posting.deliver(after(minutes=3))
    assert len(channel.events) == before + 1
    assert (await world.races.queries.status(race.id)).race.token == "another"
    await world.races.transitions.tidy(after(minutes=19))
    assert (await world.races.queries.status(race.id)).race.token is None


@on_both
async def test_a_live_race_does_not_wait_for_the_edits_after_somebody_was_forgotten(world, channel):
    """Somebody who began and called off many races, a minute apart, wants to be forgotten."""
    many = 300
    for number in range(many):
        place = Place(GUILD, CHANNEL + 100 + number)
        act = world.act(CARL, after(minutes=-number), place=place)
        async with world.database.write() as tx:  # short: PostgreSQL ends it after five seconds
            race = await _create(tx, LADDER, place, act, claimed=False)
            await finish(tx, race, "cancelled")
            message = await outbox.find(tx, "race", race_id=race.id)
            await outbox.mark_delivered(tx, message, 10_000 + number, message.version)
    status, start = await world.running(ANNA, BEN, place=Place(OTHER, CHANNEL))
    await world.races.lobby.posted(status.race.id, 77)
    await world.privacy.forget(CARL)
    act = world.act(ANNA, start, place=Place(OTHER, CHANNEL))
    await world.races.play.give_up(RoundKey(None, status.race.id, 1), act)
    channel.posting.at_once = 1  # PostgreSQL claims several in any order
    channel.now = start + timedelta(seconds=3)
    await channel.posting.deliver(channel.now)
    (first,) = channel.events
    assert first["id"] == 77
    channel.posting.at_once = 5
    while await channel.posting.deliver(channel.now):  # the others come, too
        pass
    assert len(channel.events) == many + 1
    assert not await world.read(outbox.due, "races", channel.now, 1)


async def test_servers_take_turns_with_what_is_due(world, channel):
    async with world.database.write() as tx:
        for number, guild in enumerate([GUILD] * 30 + [OTHER, OTHER + 1]):
            await guilds.ensure(tx, guild)
            place = Place(guild, CHANNEL + number)
            act = world.act(1000 + number, after(seconds=number), place=place)
            await _create(tx, LADDER, place, act, claimed=False)
    due = await world.read(outbox.due, "races", after(minutes=1), 5)
    assert [message.guild_id for message in due] == [GUILD, OTHER, OTHER + 1, GUILD, GUILD]


async def test_no_more_wait_for_the_pace_than_are_overtaken_soon(world, tmp_path):
    """Few may wait for the pace, as nobody overtakes them; sent ones do not count."""
    allowed, waits = asyncio.Event(), []

    async def pace():
        waits.append(None)
        await allowed.wait()

    posting = RacePosting(world.database, Channel(tmp_path / "channel", world), pace)
    posting.patience, posting.at_once = 0.05, 4
    async with world.database.write() as tx:
        for number in range(9):
            place = Place(GUILD, CHANNEL + number)
            await _create(tx, LADDER, place, world.act(1000 + number, place=place), claimed=False)
    try:
        assert [await posting.deliver(after(seconds=n)) for n in range(3)] == [4, 0, 0]
        allowed.set()
        async with asyncio.timeout(PATIENCE):
            while len(waits) < 9:
                await posting.deliver(after(seconds=3))
                await asyncio.sleep(0.01)
    finally:
        await posting.close()
