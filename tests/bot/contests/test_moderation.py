"""Disqualifying and reinstating, also for people who were forgotten; reposting."""

import pytest

from bot.contests import Forgotten
from bot.errors import BadPlan, NoSuchContest, NotKept, Refused, WrongState
from bot.store import budget
from tests.bot.refusing import check_refused
from tests.bot.world import GOOD, GUILD, POOR, after


async def test_disqualified_off_the_board_reinstated_on_it_again(world):
    contest = await world.announced(ties="opening")
    guild, moderation = contest.guild_id, world.contests.moderation
    await world.send(contest, 1, after(minutes=1), GOOD)
    await world.send(contest, 2, after(minutes=2), GOOD)
    await moderation.disqualify(
        guild, contest.id, 1, "used a solver", world.act(9, after(minutes=3))
    )
    await check_refused(world.send(contest, 1, after(minutes=4)), Refused, "You’re disqualified")
    again = await world.send(contest, 2, after(minutes=5), POOR)
    assert (again.place, again.ranked) == (1, 1)
    board = await world.contests.queries.board(contest.id)
    assert [row.user_id for row in board.rows] == [2]
    await moderation.reinstate(guild, contest.id, 1, "an error", world.act(9, after(minutes=6)))
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.user_id) for row in board.rows] == [(1, 1), (2, 2)]
    entries = await world.contests.queries.audit(guild, contest.id)
    rulings = [(e.action, e.actor_id, e.detail) for e in entries if e.actor_id == 9]
    assert rulings == [("reinstated", 9, "an error"), ("disqualified", 9, "used a solver")]


async def test_an_organiser_can_store_a_limited_amount_a_day(world, monkeypatch):
    """It is separate from the limit for playing, and others have their own."""
    contest = await world.announced()
    moderation, act = world.contests.moderation, world.act(9, after(minutes=2))
    await world.send(contest, 1, after(minutes=1), GOOD)
    reason = "字" * 200
    monkeypatch.setattr(budget, "BYTES_A_DAY", 2_000)
    rule = moderation.disqualify, moderation.reinstate
    for number in range(2):
        await rule[number](contest.guild_id, contest.id, 1, reason, act)
    with pytest.raises(NotKept, match="all I can save for you today"):
        await rule[0](contest.guild_id, contest.id, 1, reason, act)
    (row,) = (await world.contests.queries.board(contest.id)).rows
    assert row.user_id == 1  # no audit entry, so no change
    world.database.budget.spend(9, 1_000, act.at)
    await rule[0](contest.guild_id, contest.id, 1, reason, world.act(10, after(minutes=2)))


async def test_somebody_forgotten_is_taken_off_the_board_too(world):
    contest = await world.announced()
    other = await world.announced(title="Another")
    guild, moderation = contest.guild_id, world.contests.moderation
    await world.send(contest, 1, after(minutes=1), GOOD)
    await world.send(contest, 2, after(minutes=2), POOR)
    assert await moderation.forgotten(guild, contest.id) == []
    await world.privacy.forget(1)
    (forgotten,) = await moderation.forgotten(guild, contest.id)
    assert (forgotten.user_id, forgotten.tries) == (None, 1)
    whom, act = Forgotten(forgotten.id), world.act(9, after(minutes=3))
    for mistaken in (1, Forgotten(forgotten.id + 1), Forgotten(2**31 - 1)):
        with pytest.raises(NoSuchContest):
            await moderation.disqualify(guild, contest.id, mistaken, "x", act)
    await check_refused(moderation.disqualify(guild, other.id, whom, "x", act), NoSuchContest)
    await check_refused(moderation.disqualify(GUILD + 1, contest.id, whom, "x", act), NoSuchContest)
    await check_refused(moderation.disqualify(guild, contest.id, whom, " ", act), BadPlan, "reason")
    await world.contests.transitions.advance(
        after(days=1)
    )  # its results are out, so forgetting is final
    await moderation.disqualify(guild, contest.id, whom, "used a solver", act)
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.user_id) for row in board.rows] == [(1, 2)]
    with pytest.raises(WrongState, match="already"):
        await moderation.disqualify(guild, contest.id, whom, "again", act)
    await moderation.reinstate(guild, contest.id, whom, "an error", act)
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.user_id) for row in board.rows] == [(1, None), (2, 2)]
