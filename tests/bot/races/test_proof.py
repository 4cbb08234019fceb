"""A round is locked in when its puzzle is drawn; its text is shown once it is over."""

import json
from dataclasses import asdict, replace
from datetime import timedelta

import pytest

from bot.errors import NoSuchRace, RaceError
from bot.puzzles.commitment import code_of
from bot.races import RacePlan
from bot.store import races, rows
from bot.store.schema import RaceRound
from solvers.daily import Puzzle
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, CARL, ELSEWHERE, HERE, T0, after
from tests.bot.world import RACE as LADDER

NOT_OVER = "isn’t over yet"
TWO = RacePlan("ladder", 2, rounds=2)


async def over(world, status):
    """Let a round's time run out."""
    await world.look(status.round.ends_at + timedelta(seconds=3))


async def kept_of(world, race_id, number=1):
    async with world.database.read() as tx:
        drawn = await rows.get(tx, RaceRound, race_id, number)
        return drawn, await races.commitment(tx, drawn)


@on_both
async def test_each_round_has_a_code_of_its_own_and_its_text_at_its_end(world):
    status, start = await world.running(ANNA, BEN, plan=TWO)
    race_id, codes = status.race.id, []
    for number in (1, 2):
        codes.append(status.round.commitment)
        with pytest.raises(RaceError, match=NOT_OVER):
            await world.races.queries.proof(race_id, number, world.act(CARL, start))
        await over(world, status)
        ended = status.round.ends_at + timedelta(seconds=4)
        proof = await world.races.queries.proof(race_id, number, world.act(CARL, ended))
        assert (proof.code, code_of(proof.text), proof.changed) == (codes[-1], codes[-1], ())
        content = json.loads(proof.text)
        assert content["about"] == f"race {race_id}, round {number}"
        assert content["puzzle"] == [*status.puzzle.given]
        assert content["best"]["answer"] == [*status.puzzle.solution]
        assert content["rules"]["mode"] == "first"
        assert content["rules"]["word list"] == world.lexicons["full"].fingerprint
        with pytest.raises(NoSuchRace):
            await world.races.queries.proof(race_id, number, world.act(ANNA, place=ELSEWHERE))
        if number == 1:
            await world.races.lobby.next_round(race_id, 2, world.act(ANNA, at=ended))
            status = await world.race_at(race_id, ended)
            start = status.round.starts_at
            status = await world.race_at(race_id, start)
    assert len({*codes}) == 2


async def test_a_puzzle_that_somebody_knows_goes_and_its_code_with_it(world):
    race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    await world.look(T0)
    drawn, before = await kept_of(world, race.id)
    await world.write(races.drop_round, drawn)
    await world.look(after(seconds=1))
    _, kept = await kept_of(world, race.id)
    assert kept.code != before.code
    await check_refused(world.races.queries.proof(race.id, 1, world.act(ANNA)), RaceError, NOT_OVER)
    await world.races.lobby.cancel(race.id, world.act(ANNA), organiser=False)
    with pytest.raises(RaceError, match=NOT_OVER):  # nobody has seen it
        await world.races.queries.proof(race.id, 1, world.act(ANNA))


async def test_a_round_called_off_after_its_start_is_shown_as_well(world):
    status, start = await world.running(ANNA, BEN)
    act = world.act(ANNA, start + timedelta(seconds=1))
    await world.races.lobby.cancel(status.race.id, act, organiser=False)
    proof = await world.races.queries.proof(status.race.id, 1, act)
    assert (proof.code, proof.changed) == (status.round.commitment, ())


async def test_nobody_gets_the_text_of_a_round_that_runs(world):
    status, _ = await world.running(ANNA, BEN)
    _, kept = await kept_of(world, status.race.id)
    salt = json.loads(kept.text)["salt"]
    mine = await world.privacy.export(ANNA)
    assert status.race.id in mine.content.decode()
    assert salt not in mine.content.decode() + repr(status)


@pytest.mark.parametrize(
    ("part", "change", "columns"),
    [
        ("puzzle", {"given": ("cold", "wart")}, {}),
        ("best", {"par": 1}, {}),
        ("best", {"solution": ("cold", "warm")}, {}),
        ("rules", {}, {"mode": "best"}),
        ("rules", {}, {"seconds": 900}),
    ],
)
async def test_what_somebody_changes_in_the_database_is_named(world, part, change, columns):
    status, _ = await world.running(ANNA, BEN)
    await over(world, status)
    async with world.database.write() as tx:
        drawn = await rows.get(tx, RaceRound, status.race.id, 1)
        content = asdict(Puzzle.of(drawn.content)) | change
        await rows.change(tx, drawn, replace(drawn, content=content))
        if columns:
            await rows.change(tx, status.race, replace(status.race, **columns))
    proof = await world.races.queries.proof(status.race.id, 1, world.act(ANNA))
    assert proof.changed == (part,)
