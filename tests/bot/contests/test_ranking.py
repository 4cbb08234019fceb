"""Who is ahead, compared with the plainest definition; the database's count agrees."""

import asyncio
import itertools
import tempfile
from dataclasses import asdict, replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, update

from bot.contests import Scope
from bot.contests.options import TIES
from bot.contests.queries import ContestQueries
from bot.contests.ranking import order_of, place_among
from bot.contests.rounds import drafted
from bot.puzzles import GAMES
from bot.store import entrants as entrant_store
from bot.store import open_store, rows
from bot.store.entrants import POINTS
from bot.store.schema import Entrant
from bot.store.schema import contests as contest_table
from bot.store.schema import entrants as entrant_table
from bot.store.schema import seasons as season_table
from tests.bot.world import CHANNEL, GUILD, SCOPE, T0, Inline, World, url

small = st.integers(0, 3)


@st.composite
def fields(draw, contest="c"):
    """Entrants of one contest, with many ties."""
    count = draw(st.integers(0, 12))
    people = []
    for number in range(1, count + 1):
        score = draw(st.none() | small)
        about = {"id": number, "contest_id": contest, "joined_at": T0, "best_score": score}
        about["user_id"] = draw(st.none() | st.just(number))
        if score is not None:
            about |= {"tries": draw(st.integers(1, 2)), "best_submission": number}
            about["reached_ms"] = draw(small)
        about["disqualified_at"] = draw(st.sampled_from([None, None, T0]))
        people.append(Entrant(insider=draw(st.sampled_from([False, False, True])), **about))
    return people


def competes(entrant):
    return (
        entrant.best_score is not None and entrant.disqualified_at is None and not entrant.insider
    )


def beats(a, b, ties="opening"):
    if a.best_score != b.best_score:
        return a.best_score > b.best_score
    if ties == "shared":
        return False
    if a.reached_ms != b.reached_ms:
        return a.reached_ms < b.reached_ms
    return a.tries < b.tries


def places(people, ties):
    """A player whom n others beat has place n + 1."""
    counted = list(filter(competes, people))
    return {e.id: 1 + sum(beats(other, e, ties) for other in counted) for e in counted}


@given(fields(), st.sampled_from(list(TIES)))
def test_places_are_one_more_than_those_who_beat_you(people, ties):
    expected = places(people, ties)
    keys = sorted(order_of(e, ties) for e in people if e.id in expected)
    for e in people:
        if e.id in expected:
            assert place_among(order_of(e, ties), keys) == expected[e.id]


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_a_share_of_par_never_flatters(score, par):
    share = Fraction(str(GAMES["snake"].hundredths(score, par) / 100))
    assert share <= Fraction(100 * score, par) < share + Fraction(1, 100)
    assert (share >= 100) == (score >= par)


