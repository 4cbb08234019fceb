"""The ladder's part of the index: landmarks for each large group, and the classes of anagrams.

Each group of at least SMALLEST words has landmarks, spread evenly over its words. By the triangle
inequality the distances of all words from a landmark bound the distance between any two of them
from below (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory",
2005). If a group is not too large, every word is a landmark, and all distances are simply known.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solvers.ladder.request import COSTS
from solvers.lexicon import UNMEASURED, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers.ladder.request import Cost
    from solvers.lexicon import WordTable

Array = NDArray[Any]

SMALLEST = 64
WHOLE = 5_200
"""Up to this size every word of a group is a landmark for steps: size² bytes."""
STEP_LANDMARKS = 768
COST_LANDMARKS = 16
FARTHEST = 127

FAMILIAR = 30
"""People know words that are at least this familiar."""
STEP = 100
"""The cost, by familiarity, of a step to a word that everybody knows."""
EVERYDAY = 40
PER_TENTH = 3
"""The extra cost of a step for each tenth on the Zipf scale that its word is below EVERYDAY."""
UNFAMILIAR = 20 * STEP
FLAGGED = 200 * UNFAMILIAR
"""The extra cost of a step to a word that people hardly know, or that is flagged."""


def neighbours_within(members: Array, link_start: Array, links: Array) -> tuple[Array, Array]:
    """Return a group's links among places 0 … size-1 in `members` (ascending ids), as CSR."""
    degrees = link_start[members + 1].astype(np.int64) - link_start[members]
    start = np.concatenate(([0], np.cumsum(degrees)))
    within = np.arange(start[-1]) + np.repeat(link_start[members] - start[:-1], degrees)
    return start, np.searchsorted(members, links[within])


def weights(words: WordTable, cost: Cost) -> Array:
    """Return the cost of entering each word in a common ladder, int64 by id.

    By familiarity, in hundredths of a step, it is what a person would pay: one step is worth taking
    for a better-known word, and many steps to avoid a word that few know. Words without known
    frequencies, in a person's own list, cost their rareness.
    """
    rareness = words.rareness.astype(np.int64)
    if cost == "rareness":
        return rareness
    known = words.familiarity.astype(np.int64)
    strange = (known < FAMILIAR) | words.left_out
    weight = STEP + PER_TENTH * np.maximum(0, EVERYDAY - known) + UNFAMILIAR * strange
    weight = np.where(known == UNMEASURED, rareness, weight)
    return weight + FLAGGED * (words.flagged > 0).astype(np.int64)


def build(words: WordTable) -> Mapping[str, Array]:
    """Return the part's tables, including `weights_…` for each cost, int64 by id."""
    weight = {cost: weights(words, cost) for cost in COSTS}
    named = {f"weights_{cost}": each for cost, each in weight.items()}
    return landmark_tables(words, weight) | anagram_tables(words) | named


def landmark_tables(words: WordTable, weight: Mapping[Cost, Array]) -> dict[str, Array]:
    """Return the tables of the groups with landmarks.

    numbers        their numbers, ascending
    member_start   where each group begins in `members`, plus an end; likewise the other two starts
    members        int32: ids, group after group, ascending in each
    steps          int8: a row for each landmark with the steps to it from each member
    costs_…        int64, for each cost: a row for each of COST_LANDMARKS landmarks with the sum of
                   weights on the way from it to each member, including the member's weight but not
                   the landmark's
    """
    groups = words.groups
    numbers = np.flatnonzero(groups.sizes >= SMALLEST)
    by_group = np.argsort(groups.number, kind="stable")
    first = np.searchsorted(groups.number, numbers, sorter=by_group)
    members, steps = [], []
    costs: dict[Cost, list[Array]] = {cost: [] for cost in weight}
    for at, size in zip(first, groups.sizes[numbers], strict=True):
        ids = by_group[at : at + size]
        start, links = neighbours_within(ids, words.link_start, words.links)
        members.append(ids.astype(np.int32))
        steps.append(distances(start, links, step_landmarks(start, links)).ravel())
        for cost, rows in costs.items():
            rows.append(cost_rows(start, links, weight[cost][ids]).ravel())
    return {
        "numbers": numbers.astype(np.int32),
        "members": _joined(members, np.int32),
        "member_start": _starts(members),
        "steps": _joined(steps, np.int8),
        "step_start": _starts(steps),
        **{f"costs_{cost}": _joined(rows, np.int64) for cost, rows in costs.items()},
        "cost_start": _starts(costs[COSTS[0]]),
    }


