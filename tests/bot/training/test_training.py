"""Training through its services: draws, what counts, how levels follow; nothing is lost."""

import asyncio
import json
import random
from collections import Counter
from dataclasses import asdict, replace
from datetime import timedelta
from math import exp, sqrt
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import BeingPlayed, NotPlayable, TrainingError
from bot.ratings import levels
from bot.solving import Requester
from bot.store import dailies, rows
from bot.store.retention import DETAIL_DAYS, RECORD_DAYS, Retention
from bot.store.schema import PuzzleRating
from bot.training import TrainingKey
from bot.training.trainer import DRAWS
from solvers.daily import GAMES, LEVELS, Puzzle, puzzle_key
from solvers.daily.edition import number_of
from tests.bot.killing import EVERY, lines, run_killing
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, CARL, GUILD, T0, after

LINE = Puzzle("ladder", 3, 3.5, ("cold", "warm"), 4, 0, (), 1)


def whole(puzzle):
    return puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]


async def solved(world, game, user=ANNA, at=T0):
    """Let somebody solve a puzzle without help; return it."""
    state = await world.train.begin(game, GUILD, world.act(user, at))
    receipt = await world.train.play.submit_words(
        TrainingKey(GUILD, game, state.drawn.number), world.act(user, at), whole(state.puzzle)
    )
    assert receipt.state.drawn.end == "solved"
    return receipt


# Levels


def as_in_the_paper(player, puzzle, *, solved):
    """Plackett and Luce's model for two, written out: the winner's surprise is 1 - chance."""
    (mu, sigma), (other, unsure) = player, puzzle
    drift, beta = (25 / 300) ** 2, 25 / 6
    variances = sigma**2 + drift, unsure**2 + drift
    c = sqrt(sum(variances) + 2 * beta**2)
    chance = 1 / (1 + exp(((other - mu) if solved else (mu - other)) / c))
    sign = 1 if solved else -1
    moved = [variance / c * (1 - chance) for variance in variances]
    return mu + sign * moved[0], other - sign * moved[1]


@given(st.floats(18, 38), st.floats(4, 8), st.floats(1, 7.9), st.floats(0.5, 3), st.booleans())
def test_the_arithmetic_of_a_puzzle_against_a_player_is_the_papers(
    mu, sigma, difficulty, unsure, solved
):
    puzzle = replace(levels.new_rating(replace(LINE, difficulty=difficulty), T0), sigma=unsure)
    skill, rated = levels.after_meeting(levels.Skill(mu, sigma), puzzle, T0, solved=solved)
    own, other = as_in_the_paper((mu, sigma), (puzzle.mu, unsure), solved=solved)
    assert skill.mu == pytest.approx(min(max(own, levels.LOWEST), levels.HIGHEST), rel=1e-6)
    assert rated.mu == pytest.approx(other, rel=1e-6)
    assert (skill.mu > mu) == solved or skill.mu in {levels.LOWEST, levels.HIGHEST}
    assert rated.level == levels.level_of(rated.mu)
    assert (rated.games, rated.puzzle) == (1, puzzle_key(LINE))


@pytest.mark.parametrize("difficulty", [0.2, 1, 1.99, 2, 3.5, 4.13, 5, 6.99, 7, 9.9])
def test_a_puzzle_that_nobody_has_had_is_of_its_measured_level(difficulty):
    fresh = levels.new_rating(replace(LINE, difficulty=difficulty), T0)
    assert fresh.level == min(max(int(difficulty), 1), 7)


def test_some_three_in_a_row_make_a_level_once_it_is_known_and_one_at_first():
    for skill, needed in ((levels.NEW, 1), (levels.Skill(levels.NEW.mu, levels.LEAST), 2)):
        for is_solved in (True, False):
            now, count = skill, 0
            while levels.level_of(now.mu) == 3:
                puzzle = levels.new_rating(LINE, T0)
                now, _ = levels.after_meeting(now, puzzle, T0, solved=is_solved)
                count += 1
            assert count == needed


