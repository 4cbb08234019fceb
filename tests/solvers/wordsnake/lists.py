"""Lists of words for snakes; solving and checking them."""

from __future__ import annotations

import random

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake import ScoreRequest, SnakeRequest, SnakeResult, score
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large.pricing import Duals
from solvers.wordsnake.large.sifting import Start
from solvers.wordsnake.solver import solve


def solved(words: list[str], rule: str, seconds: float = 60) -> SnakeResult:
    return solve(SnakeRequest(tuple(words), rule), None, Deadline.after(seconds))


def check(result: SnakeResult) -> None:
    """Check that a result's order is a snake of exactly its words, with the stated score."""
    order = tuple(placed.word for placed in result.order)
    positions = None
    if result.rule == "containment":
        positions = tuple(placed.position for placed in result.order)
    scored = score(ScoreRequest(order, positions, result.rule, result.words))
    assert scored.score == result.score == sum(placed.score for placed in result.order)
    assert (scored.snake, scored.order) == (result.snake, result.order)
    assert result.score <= result.bound
    assert result.proven == (result.score == result.bound)


def grown(seed: int, number: int) -> list[str]:
    """Return words from few syllables that overlap and contain one another."""
    rng = random.Random(seed)
    parts = ["ta", "at", "an", "na", "s", "e", "re", "er", "in", "to", "t", "la", "al"]
    words: set[str] = set()
    while len(words) < number:
        words.add("".join(rng.choices(parts, k=rng.randint(1, 5))))
    return sorted(words)


def empty_start(instance: Instance, perturbation: float = 0.5) -> Start:
    """Return a start with no flow and prices of 0."""
    arcs, words = len(instance.graph.tail), len(instance.words)
    duals = Duals(np.zeros(instance.graph.nodes), np.zeros(words), np.zeros(words))
    return Start(np.zeros(arcs), duals, perturbation * np.random.default_rng(0).random(arcs))


def palindromes(seed: int, number: int) -> list[str]:
    rng = random.Random(seed)
    words: set[str] = set()
    while len(words) < number:
        half = "".join(rng.choices("ab", k=rng.randint(1, 5)))
        words.add(half + half[::-1][rng.randint(0, 1) :])
    return sorted(words)
