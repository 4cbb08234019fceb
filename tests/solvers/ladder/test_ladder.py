"""The solver with the real word list, with mistakes, and with time limits."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from solvers.deadline import Deadline
from solvers.errors import BadInput, GaveUp, NoAnswer, UnknownWord
from solvers.ladder import KINDS, LadderRequest, solve
from solvers.library import open_lexicon
from tests.solvers.ladder.lists import golden, lexicon_of

if TYPE_CHECKING:
    from solvers.lexicon import Lexicon


NEVER = Deadline.never()


@pytest.fixture(scope="module")
def full() -> Lexicon:
    return open_lexicon("full")


@pytest.mark.parametrize(("asked", "answer"), golden("ladder-full.txt"))
def test_golden(asked: str, answer: str, full: Lexicon) -> None:
    start, target, *more = asked.split()
    steps = int(more[1]) if more else None
    request = LadderRequest(start, target, steps=steps, policy="all")
    if answer == "no_ladder":
        with pytest.raises(NoAnswer):
            solve(request, full, NEVER)
        return
    found = solve(request, full, NEVER)
    shortest, common = found.shortest, found.common
    assert shortest
    assert common
    rare = solve(replace(request, cost="rareness"), full, NEVER).common
    assert rare
    assert rare.rareness == rare.cost
    figures = (f"{each.steps} {each.count} {each.cost}" for each in (common, rare))
    assert answer == " | ".join((f"{shortest.steps} {shortest.count}", *figures))


def test_a_typed_request_is_tidied(full: Lexicon) -> None:
    words = {"avoid": (" COT",), "via": ("Hat ",), "moves": (" Change",)}
    typed = LadderRequest(" Cat ", "DOG\n", **words, seed=1)
    tidy = LadderRequest("cat", "dog", avoid=("cot",), via=("hat",), seed=1)
    assert solve(typed, full, NEVER) == solve(tidy, full, NEVER)


def test_definitions_of_all_words_shown(full: Lexicon) -> None:
    found = solve(LadderRequest("greed", "money", seed=1, define=True), full, NEVER)
    assert found.shortest
    assert found.common
    assert set(found.definitions) == {*found.shortest.words, *found.common.words}
    assert found.definitions["money"] == full.define("money")
    assert solve(LadderRequest("greed", "money", seed=1), full, NEVER).definitions == {}


def test_requests_and_results_travel_between_processes(full: Lexicon) -> None:
    request = LadderRequest("cat", "dog", seed=1, define=True)
    found = solve(request, full, NEVER)
    assert pickle.loads(pickle.dumps(request)) == request
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("steps", [9, 20, 40, pytest.param(100, marks=pytest.mark.slow)])
def test_long_ladders_repeat_no_word(steps: int, full: Lexicon) -> None:
    found = solve(LadderRequest("greed", "money", steps=steps, seed=2), full, NEVER)
    for ladder in (found.shortest, found.common):
        assert ladder
        assert ladder.steps == steps
        assert len(set(ladder.words)) == steps + 1


@pytest.mark.parametrize(
    ("request_", "error", "code"),
    [
        (LadderRequest("cat", "qqq"), UnknownWord, "unknown_word"),
        (LadderRequest("cat", "dog", avoid=("qqq",)), UnknownWord, "unknown_word"),
        (LadderRequest("cat", "dog", via=("qqq",)), UnknownWord, "unknown_word"),
        (LadderRequest("cat", "cat"), BadInput, "same_word"),
        (LadderRequest("cat", "dog", via=("cat",)), BadInput, "same_word"),
        (LadderRequest("cat", "dog", avoid=("dog",)), BadInput, "contradiction"),
        (LadderRequest("cat", "horse"), BadInput, "different_lengths"),
        (LadderRequest("cat", "dog", via=("horse",)), BadInput, "different_lengths"),
        (LadderRequest("cat", "horse", moves=("swap",)), BadInput, "different_lengths"),
        (LadderRequest("cat", "dog", moves=()), BadInput, "unknown_move"),
        (LadderRequest("cat", "dog", moves=("leap",)), BadInput, "unknown_move"),
        (LadderRequest("cat", "dog", want=("best",)), BadInput, "unknown_kind"),
        (LadderRequest("cat", "dog", cost="money"), BadInput, "unknown_cost"),
        (LadderRequest("cat", "dog", steps=0), BadInput, "steps_out_of_range"),
        (LadderRequest("cat", "dog", steps=101), BadInput, "steps_out_of_range"),
        (LadderRequest("cat", "dog", steps=1, via=("cot",)), BadInput, "steps_out_of_range"),
        (LadderRequest("cat", "dog", moves=("swap",)), NoAnswer, "no_ladder"),
        (LadderRequest("cats", "cat", moves=("insert",)), NoAnswer, "no_ladder"),
        (LadderRequest("syzygy", "dreams"), NoAnswer, "no_links"),
    ],
    ids=str,
)
def test_mistakes(request_, error, code, full) -> None:
    with pytest.raises(error) as caught:
        solve(request_, full, NEVER)
    assert caught.value.code == code
    assert caught.value.message.endswith((".", "?"))


def test_close_words_are_offered(full: Lexicon) -> None:
    with pytest.raises(UnknownWord) as caught:
        solve(LadderRequest("cat", "moneyy"), full, NEVER)
    assert "money" in caught.value.close


@pytest.mark.parametrize(
    ("request_", "lengths"),
    [
        (LadderRequest("cat", "xyz"), {3}),
        (LadderRequest("catt", "dog"), {3}),
        (LadderRequest("hosue", "cat"), {3, 4, 5, 6}),
        (LadderRequest("cat", "dgo", moves=("change", "insert")), {2, 3, 4}),
        (LadderRequest("cat", "dog", via=("xyz",)), {3}),
    ],
)
def test_close_words_have_the_length_that_the_ladder_needs(request_, lengths, full) -> None:
    with pytest.raises(UnknownWord) as caught:
        solve(request_, full, NEVER)
    assert caught.value.close
    assert {*map(len, caught.value.close)} <= lengths
    assert len(lengths) == 1 or len({*map(len, caught.value.close)}) > 1


def test_the_word_that_reaches_fewest_is_named(full: Lexicon) -> None:
    lonely = next(
        word
        for word in map(full.word, full.ids_of_length(7))
        if (group := full.group(full.find(word))) and group.size == 2
    )
    with pytest.raises(NoAnswer) as caught:
        solve(LadderRequest(lonely, "reading"), full, NEVER)
    assert caught.value.code == "different_groups"
    assert f"“{lonely}” reaches only 1 word." in caught.value.message


@dataclass
class Countdown:
    """A deadline that passes after `looks` looks at it."""

    looks: int

    def remaining(self) -> float:
        return 5.0

    def passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"steps": 5},
        pytest.param({"steps": 30}, marks=pytest.mark.full),
        {"moves": ("change", "insert", "delete")},
    ],
    ids=str,
)
def test_when_time_is_up_nothing_is_claimed(more: dict, full: Lexicon) -> None:
    request = LadderRequest("greed", "green" if more.get("steps") == 5 else "money", seed=3, **more)
    patient = solve(request, full, NEVER)
    gave_up, finished = [], 0
    for looks in (0, 1, 2, 5, 10, 20, 50, 200, 1_000, 20_000):
        try:
            found = solve(request, full, Countdown(looks))
        except GaveUp as error:
            gave_up.append(error.message)
            continue
        finished += 1
        for kind in KINDS:
            ladder, known = getattr(found, kind), getattr(patient, kind)
            assert (ladder is None) == (kind in found.gave_up)
            if ladder and kind == "common":
                assert ladder.cost == known.cost
            if ladder and ladder.count is not None:
                assert ladder.count == known.count
    assert gave_up
    assert all(message.startswith("I looked for 5 seconds") for message in gave_up)
    assert finished


def test_no_ladder_with_a_number_of_steps_is_a_proof_or_nothing() -> None:
    """A path through every word of a cycle and back: only a long search shows that none exists."""
    words = [f"{a}{b}{c}" for a in "abc" for b in "abc" for c in "abc"]
    lexicon = lexicon_of(dict.fromkeys(words, 1))
    with pytest.raises(NoAnswer, match="No ladder of 27 steps"):
        solve(LadderRequest("aaa", "ccc", steps=27), lexicon, NEVER)
    with pytest.raises(GaveUp):
        solve(LadderRequest("aaa", "ccc", steps=20), lexicon, Countdown(3))


def test_steps_through_words_count_no_repeats() -> None:
    """The walk s x v x t has as many steps as the ladder s x v y t, but is no ladder."""
    lexicon = lexicon_of(dict.fromkeys(["aaa", "baa", "bba", "bca", "cca"], 1))
    request = LadderRequest("aaa", "cca", via=("bba",), steps=4)
    found = solve(request, lexicon, NEVER)
    assert found.shortest
    assert found.shortest.words == ("aaa", "baa", "bba", "bca", "cca")
    assert found.shortest.count == 1


def test_a_word_may_come_back_in_another_leg() -> None:
    lexicon = lexicon_of(dict.fromkeys(["aaa", "aab", "abb", "aac"], 1))
    found = solve(LadderRequest("aab", "aac", via=("abb",)), lexicon, NEVER)
    assert found.shortest
    assert found.shortest.words == ("aab", "abb", "aab", "aac")
    with pytest.raises(NoAnswer):
        solve(LadderRequest("aab", "aac", via=("abb",), steps=3), lexicon, NEVER)