@pytest.mark.parametrize("level", LEVELS)
def test_after_ten_puzzles_people_have_what_they_solve_half_of(level):
    """The simulated players follow another model than the one that rates them."""
    rng = random.Random(level)
    ability = levels.new_rating(replace(LINE, difficulty=level + 0.5), T0).mu
    seen = []
    for _ in range(8):
        skill = levels.NEW
        for number in range(25):
            difficulty = levels.level_of(skill.mu) + rng.random()
            puzzle = levels.new_rating(replace(LINE, difficulty=difficulty), T0)
            chance = 1 / (1 + exp((puzzle.mu - ability) / levels.STEP))
            is_solved = rng.random() < chance
            skill, _ = levels.after_meeting(skill, puzzle, T0, solved=is_solved)
            if number >= 10:
                seen.append(levels.level_of(skill.mu))
    assert mean(seen) == pytest.approx(level, abs=0.7)
    assert sum(abs(one - level) <= 1 for one in seen) > 0.8 * len(seen)


# Playing


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])]
)
async def test_each_game_goes_on_and_on_with_new_puzzles(world, game):
    puzzles, level = set(), 3
    for number in range(1, 4):
        state = await world.train.begin(game, GUILD, world.act(ANNA))
        assert (state.drawn.number, state.level, state.ended) == (number, level, False)
        puzzles.add(state.drawn.puzzle)
        receipt = await solved(world, game)
        assert receipt.before.level == level
        level = receipt.state.level
        assert receipt.state.training.streak == number
    assert len(puzzles) == 3
    assert level > 3


async def test_what_is_right_stays_on_all_devices_and_the_same_interaction_counts_once(world):
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    first, act = state.puzzle.solution[1], world.act(ANNA, interaction=77)
    for _ in range(2):
        receipt = await world.train.play.submit(
            TrainingKey(None, "ladder", 1), act, f"{first} <@{BEN}>"
        )
        assert receipt.state.progress.words == (first,)
        assert receipt.state.drawn.tries == 1
    again = await world.train.begin("ladder", None, world.act(ANNA))
    assert again.progress.words == (first,)
    back = await world.train.play.undo(TrainingKey(None, "ladder", 1), world.act(ANNA), 0)
    assert back.progress.words == ()
    with pytest.raises(TrainingError, match="gone on to another"):
        await world.train.play.submit(TrainingKey(None, "ladder", 2), world.act(ANNA), "x")
    with pytest.raises(NotPlayable, match="no word"):
        await world.train.play.submit(TrainingKey(None, "ladder", 1), world.act(ANNA), " ")
    assert (
        await world.train.play.look(TrainingKey(None, "ladder", 1), world.act(ANNA))
    ).progress.words == ()


async def test_hints_change_neither_level_nor_streak_and_giving_up_does(world):
    before = (await solved(world, "ladder")).state.training
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    number, act = state.drawn.number, world.act(ANNA, interaction=5)
    for _ in range(2):
        helped = await world.train.play.hint(TrainingKey(GUILD, "ladder", number), act, "word", 0)
        assert helped.hint.reveals == state.puzzle.solution[1]
        assert helped.state.progress.words == state.puzzle.solution[1:2]
    asked = await world.train.play.hint(
        TrainingKey(GUILD, "ladder", number), world.act(ANNA), "word", 0
    )
    assert len(asked.state.drawn.hints) == 1  # a second press of the same button
    receipt = await world.train.play.submit_words(
        TrainingKey(GUILD, "ladder", number), world.act(ANNA), whole(state.puzzle)
    )
    own = receipt.state.training
    assert receipt.state.drawn.end == "helped"
    assert (own.mu, own.sigma, own.streak) == (before.mu, before.sigma, 1)
    assert own.solved == 2
    state = await world.train.next("ladder", number, GUILD, world.act(ANNA))
    assert await world.train.next("ladder", number, GUILD, world.act(ANNA)) == state
    number += 1
    receipt = await world.train.play.give_up(TrainingKey(None, "ladder", number), world.act(ANNA))
    assert (
        receipt.state.training
        == (
            await world.train.play.give_up(TrainingKey(None, "ladder", number), world.act(ANNA))
        ).state.training
    )
    assert receipt.state.words == state.puzzle.solution
    assert receipt.state.training.mu < before.mu
    assert (receipt.state.training.streak, receipt.state.training.longest) == (0, 1)
    with pytest.raises(TrainingError, match="over"):
        await world.train.play.hint(
            TrainingKey(GUILD, "ladder", number), world.act(ANNA), "letter", 0
        )


