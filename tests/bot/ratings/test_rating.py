"""Ratings, compared with the published example and the paper; listing and forgetting."""

from dataclasses import replace
from datetime import timedelta
from math import exp, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import RaceError
from bot.races import ALL, PROVISIONAL, is_provisional
from bot.ratings.rating import after_round, new_rating, rate, shown
from bot.store import races
from tests.bot.world import ANNA, BEN, CARL, GUILD, T0, after
from tests.bot.world import RACE as LADDER

UNKNOWN = (25.0, 25 / 3)
BETA = 25 / 6
TAU = 25 / 300


def test_the_published_example_of_one_against_one():
    """The example is older than the drift of skills (`TAU`), which changes little."""
    winner, loser = rate([UNKNOWN, UNKNOWN], [1, 2])
    assert winner == pytest.approx((27.63523138347365, 8.065506316323548), rel=1e-4)
    assert loser == pytest.approx((22.36476861652635, 8.065506316323548), rel=1e-4)


def as_in_the_paper(skills, places):
    """Rate by algorithm 4 of Weng and Lin (2011), written out for teams of one."""
    skills = [(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in skills]
    c = sqrt(sum(sigma**2 + BETA**2 for _, sigma in skills))
    strength = [exp(mu / c) for mu, _ in skills]
    rated = []
    for i, (mu, sigma) in enumerate(skills):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place <= places[i]:
                left = sum(s for s, other in zip(strength, places, strict=True) if other >= place)
                ties = places.count(place)
                chance = strength[i] / left
                omega += ((1 if q == i else 0) - chance) / ties
                delta += chance * (1 - chance) / ties
        omega *= sigma**2 / c
        delta *= sigma / c * (sigma / c) ** 2
        rated.append((mu + omega, sigma * sqrt(max(1 - delta, 0.0001))))
    return rated


skills = st.tuples(st.floats(5, 45), st.floats(1, 8))


@given(st.lists(st.tuples(skills, st.integers(1, 4)), min_size=2, max_size=8))
def test_the_arithmetic_is_the_papers(players):
    known, places = [list(one) for one in zip(*players, strict=True)]
    before = rate(known, places)
    for got, expected in zip(before, as_in_the_paper(known, places), strict=True):
        assert got[0] == pytest.approx(expected[0], rel=1e-6)
        assert got[1] == pytest.approx(expected[1], rel=1e-6)


@given(st.lists(st.integers(1, 5) | st.none(), min_size=2, max_size=8))
def test_a_round_is_a_game_for_each_and_a_win_for_a_sole_first(places):
    ratings = [new_rating(user, None, ALL, T0) for user in range(len(places))]
    found = {user: place for user, place in enumerate(places) if place is not None}
    changed = after_round(ratings, found, T0)
    assert {one.games for one in changed} == {1}
    assert sum(one.wins for one in changed) == (places.count(1) == 1)
    best = min(found.values(), default=None)
    for one in changed:
        assert one.streak == one.longest == one.wins
        assert is_provisional(one)
        if best is not None and found.get(one.user_id) == best and places.count(best) == 1:
            assert one.mu == max(other.mu for other in changed)


rounds = st.lists(st.tuples(st.none() | st.integers(1, 6), st.integers(2, 6)), max_size=6)


@settings(max_examples=30)
@given(rounds)
def test_the_best_place_is_the_first_among_the_most_people(played):
    one = new_rating(0, None, ALL, T0)
    for place, people in played:
        others = [new_rating(user, None, ALL, T0) for user in range(1, people)]
        found = {} if place is None else {0: min(place, people)}
        one = after_round([one, *others], found, T0)[0]
    placed = [(min(place, of), -of) for place, of in played if place is not None]
    best = min(placed, default=None)
    assert (one.best_place, one.best_of) == ((None, None) if best is None else (best[0], -best[1]))


async def test_a_race_is_rated_in_its_server_and_everywhere_once(world):
    status, start = await world.running(ANNA, BEN, CARL)
    await world.solve_round(status, BEN, start + timedelta(seconds=3))
    await world.solve_round(status, ANNA, start + timedelta(seconds=4))
    await world.solve_round(status, CARL, start + timedelta(seconds=5), words=("zzzz",))
    await world.look(start + timedelta(minutes=6))
    await world.look(start + timedelta(minutes=7))
    own = await world.races.queries.profile(BEN, GUILD, viewer=BEN)
    assert set(own.here) == set(own.everywhere) == {"ladder", ALL}
    total = own.everywhere[ALL]
    assert (total.games, total.wins, total.streak, own.favourite) == (1, 1, 1, "ladder")
    assert (total.best_place, total.best_of) == (1, 3)
    others = [await world.races.queries.profile(user, GUILD, viewer=BEN) for user in (ANNA, CARL)]
    ranked = [shown(one.here[ALL]) for one in (own, *others)]
    assert ranked == sorted(ranked, reverse=True)
    assert await world.races.queries.leaders(GUILD, ALL, 0) == []  # all are provisional


async def test_nobody_has_beaten_somebody_who_tried_nothing(world):
    status, start = await world.running(ANNA, BEN, CARL)
    await world.solve_round(status, ANNA, start + timedelta(seconds=4))
    assert (await world.race_at(status.race.id, start + timedelta(minutes=6))).plays[0].place == 1
    for user in (ANNA, BEN, CARL):
        assert not (await world.races.queries.profile(user, GUILD, viewer=user)).everywhere


async def test_who_does_not_want_it_is_on_no_leaderboard(world):
    async with world.database.write() as tx:
        for user, mu in ((ANNA, 30.0), (BEN, 28.0), (CARL, 26.0)):
            known = new_rating(user, None, ALL, T0)
            await races.put_ratings(tx, [replace(known, mu=mu, games=PROVISIONAL)])
    assert await world.races.queries.leaders(None, ALL, 0) == []  # nobody chose to be listed
    assert [one.user_id for one in await world.races.queries.leaders(None, ALL, BEN)] == [BEN]
    for user in (ANNA, BEN, CARL):
        await world.races.consent.show_to_others(world.act(user), here=True, everywhere=True)
    listed = await world.races.queries.leaders(None, ALL, 0)
    assert [one.user_id for one in listed] == [ANNA, BEN, CARL]
    await world.races.consent.show_to_others(world.act(BEN), here=False, everywhere=True)
    assert [one.user_id for one in await world.races.queries.leaders(None, ALL, 0)] == [ANNA, CARL]
    with pytest.raises(RaceError, match="is private"):
        await world.races.queries.profile(BEN, None, viewer=ANNA)
    assert (await world.races.queries.profile(BEN, None, viewer=BEN)).everywhere
    await world.races.consent.show_to_others(world.act(BEN), here=True, everywhere=True)
    await world.privacy.forget(ANNA)
    assert [one.user_id for one in await world.races.queries.leaders(None, ALL, 0)] == [BEN, CARL]
    assert not (await world.races.queries.profile(ANNA, None, viewer=ANNA)).everywhere


async def test_what_was_done_in_a_server_is_seen_in_others_by_consent_only(world):
    status, start = await world.running(ANNA, BEN)
    for user in (ANNA, BEN):
        await world.solve_round(status, user, start + timedelta(seconds=user % 7))
    await world.look(start + timedelta(minutes=6))
    shown = await world.races.queries.profile(BEN, GUILD, viewer=CARL)
    assert set(shown.here) == {"ladder", ALL}
    assert shown.everywhere == {}
    assert shown.favourite == "ladder"
    beta = await world.races.queries.profile(BEN, GUILD + 1, viewer=CARL)
    assert (beta.here, beta.everywhere) == ({}, {})
    with pytest.raises(RaceError, match="is private"):
        await world.races.queries.profile(BEN, None, viewer=CARL)
    assert (await world.races.queries.profile(BEN, None, viewer=BEN)).everywhere  # his own
    await world.races.consent.show_to_others(world.act(BEN), here=True, everywhere=True)
    assert await world.races.consent.show_to_others(world.act(BEN), here=True)  # as it was
    assert (await world.races.queries.profile(BEN, GUILD + 1, viewer=CARL)).everywhere
    assert not await world.races.consent.show_to_others(world.act(BEN), here=False)
    assert not await world.races.consent.show_to_others(world.act(BEN), here=True)


async def test_all_of_a_race_is_shown_exported_and_forgotten(world):
    status, start = await world.running(ANNA, BEN, plan=replace(LADDER, rounds=2))
    await world.solve_round(status, ANNA, start + timedelta(seconds=3))
    await world.solve_round(status, BEN, start + timedelta(seconds=3), words=("zzzz",))
    await world.look(start + timedelta(minutes=6))
    await world.races.consent.block(world.act(ANNA), BEN, blocked=True)
    await world.races.consent.set_duels(world.act(ANNA, after(hours=1)), wanted=False)
    kept = await world.privacy.show(ANNA)
    assert kept["races and duels you were in"] == kept["races and duels you started"] == 1
    assert kept["rounds you raced"] == kept["tries in races"] == 1
    assert kept["how well you race and play contests"] == 4
    text = (await world.privacy.export(ANNA)).content.decode()
    assert str(BEN) not in text
    assert '"token"' not in text
    await world.privacy.forget(ANNA)
    assert await world.privacy.show(ANNA) == {}
    assert (await world.races.queries.status(status.race.id)).players[0].user_id is None
