"""A contest from its draft to its results, and each way in which it can end early."""

import itertools
from datetime import timedelta

import pytest

from bot.contests import Plan, par_snake
from bot.contests.life import REVEAL_AFTER
from bot.errors import BadPlan, NoSuchContest, NotKept, Refused, WrongState
from bot.store import outbox
from bot.store.budget import BYTES_A_DAY
from tests.bot.changing import to
from tests.bot.postgres import ask, on_both, on_sqlite
from tests.bot.refusing import check_refused
from tests.bot.statements import noted
from tests.bot.world import CHANNEL, GUILD, HOST, SCOPE, T0, WORDS, after

OTHERS = ("run", "nausea", "seasick")


async def test_a_draft_has_its_words_sorted_its_lexicon_pinned_and_its_par_proven(world):
    draft = await world.draft()
    assert draft.state == "draft"
    assert draft.words == tuple(sorted(WORDS))
    assert draft.lexicon == world.contests.admin._lexicons["full"].fingerprint
    best = max(map(points, itertools.permutations(WORDS)))
    assert (draft.par, draft.bound, draft.proven) == (best, best, True)
    assert points([placed.word for placed in par_snake(draft).order]) == best


def points(order):
    return sum(
        max(k * k for k in range(min(len(a), len(b)) + 1) if a[len(a) - k :] == b[:k])
        for a, b in itertools.pairwise(order)
    )


async def test_under_containment_par_has_places(world):
    contest = await world.announced(words=("timber", "beret", "be"), rule="containment")
    assert contest.par == 9 + 4
    assert par_snake(contest).score == 13


async def test_without_par_nothing_opens(world):
    plan = Plan("Spring", WORDS, timedelta(hours=1))
    draft = await world.contests.admin.create(plan, GUILD, 1, world.act())
    with pytest.raises(WrongState, match="best answer yet"):
        await world.contests.admin.confirm(GUILD, draft.id, world.act())


async def test_it_opens_at_once_and_moves_on_when_due_each_step_once(world):
    contest = await world.announced()
    assert (contest.state, contest.opens_at, contest.closes_at) == ("open", after(), after(hours=1))
    advance = world.contests.transitions.advance
    assert await advance(after(minutes=59, seconds=59)) == 0
    assert await advance(after(hours=1)) == 1
    assert (await world.contests.queries.get(contest.id)).state == "closed"
    assert await advance(after(hours=1)) == 0
    assert await advance(after(hours=1) + REVEAL_AFTER) == 1
    assert (await world.contests.queries.get(contest.id)).state == "revealed"
    assert await advance(after(days=400)) == 0


@on_both
async def test_it_is_known_by_how_much_the_latest_change_is_late(world):
    async def late(at):
        return await world.read(outbox.overdue, at)

    await world.draft()  # never confirmed
    await world.announced()
    await world.announced(lasts=timedelta(hours=2))
    assert await late(after(minutes=59, seconds=59)) == (0, 0)
    assert await late(after(hours=1)) == (0, 0)
    assert await late(after(hours=2, seconds=5)) == (3605, 0)
    await world.contests.transitions.advance(after(hours=1))
    assert await late(after(hours=2, seconds=5)) == (3605 - REVEAL_AFTER.seconds, 0)
    await world.contests.transitions.advance(after(hours=3))
    assert await late(after(hours=3)) == (0, 0)


@on_sqlite
async def test_what_is_late_is_found_by_indexes(world):
    with noted(world.database) as statements:
        async with world.database.read() as tx:
            await outbox.overdue(tx, T0)
            query = statements[-1]
            plan = await tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", (None, None))
            found = [detail for *_, detail in plan]
    assert sum("SEARCH" in one for one in found) >= 3
    assert [one for one in found if one.startswith("SCAN") and "CONSTANT" not in one] == []


async def test_a_days_downtime_is_caught_up_with_in_order_and_once(world):
    contest = await world.announced(opens=after(hours=2))
    assert contest.state == "draft"
    assert contest.closes_at == after(hours=3)
    assert await world.contests.transitions.advance(after(days=1)) == 3
    assert await world.contests.transitions.advance(after(days=1)) == 0
    entries = await world.contests.queries.audit(GUILD, contest.id)
    expected = ["created", "confirmed", "open", "closed", "revealed"]
    assert [entry.action for entry in reversed(entries)] == expected
    assert [entry.actor_id for entry in reversed(entries)] == [HOST, HOST, None, None, None]


async def test_an_opening_that_passed_before_it_was_confirmed_is_now(world):
    draft = await world.draft(opens=after(minutes=5))
    contest = await world.contests.admin.confirm(GUILD, draft.id, world.act(at=after(minutes=9)))
    assert (contest.state, contest.opens_at) == ("open", after(minutes=9))
    assert contest.closes_at == after(minutes=69)