async def test_a_snake_is_laid_word_by_word(world):
    state = await world.train.begin("snake", GUILD, world.act(ANNA))
    first, second, *_ = state.puzzle.solution
    key, lay = TrainingKey(None, "snake", 1), world.train.play.lay
    laid = await lay(key, world.act(ANNA), lambda _: [first], lambda _: [])
    late = await lay(key, world.act(ANNA), lambda _: [second], lambda _: [])
    assert laid.progress == late.progress
    wrong = tuple(sorted(state.puzzle.given, reverse=True))
    receipt = await world.train.play.submit_words(
        TrainingKey(GUILD, "snake", 1), world.act(ANNA), wrong
    )
    assert receipt.verdict.result is not None
    assert receipt.state.ended == receipt.verdict.solved


async def test_what_others_play_for_something_is_not_drawn_and_keeps_its_answer(world):
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    await world.write(dailies.add_edition, number_of(T0.date()), asdict(state.puzzle), "x", T0)
    for call in (
        world.train.play.give_up(TrainingKey(None, "ladder", 1), world.act(ANNA)),
        world.train.play.hint(TrainingKey(GUILD, "ladder", 1), world.act(ANNA), "word", 0),
    ):
        await check_refused(call, BeingPlayed, "keeping its answer")
    other = await world.train.begin("ladder", GUILD, world.act(ANNA))
    assert (other.drawn.number, other.training.streak) == (2, 0)
    assert other.drawn.puzzle != state.drawn.puzzle
    status, _ = await world.running(BEN, CARL)
    request = await world.train._request("ladder", GUILD, world.act(ANNA))
    assert {status.round.puzzle, state.drawn.puzzle} <= request.avoid
    later = await world.running(ANNA, CARL, at=after(hours=2))
    assert later[0].round.puzzle not in {state.drawn.puzzle, other.drawn.puzzle}


async def test_words_are_the_servers_and_jobs_its_persons(world):
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    denied = state.puzzle.solution[1]
    await world.guilds.rule_on(GUILD, [denied], allowed=False, act=world.act(ANNA))
    request = await world.train._request("ladder", GUILD, world.act(ANNA))
    assert denied in request.denied
    async with world.database.read() as tx:
        mode = world.train.play._mode
        assert denied not in await mode.accepted(tx, state.key(GUILD), state)
        assert denied in await mode.accepted(tx, state.key(None), state)
    asked = []
    run = world.solving.run

    async def noting(*job, requester, **more):
        asked.append(requester)
        return await run(*job, requester=requester, **more)

    world.solving.run = noting
    await world.train.play.hint(TrainingKey(GUILD, "ladder", 1), world.act(ANNA), "letter", 0)
    await world.train.begin("truncate", None, world.act(BEN))
    assert asked == [Requester(ANNA, GUILD), Requester(BEN, None)]


async def test_two_devices_at_once_get_the_same_puzzle(world):
    both = [world.train.begin("ladder", GUILD, world.act(ANNA)) for _ in range(2)]
    one, other = await asyncio.gather(*both)
    assert one == other


# How puzzles are rated


