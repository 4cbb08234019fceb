"""Draws: every ladder is equally frequent, and the same seed draws the same ladder."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log, sqrt
from typing import Any

import pytest

from solvers.deadline import Deadline
from solvers.ladder import MOVES, LadderRequest, LadderResult, solve
from tests.solvers.ladder.brute import Brute
from tests.solvers.ladder.lists import lexicon_of

SPELT = "aaa aab aba baa abb bab bba bbb aac aca caa acc cac cca ccc bbc"
WORDS = dict.fromkeys(SPELT.split(), 1)
WORDS |= {"aba": 4, "cac": 4, "bab": 20}
DRAWS = 1_000
CHANCE = 1e-9
"""The highest allowed chance of a false alarm, if the seeds were random."""


LEXICON = lexicon_of(WORDS)


def solved(seed: int | None, **more: Any) -> LadderResult:
    return solve(LadderRequest("aaa", "ccc", seed=seed, **more), LEXICON, Deadline.never())


def check_even(drawn: Counter[tuple[str, ...]], expected: list[list[str]]) -> None:
    """Check how often each ladder was drawn, by Hoeffding's bound."""
    assert len(expected) > 1
    assert set(drawn) == set(map(tuple, expected))
    slack = sqrt(log(2 * len(expected) / CHANCE) / (2 * DRAWS))
    for times in drawn.values():
        assert abs(times / DRAWS - 1 / len(expected)) < slack


@pytest.mark.parametrize("kind", ["shortest", "common"])
@pytest.mark.parametrize("options", [{}, {"avoid": ("aab", "cca")}, {"via": ("bbb",)}], ids=str)
def test_each_best_ladder_is_as_likely(heuristics: str, kind: str, options: dict[str, Any]) -> None:
    check_best(kind, options)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["shortest", "common"])
def test_each_best_ladder_of_all_moves_is_as_likely(kind: str) -> None:
    check_best(kind, {"moves": MOVES})  # these searches use no tables


def check_best(kind: str, options: dict[str, Any]) -> None:
    brute = Brute(WORDS, options.get("moves", ("change",)), options.get("avoid", ()))
    ladders = [["aaa"]]
    for one, other in pairwise(["aaa", *options.get("via", ()), "ccc"]):
        best = getattr(brute, kind)(list(brute.simple(one, other)))
        ladders = [ladder + leg[1:] for ladder in ladders for leg in best]
    check_even(drawn(kind, options), ladders)


@pytest.mark.parametrize("kind", ["shortest", "common"])
@pytest.mark.parametrize(
    "options",
    [{"steps": 4}, pytest.param({"steps": 6, "via": ("aca",)}, marks=pytest.mark.slow)],
    ids=str,
)
def test_each_ladder_with_a_number_of_steps_is_as_likely(effort, kind, options) -> None:
    if effort == "searched, not counted":
        assert not getattr(solved(1, **options), kind).uniform
        return
    brute = Brute(WORDS, ("change",))
    ladders = brute.of_steps(["aaa", *options.get("via", ()), "ccc"], options["steps"])
    check_even(drawn(kind, options), getattr(brute, kind)(ladders))


def drawn(kind: str, options: dict[str, Any]) -> Counter[tuple[str, ...]]:
    lexicon = lexicon_of(WORDS)
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(DRAWS):
        request = LadderRequest("aaa", "ccc", seed=seed, want=(kind,), **options)
        ladder = getattr(solve(request, lexicon, Deadline.never()), kind)
        assert ladder.uniform
        found[ladder.words] += 1
    return found


def test_a_seed_repeats_its_draw() -> None:
    for steps in (None, 5):
        one = solved(7, steps=steps)
        assert one == solved(7, steps=steps)
        assert one.seed == 7
    assert len({solved(seed).shortest for seed in range(20)}) > 1


def test_without_a_seed_one_is_drawn_and_returned() -> None:
    found = solved(None)
    assert found == solved(found.seed)
    assert found.seed != solved(None).seed


def test_a_kind_is_drawn_the_same_with_or_without_the_other() -> None:
    both = solved(3)
    assert solved(3, want=("common",)).common == both.common
    assert solved(3, want=("shortest",)).shortest == both.shortest
    assert solved(3, want=("shortest",)).common is None