async def test_what_is_announced_are_whole_seconds(world):
    admin = world.contests.admin
    at = after(milliseconds=400)
    contest = await world.announced(at=at, sealed_minutes=5)
    assert contest.state == "open"
    assert (contest.opens_at, contest.closes_at) == (after(), after(hours=1))
    turn = await world.contests.play.start(SCOPE, contest.id, world.act(1, at=at))
    assert turn.deadline == after(minutes=5, seconds=1)
    await world.send(contest, 1, turn.deadline - timedelta(milliseconds=1))
    await check_refused(world.send(contest, 1, turn.deadline), Refused, "Time’s up")
    late = after(minutes=9, milliseconds=999)
    changed = await world.change(
        contest, to(lasts=timedelta(minutes=30, milliseconds=400)), at=late
    )
    assert changed.closes_at == after(minutes=30)
    closed = await admin.close(GUILD, contest.id, world.act(at=late))
    assert closed.closes_at == after(minutes=9, seconds=1)
    planned = await world.announced(words=OTHERS, opens=after(hours=2, milliseconds=700))
    assert (planned.opens_at, planned.closes_at) == (after(hours=2), after(hours=3))
    sooner = await world.change(planned, to(opens=None), at=late)
    assert (sooner.opens_at, sooner.closes_at) == (after(minutes=9), after(minutes=69))
    await world.contests.transitions.advance(after(days=1))
    _, practice = await world.contests.practice.begin(SCOPE, contest.id, world.act(1, at=late), 5)
    assert practice.ends_at == after(minutes=14, seconds=1)


async def test_confirming_twice_is_confirming_once(world):
    contest = await world.announced()
    again = await world.contests.admin.confirm(GUILD, contest.id, world.act(at=after(minutes=9)))
    assert again == contest
    actions = [entry.action for entry in await world.contests.queries.audit(GUILD, contest.id)]
    assert actions.count("confirmed") == 1


async def test_a_cancelled_contest_takes_nothing_and_has_no_results(world):
    contest = await world.announced()
    await world.send(contest, 1, after(minutes=1))
    cancelled = await world.contests.admin.cancel(GUILD, contest.id, world.act(at=after(minutes=2)))
    assert cancelled.state == "cancelled"
    assert await world.contests.admin.cancel(GUILD, contest.id, world.act()) == cancelled
    with pytest.raises(Refused) as refused:
        await world.send(contest, 1, after(minutes=1, seconds=30))
    assert refused.value.reason == "cancelled"
    assert await world.contests.transitions.advance(after(days=9)) == 0
    assert await world.contests.queries.post(contest.id, "results") is None
    await check_refused(world.contests.admin.confirm(GUILD, contest.id, world.act()), WrongState)


async def test_a_finished_contest_is_not_cancelled_closed_or_changed(world):
    contest = await world.finished()
    admin, act = world.contests.admin, world.act(at=after(days=1))
    for call in (
        admin.cancel(GUILD, contest.id, act),
        admin.close(GUILD, contest.id, act),
        admin.change(GUILD, contest.id, act, title="Other"),
    ):
        await check_refused(call, WrongState)


async def test_closing_early_keeps_every_snake_that_was_stored(world):
    contest = await world.announced()
    receipt = await world.send(contest, 1, after(minutes=10, milliseconds=5))
    closed = await world.contests.admin.close(GUILD, contest.id, world.act(at=after(minutes=10)))
    assert closed.state == "closed"
    assert closed.closes_at == after(minutes=10, seconds=1)
    await check_refused(world.send(contest, 2, closed.closes_at), Refused)
    await world.contests.transitions.advance(after(minutes=11))
    board = await world.contests.queries.board(contest.id)
    assert [(row.user_id, row.score) for row in board.rows] == [(1, receipt.best_score)]


async def test_an_open_contest_changes_its_end_but_not_its_rules(world):
    contest = await world.announced()
    changed = await world.change(
        contest, to(lasts=timedelta(hours=2)), title="Long", at=after(minutes=5), by=7
    )
    assert (changed.title, changed.closes_at) == ("Long", after(hours=2))
    with pytest.raises(WrongState, match="only"):
        await world.change(contest, to(most_tries=3), at=after(minutes=5))
    with pytest.raises(BadPlan, match="already past"):
        await world.change(contest, to(lasts=timedelta(minutes=5)), at=after(minutes=5))
    assert await world.contests.transitions.advance(after(hours=1)) == 0
    assert await world.contests.transitions.advance(after(hours=2)) == 1
    (entry,) = [e for e in await world.contests.queries.audit(GUILD) if e.action == "changed"]
    assert entry.actor_id == 7
    assert "lasts: 1:00:00 → 2:00:00" in entry.detail


