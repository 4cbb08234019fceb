"""A contest's terms are locked in once, when it opens, and shown once it is over."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.contests import Contests
from bot.contests.terms import terms_of
from bot.errors import WrongState
from bot.puzzles.commitment import code_of
from bot.store import contests, rows
from bot.store.schema import Contest
from tests.bot.changing import to
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.world import GUILD, HOST, SCOPE, WORDS, Inline, after


async def text_of(world, contest):
    kept = await world.read(contests.commitment, contest.id)
    return None if kept is None else kept.text


async def set_columns(world, contest, **columns):
    """Change what is stored, as somebody with access to the database can."""
    async with world.database.write() as tx:
        stored = await rows.get(tx, Contest, contest.id)
        await rows.change(tx, stored, replace(stored, **columns))


@on_both
async def test_it_is_locked_in_once_as_it_opens_by_any_process(world):
    contest = await world.announced(opens=after(minutes=10), most_tries=3, title="Before")
    assert (contest.commitment, await text_of(world, contest)) == (None, None)
    admin = world.contests.admin
    await world.change(contest, to(most_tries=5), at=after(minutes=1))
    others = [
        Contests.over(world.database, Inline(world.lexicons), world.lexicons) for _ in range(3)
    ]
    await asyncio.gather(*(one.transitions.advance(after(minutes=10)) for one in others))
    shown = await world.contests.queries.get(contest.id)
    text = await text_of(world, contest)
    assert shown.commitment == code_of(text)
    content = json.loads(text)
    assert content["puzzle"] == sorted(WORDS)
    assert (content["best"]["result"], content["best"]["proven"]) == (shown.par, True)
    assert content["rules"]["tries each"] == 5
    changes = {"title": "After", "board": "places", "lasts": timedelta(hours=2)}
    await world.change(contest, to(**changes), at=after(minutes=20))
    await admin.close(GUILD, contest.id, world.act(at=after(minutes=30)))
    await others[0].transitions.advance(after(hours=1))
    proof = await world.contests.queries.proof(contest.id)
    assert (proof.contest.title, proof.contest.state) == ("After", "revealed")
    assert (proof.opened.code, proof.opened.text) == (shown.commitment, text)
    assert proof.opened.changed == ()


async def test_a_step_that_fails_locks_nothing_in(world, monkeypatch):
    contest = await world.announced(opens=after(minutes=10))

    async def fails(*_):
        raise RuntimeError("a test")

    with monkeypatch.context() as patched:
        patched.setattr("bot.contests.transitions.outbox.mark_stale", fails)
        await world.contests.transitions.advance(after(minutes=10))
    contest = await world.contests.queries.get(contest.id)
    expected = ("draft", None, None)
    assert (contest.state, contest.commitment, await text_of(world, contest)) == expected
    await world.contests.transitions.advance(after(minutes=11))
    assert (await world.contests.queries.get(contest.id)).commitment is not None


async def test_nobody_gets_the_text_before_the_results(world):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1))
    salt = json.loads(await text_of(world, contest))["salt"]
    queries = world.contests.queries
    export, _ = await queries.export(contest.id, GUILD, world.act())
    mine = await world.privacy.export(HOST)
    kept = (
        await queries.find(SCOPE, contest.id),
        await queries.board(contest.id),
        await queries.audit(GUILD),
        await queries.of_guild(GUILD),
        export.decode(),
        mine.content.decode(),
    )
    assert contest.id in repr(kept)
    assert salt not in repr(kept)
    assert "commitment_text" not in repr(kept)
    assert "certificate" not in repr(kept)  # it has a best snake
    for moment in (after(minutes=59), after(hours=1)):  # open, then closed
        await world.contests.transitions.advance(moment)
        await check_refused(queries.proof(contest.id), WrongState, "aren’t out yet")
    await world.contests.transitions.advance(after(hours=2))
    assert salt in (await queries.proof(contest.id)).opened.text


async def test_a_cancelled_contest_gives_nothing_away(world):
    contest = await world.announced()
    await world.contests.admin.cancel(GUILD, contest.id, world.act(at=after(minutes=1)))
    await world.contests.transitions.advance(after(hours=2))
    await check_refused(world.contests.queries.proof(contest.id), WrongState, "aren’t out yet")


@pytest.mark.parametrize(
    ("part", "columns"),
    [
        ("puzzle", {"words": (*WORDS[:-1], "tones")}),
        ("best", {"par": 1}),
        ("best", {"par_order": (("tone", 0), ("stone", 4))}),
        ("rules", {"ties": "opening"}),
        ("rules", {"most_tries": 1}),
        ("rules", {"lexicon": "another"}),
        ("rules", {"role_id": 5, "days_here": 7}),
        ("rules", {"sealed_minutes": 5}),
    ],
)
async def test_what_somebody_changes_in_the_database_is_named(world, part, columns):
    contest = await world.announced()
    await set_columns(world, contest, **columns)
    await world.contests.transitions.advance(after(hours=2))
    assert (await world.contests.queries.proof(contest.id)).opened.changed == (part,)


async def test_a_best_that_a_player_beats_is_shown_as_it_was_locked_in(world):
    draft = await world.draft()
    best = draft.par
    await set_columns(world, draft, par=1, bound=best, proven=False, par_order=((WORDS[0], 0),))
    contest = await world.contests.admin.confirm(GUILD, draft.id, world.act())
    await world.send(contest, 1, after(minutes=1), [word for word, _ in draft.par_order])
    await world.contests.transitions.advance(after(hours=2))
    proof = await world.contests.queries.proof(contest.id)
    assert (proof.contest.par, proof.contest.proven) == (best, True)
    expected = {"result": 1, "proven": False, "answer": None, "rareness": None, "positions": None}
    assert json.loads(proof.opened.text)["best"] | {"answer": None, "positions": None} == expected
    assert proof.opened.changed == ()


@pytest.mark.parametrize("words", [("cold", "warm"), None])
async def test_other_games_have_a_proof_as_well(world, words):
    game = "ladder" if words else "truncate"
    contest = await world.announced(words=words or ("at",), game=game)
    terms = terms_of(contest)
    assert (terms.game, terms.puzzle) == (game, words or ("at",))
    assert (terms.best.rareness is None) == (game != "ladder")
    await world.contests.transitions.advance(after(hours=2))
    proof = await world.contests.queries.proof(contest.id)
    assert proof.certificate is None
    assert proof.opened.changed == ()
    assert json.loads(proof.opened.text)["best"]["answer"] == [
        word for word, _ in contest.par_order
    ]
