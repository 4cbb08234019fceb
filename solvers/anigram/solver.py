"""Finds the longest anigram games between letters and draws one; counts all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from solvers.anigram import errors
from solvers.anigram.familiar import draw_familiar
from solvers.anigram.request import (
    FIRST_SIZE,
    AnigramCount,
    AnigramCountRequest,
    AnigramRequest,
    AnigramResult,
    Ending,
    Stage,
)
from solvers.anigram.tables import LetterSets, Named
from solvers.errors import BadInput
from solvers.growth.known import draws, familiarity_of
from solvers.growth.typed import letters_of
from solvers.growth.walk import Routes, check, draw
from solvers.hidden import solve_or_explain
from solvers.seeds import resolve_seed

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


class _Drawn(NamedTuple):
    nodes: list[int]
    games: int


_Draw = Callable[[Random], _Drawn]
"""Draws one of the games, each as likely as any other."""


def solve(request: AnigramRequest, lexicon: Lexicon, deadline: Deadline) -> AnigramResult:
    """Return one of the games that the request allows, and their number.

    If there are many, several are drawn, and the one with the best-known words is returned.

    Raises BadInput if the letters break a rule, UnknownWord if the end is no word, NoAnswer if no
    such game exists, saying how far one gets, and GaveUp when the deadline passes.

    >>> from solvers import Deadline, anigram, lexicon_of
    >>> words = lexicon_of(["tale", "late", "steal", "least", "salted", "lasted"])
    >>> request = anigram.AnigramRequest(start="late", seed=1)
    >>> result = anigram.solve(request, words, Deadline.after(5))
    >>> [(stage.added, stage.words) for stage in result.chain]
    [('', ('late', 'tale')), ('s', ('least', 'steal')), ('d', ('lasted', 'salted'))]
    >>> result.games
    1
    """
    (found,) = _shown(request, None, lexicon, deadline)
    return found


def sample(
    request: AnigramRequest, number: int, lexicon: Lexicon, deadline: Deadline
) -> tuple[AnigramResult, ...]:
    """Draw `number` games, each time with all games equally likely.

    The same game may come twice. Raises what `solve` raises.
    """
    return _shown(request, number, lexicon, deadline)


def _shown(
    request: AnigramRequest, number: int | None, lexicon: Lexicon, deadline: Deadline
) -> tuple[AnigramResult, ...]:
    if request.familiar:
        request, number = replace(request, policy="family"), number or 1
    return solve_or_explain(partial(_sample, number), request, lexicon, deadline)


def _sample(
    number: int | None, request: AnigramRequest, lexicon: Lexicon, deadline: Deadline
) -> tuple[AnigramResult, ...]:
    """Draw `number` games; None: draw several, and return the one with the best-known words."""
    typed = [letters_of(word) for word in (request.start, request.end) if word]
    sets = LetterSets(lexicon, request.avoid, typed)
    seed = resolve_seed(request.seed)
    rng = Random(seed)  # noqa: S311 - a game's draw
    kept = _kept(request, sets)
    end = _end(request, sets)
    draw_one: _Draw
    if request.familiar:
        draw_one = partial(_familiar, request, sets, deadline)
    elif kept and end:
        draw_one = _between(kept[-1], end, sets, deadline)
    elif kept:
        draw_one = _onward(kept[-1], request.length, sets, rng)
    elif end:
        draw_one = _back(end, sets, rng)
    else:
        draw_one = _anywhere(request.length, sets, rng)
    found: list[_Drawn] = []
    while not found or len(found) < (number or draws(found[0].games, lexicon)):
        check(deadline)
        found.append(draw_one(rng))
    if number is None:
        found = [max(found, key=lambda one: _familiarity(one.nodes, sets))]
    results = []
    for drawn in found:
        nodes = [stage.node for stage in kept[:-1]] + drawn.nodes
        reach = sets.graph.size(nodes[-1]) + sets.graph.paths_up.longest(nodes[-1])
        results.append(AnigramResult(_stages(nodes, sets), drawn.games, reach, seed))
    return tuple(results)


def _familiarity(nodes: list[int], sets: LetterSets) -> int:
    return familiarity_of(map(sets.first_word, nodes), sets.lexicon)


def _kept(request: AnigramRequest, sets: LetterSets) -> list[Named]:
    """Return the letter sets that the game begins with; empty without a start."""
    if request.start is None:
        if request.added:
            raise errors.nothing_to_add_to(letters_of(request.added))
        return []
    start = letters_of(request.start)
    if len(start) < FIRST_SIZE:
        raise errors.too_few(start)
    letters = start + (letters_of(request.added) if request.added else "")
    stages = []
    for size in range(len(start), len(letters) + 1):
        node = sets.find(letters[:size])
        if node < 0:
            raise errors.unknown_letters(letters[:size], sets)
        stages.append(sets.named(node, letters[:size]))
    return stages


def _end(request: AnigramRequest, sets: LetterSets) -> Named | None:
    if request.end is None:
        return None
    end = letters_of(request.end)
    if len(end) < FIRST_SIZE:
        raise errors.too_few(end)
    node = sets.find(end)
    if node < 0:
        raise errors.unknown_end(end, sets)
    if request.length not in {None, len(end)}:
        raise errors.other_length(end, request.length)
    return sets.named(node, end)


def _familiar(request: AnigramRequest, sets: LetterSets, deadline: Deadline, rng: Random) -> _Drawn:
    nodes = draw_familiar(request, sets, rng, deadline)
    return _Drawn(nodes, Routes(sets.graph, nodes[0], nodes[-1], deadline).count)


def _between(low: Named, high: Named, sets: LetterSets, deadline: Deadline) -> _Draw:
    errors.unless_part(low, high)
    routes = Routes(sets.graph, low.node, high.node, deadline)
    if not routes.count:
        raise errors.no_way(low, high, sets, deadline)
    return lambda rng: _Drawn(routes.draw(rng), routes.count)


def _onward(low: Named, length: int | None, sets: LetterSets, rng: Random) -> _Draw:
    paths_up, size = sets.graph.paths_up, sets.graph.size(low.node)
    length = size + paths_up.longest(low.node) if length is None else length
    if length < size:
        raise errors.length_behind(low, length)
    games = paths_up.count(low.node, length - size)
    if not games:
        raise errors.too_long_from(low, length, sets, rng)
    return lambda rng: _Drawn(sets.graph.draw_up(low.node, length - size, rng), games)


def _back(high: Named, sets: LetterSets, rng: Random) -> _Draw:
    steps = sets.graph.size(high.node) - FIRST_SIZE
    games = sets.graph.paths_down.count(high.node, steps)
    if not games:
        raise errors.unreached(high, sets, rng)
    return lambda rng: _Drawn(sets.graph.draw_down(high.node, steps, rng), games)


def _anywhere(length: int | None, sets: LetterSets, rng: Random) -> _Draw:
    if length is not None and length < FIRST_SIZE:
        raise errors.short_length(length)
    paths_up, starts = sets.graph.paths_up, sets.graph.nodes(FIRST_SIZE)
    steps, lows, games = paths_up.among(starts, None if length is None else length - FIRST_SIZE)
    if not lows:
        raise errors.too_long(FIRST_SIZE + steps, sets, rng)
    return lambda rng: _Drawn(sets.graph.draw_up(draw(lows, games, rng), steps, rng), sum(games))


def _stages(nodes: list[int], sets: LetterSets) -> tuple[Stage, ...]:
    stages: list[Stage] = []
    for node in nodes:
        letters = sets.letters(node)
        added = _new_letter(stages[-1].letters, letters) if stages else ""
        stages.append(Stage(letters, added, sets.words(node)))
    return tuple(stages)


def _new_letter(before: str, after: str) -> str:
    """Return the one letter that `after` has and `before` lacks; both are sorted."""
    return next((b for a, b in zip(before, after, strict=False) if a != b), after[-1])


def count(request: AnigramCountRequest, lexicon: Lexicon, deadline: Deadline) -> AnigramCount:  # noqa: ARG001
    """Return how many games there are, exactly; see `AnigramCount`. Raises BadInput.

    >>> from solvers import Deadline, anigram, lexicon_of
    >>> words = lexicon_of(["tale", "late", "seat", "steal", "least", "salted", "lasted"])
    >>> found = anigram.count(anigram.AnigramCountRequest(last=6), words, Deadline.never())
    >>> found.starts, found.games
    (2, {5: 2, 6: 2})
    """
    first, last = request.first, request.last
    if not 1 <= first <= last:
        raise BadInput(
            f"Games cannot be counted from {first} to {last} letters; "
            "the first number is at least 1 and the last no smaller."
        )
    sets = LetterSets(lexicon.showing(request.policy))
    starts = sets.graph.nodes(first)
    among = sets.graph.paths_up.among
    last = min(last, first + among(starts)[0])
    games = {size: sum(among(starts, size - first)[2]) for size in range(first + 1, last + 1)}
    return AnigramCount(len(among(starts, 0)[1]), games, _longest(first, sets))


def _longest(first: int, sets: LetterSets) -> tuple[Ending, ...]:
    """Return where the longest games from `first` letters end, in alphabetical order."""
    graph = sets.graph
    starts = graph.nodes(first)
    if not starts:
        return ()
    steps = graph.paths_up.among(starts)[0]
    _, ends, games = graph.paths_down.among(graph.nodes(first + steps), steps)
    endings = [
        Ending(sets.letters(end), sets.words(end), first + steps, steps + 1, ways)
        for end, ways in zip(ends, games, strict=True)
    ]
    return tuple(sorted(endings, key=lambda ending: ending.words))
