"""Flagged words: shown only if typed, and answers are exact without them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvers import anigram, lexicon_of, truncate
from solvers import ladder as ladders
from solvers.anigram import AnigramCountRequest, AnigramRequest
from solvers.deadline import Deadline
from solvers.errors import NoAnswer, PuzzleError, UnknownWord
from solvers.ladder import COSTS, LadderRequest
from solvers.lexicon import Lexicon
from solvers.library import open_lexicon
from solvers.truncate import MODES, TruncateRequest
from tests.solvers.flagging import LEVELS, flagged_lexicon, hidden_words
from tests.solvers.growth.lists import answer
from tests.solvers.ladder.brute import Brute
from tests.solvers.ladder.brute_tier import Tier
from tests.sweeps import by_turns

NEVER = Deadline.never()
FEW = settings(max_examples=25)
POLICIES = st.sampled_from(sorted(LEVELS))
FLAGS = st.sampled_from([0, 0, 0, 1, 2])


def flagged_lists(letters: str, shortest: int, longest: int, most: int) -> Any:
    words = st.text(letters, min_size=shortest, max_size=longest)
    return st.dictionaries(words, FLAGS, min_size=3, max_size=most)


@cache
def full() -> Lexicon:
    return open_lexicon()


@FEW
@given(
    flagged=flagged_lists("abc", 3, 3, 12),
    policy=POLICIES,
    moves=st.sampled_from([("change",), ("change", "swap"), ("anagram", "change")]),
    steps=st.none() | st.integers(1, 5),
    cost=st.sampled_from(COSTS),
    data=st.data(),
)
def test_ladders_against_brute_force(flagged, policy, moves, steps, cost, data) -> None:
    words = sorted(flagged)
    rareness = {word: data.draw(st.sampled_from([1, 4, 20])) for word in words}
    stops = data.draw(st.permutations(words))[: data.draw(st.integers(2, 3))]
    hidden = [w for w in words if flagged[w] > LEVELS[policy] and w not in stops]
    kept_out = 400_000 if cost == "familiarity" else 0
    weights = {w: rareness[w] + kept_out * bool(flagged[w]) for w in words}
    brute = Brute(weights, moves, hidden)
    found = brute.by_legs(stops) if steps is None else brute.of_steps(stops, steps)
    assume(steps is None or steps >= len(stops) - 1)
    first, *via, last = stops
    asked = {"moves": moves, "steps": steps, "seed": 1, "policy": policy, "cost": cost}
    request = LadderRequest(first, last, via=tuple(via), **asked)
    lexicon = flagged_lexicon(flagged, rareness)
    if not found:
        with pytest.raises(NoAnswer) as caught:
            ladders.solve(request, lexicon, NEVER)
        anyhow = Brute(rareness, moves)
        possible = anyhow.by_legs(stops) if steps is None else anyhow.of_steps(stops, steps)
        assert (caught.value.code == "only_hidden") == bool(possible)
        return
    result = ladders.solve(request, lexicon, NEVER)
    assert result.shortest
    assert result.common
    bests = (brute.shortest(found), brute.common(found))
    for ladder, best in zip((result.shortest, result.common), bests, strict=True):
        assert list(ladder.words) in best
        assert ladder.count in {len(best), None}


@pytest.mark.parametrize("mode", MODES)
@FEW
@given(flagged=flagged_lists("abi", 2, 5, 25), policy=POLICIES, data=st.data())
def test_sequences_as_from_a_list_without_hidden_words(mode, flagged, policy, data) -> None:
    start, end = (data.draw(st.none() | st.sampled_from(sorted(flagged))) for _ in range(2))
    left = [w for w in flagged if flagged[w] <= LEVELS[policy] or w in {start, end}]
    assume(left)
    request = TruncateRequest(start, end=end, mode=mode, seed=1, policy=policy)
    found = answer(truncate.solve, request, flagged_lexicon(flagged))
    assert found == answer(truncate.solve, request, lexicon_of(left))


@FEW
@given(flagged=flagged_lists("aabc", 4, 7, 30), policy=POLICIES, data=st.data())
def test_games_as_from_a_list_without_hidden_words(flagged, policy, data) -> None:
    start, end = (data.draw(st.none() | st.sampled_from(sorted(flagged))) for _ in range(2))
    left = [w for w in flagged if flagged[w] <= LEVELS[policy] or w in {start, end}]
    assume(left)
    request = AnigramRequest(start, end=end, seed=1, policy=policy)
    found = answer(anigram.solve, request, flagged_lexicon(flagged))
    expected = answer(anigram.solve, request, lexicon_of(left))
    if isinstance(expected, type):
        assert found is expected
        return
    assert (found.games, len(found.chain)) == (expected.games, len(expected.chain))
    for stage in found.chain:
        assert sorted(stage.words) == sorted(w for w in left if sorted(w) == list(stage.letters))


@FEW
@given(flagged=flagged_lists("aabc", 3, 6, 30), policy=POLICIES)
def test_games_are_counted_without_hidden_words(flagged, policy) -> None:
    left = [word for word in flagged if flagged[word] <= LEVELS[policy]]
    assume(left)
    request = AnigramCountRequest(3, 6, policy)
    found = anigram.count(request, flagged_lexicon(flagged), NEVER)
    expected = anigram.count(request, lexicon_of(left), NEVER)
    assert (found.starts, found.games) == (expected.starts, expected.games)
    longest = [{e.letters: e.games for e in each.longest} for each in (found, expected)]
    assert longest[0] == longest[1]


@pytest.fixture(scope="module")
def tiers() -> dict[str, Tier]:
    return {policy: Tier(hidden_words(policy)) for policy in ("standard", "family")}


def check_ladders(number: int, policy: str, tier: Tier, length: int) -> None:
    lexicon, rng = full(), Random(number)
    ids = [i for i in lexicon.ids_of_length(length) if lexicon.sizes[i] <= 35]
    for seed in range(number):
        start, target = (lexicon.word(rng.choice(ids)) for _ in range(2))
        for cost in COSTS:
            request = LadderRequest(start, target, seed=seed, policy=policy, cost=cost)
            result = answer(ladders.solve, request, lexicon)
            if isinstance(result, type):
                break
            shortest, common, costs = result.shortest, result.common, tier.cost[cost]
            assert (shortest.steps, shortest.count) == tier.shortest(start, target)
            assert (common.steps, common.count, common.cost) == tier.common(start, target, cost)
            for ladder in (shortest, common):
                assert not tier.hidden & {*ladder.words[1:-1]}
                assert ladder.cost == sum(costs[word] for word in ladder.words[1:])


@pytest.mark.parametrize("policy", ["standard", "family"])
def test_real_ladders_against_general_graph_algorithms(policy, tiers) -> None:
    check_ladders(3, policy, tiers[policy], 4)


@pytest.mark.slow
@pytest.mark.parametrize("length", by_turns(3, 4, 5))
@pytest.mark.parametrize("policy", ["standard", "family"])
def test_many_real_ladders(policy, length, tiers) -> None:
    check_ladders(50, policy, tiers[policy], length)


def test_only_a_hidden_word_would_do() -> None:
    lexicon = flagged_lexicon({"cat": 0, "cog": 0, "cot": 2})
    with pytest.raises(NoAnswer, match="don’t show here") as caught:
        ladders.solve(LadderRequest("cat", "cog"), lexicon, NEVER)
    assert caught.value.code == "only_hidden"
    assert "cot" not in caught.value.message
    allowed = ladders.solve(LadderRequest("cat", "cog", policy="all"), lexicon, NEVER)
    assert allowed.shortest
    assert allowed.shortest.words == ("cat", "cot", "cog")


def test_what_was_typed_comes_back() -> None:
    lexicon = flagged_lexicon({"cat": 0, "cog": 0, "cot": 2, "coat": 0, "taco": 0})
    through = ladders.solve(LadderRequest("cat", "cog", via=("cot",)), lexicon, NEVER)
    assert through.shortest
    assert through.shortest.words == ("cat", "cot", "cog")
    grown = truncate.solve(TruncateRequest(start="cot", mode="anywhere"), lexicon, NEVER)
    assert grown.sequence == ("cot", "coat")
    spelled = flagged_lexicon({"taco": 2, "coat": 0, "tacos": 0})
    assert anigram.solve(AnigramRequest("taco"), spelled, NEVER).chain[0].words == ("coat", "taco")
    assert anigram.solve(AnigramRequest("octa"), spelled, NEVER).chain[0].words == ("coat",)


def test_a_typed_form_does_not_bring_up_the_word_it_is_of() -> None:
    lexicon = full()
    if not lexicon.has_definitions:
        pytest.skip("no WordNet here")
    assert {sense.lemma for sense in lexicon.showing("all").define("shat")} == {"shit"}
    assert lexicon.define("shat") == ()


def test_close_words_links_and_completions_are_shown_by_the_policy() -> None:
    lexicon = flagged_lexicon({"cat": 0, "cot": 1, "cut": 2})
    for policy, shown in (("family", {"cat"}), ("standard", {"cat", "cot"}), ("all", None)):
        view = lexicon.showing(policy)
        expected = shown or {"cat", "cot", "cut"}
        assert set(view.complete("c")) == set(view.close_words("cyt")) == expected
        links = view.shown(view.neighbours(view.find("cat")))
        assert {*map(view.word, links)} == expected - {"cat"}
        assert view.complete("cut")[0] == "cut"
        with pytest.raises(UnknownWord) as caught:
            view.require("cyt")
        assert set(caught.value.close) == expected


def shown_by(name: str, rng: Random, policy: str) -> set[str]:
    """Ask a solver something at random and return the words it shows that nobody typed."""
    lexicon = full().showing(policy)
    length = rng.choice([3, 4, 4, 5, 5, 6])
    one, two = (lexicon.word(rng.choice(lexicon.ids_of_length(length))) for _ in range(2))
    seed = rng.randrange(10**6)
    requests: dict[str, Any] = {
        "ladder": (ladders.solve, LadderRequest(one, two, seed=seed)),
        "truncate": (truncate.solve, TruncateRequest(one, seed=seed)),
        "through": (truncate.solve, TruncateRequest(through=one, mode="anywhere", seed=seed)),
        "anigram": (anigram.solve, AnigramRequest(one, seed=seed)),
    }
    shown: set[str] = set()
    if name == "word":
        shown.update(map(lexicon.word, lexicon.shown(lexicon.neighbours(lexicon.find(one)))))
        shown.update(lexicon.complete(one[:2]))
    elif name == "close":
        shown.update(lexicon.close_words(one + two[0]))
    else:
        solve, request = requests[name]
        try:
            found = solve(replace(request, policy=policy), lexicon, NEVER)
        except UnknownWord as error:
            shown.update(error.close)
        except PuzzleError:
            pass
        else:
            for ladder in (getattr(found, "shortest", None), getattr(found, "common", None)):
                shown.update(ladder.words if ladder else ())
            shown.update(getattr(found, "sequence", ()))
            shown.update(word for stage in getattr(found, "chain", ()) for word in stage.words)
    return shown - {one, two, one + two[0]}


ASKED = ["ladder", "truncate", "through", "anigram", "word", "close"]


@pytest.mark.parametrize("policy", ["standard", "family"])
@pytest.mark.parametrize("name", ASKED)
def test_no_flagged_word_is_shown(name, policy) -> None:
    hidden, rng = hidden_words(policy), Random(name)
    assert not hidden & {word for _ in range(15) for word in shown_by(name, rng, policy)}


@pytest.mark.full
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.full if n == "close" else ()) for n in ASKED]
)
def test_no_flagged_word_is_shown_in_ten_thousand_answers(name) -> None:
    hidden, rng = hidden_words("standard"), Random(f"{name} once more")
    assert not hidden & {w for _ in range(10_000) for w in shown_by(name, rng, "standard")}