async def test_an_announced_contest_changes_when_it_opens(world):
    contest = await world.announced(opens=after(hours=2))
    changed = await world.change(
        contest, to(opens=after(hours=5), sealed_minutes=10), at=after(hours=1)
    )
    assert (changed.opens_at, changed.closes_at) == (after(hours=5), after(hours=6))
    assert await world.contests.transitions.advance(after(hours=4)) == 0
    assert await world.contests.transitions.advance(after(hours=5)) == 1
    with pytest.raises(WrongState):
        await world.change(contest, to(sealed_minutes=None), at=after(hours=5))


async def test_another_servers_contest_is_none(world):
    contest = await world.announced()
    await check_refused(world.contests.queries.get(contest.id, GUILD + 1), NoSuchContest)
    with pytest.raises(NoSuchContest):
        await world.contests.admin.cancel(GUILD + 1, contest.id, world.act())
    await check_refused(world.contests.queries.get("nothing"), NoSuchContest)


async def test_ten_contests_at_a_time(world):
    for _ in range(10):
        await world.announced()
    draft = await world.draft()
    with pytest.raises(WrongState, match="10 contests"):
        await world.contests.admin.confirm(GUILD, draft.id, world.act())
    await world.announced(guild=GUILD + 1, words=("run", "nausea"))
    await world.contests.transitions.advance(after(days=1))
    await world.contests.admin.confirm(GUILD, draft.id, world.act())


async def test_drafts_of_a_person_and_of_a_server_are_few(world, monkeypatch):
    monkeypatch.setattr("bot.contests.admin.DRAFTS_OF_PERSON", 2)
    monkeypatch.setattr("bot.contests.admin.DRAFTS_OF_GUILD", 3)
    create = world.contests.admin.create
    plan = Plan("Spring", WORDS, timedelta(hours=1))
    one = await create(plan, GUILD, CHANNEL, world.act())
    await create(plan, GUILD, CHANNEL, world.act())
    with pytest.raises(WrongState, match="You have 2 drafts already"):
        await create(plan, GUILD, CHANNEL, world.act())
    changed = await create(plan, GUILD, CHANNEL, world.act(), before=one)
    await create(plan, GUILD, CHANNEL, world.act(HOST + 1))
    with pytest.raises(WrongState, match="This server has 3 drafts already"):
        await create(plan, GUILD, CHANNEL, world.act(HOST + 2))
    await world.contests.admin.discard(GUILD, changed.id)
    await create(plan, GUILD, CHANNEL, world.act(HOST + 2))
    await create(plan, GUILD, CHANNEL, world.act(at=after(days=2)))  # the others are two days old


async def test_drafts_that_are_not_confirmed_are_deleted_after_a_day(world):
    draft = await world.draft()
    confirmed = await world.announced(opens=after(days=5))
    assert await world.contests.transitions.tidy(after(hours=23)) == 0
    assert await world.contests.transitions.tidy(after(hours=25)) == 1
    await check_refused(world.contests.queries.get(draft.id), NoSuchContest)
    assert (await world.contests.queries.get(confirmed.id)).state == "draft"


async def test_one_contest_that_fails_delays_no_other(world, caplog):
    bad = await world.announced()
    good = await world.announced()
    await ask(world.database, "UPDATE contests SET state = 'odd' WHERE id = :id", id=bad.id)
    assert await world.contests.transitions.advance(after(hours=2)) == 2
    assert (await world.contests.queries.get(good.id)).state == "revealed"
    assert await world.contests.transitions.advance(after(hours=2, seconds=5)) == 0
    assert len(caplog.records) == 1  # not once for each look
    await ask(world.database, "UPDATE contests SET state = 'open' WHERE id = :id", id=bad.id)
    assert await world.contests.transitions.advance(after(hours=2, seconds=11)) == 2
    assert (await world.contests.queries.get(bad.id)).state == "revealed"


async def test_a_par_that_was_not_proven_is_raised_by_a_better_snake(world):
    contest = await world.announced()
    best = contest.par
    order = [placed.word for placed in par_snake(contest).order]
    lower = "UPDATE contests SET par = 1, proven = false, bound = :best WHERE id = :id"
    await ask(world.database, lower, best=best, id=contest.id)
    receipt = await world.send(contest, 1, after(minutes=1), order)
    assert receipt.percent == 100 * best
    await world.contests.transitions.advance(after(hours=2))
    revealed = await world.contests.queries.get(contest.id)
    assert (revealed.par, revealed.proven) == (best, True)
    assert par_snake(revealed).score == best
    board = await world.contests.queries.board(contest.id)
    assert [row.percent for row in board.rows] == [100.0]


