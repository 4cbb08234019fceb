"""Answer a ladder request: check it, search each leg, join what was found."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from solvers.errors import GaveUp, NoAnswer
from solvers.hidden import solve_or_explain
from solvers.ladder.best import best, commonest, shortest
from solvers.ladder.exact import exact
from solvers.ladder.graph import graph_for
from solvers.ladder.puzzle import check
from solvers.ladder.request import Ladder, LadderResult
from solvers.seeds import resolve_seed
from solvers.text import many

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.ladder.best import Drawn, Leg
    from solvers.ladder.puzzle import Puzzle
    from solvers.ladder.request import LadderRequest
    from solvers.lexicon import Lexicon

_LEG: dict[str, Leg] = {"shortest": shortest, "common": commonest}


def solve(request: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> LadderResult:
    """Return the ladders that a request asks for.

    Raises BadInput, NoAnswer when it is proven that there is no such ladder (its code is
    "only_hidden" where there would be one by words that the policy hides), and GaveUp when the
    deadline passes before any ladder is found.

    >>> from solvers import Deadline, ladder, lexicon_of
    >>> words = lexicon_of({"cold": 4, "cord": 20, "card": 4, "ward": 200, "warm": 4})
    >>> request = ladder.LadderRequest("cold", "warm", seed=1)
    >>> result = ladder.solve(request, words, Deadline.after(5))
    >>> result.shortest.words, result.shortest.count
    (('cold', 'cord', 'card', 'ward', 'warm'), 1)
    >>> result.shortest.steps, result.shortest.rareness
    (4, 228)
    """
    return solve_or_explain(_solve, request, lexicon, deadline)


def _solve(request: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> LadderResult:
    patience = deadline.remaining()
    puzzle = check(request, lexicon)
    seed = resolve_seed(request.seed)
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
    ids, drawn = _drawn(kind, puzzle, rng, lexicon, deadline)
    return Ladder(
        words=tuple(map(lexicon.word, ids)),
        count=drawn.count,
        rareness=sum(lexicon.rareness[id_] for id_ in ids[1:]),
        uniform=drawn.uniform,
    )


def _drawn(
    kind: str, puzzle: Puzzle, rng: Random, lexicon: Lexicon, deadline: Deadline
) -> tuple[list[int], Drawn]:
    """Return the ids of a ladder, and how it was drawn. Raises NoAnswer, or GaveUp."""
    avoid = puzzle.avoid
    if any(map(lexicon.hidden, puzzle.stops)):  # somebody typed these words, so they may be shown
        avoid |= {*lexicon.hidden_ids.tolist()} - {*puzzle.stops}
        lexicon = lexicon.showing("all")
    graph = graph_for(lexicon, puzzle.stops[0], puzzle.moves)
    search = (
        partial(best, _LEG[kind]) if puzzle.steps is None else partial(exact, kind, puzzle.steps)
    )
    drawn = search(
        graph,
        list(graph.nodes(puzzle.stops)),
        avoid=list(graph.nodes(avoid)),
        rng=rng,
        deadline=deadline,
    )
    if drawn is None:
        raise _no_ladder(puzzle, lexicon)
    return [graph.ids[node] for node in drawn.path], drawn


def _no_ladder(puzzle: Puzzle, lexicon: Lexicon) -> NoAnswer:
    start, target = lexicon.word(puzzle.stops[0]), lexicon.word(puzzle.stops[-1])
    of_steps = f" of {many(puzzle.steps, 'step')}" if puzzle.steps else ""
    rules, ways_out = [], []
    if puzzle.avoid:
        rules.append("without the words you avoid")
        ways_out.append("avoid fewer words")
    if len(puzzle.stops) > 2:
        rules.append("through the words you want to pass")
        ways_out.append("pass fewer")
    if puzzle.moves != {"change"}:
        rules.append(f"by {' and '.join(sorted(puzzle.moves))}")
        ways_out.append("allow more moves")
    if puzzle.steps:
        ways_out.append("ask for another number of steps")
    under = "".join(f" {rule}" for rule in rules)
    hint = " or ".join(ways_out)
    return NoAnswer(
        f"No ladder{of_steps} leads from “{start}” to “{target}”{under}; {hint}.", code="no_ladder"
    )
