"""Alternatives for wordsnakes: CP-SAT, LKH, and the two published heuristics.

Each is a function from words to an order and a bound (None if it knows none). All of them see only
pairs of words, so under containment their orders are merely scored.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Found = tuple[list[str], int | None]


HEURISTIC_SECONDS = 10.0
_SEED = 1


def _joins(words: Sequence[str]) -> dict[tuple[int, int], int]:
    """Return the overlap of each pair of words that overlap."""
    heads: defaultdict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(words):
        for k in range(1, len(word) + 1):
            heads[word[:k]].append(number)
    joins: dict[tuple[int, int], int] = {}
    for number, word in enumerate(words):
        for k in range(1, len(word) + 1):
            for other in heads.get(word[-k:], ()):
                if other != number:
                    joins[number, other] = k
    return joins


def cp_sat(words: Sequence[str], seconds: float) -> Found:
    """Ask CP-SAT for a circuit of pairs, through a word that stands for the ends."""
    from ortools.sat.python import cp_model  # noqa: PLC0415

    model = cp_model.CpModel()
    joins = _joins(words)
    n = len(words)
    gains = {(a, b): joins.get((a, b), 0) ** 2 for a in range(n) for b in range(n) if a != b} | {
        pair: 0 for a in range(n) for pair in ((a, n), (n, a))
    }
    literals = {pair: model.new_bool_var("") for pair in gains}
    model.add_circuit([(a, b, literal) for (a, b), literal in literals.items()])
    model.maximize(sum(gain * literals[pair] for pair, gain in gains.items() if gain))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return [], None
    follower = {a: b for (a, b), literal in literals.items() if solver.value(literal)}
    order, at = [], follower[n]
    while at != n:
        order.append(words[at])
        at = follower[at]
    return order, math.floor(solver.best_objective_bound + 1e-6)


def lkh(words: Sequence[str], seconds: float) -> Found:
    """Ask elkai for an asymmetric travelling salesman's tour; it accepts no time limit."""
    import elkai  # noqa: PLC0415

    del seconds
    joins = _joins(words)
    n = len(words)
    most = max(joins.values(), default=0) ** 2
    matrix = [[most] * n + [most] for _ in range(n)] + [[most] * (n + 1)]
    for (a, b), k in joins.items():
        matrix[a][b] = most - k * k
    for a in range(n + 1):
        matrix[a][a] = 0
    tour = elkai.DistanceMatrix(matrix).solve_tsp(runs=1)[:-1]
    start = tour.index(n)
    return [words[a] for a in tour[start + 1 :] + tour[:start]], None


def greedy(words: Sequence[str], seconds: float) -> Found:
    """Join by overlap, longest first, choosing randomly among conflicting joins; repeat."""
    del seconds
    rng = random.Random(_SEED)
    levels: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for pair, k in _joins(words).items():
        levels[k].append(pair)
    best: tuple[int, list[int]] = (-1, [])
    ends = time.monotonic() + HEURISTIC_SECONDS
    while best[0] < 0 or time.monotonic() < ends:
        pieces = _Pieces(len(words))
        gained = 0
        for k in sorted(levels, reverse=True):
            rng.shuffle(levels[k])
            gained += k * k * sum(pieces.join(a, b) for a, b in levels[k])
        best = max(best, (gained, pieces.order()))
    return [words[a] for a in best[1]], None


def annealing(words: Sequence[str], seconds: float) -> Found:
    """Tempered greed (joins drawn by overlap), then annealing that swaps neighbouring blocks."""
    del seconds
    rng = random.Random(_SEED)
    joins = {pair: k * k for pair, k in _joins(words).items()}
    pieces = _Pieces(len(words))
    drawn = sorted(joins, key=lambda pair: -joins[pair] * rng.uniform(0.6, 1.0))
    for a, b in drawn:
        pieces.join(a, b)
    order = pieces.order()
    gain = joins.get
    now = best = sum(gain(pair, 0) for pair in pairwise(order))
    kept = order[:]
    ended = time.monotonic() + HEURISTIC_SECONDS
    n, step = len(order), 0
    while n > 2:
        step += 1
        if step % 256 == 1:
            left = (ended - time.monotonic()) / HEURISTIC_SECONDS
            if left <= 0:
                break
            heat = 8.0 * left + 1e-3
        i = rng.randrange(n - 1)
        j = min(n - 1, i + 1 + int(rng.expovariate(0.1)))
        k = min(n, j + 1 + int(rng.expovariate(0.1)))
        edges = _swapped(order, i, j, k)
        change = sum(gain(pair, 0) * sign for pair, sign in edges)
        if change >= 0 or rng.random() < math.exp(change / heat):
            order[i:k] = order[j:k] + order[i:j]
            now += change
            if now > best:
                best, kept = now, order[:]
    return [words[a] for a in kept], None


def _swapped(order: list[int], i: int, j: int, k: int) -> list[tuple[tuple[int, int], int]]:
    """Return the joins lost (-1) and won (+1) when blocks i to j and j to k change places."""
    edges = [((order[j - 1], order[j]), -1), ((order[k - 1], order[i]), 1)]
    if i:
        edges += [((order[i - 1], order[i]), -1), ((order[i - 1], order[j]), 1)]
    if k < len(order):
        edges += [((order[k - 1], order[k]), -1), ((order[j - 1], order[k]), 1)]
    return edges


class _Pieces:
    """Words joined into pieces of a snake."""

    def __init__(self, words: int) -> None:
        self.follower: dict[int, int] = {}
        self.leads = set(range(words))
        self.other_end = list(range(words))

    def join(self, a: int, b: int) -> bool:
        """Put b after a, if both are free there and not ends of one piece."""
        if a in self.follower or b not in self.leads or self.other_end[a] == b:
            return False
        self.follower[a] = b
        self.leads.discard(b)
        first, last = self.other_end[a], self.other_end[b]
        self.other_end[first], self.other_end[last] = last, first
        return True

    def order(self) -> list[int]:
        """Return the pieces one after another."""
        order: list[int] = []
        for lead in sorted(self.leads):
            at: int | None = lead
            while at is not None:
                order.append(at)
                at = self.follower.get(at)
        return order


PEERS = {
    "CP-SAT, circuit": (cp_sat, 1_000),
    "LKH (elkai)": (lkh, 1_000),
    "greedy, random, repeated": (greedy, 10_000),
    "tempered greed, annealing": (annealing, 10_000),
}
"""Each peer with the most words it is tried on: beyond, its table of pairs takes gigabytes."""