async def test_par_worked_out_twice_at_once_stays_as_it_was_stored_first(world, monkeypatch):
    draft = await world.draft()
    slow = await world.contests.admin.create(
        Plan("Slow", WORDS, timedelta(hours=1)), GUILD, 1, world.act()
    )

    async def overtaken(*arguments, **more):
        await ask(world.database, "UPDATE contests SET par = 7 WHERE id = :id", id=slow.id)
        return await solve(*arguments, **more)

    solve = world.contests.puzzles._best_snake
    monkeypatch.setattr(world.contests.puzzles, "_best_snake", overtaken)
    assert (await world.contests.puzzles.find_par(slow.id, requester=None)).par == 7
    assert (await world.contests.queries.get(slow.id)).par == 7 != draft.par


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (" Spring \n contest ", "Spring contest"),
        ("\u202egnirpS\u202c", "gnirpS"),
        ("👩\u200d👧 day", "👩\u200d👧 day"),
        ("Ze\u0301nith", "Zénith"),
        ("box" + 60 * "\u0301", "box" + 3 * "\u0301"),
        ("box" + 20 * "\u0301\u200d", "box\u0301\u200d\u0301\u200d\u0301"),
        ("box" + 20 * "\u0301\u0301\u0301\u0903", "box" + "\u0301\u0301\u0301\u0903"),
        ("\u3164 day \u2800\u200d", "day"),
        ("สวัสดี", "สวัสดี"),
    ],
)
async def test_a_title_is_one_line_that_reads_as_it_is_seen(world, typed, expected):
    contest = await world.draft(title=typed)
    assert contest.title == expected
    changed = await world.change(contest, to(title=typed))
    assert changed.title == expected


@pytest.mark.parametrize(
    "typed",
    [
        *("", "  ", "\u200b", "\u200d", "\u202e", "\u200d\u200d", "\u3164"),
        *("\u0301\u0301", "\u034f", "\ufe0f", "\u17b4"),  # combining marks alone
    ],
)
async def test_a_title_that_is_not_seen_is_none(world, typed):
    await check_refused(world.draft(title=typed), BadPlan, "Give the contest a title")


async def test_a_title_is_as_long_as_it_is_stored(world):
    """Some letters become three in NFC, which decomposes them."""
    await check_refused(world.draft(title="\ufb2c" * 34), BadPlan, "The title is too long")
    assert len((await world.draft(title="\ufb2c" * 33)).title) == 99


async def test_who_has_had_enough_stored_today_creates_no_contest_till_tomorrow(world):
    await world.draft()
    assert world.database.organising.spent(HOST) > 4_000
    world.database.organising.note(HOST, BYTES_A_DAY, T0)
    await check_refused(world.draft(), NotKept, "all I can save for you today")
    assert (await world.draft(at=after(days=1))).state == "draft"


async def test_words_that_have_nothing_in_common_are_no_contest(world):
    draft = await world.draft(words=("bad", "fog"))
    assert (draft.par, draft.proven) == (0, True)
    with pytest.raises(WrongState, match="No two of these words share letters"):
        await world.contests.admin.confirm(GUILD, draft.id, world.act())


@pytest.mark.parametrize("policy", ["standard", "all"])
async def test_a_filter_for_families_holds_for_what_organisers_type(world, policy):
    words, admin = (*WORDS, "faggot"), world.contests.admin
    await world.guilds.change(GUILD, "filter", world.act(), to(policy=policy))
    draft = await world.draft(words=words)
    assert await admin.filtered([draft]) == (["faggot"] if policy == "standard" else [])
    await world.guilds.change(GUILD, "filter", world.act(), to(policy="family"))
    with pytest.raises(WrongState, match="leaves out “faggot”"):  # the filter has changed since
        await admin.confirm(GUILD, draft.id, world.act())
    await check_refused(world.draft(words=words), BadPlan, "leaves out “faggot”")
    with pytest.raises(BadPlan, match="leaves out “shit”"):
        await world.draft(words=("shot", "shit"), game="ladder")
    await check_refused(world.draft(title="Shit happens"), BadPlan, "leaves out “shit”")
    await world.guilds.rule_on(GUILD, ["faggot"], True, world.act())
    assert await admin.filtered([await world.draft(words=words)]) == []


async def test_players_learn_by_how_much_their_rating_changed(world):
    contest = await world.finished([(1, 1, WORDS), (2, 2, tuple(sorted(WORDS))), (HOST, 3, WORDS)])
    board = await world.contests.queries.board(contest.id, viewer=HOST)
    first, last = (row.rating_change for row in board.rows)
    assert first == -last > 0
    assert board.own.rating_change is None
