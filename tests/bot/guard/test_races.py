"""The bot does not help people who race, and knows the races even while reads fail."""

import itertools
from datetime import timedelta

import pytest

from bot.errors import BeingPlayed, Unread
from bot.races import RacePlan
from solvers.daily import Puzzle, planned_game
from tests.bot.dailies.days import on
from tests.bot.refusing import check_refused
from tests.bot.statements import unreadable
from tests.bot.world import ANNA, BEN, CARL

LIST = ("panther", "hermit", "mite", "termite", "emu", "mule", "lemur", "murder", "derby", "bypass")


async def test_the_guard_refuses_players_alone_and_only_while_it_runs(world):
    status, start = await world.running(ANNA, BEN)
    ends = status.puzzle.given
    for user in (ANNA, BEN):
        with pytest.raises(BeingPlayed, match="race you’re in"):
            await world.guard.of(user).refuse("ladder", start, *reversed(ends))
    await world.guard.of(CARL).refuse("ladder", start, *ends)
    await world.guard.of(ANNA).refuse("ladder", start, "some", "thing")
    await world.look(start + timedelta(minutes=6))
    world.guard.rounds._racing._read_at = -1.0
    await world.guard.of(ANNA).refuse("ladder", start, *ends)


async def test_a_race_is_refused_while_nothing_can_be_read_also_a_round_nobody_asked_about(world):
    race, start = await world.running(ANNA, BEN)
    guards, ends = world.guard, Puzzle.of(race.round.content).given

    async def refused(user):
        with pytest.raises(BeingPlayed, match="race you’re in"):
            await guards.of(user).refuse("ladder", start, *ends)

    with unreadable(world.database), pytest.raises(Unread):
        await guards.of(ANNA).refuse("ladder", start, *ends)
    await guards.remember(start)
    guards.rounds._racing._read_at = -1.0
    with unreadable(world.database):
        await refused(ANNA)
        await refused(BEN)
        await guards.of(CARL).refuse("ladder", start, *ends)
    # For people who joined since, nobody knows what they race.
    _, start = await world.running(CARL, ANNA, at=start)
    guards.rounds._racing._read_at = -1.0
    assert CARL in await guards.rounds._racing.get()
    with unreadable(world.database), pytest.raises(Unread):
        await guards.of(CARL).refuse("ladder", start, *ends)


async def test_what_cannot_be_remembered_keeps_nothing_else_from_being(world, monkeypatch):
    async def bad(_now):
        raise ZeroDivisionError

    _, start = await world.running(ANNA, BEN)
    monkeypatch.setattr(world.guard.editions, "remember", bad)
    with pytest.raises(ExceptionGroup) as failed:
        await world.guard.remember(start)
    assert [type(one) for one in failed.value.exceptions] == [ZeroDivisionError]
    assert ANNA in world.guard.rounds._rounds
    assert world.guard.contests._lists == {}


async def test_the_ladder_of_a_race_or_a_day_is_not_told_in_parts(world):
    status, start = await world.running(ANNA, BEN, plan=RacePlan("ladder", 5))
    assert status.puzzle.par > 3  # half of a shorter one would be refused alone
    numbers = (n for n in itertools.count(1) if planned_game(n) == "ladder")
    queries = world.dailies.queries
    while (daily := await queries.edition(next(numbers), requester=None)).puzzle.par < 4:
        pass
    for puzzle, at, whom, other in (
        (status.puzzle, start, "race you’re in", CARL),
        (daily.puzzle, on(daily.number), "daily puzzle people are playing", None),
    ):
        middle = len(puzzle.solution) // 2
        parts = [puzzle.solution[: middle + 1], puzzle.solution[middle:]]
        for user, told in ((ANNA, parts), (BEN, parts[::-1])):
            guard = world.guard.of(user)
            await guard.refuse("ladder", at, *told[0])
            for _ in range(2):  # a refusal gives nothing away
                await check_refused(guard.refuse("ladder", at, *told[1]), BeingPlayed, whom)
            await guard.refuse("ladder", at, *told[0])
            world.guard.forget(user)
            await guard.refuse("ladder", at, *told[1])
        # A hundred words are near everything, and do not tell which are needed;
        among = [f"{n:04}" for n in range(20)]
        long = [word for one in puzzle.solution[1:-1] for word in (one, *among)]
        await world.guard.of(ANNA).refuse("ladder", at, *long)
        # but words to pass count as much as words asked for alone.
        world.guard.forget(ANNA)
        guard = world.guard.of(ANNA)
        padded = [(among * 2, part) for part in parts]
        await guard.refuse("ladder", at, *among, *parts[0], legs=padded[0])
        with pytest.raises(BeingPlayed, match=whom):
            await guard.refuse("ladder", at, *among, *parts[1], legs=padded[1])
        if other is not None:
            for part in parts:
                await world.guard.of(other).refuse("ladder", at, *part)


async def test_the_snake_of_a_race_is_not_told_in_parts(world):
    status, start = await world.running(ANNA, BEN, plan=RacePlan("snake", 4, words=LIST))
    given = status.puzzle.given
    others = [f"{n:05}" for n in range(30)]
    guard = world.guard.of(ANNA)
    for _ in range(2):  # a repeat reveals nothing new
        await guard.refuse("snake", start, *given[:4], *others)
    await guard.refuse("snake", start, *given[-3:], *others)  # too few to reveal anything
    for _ in range(2):
        with pytest.raises(BeingPlayed, match="race you’re in"):
            await guard.refuse("snake", start, *given[-4:], *others)
    await world.guard.of(BEN).refuse("snake", start, *given[-4:], *others)
    await world.guard.of(CARL).refuse("snake", start, *given)
