"""Practice, export, review, par when workers die."""

import csv
import io
from dataclasses import replace
from datetime import timedelta
from itertools import chain

import pytest

from bot.contests import Plan, plan_of, read_asked, read_try
from bot.contests.puzzles import ATTEMPTS, UNREPEATED
from bot.errors import (
    BadTime,
    BeingPlayed,
    NoSuchContest,
    ParFailed,
    Refused,
    WorkerCrashed,
    WrongState,
)
from bot.solving import Requester, WorkerPool
from solvers.errors import NoAnswer
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.solving import jobs
from tests.bot.world import CHANNEL, GOOD, GUILD, HOST, POOR, SCOPE, Inline, World, after


async def test_a_finished_contest_is_practised_apart_from_it(world):
    contest = await world.finished([(1, 1, GOOD)])
    service = world.contests.practice
    act = world.act(2, after(days=1))
    _, practice = await service.begin(SCOPE, contest.id, act, minutes=5)
    assert practice.ends_at == after(days=1, minutes=5)
    again = world.act(2, after(days=1, minutes=2))
    assert (await service.begin(SCOPE, contest.id, again))[1] == practice
    first = world.act(2, after(days=1, minutes=3))
    poor = await service.submit(SCOPE, practice.id, first, read_try(" ".join(POOR)))
    assert await service.submit(SCOPE, practice.id, first, read_try(" ".join(POOR))) == poor
    good = await service.submit(
        SCOPE, practice.id, world.act(2, after(days=1, minutes=4)), read_try(" ".join(GOOD))
    )
    assert (poor.number, good.number, good.is_best) == (1, 2, True)
    assert good.best_percent == good.answer.score * 10_000 // contest.par / 100
    with pytest.raises(Refused):
        await service.submit(
            SCOPE, practice.id, world.act(2, after(days=1, minutes=5)), read_try(" ".join(GOOD))
        )
    with pytest.raises(NoSuchContest):
        await service.submit(
            SCOPE, practice.id, world.act(3, after(days=1)), read_try(" ".join(GOOD))
        )
    board = await world.contests.queries.board(contest.id)
    assert [row.user_id for row in board.rows] == [1]
    assert (await service.begin(SCOPE, contest.id, world.act(2, after(days=2))))[1] != practice


async def test_only_a_finished_contest_is_practised_with_a_clock_that_can_be(world):
    contest = await world.announced()
    with pytest.raises(WrongState, match="once its results are out"):
        await world.contests.practice.begin(SCOPE, contest.id, world.act(2))
    await world.contests.transitions.advance(after(days=1))
    with pytest.raises(BadTime):
        await world.contests.practice.begin(SCOPE, contest.id, world.act(2), minutes=5000)


@on_both
async def test_the_export_has_every_submission_and_no_formulas(world):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1), POOR)
    await world.send(contest, 2, after(minutes=2), GOOD)
    await world.send(contest, 1, after(minutes=3), GOOD)
    await world.contests.moderation.disqualify(
        GUILD, contest.id, 2, "=2+2", world.act(9, after(minutes=4))
    )
    assert sorted(await world.contests.queries.users(contest.id)) == [1, 2]
    content, snakes = await world.contests.queries.export(
        contest.id, GUILD, world.act(), {1: "@anna", 2: "béa, 2"}
    )
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(rows) == snakes
    assert [(r["place"], r["user_id"], r["name"], r["try"], r["is_best"]) for r in rows] == [
        ("1", "1", "'@anna", "1", "no"),
        ("", "2", "béa, 2", "1", "yes"),
        ("1", "1", "'@anna", "2", "yes"),
    ]
    assert rows[1]["disqualified"] == "yes"
    assert rows[1]["reason"] == "'=2+2"
    assert rows[0]["sent_at"] == "2026-05-04T12:01:00.000+00:00"
    assert rows[0]["words"] == " ".join(POOR)
    assert rows[0]["snake"].startswith("teststreet") is False
    assert sum(map(int, rows[0]["positions"].split())) > 0
    with pytest.raises(NoSuchContest):
        await world.contests.queries.export(contest.id, GUILD + 1, world.act())


