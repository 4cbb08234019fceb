"""Answers a ladder request: checks it, searches each leg, and joins the results."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from math import prod
from random import Random
from typing import TYPE_CHECKING

from solvers.errors import GaveUp, NoAnswer
from solvers.hidden import solve_or_explain
from solvers.ladder.best import best, commonest, legs, shortest
from solvers.ladder.exact import exact, walks_of
from solvers.ladder.graph import SCALE, graph_for
from solvers.ladder.puzzle import check
from solvers.ladder.ranked import ranked_legs, ranked_walks
from solvers.ladder.request import MOVES, Ladder, LadderList, LadderResult
from solvers.seeds import resolve_seed
from solvers.text import many, series

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.deadline import Deadline
    from solvers.ladder.best import Leg
    from solvers.ladder.puzzle import Puzzle
    from solvers.ladder.request import LadderRequest
    from solvers.lexicon import Lexicon

    _Several = Callable[["_Task"], tuple[Ladder, ...]]

_LEG: dict[str, Leg] = {"shortest": shortest, "common": commonest}


def solve(request: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> LadderResult:
    """Return the ladders that a request asks for.

    Raises BadInput, NoAnswer if it is proven that no such ladder exists (with the code
    "only_hidden" if words that the policy hides would allow one), and GaveUp when the deadline
    passes before any ladder is found.

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


def sample(request: LadderRequest, number: int, lexicon: Lexicon, deadline: Deadline) -> LadderList:
    """Draw `number` ladders of each kind, each time with all best ones equally likely.

    Raises what `solve` raises; the same ladder may come twice.

    >>> from solvers import Deadline, ladder, lexicon_of
    >>> words = lexicon_of(["cat", "cot", "cag", "cog"])
    >>> drawn = ladder.sample(ladder.LadderRequest("cat", "cog"), 100, words, Deadline.after(5))
    >>> sorted({ladder.words for ladder in drawn.shortest})
    [('cat', 'cag', 'cog'), ('cat', 'cot', 'cog')]
    """
    several = partial(_sample, number=number)
    return solve_or_explain(partial(_list, several), request, lexicon, deadline)


def ranked(request: LadderRequest, number: int, lexicon: Lexicon, deadline: Deadline) -> LadderList:
    """Return the first `number` best ladders of each kind, or all if there are fewer.

    They are ordered by cost, equals alphabetically, word by word. So shortest ladders are ordered
    from common words to rare ones; ladders of the lowest cost (with the fewest steps among equals)
    are in alphabetical order. With `steps` a shortest ladder is any ladder with that many steps.
    Raises what `solve` raises.

    >>> from solvers import Deadline, ladder, lexicon_of
    >>> words = lexicon_of({"cat": 1, "cot": 4, "cag": 20, "cog": 4})
    >>> found = ladder.ranked(ladder.LadderRequest("cat", "cog"), 9, words, Deadline.after(5))
    >>> [(ladder.words[1], ladder.rareness) for ladder in found.shortest]
    [('cot', 8), ('cag', 24)]
    """
    several = partial(_ranked, number=number)
    return solve_or_explain(partial(_list, several), request, lexicon, deadline)