def test_where_par_is_nothing_all_have_it():
    assert GAMES["snake"].hundredths(0, 0) == 10_000


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


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people=fields(), ties=st.sampled_from(list(TIES)))
def test_the_database_counts_the_same_places(database, people, ties):
    loop, store, contest = database

    async def check():
        async with store.database.write() as tx:
            await tx.execute(delete(entrant_table))
            await tx.execute(update(contest_table).values(ties=ties))
            for e in people:
                row = {"joined_at": T0, "best_score": e.best_score, "reached_ms": e.reached_ms}
                row |= {"tries": e.tries, "disqualified_at": e.disqualified_at, "id": e.id}
                row["insider"] = e.insider
                await tx.execute(insert(entrant_table).values(contest_id=contest.id, **row))
        expected = places(people, ties)
        ranked = [e for e in people if e.id in expected]
        # People who share a place are listed in the order in which they reached it.
        ranked.sort(key=lambda e: (order_of(e, ties), e.reached_ms, e.id))
        async with store.database.read() as tx:
            whole = await entrant_store.board(tx, contest.id, 0, None, None)
            assert [(row.place, row.score, row.reached_ms, row.tries) for row in whole] == [
                (expected[e.id], e.best_score, e.reached_ms, e.tries) for e in ranked
            ]
            assert await entrant_store.count(tx, contest.id) == (len(people), len(ranked))
            for first in range(len(whole)):
                some = await entrant_store.board(tx, contest.id, first, 2, None)
                assert some == whole[first : first + 2]
            for e in await entrant_store.of_contest(tx, contest.id):
                if e.id in expected:
                    board = sorted(await entrant_store.keys(tx, contest.id))
                    assert len(board) == len(expected)
                    assert place_among(order_of(e, ties), board) == expected[e.id]

    loop.run_until_complete(check())


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(fields(), max_size=5),
    st.integers(1, 6),
    st.integers(0, 3),
    st.none() | st.integers(1, 3),
    st.lists(st.sampled_from(list(TIES)), min_size=5, max_size=5),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
    st.sampled_from(("percent", "points")),
    st.sampled_from(("percent", "points")),
)
def test_a_season_is_the_mean_of_each_ones_best_or_the_sum_of_their_points(
    database, contests_people, best, par, limit, ties, evenings, sums, scoring
):
    """Contests of evening 0 stand alone; those in other evenings are lists, summed by `sums`."""
    loop, store, contest = database
    everybody = [
        [replace(e, id=100 * n + e.id, contest_id=f"season{n}") for e in people]
        for n, people in enumerate(contests_people)
    ]
    viewer = 7

    async def held():
        async with store.database.write() as tx:
            await tx.execute(delete(contest_table).where(contest_table.c.id != contest.id))
            await tx.execute(delete(entrant_table))
            await tx.execute(delete(season_table))
            for evening in {0, *evenings} - {0}:
                about = {"guild_id": GUILD, "channel_id": CHANNEL, "parent_id": None}
                season = drafted("Friday", T0, 5, sums, created_by=None, **about)
                await rows.add(tx, replace(season, id=f"evening{evening}"))
            for n in range(len(contests_people)):
                row = asdict(contest) | {"id": f"season{n}", "par": par, "state": "revealed"}
                row |= {"ties": ties[n], "round": n}
                row["season_id"] = f"evening{evenings[n]}" if evenings[n] else None
                await tx.execute(insert(contest_table).values(**row))
            for e in itertools.chain(*everybody):
                row = asdict(e) | {"joined_at": T0}
                await tx.execute(insert(entrant_table).values(**row))
        queries = ContestQueries(store.database, Inline({}), {})
        return [
            await queries.standings(SCOPE, best, scoring=scoring, viewer=viewer, limit=few)
            for few in (None, limit)
        ]

    season, cut = loop.run_until_complete(held())
    together = {}
    for n, people in enumerate(everybody):
        together.setdefault(evenings[n] or f"alone {n}", []).append((people, ties[n]))
    events = [results_of(lists, par, sums) for lists in together.values()]
    assert season.held == len(events)
    k = max(1, min(best, len(events)))
    for row in season.rows:
        own = [event[row.user_id] for event in events if row.user_id in event]
        assert (row.played, row.won) == (len(own), sum(place == 1 for place, _ in own))
        if scoring == "points":
            points = sorted((points_of(place) for place, _ in own), reverse=True)
            assert (row.result, row.counted) == (sum(points[:k]), tuple(points[:k]))
            continue
        shares = sorted((share for _, share in own), reverse=True)
        assert row.result == sum(shares[:k]) // k / 100
        assert row.counted == tuple(share / 100 for share in shares[:k])
    assert {row.user_id for row in season.rows} == set().union(*events)
    keys = [(round(100 * sum(row.counted)), row.won) for row in season.rows]
    assert [row.place for row in season.rows] == [1 + sum(k > key for k in keys) for key in keys]
    assert keys == sorted(keys, reverse=True)
    assert season.ranked == cut.ranked == len(season.rows)
    assert cut.rows == season.rows[:limit]
    rest = [] if limit is None else season.rows[limit:]
    assert cut.own == next((row for row in rest if row.user_id == viewer), None)


def points_of(place):
    return POINTS[place - 1] if place <= len(POINTS) else 0


def results_of(lists, par, sums):
    """Everybody's place and share of par, by user, in a contest or an evening of several."""
    each = {}
    for people, ties in lists:
        place = places(people, ties)
        for e in people:
            if competes(e) and e.user_id is not None:
                share = GAMES["snake"].hundredths(e.best_score, par)
                each.setdefault(e.user_id, []).append((place[e.id], share))
    if len(lists) == 1:
        return {user: own[0] for user, own in each.items()}

    def merit(own):
        total = sum(points_of(place) if sums == "points" else share for place, share in own)
        return total, sum(place == 1 for place, _ in own)

    return {
        user: (
            1 + sum(merit(other) > merit(own) for other in each.values()),
            sum(share for _, share in own) // len(lists),
        )
        for user, own in each.items()
    }


async def test_a_season_over_real_contests(world):
    great = ("nausea", "seasick", "stone", "tone", "street", "test")
    for day, order in enumerate((great, great, tuple(sorted(great)))):
        sent = [(1, 1, order), (2, 2, great)]
        at = T0 + timedelta(days=day)
        contest = await world.finished(sent, at=at, ties="opening")
    await world.announced(at=T0 + timedelta(days=9))
    season = await world.contests.queries.standings(SCOPE, best=2, last=5)
    assert [c.created_at.day for c in season.contests] == [6, 5, 4]
    assert [(row.place, row.user_id, row.won) for row in season.rows] == [(1, 1, 2), (2, 2, 1)]
    assert season.rows[0].result == season.rows[1].result
    latest = await world.contests.queries.standings(SCOPE, best=2, last=1)
    assert latest.best == 1
    assert [row.user_id for row in latest.rows] == [2, 1]
    assert (await world.contests.queries.standings(Scope(GUILD + 1), best=3)).rows == ()
    since = await world.contests.queries.standings(SCOPE, best=9, since=contest.created_at)
    assert [c.id for c in since.contests] == [contest.id]
