"""Turns a flow into a snake: walks an Eulerian trail, lays the words, and scores."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from solvers.wordsnake.score import Growing, overlap, score_pairs, score_placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.types import Rule, Scored

    Ints = NDArray[np.integer]
    Floats = NDArray[np.float64]
    Plan = Sequence[tuple[int, int]]

_LITTLE = 0.05


def decode_flow(instance: Instance, times: Floats) -> Scored:
    """Lay the snake of an integral flow; parts cut off from the root follow at the end.

    `times` has one entry per arc: how often it is used.
    """
    graph = instance.graph
    out: dict[int, list[int]] = {}
    for arc in np.repeat(np.arange(len(times)), times.astype(np.int64)).tolist():
        out.setdefault(int(graph.tail[arc]), []).append(arc)
    plan: list[tuple[int, int]] = []
    for start in [0, *out]:
        if out.get(start):
            plan += _plan(instance, _trail(instance, out, start))
    return lay(instance.words, instance.rule, plan)


def round_flow(instance: Instance, flow: Floats) -> Scored:
    """Lay a snake along a fractional flow: at each node take the arc that carries most.

    `flow` has one entry per arc.
    """
    graph = instance.graph
    used = np.flatnonzero(flow > _LITTLE)
    used = used[np.argsort(flow[used], kind="stable")]
    left = dict(zip(used.tolist(), flow[used].tolist(), strict=True))
    out: dict[int, list[int]] = {}
    for arc, tail in zip(used.tolist(), graph.tail[used].tolist(), strict=True):
        out.setdefault(tail, []).append(arc)
    laid: set[int] = set()
    plan: list[tuple[int, int]] = []
    for start in [0, *out]:
        node = start
        trail: list[int] = []
        while out.get(node):
            arc = out[node][-1]
            word = int(graph.word[arc])
            left[arc] -= 1
            if left[arc] <= _LITTLE or word >= 0:
                out[node].pop()
            if word < 0 or word not in laid:
                laid.add(word)
                trail.append(arc)
                node = int(graph.head[arc])
        plan += _plan(instance, trail)
    return lay(instance.words, instance.rule, plan)


def _trail(instance: Instance, out: dict[int, list[int]], start: int) -> list[int]:
    """Walk every arc that is connected to the start once, without a jump (Hierholzer, 1873)."""
    stack: list[tuple[int, int]] = [(start, -1)]
    trail: list[int] = []
    while stack:
        node, arc = stack[-1]
        if out.get(node):
            arc = out[node].pop()
            stack.append((int(instance.graph.head[arc]), arc))
        else:
            stack.pop()
            trail.append(arc)
    return trail[-2::-1]


def _plan(instance: Instance, trail: list[int]) -> Iterator[tuple[int, int]]:
    """Read off the words of a trail, each with the overlap that its arcs earned."""
    gained = 0
    for arc in trail:
        gained += int(instance.graph.gain[arc])
        word = int(instance.graph.word[arc])
        if word >= 0:
            loss = 0 if instance.rule == "pairs" else len(instance.words[word]) ** 2
            yield word, isqrt(max(0, gained + loss))
            gained = 0


def lay(words: Sequence[str], rule: Rule, plan: Plan) -> Scored:
    """Lay planned words (number, overlap), then all others where they fit best, and score it."""
    plan = list({word: (word, k) for word, k in plan}.values())  # each word once, even if rounded
    planned = {word for word, _ in plan}
    rest = [word for word in range(len(words)) if word not in planned]
    if rule == "pairs":
        return score_pairs([words[word] for word, _ in plan] + [words[word] for word in rest])
    snake = Growing(words)
    order: list[str] = []
    positions: list[int] = []

    def put(word: str, k: int) -> None:
        order.append(word)
        positions.append(snake.length - k)
        snake.grow(word[k:])

    for number, k in plan:
        word = words[number]
        fits = k <= len(word) and snake.tail.endswith(word[:k])  # a rounded flow may be wrong
        put(word, k if fits else overlap(snake.tail, word))
    inside: list[str] = []
    for word in sorted((words[number] for number in rest), key=len, reverse=True):
        if word in snake.first:
            inside.append(word)
        else:
            put(word, overlap(snake.tail, word))
    order += inside
    positions += [snake.first[word] for word in inside]
    return score_placed(order, positions)
