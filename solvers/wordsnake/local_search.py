"""Local search: better snakes where the linear program does not find the best one.

Simulated annealing on the sequence of laid words, at several temperatures at once, with states
exchanged between them (K. Hukushima and K. Nemoto, 1996). A move inserts, removes, replaces or
swaps words, moves or reverses a block of them, or chooses another overlap. Words are laid again
only from the changed place on, until the snake is back in the state it was in before. Numba
compiles the loop if it is installed; without it, about forty times fewer moves fit in the same
time.
"""

from __future__ import annotations

import math
import time
from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.deadline import Deadline
from solvers.wordsnake.decode import lay
from solvers.wordsnake.large import extra
from solvers.wordsnake.relay import relay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.laying import Laying
    from solvers.wordsnake.types import Scored

    Ints = NDArray[np.int64]

_COLD, _HOT, _APART = 1.5, 0.12, 1.35
"""The lowest temperature; the highest, as a fraction of the longest word's square; and the ratio of
each temperature to the one below."""
_SLICE = 0.02
"""Seconds between checks of the clock."""
_SWEEP = 3_000
"""The most moves at each temperature between exchanges."""
_NEAR = 8
"""The number of words tried first as a word's successor."""
_RELAY_EVERY, _RELAID = 0.25, 3
"""Seconds between attempts to lay the letters again, and the number of (coldest) states tried."""
_LETTERS, _RELAY_SECONDS = 400, 0.2
"""The most letters of a snake to lay again, and the most seconds; it mostly takes milliseconds."""
_COMPILING = 8.0
"""With fewer seconds left, nothing is compiled: compiling takes five seconds, once."""


class LocalSearch:
    """Annealing at several temperatures at once. `best` is the best snake so far."""

    def __init__(self, instance: Instance, laying: Laying, best: Scored) -> None:
        self.best = best
        self._instance = instance
        self._laying = laying
        self._square = np.array([len(word) ** 2 for word in instance.words])
        self._near = _near(instance, laying)
        palindromes = sum(word == word[::-1] for word in instance.words)
        self._kinds = 9 if 2 * palindromes > len(instance.words) else 8
        self._heats = [_COLD]
        while self._heats[-1] < _HOT * int(self._square.max()):
            self._heats.append(self._heats[-1] * _APART)
        self._rng = Random(1)  # noqa: S311 - not for secrets
        self._steps = 100
        self._anneal: Callable[..., None] | None = None
        self._tables: tuple[Any, ...] = ()
        self._states: list[Any] = []  # what `_anneal` calls `now`, by temperature
        self._found: Any = None
        self._seen: Scored | None = None  # the best snake the coldest state has started from
        self._texts: set[str] = set()  # texts already laid again

    def run(self, seconds: float, deadline: Deadline) -> None:
        """Continue for `seconds`, or until the deadline."""
        if self._anneal is None:
            self._begin(compiling=deadline.remaining() > _COMPILING and extra.available())
        assert self._anneal is not None
        if self.best is not self._seen:  # it was found elsewhere
            self._states[0], self._found = self._start()
        ends = time.monotonic() + seconds
        looks = time.monotonic() + _RELAY_EVERY
        while (began := time.monotonic()) < ends and not deadline.passed():
            for now, heat in zip(self._states, self._heats, strict=True):
                self._anneal(self._tables, now, self._found, heat, self._kinds, self._steps)
            self._exchange()
            took = time.monotonic() - began
            self._steps = int(self._steps * min(2.0, _SLICE / max(took, 1e-6)))
            self._steps = min(_SWEEP, max(10, self._steps))
            if began > looks:
                self._keep(deadline)
                looks = time.monotonic() + _RELAY_EVERY
        self._keep(deadline)

    def _keep(self, deadline: Deadline) -> None:
        """Keep the best of: the best snake found, and the coldest states' letters laid again."""
        self._relay(self._found, int(self._found[2][0]), deadline)
        self._seen = self.best
        for now in self._states[:_RELAID]:
            self._relay(now, int(now[-1][0]), deadline)
        if self.best is not self._seen:
            self._states[0], self._found = self._start()
            self._seen = self.best

    def _relay(self, sequence: Any, size: int, deadline: Deadline) -> None:
        """Keep the snake of a sequence, or its letters laid again, if that is the best so far."""
        words, rule = self._instance.words, self._instance.rule
        snake = lay(words, rule, list(self._replay(zip(*sequence[:2], strict=True), size)))
        if rule == "containment" and len(snake.snake) <= _LETTERS:
            in_time = Deadline.after(min(_RELAY_SECONDS, deadline.remaining()))
            if snake.snake not in self._texts and (plan := relay(words, snake.snake, in_time)):
                snake = max(snake, lay(words, rule, plan), key=lambda each: each.score)
            self._texts.add(snake.snake)
        self.best = max(self.best, snake, key=lambda each: each.score)

    def _begin(self, *, compiling: bool) -> None:
        """Build the tables and a state for each temperature."""
        self._anneal, self._listed = _loop(compiling)
        laying = self._laying
        tables = laying.first, laying.overlap**2, laying.after, laying.start, laying.completes
        self._tables = tuple(map(self._listed, (*tables, self._square, self._near)))
        self._states = [self._start()[0] for _ in self._heats]
        for place, now in enumerate(self._states):
            now[-1][1] += place * 104_729  # random numbers of its own

    def _exchange(self) -> None:
        """Exchange neighbouring states at random; better ones tend to the colder temperature."""
        states, heats = self._states, self._heats
        for low, (cold, hot) in enumerate(pairwise(heats)):
            gain = (int(states[low][-1][2]) - int(states[low + 1][-1][2])) * (1 / cold - 1 / hot)
            if gain >= 0 or self._rng.random() < math.exp(gain):
                states[low], states[low + 1] = states[low + 1], states[low]

    def _start(self) -> tuple[Any, Any]:
        """Return the tables `now` and `found` of `_anneal` for the best snake so far."""
        laying, n = self._laying, self._laying.words
        words, choices, ways, states, count, laid, *_, scalars = now = np.zeros((10, n + 1), int)
        state, cost = laying.empty, 0
        states[0] = state
        size = 0
        for size, (word, way) in enumerate(self._sequence(), 1):
            words[size - 1], ways[size - 1] = word, way
            choices[size - 1] = way - laying.first[states[size - 1] * n + word]
            states[size] = laying.after[way]
            laid[word] = 1
            cost += int(self._square[word] - laying.overlap[way] ** 2)
            np.add.at(count, laying.completes[laying.start[way] : laying.start[way + 1]], 1)
        cost += int(self._square[laying.needed & (count[:n] == 0)].sum())
        scalars[:3] = size, 1, cost
        found = now[[0, 1, 9]]
        found[2, 1] = cost
        return tuple(map(self._listed, now)), tuple(map(self._listed, found))

    def _sequence(self) -> Iterator[tuple[int, int]]:
        """Yield the words that made the best snake longer, each with the way it was laid."""
        laying, number = self._laying, {w: i for i, w in enumerate(self._instance.words)}
        state, length = laying.empty, 0
        for placed in self.best.order:
            end = placed.position + len(placed.word)
            if end > length or self._instance.rule == "pairs":
                word = number[placed.word]
                first, last = laying.first[state * laying.words + word :][:2].tolist()
                overlaps = laying.overlap[first:last]
                way = first + int(np.argmax(overlaps == length - placed.position))
                yield word, way
                state, length = int(laying.after[way]), end

    def _replay(self, sequence: Any, size: int) -> Iterator[tuple[int, int]]:
        """Yield the words of a sequence of words and choices, each with its overlap."""
        laying, state = self._laying, self._laying.empty
        for _, (word, choice) in zip(range(size), sequence, strict=False):
            first, last = laying.first[state * laying.words + word :][:2].tolist()
            way = first + choice % (last - first)
            yield int(word), int(laying.overlap[way])
            state = int(laying.after[way])


