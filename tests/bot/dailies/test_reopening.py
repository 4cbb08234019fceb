"""An edition that is over in a server stays over, whatever its organisers change."""

import pytest

from bot.dailies import EditionKey
from bot.errors import NoSuchEdition
from tests.bot.dailies.days import ANIGRAM, LADDER, SNAKE, TRUNCATE, on, run, stock
from tests.bot.world import ANNA, BEN, GUILD


async def board(world, number):
    rows = (await world.dailies.queries.board(GUILD, on(number), "day", number)).rows
    return [row.user_id for row in rows]


async def closed(world, channel, zone, until, **more):
    """Let LADDER be posted at nine in a zone, solved by Anna, and closed with its solution out."""
    await world.dailies.queries.edition(LADDER, requester=None)
    await stock(world, SNAKE, TRUNCATE + 2)
    await world.set_up(GUILD, zone=zone, at=on(LADDER, days=-1), **more)
    await run(world, channel, on(LADDER, hours=10))
    await world.solve_edition(LADDER, ANNA, on(LADDER, hours=11))
    await run(world, channel, until)
    assert channel.closed() == [LADDER]


async def test_puzzles_that_are_turned_off_do_not_go_back_to_the_day_by_utc(world, channel):
    begun = on(LADDER, hours=-1)  # ten in the morning in Apia; SNAKE opens there a day later
    await world.dailies.queries.edition(LADDER, requester=None)
    await stock(world, SNAKE, TRUNCATE + 2)
    await world.set_up(GUILD, zone="Pacific/Apia", at=on(LADDER, days=-1))
    await run(world, channel, begun)
    await world.solve_edition(LADDER, ANNA, begun)
    await world.dailies.hosting.off(GUILD, world.act(at=on(LADDER)))
    evening = on(LADDER, hours=21)
    await run(world, channel, evening)
    assert channel.closed() == [LADDER]
    assert await world.dailies.queries.current(GUILD, evening) == SNAKE
    assert await world.dailies.queries.next_opening(GUILD, evening) == on(ANIGRAM, hours=0)
    late = await world.solve_edition(LADDER, BEN, evening)
    assert (late.state.live, late.points) == (False, 100)
    assert await board(world, LADDER) == [ANNA]
    assert (
        await world.dailies.queries.current(GUILD, on(ANIGRAM)) == ANIGRAM
    )  # as elsewhere from then on
    assert (await world.solve_edition(LADDER, BEN, evening, guild=None)).state.live


async def test_a_later_hour_does_not_open_what_was_over(world, channel):
    """The next day's game is not chosen, so no post of that day tells what is open."""
    morning = on(SNAKE, hours=10)
    await closed(world, channel, "UTC", morning, games=("ladder",))
    assert await world.dailies.queries.current(GUILD, morning) == SNAKE
    await world.set_up(GUILD, hour=20, zone="UTC", at=morning, games=("ladder",))
    assert await world.dailies.queries.current(GUILD, morning) == SNAKE
    assert await world.dailies.queries.next_opening(GUILD, morning) == on(ANIGRAM, hours=20)
    late = await world.solve_edition(LADDER, BEN, morning)
    assert not late.state.live
    assert await board(world, LADDER) == [ANNA]
    with pytest.raises(NoSuchEdition):
        await world.dailies.play.open(EditionKey(GUILD, ANIGRAM), world.act(BEN, morning))
    assert await world.dailies.queries.current(GUILD, on(ANIGRAM, hours=19)) == SNAKE
    assert await world.dailies.queries.current(GUILD, on(ANIGRAM, hours=20)) == ANIGRAM
