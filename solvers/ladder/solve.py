"""Answer a ladder request: check it, search each leg, join what was found."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from solvers.errors import GaveUp, NoAnswer
from solvers.ladder.best import commonest, shortest
from solvers.ladder.graph import graph_for
from solvers.ladder.puzzle import check
from solvers.ladder.request import Ladder, LadderResult
from solvers.seeds import settle

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.ladder.puzzle import Puzzle
    from solvers.ladder.request import LadderRequest
    from solvers.lexicon import Lexicon

_BEST = {"shortest": shortest, "common": commonest}


def solve(request: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> LadderResult:
    """Return the ladders that a request asks for.

    Raises BadInput, NoAnswer when it is proven that there is no such ladder, and GaveUp when the
    deadline passes before any ladder is found.
    """
    patience = deadline.remaining()
    puzzle = check(request, lexicon)
    seed = settle(request.seed)
    found: dict[str, Ladder] = {}
    gave_up = []
    for kind in request.want:
        try:
            found[kind] = _ladder(kind, puzzle, seed, lexicon, deadline)
        except GaveUp:
            gave_up.append(kind)
    if gave_up and not found:
        raise GaveUp(
            f"Gave up after {patience:.3g} seconds, not knowing whether there is such a ladder;"
            " allow more time or ask for something simpler."
        )
    words = dict.fromkeys(word for ladder in found.values() for word in ladder.words)
    return LadderResult(
        start=lexicon.word(puzzle.stops[0]),
        target=lexicon.word(puzzle.stops[-1]),
        group=lexicon.group(puzzle.stops[0]),
        shortest=found.get("shortest"),
        common=found.get("common"),
        seed=seed,
        gave_up=tuple(gave_up),
        definitions={word: lexicon.define(word) for word in words} if request.define else {},
    )


def _ladder(kind: str, puzzle: Puzzle, seed: int, lexicon: Lexicon, deadline: Deadline) -> Ladder:
    rng = Random(seed)  # noqa: S311 - a game's draw
    graph = graph_for(lexicon, puzzle.stops[0], puzzle.moves)
    stops, avoid = list(graph.nodes(puzzle.stops)), list(graph.nodes(puzzle.avoid))
    nodes, count = stops[:1], 1
    for start, target in pairwise(stops):
        leg = _BEST[kind](graph, start, target, avoid=avoid, rng=rng, deadline=deadline)
        if leg is None:
            raise _no_way(lexicon.word(graph.ids[start]), lexicon.word(graph.ids[target]), puzzle)
        path, as_good = leg
        nodes += path[1:]
        count *= as_good
    ids = [graph.ids[node] for node in nodes]
    return Ladder(
        words=tuple(map(lexicon.word, ids)),
        count=count,
        rareness=sum(lexicon.rareness[id_] for id_ in ids[1:]),
    )


def _no_way(start: str, target: str, puzzle: Puzzle) -> NoAnswer:
    if puzzle.avoid:
        text = (
            f"No ladder leads from “{start}” to “{target}” past what you avoid; avoid fewer words."
        )
    else:
        moves = " and ".join(sorted(puzzle.moves))
        text = f"No ladder leads from “{start}” to “{target}” by {moves}; allow more moves."
    return NoAnswer(text, code="no_ladder")
