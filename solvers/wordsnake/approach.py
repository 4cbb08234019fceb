"""A flow that is nearly best, its prices, and a snake made of it, where proof takes too long.

What a linear program cannot do in time for hundreds of thousands of words under containment, or
for thousands of short ones, proximal points do nearly: a flow in fractions, and
prices that prove a bound. The arcs that the flow uses, or that nearly pay, make the snake.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.arrange import arrange
from solvers.wordsnake.contract import contract
from solvers.wordsnake.model import BEGUN, LONGER, SNAKE
from solvers.wordsnake.proximal import Proximal
from solvers.wordsnake.rounding import rounded
from solvers.wordsnake.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.types import Scored

    Ints = NDArray[np.integer]
    Bools = NDArray[np.bool_]

_WARM, _WARM_STEPS = 4.0, 200
_CHANCE, _EVEN_STEPS, _EVEN_ARCS = 0.5, 400, 5_000
"""With so much chance added to what arcs earn there are no ties, so flows become whole: in so many
steps, and one more for so many arcs, up to twice as many."""
_COOLING, _COOLING_STEPS = 0.99, 500
_LOOK = 100
"""So many steps between two looks at how good the prices have become."""
_USED, _LACK = 1e-3, 1.0


def approach(
    task: Task,
    best: Scored,
    prices: Prices,
    deadline: Deadline,
    report: Callable[[int, int], None] | None = None,
) -> tuple[Scored, Prices]:
    """Return a snake and prices, no worse than those given; the snake has half the time at most."""
    proximal = Proximal(task)
    half = Deadline.after(deadline.remaining() / 2)
    proximal.run([_WARM] * _WARM_STEPS, half)
    proximal.shake(_CHANCE)
    more = min(len(task.graph.tail) // _EVEN_ARCS, _EVEN_STEPS)
    proximal.run([1.0] * (_EVEN_STEPS + more), half)
    best = max(best, _snake(task, proximal, deadline), key=lambda snake: snake.score)
    proximal.shake(0)

    began = time.monotonic()
    prices = min(prices, proximal.prices(), key=lambda each: each.bound)
    took = time.monotonic() - began
    for first in range(0, _COOLING_STEPS, _LOOK):
        if report is not None:
            report(best.score, prices.floor)
        enough = Deadline(deadline.at - 2 * took)
        if enough.passed():
            break
        proximal.run([_COOLING**step for step in range(first, first + _LOOK)], enough)
        prices = min(prices, proximal.prices(), key=lambda each: each.bound)
    return best, prices


def _snake(task: Task, proximal: Proximal, deadline: Deadline) -> Scored:
    """Make a snake of the arcs that carry flow, or nearly would."""
    flow = proximal.flow()
    worth = (flow > _USED) | (proximal.gains() > -_LACK)
    smaller = restricted(task, worth)
    flow = np.concatenate([flow[worth], np.zeros(len(smaller.whole.tail) - worth.sum())])
    whole = rounded(smaller, flow[smaller.contracted.origin], deadline)
    return arrange(smaller, whole.astype(np.float64))


def restricted(task: Task, worth: Bools) -> Task:
    """Return the task with only some arcs, and with jumps instead of all the others.

    A jump forgets everything at once, or begins a word with letters that overlap nothing: steps
    of the full flow, several in one.
    """
    graph, whole = task.graph, task.whole
    old = np.arange(whole.nodes)
    kind, here = old // whole.states, task.contracted.into >= 0
    offset = task.contracted.offset
    begun = _best(task, here & ((kind == BEGUN) | (kind == LONGER)), offset)
    snake = _best(task, here & (kind == SNAKE), -offset)
    some = np.flatnonzero(worth)
    nowhere = np.zeros(graph.nodes, np.int64)
    tail = np.concatenate([graph.tail[some], nowhere[: len(begun[0])], snake[0]])
    idle = np.full(len(tail) - len(some), -1)
    smaller = replace(
        graph,
        tail=tail,
        head=np.concatenate([graph.head[some], begun[0], nowhere[: len(snake[0])]]),
        gain=np.concatenate([graph.gain[some], begun[1], snake[1]]),
        word=np.concatenate([graph.word[some], idle]),
        reveal=np.concatenate([graph.reveal[some], idle]),
        states=graph.nodes,  # so that contracting takes every node for one where a snake rests
    )
    return Task(task.words, task.rule, task.auto, smaller, contract(smaller), task.must, task.may)


def _best(task: Task, which: Bools, gain: Ints) -> tuple[Ints, Ints]:
    """Return the new nodes of some old ones, but the root, and the highest gain of each."""
    into = task.contracted.into
    highest = np.full(task.graph.nodes, np.iinfo(np.int64).min)
    np.maximum.at(highest, into[which], gain[which])
    highest[0] = np.iinfo(np.int64).min
    nodes = np.flatnonzero(highest > np.iinfo(np.int64).min)
    return nodes, highest[nodes]
