"""A daily puzzle is locked in once, when it is made, and its text is shown where it is over."""

import asyncio
import json

import pytest
from sqlalchemy import update

from bot.errors import NoSuchEdition
from bot.puzzles.commitment import code_of
from bot.store import dailies
from bot.store.schema import daily_editions
from solvers.daily import GAMES
from tests.bot.dailies.days import LADDER, MONDAY, TRUNCATE, number_with, on, stock
from tests.bot.postgres import on_both
from tests.bot.world import GUILD, OTHER, World


@on_both
async def test_however_many_make_it_all_have_the_same_code(world, lexicons):
    others = [World(world.database, lexicons, at=MONDAY) for _ in range(3)]
    await asyncio.gather(*(one.dailies.queries.edition(LADDER, requester=None) for one in others))
    codes = {await one.dailies.queries.code(LADDER) for one in (world, *others)}
    assert len(codes) == 1
    proof = await world.dailies.queries.proof(None, LADDER, on(LADDER + 1))
    assert {proof.code} == codes
    assert (code_of(proof.text), proof.changed) == (proof.code, ())


async def test_it_is_shown_where_it_is_over_and_nowhere_else(world):
    await world.set_up(hour=9, zone="UTC")
    await world.set_up(OTHER, hour=15, zone="UTC")
    await world.dailies.queries.edition(LADDER, requester=None)
    for guild, over_at in ((GUILD, 9), (OTHER, 15), (None, 0)):
        over = on(LADDER + 1, hours=over_at)
        for moment in (on(LADDER), over - (on(LADDER, hours=1) - on(LADDER, hours=0)) / 60):
            with pytest.raises(NoSuchEdition, match="isn’t over here yet"):
                await world.dailies.queries.proof(guild, LADDER, moment)
        assert (await world.dailies.queries.proof(guild, LADDER, over)).changed == ()


@pytest.mark.parametrize("game", GAMES)
async def test_it_says_how_points_are_given(world, game):
    number = number_with(game)
    edition = await world.dailies.queries.edition(number, requester=None)
    content = json.loads((await world.dailies.queries.proof(None, number, on(number + 1))).text)
    assert (content["about"], content["game"]) == (f"daily puzzle {number}", game)
    assert content["puzzle"] == [*edition.puzzle.given]
    assert content["best"]["answer"] == [*edition.puzzle.solution]
    assert content["best"]["result"] == edition.puzzle.par
    rules = content["rules"]
    assert (rules["points for the best"], rules["solved from"]) == (100, edition.puzzle.goal)
    assert ("points off for a miss" in rules) == (game == "anigram")
    assert ("points for a word more than the best" in rules) == (game == "truncate")


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("puzzle", {"given": ("a", "an")}),
        ("best", {"par": 1}),
        ("best", {"solution": ("at", "cat")}),
        ("rules", {"goal": 2}),
    ],
)
async def test_what_somebody_changes_in_the_database_is_named(world, part, change):
    await world.dailies.queries.edition(TRUNCATE, requester=None)
    async with world.database.write() as tx:
        content = (await dailies.some_editions(tx, [TRUNCATE]))[TRUNCATE] | change
        this = daily_editions.c.number == TRUNCATE
        await tx.execute(update(daily_editions).where(this).values(content=content))
    assert (await world.dailies.queries.proof(None, TRUNCATE, on(TRUNCATE + 1))).changed == (part,)


async def test_one_made_before_codes_existed_has_none(world):
    await stock(world, LADDER, LADDER + 1)
    assert await world.dailies.queries.code(LADDER) is None
    with pytest.raises(NoSuchEdition, match="no proof"):
        await world.dailies.queries.proof(None, LADDER, on(LADDER + 1))