async def test_everybodys_best_is_shown_once_results_are_out(world):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1), POOR)
    await world.send(contest, 1, after(minutes=2), GOOD)
    await check_refused(world.contests.queries.answers(contest.id, [1, 99]), WrongState)
    await world.contests.transitions.advance(after(days=1))
    snakes = await world.contests.queries.answers(contest.id, [1, 99])
    assert list(snakes) == [1]
    assert snakes[1].words == GOOD


class Dying(Inline):
    """Solver processes that die a given number of times."""

    def __init__(self, lexicons, times):
        super().__init__(lexicons)
        self.times = times

    async def run(self, *args, **options):
        if self.times:
            self.times -= 1
            raise WorkerCrashed("The solver process died.")
        return await super().run(*args, **options)


async def test_par_survives_workers_that_die_but_not_forever(world):
    world = World(world.database, world.lexicons, Dying(world.lexicons, ATTEMPTS - 1))
    assert (await world.draft()).proven
    world = World(world.database, world.lexicons, Dying(world.lexicons, ATTEMPTS))
    await check_refused(world.draft(), ParFailed, "draft is kept")
    (draft, _) = await world.contests.queries.of_guild(GUILD, ["draft"])
    assert draft.par is None
    assert (await world.contests.puzzles.find_par(draft.id, requester=None)).proven


async def test_par_comes_from_a_process_that_is_killed_meanwhile(world):
    """The first attempt kills its own process; the replacement answers the next."""
    pool = WorkerPool(1, timeout=20, grace=0.5)
    await pool.start()
    run = pool.run

    async def killed_at_first(solve, request, **options):
        pool.run = run
        return await run(jobs.die, request, **options | {"watch": None})

    pool.run = killed_at_first
    try:
        world = World(world.database, world.lexicons, pool)
        draft = await world.draft()
    finally:
        await pool.stop(grace=0)
    assert pool.run == run
    assert draft.proven


async def test_my_review_names_what_would_have_gained_most(world):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1), POOR)
    await check_refused(world.contests.queries.review(contest.id, Requester(1, GUILD)), WrongState)
    await world.contests.transitions.advance(after(days=1))
    review = await world.contests.queries.review(contest.id, Requester(1, GUILD))
    assert review.submission.score == 13
    assert review.explanation.gain > 0
    with pytest.raises(NoSuchContest):
        await world.contests.queries.review(contest.id, Requester(2, GUILD))


async def test_generated_words_make_a_contest(world):
    contest = await world.announced(words=await words_for(world, "generate 12 easy"))
    assert (len(contest.words), contest.proven) == (12, True)
    assert contest.lasts_seconds == timedelta(hours=1).total_seconds()


@pytest.mark.slow
async def test_a_list_repeats_no_word_of_the_servers_last_ones(world):
    had = []
    for number in range(UNREPEATED + 2):
        words = await words_for(world, "generate 12 medium")
        assert set(words).isdisjoint(chain.from_iterable(had[-UNREPEATED:]))
        had.append(words)
        plan = Plan("Spring", words, timedelta(hours=1), drawn="generate 12 medium")
        for one in (plan, replace(plan, drawn=None)):  # typed lists push none out
            act = world.act(at=after(days=number, hours=one is plan))
            await world.contests.admin.create(one, GUILD, CHANNEL, act)
    before = await words_for(world, "generate 12 medium")
    words = await words_for(world, "generate 12 medium", avoid=[before])
    assert set(words).isdisjoint(chain.from_iterable((before, *had[-UNREPEATED:])))


