"""Boards of a week, a month and all time: what counts in a server, summed by person."""

import pytest
from sqlalchemy import insert

from bot.store import guilds
from bot.store.schema import daily_guild_scores, daily_plays
from tests.bot.dailies.days import MONDAY
from tests.bot.postgres import on_both
from tests.bot.world import ANNA, BEN, CARL, GUILD, OTHER

DORA = 444_555_666_777
WEEK = range(124, 131)  # Monday to Sunday; the month is May
PLAYS = (  # edition, who, points, milliseconds, at par, where
    (124, ANNA, 80, 1_000, False, (GUILD,)),
    (124, BEN, 100, 5_000, False, (GUILD, OTHER)),
    (124, CARL, 100, 4_000, True, (GUILD,)),
    (124, DORA, None, None, False, (GUILD,)),
    (124, None, 90, 1_000, False, (GUILD,)),
    (130, ANNA, 60, 500, True, (GUILD,)),
    (130, BEN, 100, 7_000, False, (OTHER,)),
    (131, BEN, 40, 3_000, False, (GUILD,)),
    (131, CARL, 40, 4_000, False, (GUILD,)),
    (152, DORA, 300, 3_000, False, (GUILD,)),  # in June
)


@pytest.fixture
async def played(world):
    async with world.database.write() as tx:
        for guild in (GUILD, OTHER):
            await guilds.ensure(tx, guild)
        for key, (number, user, points, ms, at_par, places) in enumerate(PLAYS, 1):
            counts = {"points": points, "best_ms": ms, "at_par": at_par, "best_result": points}
            play = {"id": key, "number": number, "user_id": user, "live": True, "tries": 1}
            more = {"started_at": MONDAY, "progress": (), "hints": ()}
            await tx.execute(insert(daily_plays).values(**play, **more, **counts))
            for guild in places:
                await tx.execute(
                    insert(daily_guild_scores).values(play_id=key, guild_id=guild, **counts)
                )
    return world


async def board(world, period, number=WEEK[0], guild=GUILD):
    seen = await world.dailies.queries.board(guild, MONDAY, period, number)
    assert all(row.best_result is None for row in seen.rows)
    return [
        (row.place, row.user_id, row.points, row.solved, row.at_par, row.milliseconds)
        for row in seen.rows
    ]


@on_both
async def test_a_week_is_summed_up_from_monday_to_sunday(played):
    week = [(1, ANNA, 140, 2, 1, 1_500), (2, CARL, 100, 1, 1, 4_000), (3, BEN, 100, 1, 0, 5_000)]
    for number in WEEK:
        assert await board(played, "week", number) == week
    expected = [(1, BEN, 40, 1, 0, 3_000), (2, CARL, 40, 1, 0, 4_000)]
    assert await board(played, "week", WEEK[-1] + 1) == expected
    assert await board(played, "week", WEEK[0] - 1) == []


async def test_a_month_and_all_are_ranked_by_par_and_time_where_points_are_equal(played):
    month = [(1, ANNA, 140, 2, 1, 1_500), (2, CARL, 140, 2, 1, 8_000), (3, BEN, 140, 2, 0, 8_000)]
    assert await board(played, "month") == month
    everything = await board(played, "all")
    assert everything == [(1, DORA, 300, 1, 0, 3_000)] + [
        (place + 1, *row) for place, *row in month
    ]
    assert await board(played, "all", guild=OTHER) == [(1, BEN, 200, 2, 0, 12_000)]
    await played.privacy.forget(DORA)
    assert await board(played, "all") == month


async def test_a_day_is_ranked_by_points_then_par_then_time_with_those_forgotten(played):
    seen = await played.dailies.queries.board(GUILD, MONDAY, "day", 124)
    expected = [(1, CARL, 100), (2, BEN, 100), (3, None, 90), (4, ANNA, 80)]
    assert [(row.place, row.user_id, row.best_result) for row in seen.rows] == expected
    assert (await played.dailies.queries.board(GUILD, MONDAY, "day", 125)).rows == ()


@pytest.mark.parametrize("period", ["day", "month", "all"])
async def test_pages_together_are_the_whole_board(played, period):
    whole = await played.dailies.queries.board(GUILD, MONDAY, period, 124)
    assert whole.ranked == len(whole.rows)
    assert whole.own is None
    for size in range(1, 6):
        rows = []
        pages = -(-whole.ranked // size)
        for page in range(pages):
            seen = await played.dailies.queries.board(
                GUILD, MONDAY, period, 124, viewer=CARL, page=page, size=size
            )
            assert (seen.skip, seen.ranked) == (len(rows), whole.ranked)
            assert seen.own == next(row for row in whole.rows if row.user_id == CARL)
            rows += seen.rows
        assert tuple(rows) == whole.rows
        beyond = await played.dailies.queries.board(GUILD, MONDAY, period, 124, page=99, size=size)
        assert beyond.rows == seen.rows


async def test_equals_share_a_place(played):
    async with played.database.write() as tx:
        await tx.execute(
            daily_guild_scores.update()
            .where(daily_guild_scores.c.guild_id == GUILD)
            .values(at_par=False, best_ms=7)
        )
    assert [row[:2] for row in await board(played, "month")] == [(1, ANNA), (1, BEN), (1, CARL)]
