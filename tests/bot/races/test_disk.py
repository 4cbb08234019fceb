"""What training and races write to disk: little for a wrong try, limited per person and day."""

import shutil
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from bot.errors import NotKept
from bot.puzzles import MORE
from bot.races import RoundKey
from bot.store.budget import BYTES_A_DAY
from bot.store.schema import race_moves, training_tries
from bot.training import TrainingKey
from tests.bot.postgres import on_both, on_sqlite
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, GUILD, HERE, after
from tests.bot.world import RACE as LADDER

LETTERS = 2_000
NONSENSE = (["q" * LETTERS], ["qqqq"] * (LETTERS // 5), ["q"] * (LETTERS // 2))


async def words_in(world, table):
    async with world.database.read() as tx:
        return [list(words) for words in (await tx.execute(select(table.c.words))).scalars()]


def fill(world, user, at):
    """Use up what somebody may have stored in a day."""
    world.database.budget.note(user, BYTES_A_DAY, at)


@pytest.fixture
def short(world, monkeypatch):
    """Return a function that makes disk space short."""

    def shorten():
        world.database._look_at = 0
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))

    return shorten


@on_both
@pytest.mark.parametrize("game", ["ladder", "snake", "anigram", "truncate", "resize"])
async def test_a_wrong_try_in_training_stores_little(world, game):
    state = await world.train.begin(game, GUILD, world.act(ANNA))
    for typed in NONSENSE:
        receipts = [
            await world.train.play.submit_words(TrainingKey(GUILD, game, 1), act, typed)
            for act in [world.act(ANNA)] * 2  # the same interaction, twice
        ]
        assert receipts[0].verdict.mistake
        first, again = [receipt.verdict for receipt in receipts]
        assert (first.mistake, first.words) == (again.mistake, again.words)
    stored = await words_in(world, training_tries)
    assert len(stored) == len(NONSENSE)
    assert all(len("".join(words)) <= 70 for words in stored)
    assert [words[1:] for words in stored] == [[], [MORE], [MORE]]
    right = state.puzzle.solution[game in {"ladder", "truncate", "resize"} :]
    solved = await world.train.play.submit_words(
        TrainingKey(GUILD, game, 1), world.act(ANNA), right
    )
    assert solved.state.ended
    assert [*right] in await words_in(world, training_tries)


@on_both
async def test_a_wrong_try_in_a_race_is_stored_up_to_its_mistake(world):
    status, at = await world.running(ANNA, BEN)
    right = status.puzzle.solution[1]
    for typed in NONSENSE:
        act = world.act(ANNA, at)
        tried = [right, *typed]
        first, again = [
            await world.races.play.submit_words(RoundKey(None, status.race.id, 1), act, tried)
            for _ in range(2)
        ]
        assert first.verdict.mistake.step == 2
        assert first.verdict == again.verdict
        assert first.state.progress == again.state.progress
    stored = await words_in(world, race_moves)
    assert [words[0] for words in stored] == [right] * 3
    assert all(len("".join(words)) <= 80 for words in stored)
    assert [words[2:] for words in stored] == [[], [MORE], [MORE]]
    assert (await world.solve_round(status, ANNA, at)).first


@on_both
async def test_a_person_can_store_a_limited_amount_a_day_in_training_and_goes_on_tomorrow(world):
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    words = state.puzzle.solution[1:2]
    act = world.act(ANNA)
    await world.train.play.submit_words(TrainingKey(GUILD, "ladder", 1), act, words)
    fill(world, ANNA, after())
    for refused in (
        world.train.play.submit_words(TrainingKey(GUILD, "ladder", 1), world.act(ANNA), words),
        world.train.begin("anigram", GUILD, world.act(ANNA)),
    ):
        with pytest.raises(
            NotKept, match=r"all I can save for you today\. You can go on in 12 hours"
        ):
            await refused
    await world.train.play.submit_words(
        TrainingKey(GUILD, "ladder", 1), act, words
    )  # already stored
    assert len(await words_in(world, training_tries)) == 1
    await world.train.begin("anigram", GUILD, world.act(BEN))
    tomorrow = after(hours=12)
    await world.train.begin("anigram", GUILD, world.act(ANNA, at=tomorrow))
    await world.train.play.submit_words(
        TrainingKey(GUILD, "ladder", 1), world.act(ANNA, at=tomorrow), words
    )


@on_both
async def test_a_person_can_store_a_limited_amount_a_day_in_races(world):
    status, at = await world.running(ANNA, BEN)
    fill(world, ANNA, at)
    with pytest.raises(NotKept, match="all I can save for you today"):
        await world.races.lobby.create(LADDER, HERE, world.act(ANNA, at))
    assert (await world.solve_round(status, ANNA, at)).first  # a race that has begun goes on
    assert (await world.solve_round(status, BEN, at)).first


@on_both
async def test_what_is_drawn_and_begun_counts(world):
    def spent():
        return world.database.budget._spent.get(ANNA, 0)

    await world.train.begin("ladder", GUILD, world.act(ANNA))
    drawn = spent()
    assert drawn > 300
    await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    assert spent() > drawn + 2_000


@on_sqlite
async def test_training_and_new_races_stop_when_the_disk_is_short(world, short, caplog):
    status, at = await world.running(ANNA, BEN)
    act = world.act(ANNA, at)
    race = await world.races.lobby.create(LADDER, HERE, act)
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    words, trained = state.puzzle.solution[1:2], world.act(ANNA)
    await world.train.play.submit_words(TrainingKey(GUILD, "ladder", 1), trained, words)
    short()
    for refused in (
        world.train.play.submit_words(TrainingKey(GUILD, "ladder", 1), world.act(ANNA), words),
        world.train.begin("anigram", GUILD, world.act(ANNA)),
    ):
        await check_refused(refused, NotKept, "disk space, so nobody can train right now")
    with pytest.raises(NotKept, match="disk space, so no new race can begin right now"):
        await world.races.lobby.create(LADDER, HERE, world.act(BEN, at))
    assert len(caplog.records) == 1
    assert "nobody can practise or train, and no new race begins" in caplog.text
    # What has begun goes on, and stored answers are repeated.
    assert await world.races.lobby.create(LADDER, HERE, act) == race
    assert (
        await world.train.play.submit_words(TrainingKey(GUILD, "ladder", 1), trained, words)
    ).verdict
    assert (await world.train.begin("ladder", GUILD, world.act(ANNA))).drawn.number == 1
    assert (await world.solve_round(status, ANNA, at)).first
    await world.solve_round(status, BEN, at)
    await world.look(at)
    with pytest.raises(NotKept, match="disk space"):
        await world.races.lobby.rematch(status.race.id, HERE, world.act(ANNA, at))
