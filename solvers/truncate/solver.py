"""Find the longest truncate sequences through given words, count them and draw one uniformly."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from random import Random
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.growth.typed import letters_of
from solvers.growth.walk import Routes, draw
from solvers.hidden import solve_or_explain
from solvers.seeds import resolve_seed
from solvers.truncate import errors
from solvers.truncate.familiar import draw_familiar
from solvers.truncate.request import MODES, TruncateRequest, TruncateResult
from solvers.truncate.tables import GrowingWords

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


def solve(request: TruncateRequest, lexicon: Lexicon, deadline: Deadline) -> TruncateResult:
    """Return one of the longest sequences that the request allows, and how many there are.

    Raises BadInput where a word cannot grow into the next, UnknownWord, NoAnswer where no
    sequence joins them, saying how far one gets, and GaveUp when the deadline passes.

    >>> from solvers import Deadline, lexicon_of, truncate
    >>> words = lexicon_of(["an", "pan", "span", "spank", "spans"])
    >>> request = truncate.TruncateRequest(start="a", end="spank", seed=1)
    >>> result = truncate.solve(request, words, Deadline.after(5))
    >>> result.sequence, result.count
    (('a', 'an', 'pan', 'span', 'spank'), 1)
    """
    if request.mode not in MODES:
        raise BadInput(f"There is no mode “{request.mode}”; choose {' or '.join(MODES)}.")
    return solve_or_explain(_solve, request, lexicon, deadline)


def _solve(request: TruncateRequest, lexicon: Lexicon, deadline: Deadline) -> TruncateResult:
    typed = [
        letters_of(word)
        for word in (request.start, request.through, request.end)
        if word is not None
    ]
    words = GrowingWords(lexicon, request.mode, request.avoid, typed)
    seed = resolve_seed(request.seed)
    rng = Random(seed)  # noqa: S311 - a game's draw
    given = list(map(words.require, typed))
    if request.familiar:
        nodes = draw_familiar(request, words, lexicon, rng, deadline)
        count = Routes(words.graph, nodes[0], nodes[-1], deadline).count
    elif given:
        nodes, count = _by_way_of(given, request, words, rng, deadline)
    else:
        nodes, count = _longest_of_all(words, rng)
    sequence = tuple(words.word(node) for node in nodes)
    definitions = {word: lexicon.define(word) for word in sequence} if request.define else {}
    return TruncateResult(sequence, count, request.mode, seed, definitions)


def _longest_of_all(words: GrowingWords, rng: Random) -> tuple[list[int], int]:
    graph = words.graph
    if not graph.longest_ends:
        raise NoAnswer("The word list has no words left to play with.")
    steps = graph.paths_down.longest(graph.longest_ends[0])
    ways = [graph.paths_down.count(top, steps) for top in graph.longest_ends]
    return graph.draw_down(draw(graph.longest_ends, ways, rng), steps, rng), sum(ways)


def _by_way_of(
    given: list[int],
    request: TruncateRequest,
    words: GrowingWords,
    rng: Random,
    deadline: Deadline,
) -> tuple[list[int], int]:
    """Join the given nodes; go on to the longest on a side that the request leaves open."""
    graph, first, last = words.graph, given[0], given[-1]
    back = 0 if request.start is not None else graph.paths_down.longest(first)
    onward = 0 if request.end is not None else graph.paths_up.longest(last)
    joins = []
    for low, high in pairwise(given):
        errors.unless_part(low, high, request.mode, words)
        joins.append(Routes(graph, low, high, deadline))
        if not joins[-1].count:
            raise errors.no_way(low, high, request.mode, words, deadline)
    nodes = graph.draw_down(first, back, rng)
    for join in joins:
        nodes += join.draw(rng)[1:]
    nodes += graph.draw_up(last, onward, rng)[1:]
    counts = (graph.paths_down.count(first, back), graph.paths_up.count(last, onward))
    return nodes, prod(counts, start=prod(join.count for join in joins))
