"""Finds the longest truncate sequences through given words, counts them and draws one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import prod
from random import Random
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.growth.known import draws, familiarity_of
from solvers.growth.typed import letters_of
from solvers.growth.walk import Routes, check, draw
from solvers.hidden import solve_or_explain
from solvers.seeds import resolve_seed
from solvers.truncate import errors
from solvers.truncate.familiar import draw_familiar
from solvers.truncate.request import MODES, TruncateRequest, TruncateResult
from solvers.truncate.tables import GrowingWords

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

_Draw = Callable[[Random], tuple[list[int], int]]
"""Draws one of the sequences, all equally likely, and returns it with their number."""


def solve(request: TruncateRequest, lexicon: Lexicon, deadline: Deadline) -> TruncateResult:
    """Return one of the longest sequences that the request allows, and their number.

    If there are many, several are drawn, and the one with the best-known words is returned.

    Raises BadInput if a word cannot grow into the next, UnknownWord, NoAnswer if no sequence joins
    them, saying how far one gets, and GaveUp when the deadline passes.

    >>> from solvers import Deadline, lexicon_of, truncate
    >>> words = lexicon_of(["an", "pan", "span", "spank", "spans"])
    >>> request = truncate.TruncateRequest(start="a", end="spank", seed=1)
    >>> result = truncate.solve(request, words, Deadline.after(5))
    >>> result.sequence, result.count
    (('a', 'an', 'pan', 'span', 'spank'), 1)
    """
    (found,) = _shown(request, None, lexicon, deadline)
    return found


def sample(
    request: TruncateRequest, number: int, lexicon: Lexicon, deadline: Deadline
) -> tuple[TruncateResult, ...]:
    """Draw `number` sequences, each time with all sequences equally likely.

    The same sequence may come twice. Raises what `solve` raises.
    """
    return _shown(request, number, lexicon, deadline)


def _shown(
    request: TruncateRequest, number: int | None, lexicon: Lexicon, deadline: Deadline
) -> tuple[TruncateResult, ...]:
    if request.mode not in MODES:
        raise BadInput(f"There is no mode “{request.mode}”; choose {' or '.join(MODES)}.")
    if request.familiar:
        request, number = replace(request, policy="family"), number or 1
    return solve_or_explain(partial(_sample, number), request, lexicon, deadline)


def _sample(
    number: int | None, request: TruncateRequest, lexicon: Lexicon, deadline: Deadline
) -> tuple[TruncateResult, ...]:
    """Draw `number` sequences; None: draw several, and return the best-known one."""
    typed = [
        letters_of(word)
        for word in (request.start, request.through, request.end)
        if word is not None
    ]
    words = GrowingWords(lexicon, request.mode, request.avoid, typed)
    seed = resolve_seed(request.seed)
    rng = Random(seed)  # noqa: S311 - a game's draw
    given = list(map(words.require, typed))
    draw_one: _Draw
    if request.familiar:
        draw_one = partial(_familiar, request, words, lexicon, deadline)
    elif given:
        draw_one = _by_way_of(given, request, words, deadline)
    else:
        draw_one = _longest_of_all(words)
    found: list[tuple[list[int], int]] = []
    while not found or len(found) < (number or draws(found[0][1], lexicon)):
        check(deadline)
        found.append(draw_one(rng))
    if number is None:
        found = [max(found, key=lambda one: familiarity_of(map(words.word, one[0]), lexicon))]
    results = []
    for nodes, count in found:
        sequence = tuple(map(words.word, nodes))
        definitions = {word: lexicon.define(word) for word in sequence} if request.define else {}
        results.append(TruncateResult(sequence, count, request.mode, seed, definitions))
    return tuple(results)


def _familiar(
    request: TruncateRequest, words: GrowingWords, lexicon: Lexicon, deadline: Deadline, rng: Random
) -> tuple[list[int], int]:
    nodes = draw_familiar(request, words, lexicon, rng, deadline)
    return nodes, Routes(words.graph, nodes[0], nodes[-1], deadline).count


def _longest_of_all(words: GrowingWords) -> _Draw:
    graph = words.graph
    if not graph.longest_ends:
        raise NoAnswer("The word list has no words left to play with.")
    steps = graph.paths_down.longest(graph.longest_ends[0])
    ways = [graph.paths_down.count(top, steps) for top in graph.longest_ends]
    return lambda rng: (
        graph.draw_down(draw(graph.longest_ends, ways, rng), steps, rng),
        sum(ways),
    )


def _by_way_of(
    given: list[int],
    request: TruncateRequest,
    words: GrowingWords,
    deadline: Deadline,
) -> _Draw:
    """Join the given nodes, and extend to the longest on sides that the request leaves open."""
    graph, first, last = words.graph, given[0], given[-1]
    back = 0 if request.start is not None else graph.paths_down.longest(first)
    onward = 0 if request.end is not None else graph.paths_up.longest(last)
    joins = []
    for low, high in pairwise(given):
        errors.unless_part(low, high, request.mode, words)
        joins.append(Routes(graph, low, high, deadline))
        if not joins[-1].count:
            raise errors.no_way(low, high, request.mode, words, deadline)
    counts = (graph.paths_down.count(first, back), graph.paths_up.count(last, onward))
    count = prod(counts, start=prod(join.count for join in joins))

    def draw_one(rng: Random) -> tuple[list[int], int]:
        nodes = graph.draw_down(first, back, rng)
        for join in joins:
            nodes += join.draw(rng)[1:]
        nodes += graph.draw_up(last, onward, rng)[1:]
        return nodes, count

    return draw_one
