"""Who may play, and equal snakes, which are found exactly and shown to organisers only."""

import csv
import io
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests import Scope, Try, integrity, plan_from
from bot.contests.integrity import find_equal_snakes, is_greedy, is_obvious
from bot.contests.play import Entry
from bot.errors import Refused
from bot.store.entrants import Sent
from tests.bot.world import GUILD, HOST, SCOPE, WORDS, after

ROLE = 777
REGULAR = Scope(
    GUILD, roles=frozenset({ROLE}), joined_at=after(days=-8), name_of=lambda role: "Regulars"
)
NEW = replace(REGULAR, joined_at=after(days=-7, minutes=1))
GUEST = replace(REGULAR, roles=())
ODD = ("street", "test", "tone", "nausea", "seasick", "stone")
GREEDY = ("test", "street", "tone", "nausea", "seasick", "stone")


async def test_only_who_is_eligible_plays_from_the_start_to_each_snake(world):
    contest = await world.announced(role_id=ROLE, days_here=7, sealed_minutes=30)
    play = world.contests.play
    for scope, says in (
        (GUEST, "members with the role “Regulars”"),
        (SCOPE, "a role that’s gone"),
        (NEW, "7 days. You can play from 4 May 2026, 12:01 UTC on"),
    ):
        with pytest.raises(Refused, match=says) as refused:
            await play.start(scope, contest.id, world.act(1, after(seconds=1)))
        assert refused.value.reason == "not eligible"
        with pytest.raises(Refused, match=says):
            await play.entry(scope, contest.id, world.act(1, after(seconds=1)))
    turn = await play.start(NEW, contest.id, world.act(1, after(minutes=1)))
    assert isinstance(turn, Entry)
    await play.submit(REGULAR, contest.id, world.act(1, after(minutes=2)), Try(WORDS))
    with pytest.raises(Refused, match="Regulars"):  # they lost the role
        await play.submit(GUEST, contest.id, world.act(1, after(minutes=3)), Try(WORDS))
    board = await world.contests.queries.board(contest.id)
    assert [(row.user_id, row.tries) for row in board.rows] == [(1, 1)]


async def test_a_template_keeps_who_may_play_and_how_ties_are_broken(world):
    contest = await world.announced(role_id=ROLE, days_here=7, ties="look")
    saved = await world.contests.templates.save(GUILD, "Friday", contest.id, world.act())
    plan = plan_from(saved)
    assert (plan.role_id, plan.days_here, plan.ties) == (ROLE, 7, "look")


async def equal(world, contest):
    found = await world.contests.queries.equal_snakes(contest.id, GUILD)
    return [(one.first, one.second, one.apart.total_seconds()) for one in found]


async def test_equal_snakes_within_a_minute_are_found_once_for_each_two(world):
    contest = await world.announced()
    for user, moment, order in (
        (1, after(minutes=1), ODD),
        (2, after(minutes=1, seconds=59), ODD),
        (3, after(minutes=2, seconds=1), ODD),  # just too long after the first
        (1, after(minutes=2, seconds=2), ODD),  # sent again: the first time counts
        (4, after(minutes=9), ODD),
        (5, after(minutes=9), GREEDY),
        (6, after(minutes=9), GREEDY),
        (5, after(minutes=10), tuple(sorted(WORDS))),
        (6, after(minutes=10), tuple(sorted(WORDS))),
    ):
        await world.send(contest, user, moment, order)
    assert await equal(world, contest) == [(1, 2, 59.0), (2, 3, 2.0)]
    await world.privacy.forget(2)
    assert await equal(world, contest) == [(1, None, 59.0), (None, 3, 2.0)]
    small = await world.announced(title="Small", words=WORDS[:5])
    for user in (1, 2):
        await world.send(small, user, after(minutes=1), WORDS[:5][::-1])
    assert await equal(world, small) == []


async def test_a_best_snake_without_a_loose_join_is_obvious(world):
    contest = await world.announced(words=("run", "nausea", "seasick", "kit", "tin", "nap", "pun"))
    best = tuple(word for word, _ in contest.par_order)
    assert is_obvious(contest, contest.words)
    assert is_obvious(contest, best)
    assert is_greedy(GREEDY)
    assert not is_greedy(ODD)


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["a", "b"]), st.integers(0, 200)), max_size=12
    )
)
def test_each_two_are_found_by_their_first_sendings(rows):
    class Odd:
        game = "snake"
        words = tuple("abcdef")
        par = 10**9
        rule = "pairs"

    orders = {"a": tuple("xyzfed"), "b": tuple("xzyfed")}
    first = {}
    for entrant, order, second in rows:
        key = entrant, order
        first[key] = min(first.get(key, second), second)
    sent = [
        Sent(orders[order], entrant, entrant, after(seconds=second))
        for (entrant, order), second in first.items()
    ]
    sent.sort(key=lambda one: (one.order, one.at, one.entrant_id))
    expected = {
        frozenset((a, b))
        for a, b in combinations(range(1, 6), 2)
        for order in orders
        if (a, order) in first and (b, order) in first
        if abs(first[a, order] - first[b, order]) < 60
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integrity, "is_obvious", lambda contest, order: False)
        found = find_equal_snakes(Odd, sent)
    assert {frozenset((one.first, one.second)) for one in found} == expected
    assert len(found) == len(expected)
    assert all(timedelta() <= one.apart < timedelta(seconds=60) for one in found)


async def test_an_export_marks_who_knew_more(world):
    contest = await world.announced()
    await world.send(contest, HOST, after(minutes=1))
    await world.send(contest, 1, after(minutes=2))
    act = world.act(1, after(minutes=3))
    for _ in range(2):  # the first one makes its maker known
        exported, _ = await world.contests.queries.export(contest.id, GUILD, act)
    rows = list(csv.DictReader(io.StringIO(exported.decode("utf-8-sig"))))
    assert [(int(row["user_id"]), row["organiser"]) for row in rows] == [(HOST, "yes"), (1, "yes")]