def anagram_tables(words: WordTable) -> dict[str, Array]:
    """Return the classes of words with the same letters.

    anagram_class  int32 by id: the number of its class
    anagram_start  the ids of class i are anagrams[anagram_start[i] : anagram_start[i + 1]]
    """
    class_of = np.zeros(len(words), np.int64)
    classes = 0
    for length in range(1, words.longest + 1):
        ids = words.ids_of_length(length)
        if ids:
            letters = np.sort(words.letters(length), axis=1)
            order = np.lexsort(letters.T)
            new = (letters[order[1:]] != letters[order[:-1]]).any(axis=1)
            class_of[ids.start + order] = classes + np.concatenate(([0], np.cumsum(new)))
            classes += 1 + int(new.sum())
    return {
        "anagram_class": class_of.astype(np.int32),
        "anagrams": np.argsort(class_of, kind="stable").astype(np.int32),
        "anagram_start": np.concatenate(([0], np.cumsum(np.bincount(class_of)))).astype(np.int32),
    }


def step_landmarks(start: Array, links: Array) -> Array:
    """Return the places of a group's landmarks for steps: all, or evenly spread remote ones.

    The best landmark for a target lies straight behind it, so landmarks belong at the rim: at local
    maxima of the average distance from a sample of words.
    """
    size = len(start) - 1
    if size <= WHOLE:
        return np.arange(size)
    remoteness = distances(start, links, _spread(np.arange(size), 64)).sum(axis=0, dtype=np.int64)
    around = np.maximum.reduceat(remoteness[links], start[:-1])
    return _spread(np.flatnonzero(remoteness >= around), STEP_LANDMARKS)


def distances(start: Array, links: Array, sources: Array) -> Array:
    """Return the steps from each source (rows) to each place (columns), as int8.

    Breadth-first from 512 sources at once: a place holds a bit for each source that has reached
    it, so that a step of all the searches is one `or` over the edges. Distances beyond FARTHEST
    are given as FARTHEST, which keeps every bound drawn from them true.
    """
    size = len(start) - 1
    rows = np.empty((len(sources), size), np.int8)
    for block in range(0, len(sources), 512):
        some = sources[block : block + 512]
        reached = np.zeros((size, 64), np.uint8)
        reached[some] = np.packbits(np.eye(len(some), 512, dtype=bool), axis=1, bitorder="little")
        reached = reached.view(np.uint64)
        steps = np.zeros((size, len(some)), np.int8)
        for _ in range(FARTHEST):
            missing = np.unpackbits(~reached.view(np.uint8), axis=1, bitorder="little")
            missing = missing[:, : len(some)]
            if not missing.any():
                break
            steps += missing.view(np.int8)
            reached = reached | np.bitwise_or.reduceat(reached[links], start[:-1], axis=0)
        rows[block : block + 512] = steps.T
    return rows


def cost_rows(start: Array, links: Array, weight: Array) -> Array:
    """Return the sum of weights on the way from each cost landmark (rows) to each place, int64."""
    near = [links[a:b].tolist() for a, b in pairwise(start.tolist())]
    costs = weight.tolist()
    sources = _spread(np.arange(len(near)), COST_LANDMARKS)
    rows = [_costs_from(source, near, costs) for source in sources]
    return np.array(rows, np.int64)


def _costs_from(source: int, near: list[list[int]], costs: list[int]) -> list[int]:
    """Run Dijkstra: entering a word costs the same from everywhere, so the first way is best."""
    paid = [-1] * len(near)
    paid[source] = 0
    heap = [(0, int(source))]
    while heap:
        so_far, word = heappop(heap)
        for neighbour in near[word]:
            if paid[neighbour] < 0:
                paid[neighbour] = so_far + costs[neighbour]
                heappush(heap, (paid[neighbour], neighbour))
    return paid


def _spread(places: Array, count: int) -> Array:
    """Return `count` of the places, evenly spread; all of them if there are no more."""
    if count >= len(places):
        return places
    return places[np.arange(count) * len(places) // count]


def _joined(arrays: list[Array], dtype: type[np.generic]) -> Array:
    return np.concatenate(arrays) if arrays else np.empty(0, dtype)


def _starts(arrays: list[Array]) -> Array:
    return np.cumsum([0, *map(len, arrays)]).astype(np.int64)


PART = Part("ladder", 6, build)