async def test_a_round_rates_its_puzzle_by_those_who_tried(world):
    status, start = await world.running(ANNA, BEN, CARL)
    puzzle = status.puzzle
    await world.solve_round(status, BEN, start + timedelta(seconds=3))
    await world.solve_round(status, ANNA, start + timedelta(seconds=4), words=["zzz"])
    await world.look(start + timedelta(minutes=6))
    rated = await world.read(rows.get, PuzzleRating, puzzle_key(puzzle))
    expected = levels.new_rating(puzzle, T0)
    for is_solved in (False, True):
        _, expected = levels.after_meeting(levels.NEW, expected, T0, solved=is_solved)
    assert (rated.games, rated.mu, rated.sigma) == (2, expected.mu, expected.sigma)


async def test_who_trains_gets_puzzles_that_people_found_to_be_of_that_level(world, monkeypatch):
    monkeypatch.setattr("bot.training.trainer.secrets.token_hex", lambda count: "same")
    first = await world.train.begin("ladder", GUILD, world.act(ANNA))
    for level, same in ((3, True), (5, False)):
        rated = replace(levels.new_rating(first.puzzle, T0), level=level)
        await world.write(rows.put, rated)
        user = BEN if same else CARL
        state = await world.train.begin("ladder", GUILD, world.act(user))
        assert (state.drawn.puzzle == first.drawn.puzzle) == same


async def test_where_none_is_of_that_level_they_get_any_that_is_new(world, monkeypatch):
    drawn, get = [], rows.get

    async def all_rated(tx, kind, puzzle):
        if kind is not PuzzleRating:
            return await get(tx, kind, puzzle)
        drawn.append(puzzle)
        return levels.new_rating(replace(LINE, level=7, difficulty=9.0), T0)

    monkeypatch.setattr(rows, "get", all_rated)
    state = await world.train.begin("ladder", GUILD, world.act(ANNA))
    assert len(set(drawn)) == DRAWS
    assert state.drawn.puzzle == drawn[0]


# What is kept


@on_both
async def test_the_newest_puzzles_and_their_tries_are_kept(world, monkeypatch):
    monkeypatch.setattr("bot.store.training.MOST_KEPT", 2)
    for _ in range(3):
        await solved(world, "truncate")
    expected = {"games you train in": 1, "puzzles you trained with": 2, "tries in training": 2}
    assert await world.privacy.show(ANNA) == expected
    await solved(world, "ladder")
    request = await world.train._request("truncate", GUILD, world.act(ANNA))
    assert len(request.avoid) == 2  # only its game's puzzles


@on_both
async def test_it_is_shown_exported_forgotten_and_goes(world):
    for user in (ANNA, BEN):
        await solved(world, "ladder", user)
    shown = await world.privacy.show(ANNA)
    assert shown == {"games you train in": 1, "puzzles you trained with": 1, "tries in training": 1}
    export = json.loads((await world.privacy.export(ANNA)).content)
    assert set(export) == set(shown)
    await world.privacy.forget(ANNA)
    assert await world.privacy.show(ANNA) == {}
    assert len(await world.privacy.show(BEN)) == 3
    prune = Retention(world.database).prune
    await prune(after(days=DETAIL_DAYS + 1))
    assert "tries in training" not in await world.privacy.show(BEN)
    assert len(await world.privacy.show(BEN)) == 2
    await prune(after(days=RECORD_DAYS + 1))
    assert await world.privacy.show(BEN) == {}


# Killed


@pytest.fixture(scope="module", params=EVERY)
def runs(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("crashes")
    return run_killing(request, "tests.bot.training.crashing", folder, *request.param)


def test_killed_at_any_statement_nothing_is_lost_or_doubled(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["ends"] == ["solved", "helped", "given up", None], run.name
        assert outcome["counts"] == [2, 0, 1], run.name
        assert outcome["tries"] == [101, 102, 201], run.name
        assert outcome["rated"] == 2, run.name
        assert outcome["mu"] == pytest.approx(outcome["expected"]), run.name
        assert outcome["puzzles"] == 4, run.name
        replies = Counter()
        for what, value in lines(run / "confirmed"):
            replies[what, json.dumps(value)] += 1
        assert len({what for what, _ in replies}) == len(replies), run.name
