"""The solver against brute force, its own referee, and time limits."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.errors import BadInput
from solvers.wordsnake import RULES, SnakeRequest, SnakeResult, lp, search
from solvers.wordsnake.solver import solve
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.lists import check, grown, solved
from tests.sweeps import examples as some


def lists(letters: str, longest: int, most: int = 6) -> st.SearchStrategy[list[str]]:
    words = st.text(letters, min_size=1, max_size=longest)
    return st.lists(words, min_size=2, max_size=most, unique=True)


SMALL = st.one_of(lists("ab", 3), lists("ab", 6), lists("abc", 4), lists("abc", 6))


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=40, deadline=None)
@given(words=SMALL)
@example(words=["a", "b", "bb", "bbab"])
@example(words=["abb", "b", "bbba"])
@example(words=["bbb", "ba", "ab", "cac", "b"])
@example(words=["cc", "cccc"])
@example(words=["aaba", "aaaaaa"])
@example(words=["a", "aaa", "bba", "abab", "baba"])
@example(words=["tartar", "tar"])
@example(words=["a", "aaaaaaaaa", "baabb", "babaabab", "bbbbba"])
def test_equals_brute_force(rule: str, words: list[str]) -> None:
    result = solved(words, rule)
    check(result)
    assert result.proven
    assert result.score == BEST[rule](words)


def sweep(rule: str, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(words=SMALL)
    def equals(words: list[str]) -> None:
        result = solved(words, rule)
        assert result.proven
        assert result.score == BEST[rule](words)

    equals()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "examples",
    [pytest.param(some(500), marks=pytest.mark.slow), pytest.param(20_000, marks=pytest.mark.full)],
)
def test_equals_brute_force_at_length(rule: str, examples: int) -> None:
    sweep(rule, examples)


@pytest.mark.parametrize("examples", [15, pytest.param(some(1_000), marks=pytest.mark.slow)])
def test_branches_and_cuts_that_come_and_go_equal_brute_force(examples: int, monkeypatch) -> None:
    monkeypatch.setattr(lp, "_MANY_CUTS", 0)
    monkeypatch.setattr(search, "_ROUNDS", 1)
    monkeypatch.setattr(search, "_HEURISTIC_SECONDS", 0.0)
    monkeypatch.setattr(search, "_HEURISTIC_TIMES", 0.0)
    sweep("containment", examples)


@pytest.mark.parametrize(
    ("rule", "words", "best"),
    [
        ("pairs", "run nausea seasick", 10),
        ("pairs", "test street", 4),
        ("containment", "a b bb bbab", 16),
        ("containment", "abb b bbba", 9),
        ("containment", "baab ab aab", 16),
        ("containment", "timber beret", 9),
    ],
)
def test_known_best(rule: str, words: str, best: int) -> None:
    result = solved(words.split(), rule)
    assert (result.score, result.proven) == (best, True)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_larger_lists_are_proven(rule: str, seed: int) -> None:
    result = solved(grown(seed, 120), rule)
    check(result)
    assert result.proven


@pytest.mark.parametrize("rule", RULES)
def test_any_order_of_the_list_has_the_same_best(rule: str) -> None:
    words = grown(7, 60)
    best = solved(words, rule).score
    random.Random(1).shuffle(words)
    assert solved(words, rule).score == best


LONG = grown(11, 700)  # too tangled to be proven soon under containment


@cache
def patiently_solved(rule: str) -> SnakeResult:
    result = solved(LONG, rule, 1)
    check(result)
    return result


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.3])
def test_a_deadline_gives_the_best_found_and_a_true_bound(rule: str, seconds: float) -> None:
    began = time.thread_time()  # without other programs' time
    hasty = solved(LONG, rule, seconds)
    assert time.thread_time() - began < seconds + 20  # it does stop; speed is for the bench
    check(hasty)
    patient = patiently_solved(rule)
    assert hasty.score <= patient.bound
    assert patient.score <= hasty.bound


@pytest.mark.parametrize(
    "words", ["a aaa aaaa aaaaa", "bababa ba ababab ab", "abaaba aba aabab baabaab ababaab"]
)
def test_words_that_are_powers_of_one_another_end_without_a_deadline(words: str) -> None:
    listed = words.split()
    result = solve(SnakeRequest(tuple(listed), "containment"), None, Deadline.never())
    check(result)
    assert result.proven
    assert result.score == BEST["containment"](listed)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("words", [grown(3, 80), [x + y for x in "abc" for y in "abc"]])
def test_progress_closes_in(rule: str, words: list[str]) -> None:
    reports: list[tuple[int, int]] = []
    request = SnakeRequest(tuple(words), rule)
    result = solve(request, None, Deadline.after(60), lambda *report: reports.append(report))
    assert reports
    bests, bounds = zip(*reports, strict=True)
    assert list(bests) == sorted(bests)
    assert list(bounds) == sorted(bounds, reverse=True)
    assert bests[-1] <= result.score <= result.bound <= bounds[-1]


def test_the_list_is_folded_and_checked() -> None:
    assert solved(["NAUSEA", "Seasick"], "pairs").words == ("nausea", "seasick")
    with pytest.raises(BadInput, match="Here more than once: “sea”"):
        solved(["sea", "Sea"], "pairs")
    with pytest.raises(BadInput, match="2 is the most"):
        solve(SnakeRequest(("a", "b", "c"), limit=2), None, Deadline.after(1))


def test_what_highs_greets_with_is_no_output_of_ours() -> None:
    program = (
        "import ctypes, highspy\n"
        "print('before', flush=True)\n"
        "ctypes.CDLL(None).puts(b'by C')\n"
        "quiet = highspy.Highs\n"
        "def loud():\n"
        "    ctypes.CDLL(None).puts(b'greeting')\n"
        "    return quiet()\n"
        "highspy.Highs = loud\n"
        "from solvers.wordsnake.highs import new_highs\n"
        "new_highs()\n"
        "print('after')\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.split(b"\n") == [b"before", b"by C", b"after", b""]
