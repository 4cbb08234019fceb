"""Anigram games, compared with a full list of all games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.anigram import (
    FIRST_SIZE,
    AnigramCountRequest,
    AnigramRequest,
    AnigramResult,
    count,
    solve,
)
from solvers.deadline import Deadline
from solvers.errors import NoAnswer
from solvers.lexicon import Lexicon
from tests.solvers.growth import brute
from tests.solvers.growth.lists import SMALL, lexicon_of

word_lists = st.lists(st.text("aabc", min_size=3, max_size=8), min_size=1, max_size=40, unique=True)
NEVER = Deadline.never()


@pytest.fixture(scope="module")
def small() -> Lexicon:
    return lexicon_of(SMALL.read_text().split())


def letters_of(result: AnigramResult) -> tuple[str, ...]:
    return tuple(stage.letters for stage in result.chain)


def check(result: AnigramResult, allowed: list[brute.Chain], words: list[str]) -> None:
    """Compare an answer with all games that the request allows."""
    assert letters_of(result) in allowed
    assert result.games == len(allowed)
    for stage in result.chain:
        assert sorted(stage.words) == sorted(w for w in words if sorted(w) == list(stage.letters))
    for before, after in zip(result.chain, result.chain[1:], strict=False):
        assert sorted(before.letters + after.added) == list(after.letters)
    assert result.chain[0].added == ""
    assert sorted(result.start + result.added) == list(result.chain[-1].letters)


def answer(request: AnigramRequest, lexicon: Lexicon) -> AnigramResult | None:
    try:
        return solve(request, lexicon, NEVER)
    except NoAnswer:
        return None


@settings(max_examples=50)
@given(words=word_lists, first=st.integers(1, 6), more=st.integers(0, 4))
def test_counts_equal_the_number_of_all_games(words: list[str], first: int, more: int) -> None:
    games = brute.anigram_games(words, first)
    found = count(AnigramCountRequest(first, first + more), lexicon_of(words), NEVER)
    by_length = Counter(len(game[-1]) for game in games)
    assert found.starts == by_length[first]
    sizes = range(first + 1, min(first + more, max(by_length, default=0)) + 1)
    assert found.games == {size: by_length[size] for size in sizes}
    ends = Counter(game[-1] for game in brute.longest(games))
    assert {ending.letters: ending.games for ending in found.longest} == ends
    for ending in found.longest:
        assert ending.length == len(ending.letters) == first + ending.stages - 1
        assert sorted(ending.words) == sorted(w for w in words if sorted(w) == list(ending.letters))


@settings(max_examples=50)
@given(words=word_lists, length=st.integers(4, 8), seed=st.integers(0, 99))
def test_games_from_anywhere(words: list[str], length: int, seed: int) -> None:
    games = brute.anigram_games(words, FIRST_SIZE)
    lexicon = lexicon_of(words)
    for request, allowed in (
        (AnigramRequest(seed=seed), brute.longest(games)),
        (AnigramRequest(length=length, seed=seed), [g for g in games if len(g[-1]) == length]),
    ):
        result = answer(request, lexicon)
        if result is None:
            assert not allowed
        else:
            check(result, allowed, words)


@settings(max_examples=50)
@given(words=word_lists, seed=st.integers(0, 99), data=st.data())
def test_games_from_to_and_between(words: list[str], seed: int, data: st.DataObject) -> None:
    playable = [word for word in words if len(word) >= FIRST_SIZE] or ["aabc"]
    words = words if len(playable) > 1 else [*{*words, *playable}]
    lexicon = lexicon_of(words)
    start, end = data.draw(st.sampled_from(playable)), data.draw(st.sampled_from(playable))
    length = data.draw(st.none() | st.integers(len(start), 9))
    shuffled = "".join(data.draw(st.permutations(start)))
    games = brute.anigram_games(words, len(start))
    from_start = [game for game in games if game[0] == "".join(sorted(start))]

    result = answer(AnigramRequest(start=shuffled, length=length, seed=seed), lexicon)
    allowed = brute.longest(from_start)
    if length is not None:
        allowed = [game for game in from_start if len(game[-1]) == length]
    assert (result is None) == (not allowed)
    if result is not None:
        check(result, allowed, words)
        beyond = [game for game in from_start if game[: len(result.chain)] == letters_of(result)]
        assert result.reach == len(brute.longest(beyond)[0][-1])

    every, ending = brute.anigram_games(words, FIRST_SIZE), "".join(sorted(end))
    ends_there = [game for game in every if game[-1] == ending]
    result = answer(AnigramRequest(end=end, seed=seed), lexicon)
    assert (result is None) == (not ends_there)
    if result is not None:
        check(result, ends_there, words)

    if not Counter(start) - Counter(end):
        between = [game for game in from_start if game[-1] == ending]
        result = answer(AnigramRequest(start=shuffled, end=end, seed=seed), lexicon)
        assert (result is None) == (not between)
        if result is not None:
            check(result, between, words)


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(AnigramRequest(), marks=pytest.mark.slow),
        AnigramRequest(start="rain"),
        AnigramRequest(end="transit"),
        AnigramRequest(start="rain", end="strontia"),
        AnigramRequest(start="rain", added="t", length=7),
        pytest.param(AnigramRequest(length=7), marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_every_game_is_as_likely(request_: AnigramRequest, small: Lexicon) -> None:
    draws = 20
    first = solve(request_, small, NEVER)
    assert first.games > 3
    rounds = draws * first.games
    drawn = Counter(
        letters_of(
            solve(
                AnigramRequest(request_.start, request_.added, request_.end, request_.length, seed),
                small,
                NEVER,
            )
        )
        for seed in range(rounds)
    )
    assert len(drawn) == first.games
    # Pearson's statistic: its mean is games - 1 and its deviation the root of twice that.
    statistic = sum((times - draws) ** 2 / draws for times in drawn.values())
    freedom = first.games - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5


def test_a_seed_is_returned_and_repeats_its_game(small: Lexicon) -> None:
    first = solve(AnigramRequest(), small, NEVER)
    assert solve(AnigramRequest(seed=first.seed), small, NEVER) == first


def test_a_walk_keeps_what_was_played(small: Lexicon) -> None:
    whole = solve(AnigramRequest(start="rain", seed=5), small, NEVER)
    assert whole.reach == len(whole.chain[-1].letters)
    for played in range(len(whole.added) + 1):
        added = whole.added[:played]
        onward = solve(AnigramRequest(start="rain", added=added, seed=5), small, NEVER)
        assert onward.chain[: played + 1] == whole.chain[: played + 1]
        assert len(onward.chain) == len(whole.chain)
        shown = solve(AnigramRequest(start="rain", added=added, length=4 + played), small, NEVER)
        assert shown.chain == whole.chain[: played + 1]
        assert shown.games == 1
        assert shown.reach == whole.reach


def test_words_come_commonest_first() -> None:
    lexicon = lexicon_of(["tesa\t50", "east\t4", "seat\t1", "teas\t4"])
    (stage,) = solve(AnigramRequest(start="aest"), lexicon, NEVER).chain
    assert stage.words == ("seat", "east", "teas", "tesa")
