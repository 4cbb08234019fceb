"""Places, ties, points and turns as pure functions."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.puzzles import GAMES
from bot.races import rules
from tests.bot.examples.races import PUZZLES, play, race

plays = st.builds(
    lambda number, share, result, reached, solved: play(
        number,
        number,
        share=share,
        result=result if share else None,
        reached_ms=reached if share else None,
        solved_ms=solved if share and result else None,
    ),
    st.integers(1, 10**6),
    st.integers(0, 100),
    st.none() | st.integers(1, 5),
    st.integers(0, 5),
    st.none() | st.integers(0, 5),
)
people = st.lists(plays, max_size=12, unique_by=lambda one: one.id)
modes = st.sampled_from(["first", "best"])
games = st.sampled_from(["ladder", "snake", "anigram", "truncate", "resize"])


def ranked(mode, game, some):
    keys = {one.id: rules.order_key(mode, game, one) for one in some}
    return keys, rules.places(keys)


@given(modes, games, people)
def test_a_place_is_one_more_than_how_many_are_better(mode, game, some):
    keys, found = ranked(mode, game, some)
    for one, place in found.items():
        better = [key for key in keys.values() if key is not None and key < keys[one]]
        assert place == 1 + len(better)
    assert set(found) == {one for one, key in keys.items() if key is not None}


@given(modes, games, people, st.randoms())
def test_places_do_not_depend_on_who_is_asked_about_first(mode, game, some, random):
    _, found = ranked(mode, game, some)
    random.shuffle(some)
    assert ranked(mode, game, some)[1] == found


@given(modes, games, people)
def test_equals_share_a_place_and_only_equals_do(mode, game, some):
    keys, found = ranked(mode, game, some)
    for one in found:
        for other in found:
            assert (found[one] == found[other]) == (keys[one] == keys[other])


@given(people)
def test_who_solved_it_first_is_before_who_did_later_or_not(some):
    _, found = ranked("first", "ladder", some)
    in_order = sorted((one for one in some if one.id in found), key=lambda one: found[one.id])
    for before, after in pairwise(in_order):
        if after.solved_ms is not None:
            assert before.solved_ms is not None
            assert before.solved_ms <= after.solved_ms


@given(games, people)
def test_the_better_result_is_before_the_worse_and_the_earlier_of_equals(game, some):
    _, found = ranked("best", game, some)
    scored = [one for one in some if one.id in found and one.result]
    for one in scored:
        for other in scored:
            if one.result == other.result:
                if one.reached_ms < other.reached_ms:
                    assert found[one.id] < found[other.id]
            elif found[one.id] < found[other.id]:
                assert (one.result < other.result) == GAMES[game].fewest


@given(people, st.booleans())
def test_points_follow_places_and_a_tied_duel_has_none(some, duel):
    _, found = ranked("first", "ladder", some)
    points = rules.points_of_places(race(duel=duel), found)
    if duel:
        assert sum(points.values()) == (list(found.values()).count(1) == 1)
    else:
        assert all(points[one] == rules.POINTS.get(place, 0) for one, place in found.items())


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 5), st.integers(0, 5))
def test_a_duel_is_decided_once_nobody_can_catch_up(number, rounds, mine, yours):
    duel = race(duel=True, rounds=rounds, round=min(number, rounds))
    left = rounds - duel.round
    decided = rules.is_decided(duel, (mine, yours))
    if decided and left:
        assert max(mine, yours) > rounds / 2
    assert decided == (left == 0 or 2 * max(mine, yours) > rounds)


def test_a_try_never_takes_a_result_away():
    from bot.puzzles import judge

    puzzle = PUZZLES["snake"]
    best = judge(puzzle, puzzle.solution, set())
    worse = judge(puzzle, sorted(puzzle.given), set())
    first = play(1)
    after = rules.after_try("best", puzzle, first, best, 500)
    assert (after.result, after.share, after.reached_ms, after.solved_ms) == (10, 100, 500, 500)
    assert after.done
    again = rules.after_try("best", puzzle, after, worse, 900)
    assert (again.result, again.reached_ms, again.solved_ms) == (10, 500, 500)


def test_a_ladder_that_does_not_arrive_is_not_nearly_there():
    from bot.puzzles import judge

    puzzle = replace(PUZZLES["ladder"], par=3)
    verdict = judge(puzzle, ["cord", "card", "cart"], {"cord", "card", "cart"})
    after = rules.after_try("best", puzzle, play(1), verdict, 500)
    assert (verdict.result, after.share, after.done) == (None, 95, False)
