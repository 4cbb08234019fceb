"""Old rows are deleted: tries first, results later, and what people care about last."""

from datetime import timedelta

from sqlalchemy import func, select

from bot.store.retention import (
    DETAIL_DAYS,
    RECORD_DAYS,
    RESULT_DAYS,
    Retention,
    _too_old,
    delete_some,
)
from bot.store.schema import (
    blocks,
    cards,
    contest_templates,
    conversations,
    daily_editions,
    daily_guild_scores,
    daily_setups,
    daily_shares,
    entrants,
    facts,
    guild_words,
    guilds,
    live_words,
    metadata,
    people,
    practice_tries,
    race_players,
    race_plays,
    race_rounds,
    season_places,
)
from tests.bot.dailies.days import LADDER, on, stock
from tests.bot.world import ANNA, BEN, GUILD, OTHER, SCOPE
from tests.bot.world import World as Contests

GOOD = ("nausea", "seasick", "street", "test", "stone", "tone")
POOR = ("test", "street", "nausea", "seasick", "tone", "stone")
BOUNDED = {
    cards,  # see `Cards.prune`
    facts,  # a few
    people,  # a row for each person who has set something
    blocks,  # a hundred per person
    conversations,  # one per person
    guilds,  # deleted with the server, as are the next
    guild_words,
    contest_templates,  # a few per server
    daily_setups,
    live_words,  # until the contest ends
    daily_editions,  # one a day in all, about two kilobytes
}


async def counts(world):
    async with world.database.read() as tx:
        return {
            table.name: (await tx.execute(select(func.count()).select_from(table))).scalar_one()
            for table in metadata.sorted_tables
        }


async def test_tries_go_then_messages_then_scores_and_a_streak_stays(world):
    await world.set_up(hour=0, zone="UTC")
    await stock(world, LADDER, LADDER + 6)
    for number in range(LADDER, LADDER + 6):
        await world.dailies.transitions.advance(on(number))
        await world.solve_edition(number, ANNA, on(number, hours=13), begun=on(number))
    await world.dailies.transitions.advance(on(LADDER + 6))
    old = LADDER, LADDER + 1
    prune = Retention(world.database).prune
    before = await counts(world)
    assert before["daily_tries"] == before["daily_plays"] == before["daily_guild_scores"] == 6
    stats = await world.dailies.queries.stats(ANNA, GUILD, on(LADDER + 6))
    board = await world.dailies.queries.board(GUILD, on(LADDER + 6), "all")

    assert await prune(on(old[-1], hours=14) + timedelta(days=DETAIL_DAYS)) == 2
    assert await counts(world) == before | {"daily_tries": 4}
    assert await world.dailies.queries.stats(ANNA, GUILD, on(LADDER + 6)) == stats
    state = await world.dailies.play.edit(*world.in_edition(LADDER, ANNA, on(LADDER + 6)))
    assert (len(state.state.progress.words), state.rest) == (1, ())

    await prune(on(LADDER + 300) + timedelta(days=RECORD_DAYS))
    now = await counts(world)
    assert (now["daily_tries"], now["daily_plays"], now["audit"]) == (0, 6, 0)
    assert now["messages"] == 1  # it says which edition the server is at
    assert await world.dailies.queries.board(GUILD, on(LADDER + 6), "all") == board
    assert await world.dailies.queries.current(GUILD, on(LADDER + 6)) == LADDER + 6

    await prune(on(old[-1], hours=12) + timedelta(days=RESULT_DAYS, hours=1))
    left = await world.dailies.queries.stats(ANNA, GUILD, on(LADDER + 6))
    assert left.solved == stats.solved - 2 > 0
    now = await counts(world)
    assert now["daily_guild_scores"] == now["daily_plays"] == 4


async def test_a_share_goes_as_a_try_does_and_a_play_from_the_archive_before_one_that_counts(world):
    await stock(world, LADDER, LADDER + 1)
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    await world.dailies.share.claim(GUILD, LADDER, world.act(ANNA, on(LADDER)), 1)
    archived = await world.dailies.play.open(*world.in_edition(LADDER, BEN, on(LADDER + 3)))
    assert not archived.play.live
    prune = Retention(world.database).prune
    for days, shares, plays in (
        (DETAIL_DAYS - 1, 1, 2),
        (DETAIL_DAYS + 1, 0, 2),
        (RECORD_DAYS + 2, 0, 2),
        (RECORD_DAYS + 4, 0, 1),
    ):
        await prune(on(LADDER) + timedelta(days=days))
        now = await counts(world)
        assert (now["daily_shares"], now["daily_plays"]) == (shares, plays)
    assert (await world.dailies.queries.stats(ANNA, GUILD, on(LADDER + 6))).solved == 1


async def test_best_snakes_stay_until_their_contest_goes(world, lexicons):
    held = Contests(world.database, lexicons)
    over = await held.finished([(ANNA, 1, POOR), (ANNA, 2, GOOD), (BEN, 3, POOR), (ANNA, 4, POOR)])
    await held.contests.practice.begin(SCOPE, over.id, held.act(ANNA, over.closes_at))
    running = await held.announced(at=over.closes_at, guild=OTHER, lasts=timedelta(days=50))
    await held.send(running, ANNA, over.closes_at, GOOD)
    board = await held.contests.queries.board(over.id)
    prune = Retention(world.database).prune

    assert await prune(over.closes_at + timedelta(days=DETAIL_DAYS - 1)) == 0
    await prune(over.closes_at + timedelta(days=DETAIL_DAYS + 1))
    now = await counts(world)
    assert (now["submissions"], now["practices"], now["entrants"]) == (3, 0, 3)
    assert await held.contests.queries.board(over.id) == board
    assert len(await held.contests.queries.answers(over.id, {ANNA, BEN})) == 2
    season = await held.contests.queries.standings(SCOPE, best=1)
    assert [row.user_id for row in season.rows] == [ANNA, BEN]

    await prune(over.closes_at + timedelta(days=RESULT_DAYS + 1))
    assert await held.contests.queries.of_guild(over.guild_id) == []
    now = await counts(world)
    assert (now["contests"], now["submissions"], now["entrants"]) == (1, 1, 1)


def test_each_table_is_kept_for_some_time_or_cannot_grow_for_ever():
    """A new table is pruned, or deleted with what it belongs to, or listed in BOUNDED."""
    pruned = {table for table, _ in _too_old(on(LADDER))}
    gone_with = {entrants, practice_tries, daily_guild_scores, season_places}
    gone_with |= {race_players, race_plays, race_rounds}
    assert set(metadata.tables.values()) == pruned | gone_with | BOUNDED
    for table in gone_with:
        keys = [key for key in table.foreign_keys if key.column.table in pruned | gone_with]
        assert any(key.ondelete == "CASCADE" for key in keys)


async def test_rows_go_a_few_at_a_time(world, monkeypatch):
    monkeypatch.setattr("bot.store.retention.ROWS_A_BATCH", 4)
    async with world.database.write() as tx:
        await tx.execute(facts.insert(), [{"name": f"n{n:02}", "value": "x"} for n in range(11)])
        await tx.execute(
            daily_shares.insert(),
            [
                {"number": n, "user_id": 1, "channel_id": 2, "claimed_at": on(1), "sent": True}
                for n in range(11)
            ],
        )
    assert await delete_some(world.database, facts, facts.c.name < "n09") == 9
    assert await delete_some(world.database, daily_shares, daily_shares.c.number < 9) == 9
    assert (await counts(world))["daily_shares"] == 2