def _solve(request: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> LadderResult:
    found = _list(_one, request, lexicon, deadline)
    words = dict.fromkeys(word for one in found.shortest + found.common for word in one.words)
    return LadderResult(
        start=found.start,
        target=found.target,
        group=found.group,
        shortest=next(iter(found.shortest), None),
        common=next(iter(found.common), None),
        seed=found.seed,
        gave_up=found.gave_up,
        definitions={word: lexicon.define(word) for word in words} if request.define else {},
    )


def _list(
    several: _Several, request: LadderRequest, lexicon: Lexicon, deadline: Deadline
) -> LadderList:
    patience = deadline.remaining()
    puzzle = check(request, lexicon)
    seed = resolve_seed(request.seed)
    found: dict[str, tuple[Ladder, ...]] = {}
    gave_up = []
    for kind in request.want:
        task = _Task(kind, puzzle, seed, lexicon, deadline)
        try:
            found[kind] = several(task)
        except GaveUp:
            if not deadline.passed():
                raise
            gave_up.append(kind)
        else:
            if not found[kind]:
                raise _no_ladder(puzzle, lexicon)
    if gave_up and not found:
        raise GaveUp(
            f"I looked for {patience:.3g} seconds and can’t say whether there is such a ladder."
            " Ask for something simpler."
        )
    return LadderList(
        start=lexicon.word(puzzle.stops[0]),
        target=lexicon.word(puzzle.stops[-1]),
        group=lexicon.group(puzzle.stops[0]),
        shortest=found.get("shortest", ()),
        common=found.get("common", ()),
        seed=seed,
        gave_up=tuple(gave_up),
    )


class _Task:
    """The search for ladders of one kind: its graph, and the nodes of stops and avoided words."""

    def __init__(
        self, kind: str, puzzle: Puzzle, seed: int, lexicon: Lexicon, deadline: Deadline
    ) -> None:
        self.kind = kind
        self.steps = puzzle.steps
        self.rng = Random(seed)  # noqa: S311 - a game's draw
        self.deadline = deadline
        avoid = puzzle.avoid
        if any(map(lexicon.hidden, puzzle.stops)):  # somebody typed them, so they may be shown
            avoid |= {*lexicon.hidden_ids.tolist()} - {*puzzle.stops}
            lexicon = lexicon.showing("all")
        self.lexicon = lexicon
        self.graph = graph_for(lexicon, puzzle.stops[0], puzzle.moves, puzzle.cost)
        self.stops = list(self.graph.nodes(puzzle.stops))
        self.avoid = list(self.graph.nodes(avoid))

    def drawn(self) -> Iterator[Ladder]:
        """Draw ladders, one after the other. Raises GaveUp."""
        search = (
            partial(best, _LEG[self.kind])
            if self.steps is None
            else partial(exact, self.kind, self.steps)
        )
        draws = search(
            self.graph, self.stops, avoid=self.avoid, rng=self.rng, deadline=self.deadline
        )
        for drawn in draws:
            yield self.ladder(drawn.path, drawn.count, uniform=drawn.uniform)

    def word(self, node: int) -> str:
        return self.lexicon.word(self.graph.ids[node])

    def weight(self, node: int) -> int:
        return self.graph.costs[node] // SCALE

    def ladder(self, path: list[int], count: int | None, *, uniform: bool = True) -> Ladder:
        rareness = sum(self.lexicon.rareness[self.graph.ids[node]] for node in path[1:])
        cost = sum(map(self.weight, path[1:]))
        return Ladder(tuple(map(self.word, path)), count, rareness, cost, uniform)


def _one(task: _Task) -> tuple[Ladder, ...]:
    return tuple(islice(task.drawn(), 1))


def _sample(task: _Task, number: int) -> tuple[Ladder, ...]:
    task.graph = replace(task.graph, appeal=None)
    found: list[Ladder] = []
    for ladder in islice(task.drawn(), number):
        if not ladder.uniform:
            raise GaveUp(
                "There are too many such ladders to draw each as likely as any other; ask for"
                " fewer steps."
            )
        found.append(ladder)
        if len(found) % 64 == 0 and task.deadline.passed():
            break
    if 0 < len(found) < number:
        raise GaveUp("I ran out of time before all were drawn.")
    return tuple(found)


def _ranked(task: _Task, number: int) -> tuple[Ladder, ...]:
    if task.steps is not None:
        return _ranked_of_steps(task, task.steps, number)
    found = legs(_LEG[task.kind], task.graph, task.stops, task.avoid, task.deadline)
    if found is None:
        return ()
    count = prod(paths.total for paths in found)
    paths = ranked_legs(found, task.stops, task.weight, task.word, task.deadline)
    return tuple(task.ladder(path, count) for path in islice(paths, number))


def _ranked_of_steps(task: _Task, steps: int, number: int) -> tuple[Ladder, ...]:
    walks = walks_of(
        "common", steps, task.graph, task.stops, avoid=task.avoid, deadline=task.deadline
    )
    if walks is None:
        return ()
    nodes = walks.subgraph.nodes
    found: list[Ladder] = []
    lowest = None
    for places in ranked_walks(walks, lambda place: task.word(nodes[place]), task.deadline):
        weight = walks.cost_of(places)
        lowest = weight if lowest is None else lowest
        if task.kind == "common" and weight > lowest:
            break
        if len(found) == number:
            return tuple(found)
        found.append(task.ladder([nodes[place] for place in places], None))
    return tuple(replace(ladder, count=len(found)) for ladder in found)


def _no_ladder(puzzle: Puzzle, lexicon: Lexicon) -> NoAnswer:
    start, target = lexicon.word(puzzle.stops[0]), lexicon.word(puzzle.stops[-1])
    of_steps = f" of {many(puzzle.steps, 'step')}" if puzzle.steps else ""
    rules, ways_out = [], []
    if puzzle.avoid:
        rules.append("without the words to avoid")
        ways_out.append("avoid fewer words")
    if len(puzzle.stops) > 2:
        rules.append("through the words to pass")
        ways_out.append("pass fewer words")
    if puzzle.moves == {*MOVES}:
        rules.append("whatever the moves")
    elif puzzle.moves != {"change"}:
        rules.append(f"by {series(move for move in MOVES if move in puzzle.moves)}")
        ways_out.append("allow more moves")
    if puzzle.steps:
        ways_out.append("ask for another number of steps")
    under = "".join(f" {rule}" for rule in rules)
    hint = series(ways_out or ["try other words"], "or").capitalize()
    return NoAnswer(
        f"No ladder{of_steps} leads from “{start}” to “{target}”{under}. {hint}.", code="no_ladder"
    )
