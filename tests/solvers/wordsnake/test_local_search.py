"""Local search: it keeps snakes, counts their scores right, and is good where proof takes long."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.wordsnake import RULES, ScoreRequest, SnakeRequest, local_search, score, solve
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large import extra
from solvers.wordsnake.laying import Laying
from solvers.wordsnake.local_search import LocalSearch
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.lists import palindromes

LISTS = st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=6, unique=True)


def started(words: list[str], rule: str) -> LocalSearch:
    instance = Instance.of(tuple(words), rule)
    laying = Laying.of(instance)
    assert laying is not None
    return LocalSearch(instance, laying, score(ScoreRequest(tuple(words), rule=rule)))


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=20, deadline=None)
@given(words=LISTS)
def test_small_lists_reach_the_best_that_brute_force_finds(rule: str, words: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_search, "_COMPILING", 1e9)
        search = started(words, rule)
        best = BEST[rule](words)
        for _ in range(40):
            search.run(0.02, Deadline.after(1))
            if search.best.score == best:
                break
    assert search.best.score == best


@pytest.mark.parametrize("rule", RULES)
def test_costs_are_counted_as_the_referee_counts(rule: str) -> None:
    """Moves keep a running count; the same sequence laid from scratch costs the same."""
    search = started(palindromes(2, 30), rule)
    search._begin(compiling=False)
    assert search._anneal is not None
    laying, square = search._laying, search._square
    now, found = search._start()
    for heat in (60.0, 5.0, 0.5):
        search._anneal(search._tables, now, found, heat, 9, 1500)
        size, _, cost = now[-1][:3]
        plan = list(search._replay(zip(now[0], now[1], strict=True), size))
        assert len({word for word, _ in plan}) == size == sum(now[5])
        lost = sum(int(square[word]) - overlap**2 for word, overlap in plan)
        missing = laying.needed & (np.array(now[4][: laying.words]) == 0)
        assert cost == lost + square[missing].sum()
        snake = local_search.lay(search._instance.words, rule, plan)
        assert snake.score >= square.sum() - cost


@pytest.mark.full
@pytest.mark.parametrize("compiling", [False, True])
def test_a_hard_list_gets_a_much_better_snake(compiling: bool, monkeypatch) -> None:
    words = palindromes(1, 30)
    without = 0
    for reach in (1e9, 1.0):  # seconds before local search begins
        monkeypatch.setattr("solvers.wordsnake.search._LOCAL_AFTER", reach)
        monkeypatch.setattr(extra, "available", lambda: compiling)
        began = time.thread_time()  # which other programs do not count in
        found = solve(SnakeRequest(tuple(words), "containment"), None, Deadline.after(15))
        assert time.thread_time() - began < 25
        assert without < found.score <= found.bound
        without = int(found.score * 1.1)
