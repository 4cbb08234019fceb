"""The solver against a search that tries everything, on tiny random lists with all options."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.errors import NoAnswer
from solvers.ladder import COSTS, MOVES, Ladder, LadderRequest, LadderResult, ranked, solve
from tests.solvers.ladder.brute import Brute, leads
from tests.solvers.ladder.lists import lexicon_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from solvers.lexicon import Lexicon


RARENESS = st.sampled_from([0, 1, 1, 4, 20, 2_000_000])
MORE = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.filter_too_much,
        HealthCheck.too_slow,
    ],
)


def word_lists(shortest: int, longest: int, most: int) -> st.SearchStrategy[dict[str, int]]:
    words = st.text("abc", min_size=shortest, max_size=longest)
    return st.dictionaries(words, RARENESS, min_size=3, max_size=most)


OF_ONE_LENGTH = st.one_of(word_lists(2, 2, 8), word_lists(3, 3, 9))
OF_ALL_LENGTHS = word_lists(1, 3, 7)


@st.composite
def puzzles(
    draw: st.DrawFn, lists: st.SearchStrategy[dict[str, int]]
) -> tuple[dict[str, int], list[str], list[str], int]:
    """Draw a list, stops in it, some of its words to avoid, and a seed."""
    rareness = draw(lists)
    words = draw(st.permutations(sorted(rareness)))
    stops = words[: draw(st.integers(2, min(4, len(words))))]
    avoid = words[len(stops) : len(stops) + draw(st.integers(0, 2))]
    return rareness, stops, avoid, draw(st.integers(0, 2**32 - 1))


def asked(
    lexicon: Lexicon, stops: Sequence[str], avoid: Sequence[str], seed: int, **more: object
) -> LadderResult | None:
    request = LadderRequest(
        stops[0], stops[-1], via=tuple(stops[1:-1]), avoid=tuple(avoid), seed=seed, **more
    )
    try:
        return solve(request, lexicon, Deadline.never())
    except NoAnswer:
        return None


def check_words(ladder: Ladder, moves: Collection[str], rareness: Mapping[str, int]) -> None:
    assert all(leads(one, other, moves) for one, other in pairwise(ladder.words))
    assert ladder.rareness == sum(rareness[word] for word in ladder.words[1:])


def check_best(
    found: LadderResult | None, brute: Brute, ladders: list[list[str]], moves: Collection[str]
) -> None:
    """Compare with all possible ladders: which is best, and how many are equally good."""
    if not ladders:
        assert found is None
        return
    assert found is not None
    for ladder, best in (
        (found.shortest, brute.shortest(ladders)),
        (found.common, brute.common(ladders)),
    ):
        assert ladder is not None
        check_words(ladder, moves, brute.rareness)
        assert list(ladder.words) in best
        assert ladder.count in {len(best), None}
    assert not found.gave_up


@MORE
@given(puzzles(OF_ONE_LENGTH))
def test_changes(heuristics: str, puzzle: tuple[dict[str, int], list[str], list[str], int]) -> None:
    rareness, stops, avoid, seed = puzzle
    brute = Brute(rareness, ("change",), avoid)
    found = asked(lexicon_of(rareness), stops, avoid, seed)
    check_best(found, brute, brute.by_legs(stops), ("change",))
    for ladder in (found.shortest, found.common) if found else ():
        assert ladder is not None
        assert ladder.count is not None
        assert ladder.uniform


@MORE
@given(puzzles(OF_ONE_LENGTH), st.sampled_from(COSTS), st.data())
def test_costs(
    heuristics: str,
    puzzle: tuple[dict[str, int], list[str], list[str], int],
    cost: str,
    data: st.DataObject,
) -> None:
    rareness, stops, avoid, seed = puzzle
    known = {word: data.draw(st.sampled_from([0, 29, 30, 38, 41, 70])) for word in rareness}
    paid = {word: 100 + 3 * max(0, 40 - n) + 2_000 * (n < 30) for word, n in known.items()}
    brute = Brute(rareness if cost == "rareness" else paid, ("change",), avoid)
    ladders, lexicon = brute.by_legs(stops), lexicon_of(rareness, known)
    found = asked(lexicon, stops, avoid, seed, cost=cost)
    assert (found is None) == (not ladders)
    if found is None:
        return
    request = LadderRequest(
        stops[0], stops[-1], via=tuple(stops[1:-1]), avoid=tuple(avoid), cost=cost
    )
    listed = ranked(request, 5, lexicon, Deadline.never())
    for kind, best in (("shortest", brute.shortest(ladders)), ("common", brute.common(ladders))):
        ladder = getattr(found, kind)
        check_words(ladder, ("change",), rareness)
        assert list(ladder.words) in best
        assert (ladder.count, ladder.cost) == (len(best), brute.cost(ladder.words))
        best.sort(key=lambda words: (brute.cost(words), words))
        assert [list(each.words) for each in getattr(listed, kind)] == best[:5]
        assert [each.cost for each in getattr(listed, kind)] == [*map(brute.cost, best[:5])]


@MORE
@given(puzzles(OF_ALL_LENGTHS), st.sets(st.sampled_from(MOVES), min_size=1))
def test_all_moves(
    puzzle: tuple[dict[str, int], list[str], list[str], int], moves: set[str]
) -> None:
    rareness, stops, avoid, seed = puzzle
    assume(moves & {"insert", "delete"} or len({len(stop) for stop in stops}) == 1)
    brute = Brute(rareness, moves, avoid)
    found = asked(lexicon_of(rareness), stops, avoid, seed, moves=tuple(moves))
    check_best(found, brute, brute.by_legs(stops), moves)


def some_steps(data: st.DataObject, brute: Brute, stops: list[str]) -> tuple[int, list[list[str]]]:
    """Draw a number of steps, mostly one that some ladder has; return it and its ladders."""
    possible = sorted({len(path) - 1 for path in brute.simple(stops[0], stops[-1])})
    fewest = len(stops) - 1
    steps = data.draw(st.sampled_from([n for n in possible if n >= fewest] or [fewest]))
    steps += data.draw(st.sampled_from([0, 0, 0, 1]))
    return steps, brute.of_steps(stops, steps)


@pytest.mark.slow
@MORE
@given(puzzles(OF_ONE_LENGTH), st.data())
def test_steps(
    heuristics: str,
    effort: str,
    puzzle: tuple[dict[str, int], list[str], list[str], int],
    data: st.DataObject,
) -> None:
    rareness, stops, avoid, seed = puzzle
    brute = Brute(rareness, ("change",), avoid)
    steps, ladders = some_steps(data, brute, stops)
    found = asked(lexicon_of(rareness), stops, avoid, seed, steps=steps)
    check_best(found, brute, ladders, ("change",))
    for ladder in (found.shortest, found.common) if found else ():
        assert ladder is not None
        assert effort != "listed" or (ladder.count is not None and ladder.uniform)
        assert ladder.uniform or effort == "searched, not counted"


@pytest.mark.slow
@MORE
@given(puzzles(OF_ALL_LENGTHS), st.sets(st.sampled_from(MOVES), min_size=1), st.data())
def test_steps_of_all_moves(
    effort: str,
    puzzle: tuple[dict[str, int], list[str], list[str], int],
    moves: set[str],
    data: st.DataObject,
) -> None:
    rareness, stops, avoid, seed = puzzle
    assume(moves & {"insert", "delete"} or len({len(stop) for stop in stops}) == 1)
    brute = Brute(rareness, moves, avoid)
    steps, ladders = some_steps(data, brute, stops)
    found = asked(lexicon_of(rareness), stops, avoid, seed, moves=tuple(moves), steps=steps)
    check_best(found, brute, ladders, moves)


@pytest.mark.full
@settings(MORE, max_examples=5_000)
@given(puzzles(word_lists(4, 4, 10)), st.data())
def test_many_more(
    heuristics: str,
    puzzle: tuple[dict[str, int], list[str], list[str], int],
    data: st.DataObject,
) -> None:
    rareness, stops, avoid, seed = puzzle
    brute = Brute(rareness, ("change",), avoid)
    lexicon = lexicon_of(rareness)
    check_best(asked(lexicon, stops, avoid, seed), brute, brute.by_legs(stops), ("change",))
    steps, ladders = some_steps(data, brute, stops)
    found = asked(lexicon, stops, avoid, seed, steps=steps)
    check_best(found, brute, ladders, ("change",))


@pytest.mark.parametrize("steps", range(1, 7))
def test_counts_of_steps_where_walks_turn_back(effort: str, steps: int) -> None:
    rareness = dict.fromkeys((a + b + "a" for a in "abc" for b in "abc"), 1) | {"bba": 4}
    brute = Brute(rareness, ("change",))
    found = asked(lexicon_of(rareness), ["aaa", "cca"], [], 1, steps=steps)
    check_best(found, brute, brute.of_steps(["aaa", "cca"], steps), ("change",))