def _near(instance: Instance, laying: Laying) -> Ints:
    """Return, for each word, the `_NEAR` words that add the fewest letters after it."""
    n = laying.words
    length = np.array([len(word) for word in instance.words])
    states = laying.after[laying.first[laying.empty * n : laying.empty * n + n]]
    near = []
    for word, state in enumerate(states.tolist()):
        added = length - laying.overlap[laying.first[state * n : state * n + n]]
        added[word] = length.max() + 1  # a word does not follow itself
        near.append(np.resize(np.lexsort((-length, added))[: min(_NEAR, n - 1)], _NEAR))
    return np.concatenate(near)


@cache
def _loop(compiling: bool) -> tuple[Callable[..., None], Callable[[Ints], Any]]:
    """Return the loop and its argument converter: Python is quicker with lists than arrays."""
    if not compiling:
        return _anneal, np.ndarray.tolist
    from solvers.wordsnake.large.compiled import compiled  # noqa: PLC0415 - loads Numba

    return compiled(_anneal), np.ascontiguousarray


def _anneal(tables: Any, now: Any, found: Any, heat: float, kinds: int, steps: int) -> None:  # noqa: C901, PLR0912, PLR0915, PLR0917 - Numba compiles it as one
    """Try `steps` moves of the first `kinds` kinds at one temperature.

    `now` holds, by place in the sequence: word, choice (of an overlap, counted from the longest,
    modulo their number), way, and the state before it; by word: how often it is completed, and
    whether it is laid; room for what a move lays (words, choices, ways); size, random number and
    cost. `found` holds the best: words, choices, and size and cost. The cost is the points laid
    words lack to their squares, plus the squares of needed words that are missing.
    """
    first, gain, after, start, completes, square, near = tables
    words, choices, ways, states, count, laid, new, new_choice, new_way, scalars = now
    n = len(square)
    size, x, cost = scalars[0], scalars[1], scalars[2]
    for _ in range(steps):
        # Park and Miller's random numbers: the same in 64-bit integers as in Python.
        x = x * 16_807 % 2_147_483_647
        kind = x % kinds
        x = x * 16_807 % 2_147_483_647
        at = x % (size + 1)
        x = x * 16_807 % 2_147_483_647
        come, go = -1, -1  # the word the move adds, the word it removes
        # The words from low to high will be replaced by `added` others.
        low, high, added = at, at, 0
        if 6 <= kind < 8 and at > 0:  # after a word, lay one that adds few letters there
            come = near[words[at - 1] * 8 + x % 8]
            if laid[come]:
                other = 0
                while words[other] != come:
                    other += 1
                come = -1
                x = x * 16_807 % 2_147_483_647
                block = 1 + x // 4 % (3 if x % 4 else size)
                if other >= at:
                    high = min(size, other + block)
                    turn = other - at
                else:
                    block = min(block, at - other)
                    low = other
                    turn = block
                added = high - low
                if added < 2:
                    continue
                for i in range(added):
                    source = low + (i + turn) % added
                    new[i], new_choice[i] = words[source], choices[source]
            else:
                new[0], new_choice[0] = come, 0
                added = 1
        elif kind <= 1:  # insert or replace
            if laid[x % n]:
                continue
            come = x % n
            if kind == 1:
                if at == size:
                    continue
                high = at + 1
                go = words[at]
            x = x * 16_807 % 2_147_483_647
            new[0], new_choice[0] = come, 0 if x % 2 else x // 2 % 8
            added = 1
        elif at == size:
            continue
        elif kind == 2:  # remove
            high = at + 1
            go = words[at]
        elif kind == 3:  # swap
            other = x % size
            if other == at:
                continue
            low, high = min(at, other), max(at, other) + 1
            added = high - low
            for i in range(added):
                new[i], new_choice[i] = words[low + i], choices[low + i]
            new[0], new_choice[0] = words[high - 1], choices[high - 1]
            new[added - 1], new_choice[added - 1] = words[low], choices[low]
        elif kind == 4:  # move a block
            other = x % size
            x = x * 16_807 % 2_147_483_647
            block = min(1 + x % 3, size - at)
            other = min(other, size - block)
            if other == at:
                continue
            low, high = min(at, other), max(at, other) + block
            added = high - low
            turn = block if other > at else added - block
            for i in range(added):
                source = low + (i + turn) % added
                new[i], new_choice[i] = words[source], choices[source]
        elif kind == 8:  # reverse a block
            other = x % size
            low, high = min(at, other), max(at, other) + 1
            added = high - low
            if added < 2:
                continue
            new[0], new_choice[0] = words[high - 1], choices[low]
            for i in range(1, added):
                new[i], new_choice[i] = words[high - 1 - i], choices[high - i]
        else:  # choose an overlap
            high = at + 1
            new[0], new_choice[0] = words[at], x % 8
            added = 1
        delta = 0
        state = states[low]
        end, more = high, 0
        while more < added or (end < size and state != states[end]):
            if more < added:
                word, choice = new[more], new_choice[more]
            else:
                word, choice = words[end], choices[end]
                end += 1
            base = state * n + word
            way = first[base] + choice % (first[base + 1] - first[base])
            new_way[more] = way
            more += 1
            state = after[way]
            delta += square[word] - gain[way]
            for j in range(start[way], start[way + 1]):
                if count[completes[j]] == 0:
                    delta -= square[completes[j]]
                count[completes[j]] += 1
        for place in range(low, end):
            way = ways[place]
            delta -= square[words[place]] - gain[way]
            for j in range(start[way], start[way + 1]):
                count[completes[j]] -= 1
                if count[completes[j]] == 0:
                    delta += square[completes[j]]
        x = x * 16_807 % 2_147_483_647
        if delta > 0 and x >= 2_147_483_647 * math.exp(-delta / heat):
            for place in range(low, end):
                for j in range(start[ways[place]], start[ways[place] + 1]):
                    count[completes[j]] += 1
            for i in range(more):
                for j in range(start[new_way[i]], start[new_way[i] + 1]):
                    count[completes[j]] -= 1
            continue
        shift = added - (high - low)
        if shift:
            for i in range(size - high):
                place = size - 1 - i if shift > 0 else high + i
                words[place + shift], choices[place + shift] = words[place], choices[place]
                ways[place + shift], states[place + shift + 1] = ways[place], states[place + 1]
            size += shift
        for i in range(added):
            words[low + i], choices[low + i] = new[i], new_choice[i]
        for i in range(more):
            ways[low + i] = new_way[i]
            states[low + i + 1] = after[new_way[i]]
        if come >= 0:
            laid[come] = 1
        if go >= 0:
            laid[go] = 0
        cost += delta
        if cost < found[2][1]:
            for place in range(size):
                found[0][place], found[1][place] = words[place], choices[place]
            found[2][0], found[2][1] = size, cost
    scalars[0], scalars[1], scalars[2] = size, x, cost
