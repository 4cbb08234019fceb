"""Words that games choose: people know them, and nobody is ashamed of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from solvers import anigram, lexicon_of, truncate, wordsnake
from solvers.anigram import AnigramRequest
from solvers.deadline import Deadline
from solvers.errors import BadInput, NoAnswer
from solvers.ladder import LadderRequest, solve
from solvers.lexicon import FAMILIARITIES, Lexicon
from solvers.lexicon.choice import LEFT_OUT
from solvers.library import open_lexicon
from solvers.truncate import TruncateRequest
from solvers.wordsnake import GenerateRequest
from tests.solvers.flagging import real_flags
from tests.solvers.growth.brute import anigram_games, truncate_sequences

NEVER = Deadline.never()


@cache
def full() -> Lexicon:
    return open_lexicon()


def known(word: str) -> bool:
    return full().familiarity[full().find(word)] >= FAMILIARITIES["known"]


def test_games_of_familiar_words() -> None:
    ends = Counter()
    for seed in range(40):
        game = anigram.solve(AnigramRequest(familiar=True, seed=seed), full(), NEVER)
        shown = [stage.words[0] for stage in game.chain]
        assert 4 == len(shown[0]) < 6 <= len(shown[-1]) <= 9
        assert all(map(known, shown))
        assert not [word for stage in game.chain for word in stage.words if real_flags()[word]]
        assert all(not Counter(one) - Counter(other) for one, other in pairwise(shown))
        assert not [one for one, other in pairwise(shown) if other.startswith(one)]
        ends[shown[-1]] += 1
    assert len(ends) >= 38


@pytest.mark.parametrize("mode", truncate.MODES)
def test_sequences_of_familiar_words(mode) -> None:
    ends = Counter()
    for seed in range(40):
        request = TruncateRequest(familiar=True, mode=mode, seed=seed)
        sequence = truncate.solve(request, full(), NEVER).sequence
        assert len(sequence) >= 4
        assert sequence[-1] != f"{sequence[-2]}s"
        assert all(known(word) for word in sequence if len(word) > 1)
        assert not [word for word in sequence if real_flags().get(word)]
        for one, other in pairwise(sequence):
            places = range(len(other)) if mode == "anywhere" else (0, len(other) - 1)
            assert one in {other[:i] + other[i + 1 :] for i in places}
        ends[sequence[-1]] += 1
    assert len(ends) >= 36


def share_known(words) -> float:
    return sum(map(known, words)) / len(words)


def words_of(answer) -> list[str]:
    if isinstance(answer, truncate.TruncateResult):
        return [word for word in answer.sequence if len(word) > 1]
    return [stage.words[0] for stage in answer.chain]


@pytest.mark.parametrize(
    ("game", "request_"),
    [
        (anigram, AnigramRequest("team", length=8)),
        (anigram, AnigramRequest("tins", length=7)),
        (truncate, TruncateRequest("a", mode="anywhere")),
    ],
)
def test_one_of_many_answers_has_words_that_people_know(game, request_) -> None:
    asked = [replace(request_, seed=seed) for seed in range(10)]
    (drawn,) = zip(*(game.sample(one, 1, full(), NEVER) for one in asked), strict=True)
    solved = [game.solve(one, full(), NEVER) for one in asked]
    assert {answer.seed for answer in solved} == {*range(10)}
    average = [sum(share_known(words_of(one)) for one in some) / 10 for some in (drawn, solved)]
    assert average[0] + 0.1 < average[1] > 0.5


def test_each_of_a_few_answers_may_come() -> None:
    request = AnigramRequest(start="term", end="master")
    few = anigram.sample(replace(request, seed=0), 1, full(), NEVER)[0].games
    assert 1 < few < 16
    ways = {anigram.solve(replace(request, seed=n), full(), NEVER).added for n in range(30 * few)}
    assert len(ways) == few


def test_how_many_games_there_are_between_the_same_ends() -> None:
    words = ["arts", "aster", "dare", "dater", "read", "star", "stared", "stare", "tears", "trades"]
    small = lexicon_of(words)
    game = anigram.solve(AnigramRequest(familiar=True, length=6, seed=1), small, NEVER)
    between = [g for g in anigram_games(words, 4) if (g[0], g[-1]) == (game.start, "aderst")]
    assert game.games == len(between)
    few = ["an", "pan", "span", "spank", "ban"]
    sequence = truncate.solve(TruncateRequest(familiar=True, seed=1), lexicon_of(few), NEVER)
    assert sequence.sequence == ("a", "an", "pan", "span", "spank")
    assert sequence.count == sum(
        (s[0], s[-1]) == ("a", "spank") for s in truncate_sequences(few, anywhere=False)
    )


def test_no_ends_may_be_given_and_some_length_is_too_long() -> None:
    with pytest.raises(BadInput):
        anigram.solve(AnigramRequest(start="rats", familiar=True), full(), NEVER)
    with pytest.raises(BadInput):
        truncate.solve(TruncateRequest(start="a", familiar=True), full(), NEVER)
    with pytest.raises(NoAnswer):
        anigram.solve(AnigramRequest(length=17, familiar=True), full(), NEVER)
    with pytest.raises(NoAnswer):
        truncate.solve(TruncateRequest(familiar=True), lexicon_of(["an"]), NEVER)


def test_words_to_avoid_are_not_drawn() -> None:
    few = lexicon_of(["an", "pan", "span", "spank", "ban", "bands"])
    request = TruncateRequest(familiar=True, avoid=("spank",), seed=3)
    assert truncate.solve(request, few, NEVER).sequence == ("bands",)


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_generated_lists_have_familiar_words(difficulty) -> None:
    common = open_lexicon("common")
    for seed in range(2):
        request = GenerateRequest(8, difficulty, seed=seed)
        words = wordsnake.generate(request, common, NEVER).words
        assert all(map(known, words))
        assert not [word for word in words if real_flags()[word]]


def test_shortest_ladders_prefer_familiar_words() -> None:
    asked = [LadderRequest("love", "hate", seed=seed) for seed in range(50)]
    drawn = Counter(solve(request, full(), NEVER).shortest.words for request in asked)
    (most, _), *_ = drawn.most_common(1)
    assert most == ("love", "hove", "have", "hate")


@pytest.mark.parametrize("pair", ["cold warm", "love hate", "cat dog", "black white", "hard soft"])
def test_ladders_of_common_words_have_known_words_only(pair) -> None:
    start, target = pair.split()
    found = solve(LadderRequest(start, target, seed=5), full(), NEVER).common
    assert found is not None
    assert all(map(known, found.words))
    assert found.steps <= 8


def joined(start: int, target: int, words: set[int]) -> bool:
    """Return whether some words alone lead from one word to another."""
    seen, layer = {start}, [start]
    while layer and target not in seen:
        layer = list(({n for word in layer for n in full().neighbours(word)} & words) - seen)
        seen.update(layer)
    return target in seen


@pytest.mark.parametrize("length", [3, 4, 5])
def test_ladders_of_common_words_avoid_strange_ones_where_they_can(length) -> None:
    rng, strange = Random(length), 0
    words = {id_ for id_ in full().ids_of_length(length) if full().familiarity[id_] >= 30}
    words -= {id_ for id_ in words if full().flagged[id_] or full().word(id_) in LEFT_OUT}
    for seed in range(40):
        start, target = rng.sample(full().familiar_ids(length, 30), 2)
        if joined(start, target, words):
            request = LadderRequest(full().word(start), full().word(target), seed=seed)
            found = solve(request, full(), NEVER).common
            assert found is not None
            strange += not {*map(full().find, found.words)} <= words
    assert strange <= 1