async def test_a_server_that_had_nearly_all_words_still_gets_a_list(world, monkeypatch):
    everything = tuple(words_of(world.lexicons["common"]))
    held = [await words_for(world, "generate 6 gentle"), everything[::2], everything[1::2]]

    async def drawn_lists(_tx, _guild, _game, number):
        return held[:number]

    monkeypatch.setattr("bot.store.contests.drawn_lists", drawn_lists)
    assert set(held[0]).isdisjoint(await words_for(world, "generate 6 gentle"))
    held[0] = everything
    assert len(await words_for(world, "generate 6 gentle")) == 6


@pytest.mark.slow
async def test_words_a_server_denies_are_not_generated(world):
    drawn = await words_for(world, "generate 6 gentle")
    await world.guilds.rule_on(GUILD, drawn, False, world.act())
    for _ in range(5):
        assert not set(await words_for(world, "generate 6 gentle")) & set(drawn)
    everything = [*words_of(world.lexicons["common"])]
    for first in range(0, len(everything), 1000):  # one transaction has five seconds
        await world.guilds.rule_on(GUILD, everything[first : first + 1000], False, world.act())
    await check_refused(words_for(world, "generate 6 gentle"), NoAnswer, "too few words")


async def words_for(world, text, **options):
    draw = world.contests.puzzles.words_for
    return await draw(GUILD, read_asked(text), "pairs", requester=None, **options)


def words_of(lexicon):
    return (lexicon.word(number) for number in range(len(lexicon)))


async def test_who_exports_a_live_contest_is_in_the_audit_and_plays_out_of_competition(world):
    queries = world.contests.queries
    contest = await world.announced()
    for user in (1, 2, HOST):
        await world.send(contest, user, after(minutes=1), GOOD)
    await queries.export(contest.id, GUILD, world.act(2, after(minutes=2)))
    exported = [one for one in await queries.audit(GUILD, contest.id) if one.action == "exported"]
    assert [one.actor_id for one in exported] == [2]
    await world.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
    await queries.export(contest.id, GUILD, world.act(1, after(days=1)))  # anyone may see them now
    assert len([e for e in await queries.audit(GUILD, contest.id) if e.action == "exported"]) == 1
    board = await queries.board(contest.id)
    assert {row.user_id for row in board.insiders} == {2, HOST}
    assert [row.user_id for row in board.rows] == [1]


async def test_who_hands_a_contest_over_still_counts_as_somebody_who_made_it(world):
    contest = await world.announced(opens=after(hours=1))
    contest = await world.change(contest, host=2)
    assert contest.created_by == 2
    (entry, *_) = await world.contests.queries.audit(GUILD, contest.id)
    assert (entry.action, entry.actor_id) == ("handed over", HOST)
    with pytest.raises(BeingPlayed):  # not open yet: only they know its words
        await world.refuse(HOST, contest.words[:4])
    await world.contests.transitions.advance(contest.opens_at)
    for user in (1, 2, HOST):
        await world.send(contest, user, after(hours=1, minutes=1), GOOD)
    board = await world.contests.queries.board(contest.id)
    assert {row.user_id for row in board.insiders} == {HOST}  # the new organiser did not see them
    assert {row.user_id for row in board.rows} == {1, 2}


async def test_who_looked_into_a_draft_knows_its_words_whatever_becomes_of_it(world):
    admin = world.contests.admin
    first = await world.draft(opens=after(hours=1))
    for _ in range(2):
        await admin.draft(GUILD, first.id, world.act(2))
    changed = await admin.create(
        replace(plan_of(first), title="Second"), GUILD, CHANNEL, world.act(3), before=first
    )
    await check_refused(admin.draft(GUILD, first.id, world.act(2)), NoSuchContest)
    await world.contests.puzzles.find_par(changed.id, requester=None)
    contest = await admin.confirm(GUILD, changed.id, world.act(3))
    actions = [one.action for one in await world.contests.queries.audit(GUILD, contest.id)]
    assert actions.count("draft seen") == 1
    for user in (HOST, 2, 3):
        await check_refused(world.refuse(user, contest.words[:4]), BeingPlayed)
    await world.refuse(4, contest.words[:4])
    await check_refused(admin.draft(GUILD, contest.id, world.act(2)), WrongState, "announced")
