"""Lists worth playing: repeatable, clean, overlap-rich, with a proven par."""

from __future__ import annotations

import random

import pytest

from solvers.deadline import Deadline
from solvers.errors import BadInput
from solvers.library import open_lexicon
from solvers.wordsnake import RULES, GenerateRequest, SnakeRequest, generate
from solvers.wordsnake.generate import DIFFICULTIES
from solvers.wordsnake.solve import solve


@pytest.fixture(scope="module")
def common():
    return open_lexicon("common")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("rule", RULES)
def test_a_list_has_what_its_difficulty_asks(common, difficulty: int, rule: str) -> None:
    request = GenerateRequest(difficulty=difficulty, rule=rule, seed=4)
    found = generate(request, common, Deadline.never())
    assert len(set(found.words)) == DIFFICULTIES[difficulty].size
    assert list(found.words) == sorted(found.words)
    assert all(not common.flagged[common.require(word)] for word in found.words)
    again = solve(SnakeRequest(found.words, rule), None, Deadline.never())
    assert (found.par, found.proven) == (again.score, True)
    assert found.greedy <= found.par
    assert generate(request, common, Deadline.never()) == found


def test_seeds_differ_and_are_told(common) -> None:
    first = generate(GenerateRequest(seed=1), common, Deadline.never())
    second = generate(GenerateRequest(seed=2), common, Deadline.never())
    assert first.words != second.words
    unseeded = generate(GenerateRequest(12), common, Deadline.never())
    assert generate(GenerateRequest(12, seed=unseeded.seed), common, Deadline.never()) == unseeded


def test_it_beats_random_lists(common) -> None:
    rng = random.Random(1)
    dull = [
        solve(
            SnakeRequest(tuple(common.word(i) for i in rng.sample(range(len(common)), 20))),
            None,
            Deadline.never(),
        ).score
        for _ in range(5)
    ]
    grown = [
        generate(GenerateRequest(20, seed=seed), common, Deadline.never()).par for seed in range(5)
    ]
    assert min(grown) > max(dull)


def test_hard_lists_trap_greed(common) -> None:
    def missed(difficulty: int) -> float:
        found = [
            generate(GenerateRequest(20, difficulty, seed=seed), common, Deadline.never())
            for seed in range(6)
        ]
        return sum(1 - each.greedy / each.par for each in found)

    assert missed(1) == 0 < missed(3) < missed(5)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (GenerateRequest(difficulty=0), "bad_difficulty"),
        (GenerateRequest(1), "bad_number"),
        (GenerateRequest(100_000), "bad_number"),
    ],
)
def test_what_cannot_be_asked(common, request_: GenerateRequest, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        generate(request_, common, Deadline.never())
    assert caught.value.code == code
