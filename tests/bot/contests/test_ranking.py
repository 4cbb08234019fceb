"""Who is ahead, against the plainest way to say it; the database's count agrees."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert

from bot.contests.ranking import order_of, percent, place_among, rank, standings
from bot.store import entrants as entrant_store
from bot.store import open_store
from bot.store.records import Entrant
from bot.store.schema import entrants as entrant_table
from tests.bot.contests.world import GUILD, T0, World, url

small = st.integers(0, 3)


@st.composite
def fields(draw, contest="c"):
    """Entrants of one contest, with many ties."""
    count = draw(st.integers(0, 12))
    people = []
    for number in range(1, count + 1):
        score = draw(st.none() | small)
        people.append(
            Entrant(
                id=number,
                contest_id=contest,
                user_id=draw(st.none() | st.just(number)),
                started_at=None,
                last_at=None,
                tries=0 if score is None else draw(st.integers(1, 2)),
                best_score=score,
                best_submission=None if score is None else number,
                reached_ms=None if score is None else draw(small),
                disqualified_at=draw(st.sampled_from([None, None, T0])),
                disqualified_by=None,
                reason=None,
            )
        )
    return people


def beats(a, b):
    if a.best_score != b.best_score:
        return a.best_score > b.best_score
    if a.reached_ms != b.reached_ms:
        return a.reached_ms < b.reached_ms
    return a.tries < b.tries


def places(people):
    """A player whom n others beat has place n + 1."""
    counted = [e for e in people if e.best_score is not None and e.disqualified_at is None]
    return {e.id: 1 + sum(beats(other, e) for other in counted) for e in counted}


@given(fields(), st.integers(0, 5))
def test_places_are_one_more_than_those_who_beat_you(people, par):
    rows = rank(people, par)
    assert {row.entrant_id: row.place for row in rows} == places(people)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_a_share_of_par_never_flatters(score, par):
    share = Fraction(str(percent(score, par)))
    assert share <= Fraction(100 * score, par) < share + Fraction(1, 100)
    assert (percent(score, par) >= 100) == (score >= par)


def test_where_par_is_nothing_all_have_it():
    assert percent(0, 0) == 100.0


@pytest.fixture(scope="module")
def database(lexicons):
    """A database with one contest, open on an event loop of its own."""
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as folder:
        store = loop.run_until_complete(open_store(url(Path(folder) / "bot.sqlite3")))
        contest = loop.run_until_complete(World(store.database, lexicons).announced())
        yield loop, store, contest
        loop.run_until_complete(store.close())
    loop.close()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people=fields())
def test_the_database_counts_the_same_places(database, people):
    loop, store, contest = database

    async def check():
        async with store.database.write() as tx:
            await tx.execute(delete(entrant_table))
            for e in people:
                row = {"joined_at": T0, "best_score": e.best_score, "reached_ms": e.reached_ms}
                row |= {"tries": e.tries, "disqualified_at": e.disqualified_at, "id": e.id}
                await tx.execute(insert(entrant_table).values(contest_id=contest.id, **row))
        expected = places(people)
        async with store.database.read() as tx:
            for e in await entrant_store.of_contest(tx, contest.id):
                if e.id in expected:
                    keys = await entrant_store.keys(tx, contest.id)
                    board = sorted((-score, ms, tries) for score, ms, tries in keys)
                    assert len(board) == len(expected)
                    assert place_among(order_of(e), board) == expected[e.id]

    loop.run_until_complete(check())


@given(st.lists(fields(), max_size=5), st.integers(1, 6), st.integers(1, 3))
def test_a_season_is_the_mean_of_each_ones_best(contests_people, best, par):
    contests, everybody = [], []
    for number, people in enumerate(contests_people):
        name = str(number)
        contests.append(FakeContest(name, par))
        everybody += [replace(e, contest_id=name) for e in people]
    rows = standings(contests, everybody, best)
    k = max(1, min(best, len(contests)))
    for row in rows:
        shares = sorted(
            (
                10_000 * e.best_score // par
                for e in everybody
                if e.user_id == row.user_id
                and e.best_score is not None
                and e.disqualified_at is None
            ),
            reverse=True,
        )
        assert row.played == len(shares)
        assert row.percent == sum(shares[:k]) // k / 100
        assert row.counted == tuple(share / 100 for share in shares[:k])
    users = {
        e.user_id
        for e in everybody
        if e.user_id and e.best_score is not None and e.disqualified_at is None
    }
    assert {row.user_id for row in rows} == users
    keys = [(round(100 * sum(row.counted)), row.won) for row in rows]
    assert [row.place for row in rows] == [1 + sum(k > key for k in keys) for key in keys]
    assert keys == sorted(keys, reverse=True)


class FakeContest:
    """All that standings look at."""

    def __init__(self, name, par):
        self.id, self.par = name, par


async def test_a_season_over_real_contests(world):
    great = ("nausea", "seasick", "stone", "tone", "street", "test")
    for day, order in enumerate((great, great, tuple(sorted(great)))):
        contest = await world.finished([(1, 1, order), (2, 2, great)], at=T0 + timedelta(days=day))
    await world.announced(at=T0 + timedelta(days=9))
    season = await world.contests.queries.season(GUILD, best=2, last=5)
    assert [c.created_at.day for c in season.contests] == [6, 5, 4]
    assert [(row.place, row.user_id, row.won) for row in season.rows] == [(1, 1, 2), (2, 2, 1)]
    assert season.rows[0].percent == season.rows[1].percent
    latest = await world.contests.queries.season(GUILD, best=2, last=1)
    assert latest.best == 1
    assert [row.user_id for row in latest.rows] == [2, 1]
    assert (await world.contests.queries.season(GUILD + 1, best=3)).rows == ()
    since = await world.contests.queries.season(GUILD, best=9, since=contest.created_at)
    assert [c.id for c in since.contests] == [contest.id]
