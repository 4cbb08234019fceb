"""A database in which two people have done everything that one can do."""

from datetime import timedelta

import pytest

from bot.contests import Plan, SeasonPlan, read_try
from bot.dailies import EditionKey
from bot.store.cards import Cards
from tests.bot.dailies.days import MONDAY, SNAKE, stock
from tests.bot.world import ANNA, BEN, CARL, CHANNEL, GUILD, SCOPE, World, after

SNOWFLAKE = 1_234_567_890_123_456_789
GOOD = ("nausea", "seasick", "street", "test", "stone", "tone")
POOR = ("test", "street", "nausea", "seasick", "tone", "stone")


@pytest.fixture
async def full(world):
    """Let Anna and Ben do everything that leaves a trace."""
    finished = await world.finished([(ANNA, 1, GOOD), (BEN, 2, POOR), (CARL, 3, POOR)])
    guild, moderation, act = finished.guild_id, world.contests.moderation, world.act
    later = after(days=1)
    await moderation.disqualify(guild, finished.id, BEN, f"told by <@{ANNA}>", act(ANNA, later))
    await moderation.reinstate(guild, finished.id, BEN, f"{ANNA} was wrong", act(ANNA, later))
    await moderation.disqualify(guild, finished.id, CARL, "x", act(ANNA, later))
    for user in (ANNA, BEN):
        _, practice = await world.contests.practice.begin(SCOPE, finished.id, act(user, later))
        tried = read_try(" ".join(GOOD))
        await world.contests.practice.submit(SCOPE, practice.id, act(user, later), tried)
    running = await world.announced(at=later, sealed_minutes=10, title=f"By {ANNA} for all")
    for user in (ANNA, BEN):
        await world.contests.play.start(SCOPE, running.id, act(user, later))
        await world.send(running, user, later, GOOD)
    plan = Plan("Hers", ("run", "nausea"), timedelta(hours=1))
    organised = await world.contests.admin.create(plan, GUILD + 1, 5, act(ANNA, later))
    await world.contests.templates.save(GUILD, f"Of <@{ANNA}>", finished.id, act(ANNA, later))
    plan = SeasonPlan(f"For <@{ANNA}>", timedelta(hours=2))
    await world.contests.seasons.start(GUILD, plan, CHANNEL, act(ANNA))
    await world.contests.seasons.advance(later)
    daily = World(world.database, world.lexicons, at=MONDAY)
    await stock(daily, SNAKE, SNAKE + 1)
    for user in (ANNA, BEN):
        edition, typed = EditionKey(GUILD, SNAKE), f"c4t <@{ANNA}> {ANNA} cat"
        await daily.dailies.play.submit(edition, world.act(user, later), typed)
    return finished, running, organised


@pytest.fixture
async def all_over(world, full):
    """Put somebody with an id like Discord's into each table and into the write-ahead log."""
    _, running, _ = full
    at = after(days=1, minutes=2)
    await world.contests.play.start(SCOPE, running.id, world.act(SNOWFLAKE, at))
    for minute in range(3):
        moment = at + timedelta(seconds=minute)
        await world.send(running, SNOWFLAKE, moment, GOOD if minute else POOR)
    await Cards(world.database).add("contest-plan", {"title": f"<@{SNOWFLAKE}>"}, typed=True)
    await world.announced(at=at, title=f"For {SNOWFLAKE}", words=("run", "nausea"))
