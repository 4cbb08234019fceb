"""Find the longest anigram games between letters; draw one, each as likely as any other."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from solvers.anigram import refuse
from solvers.anigram.request import FIRST_SIZE, AnigramRequest, AnigramResult, Stage
from solvers.anigram.tables import LetterSets, Named
from solvers.growth.typed import letters_of
from solvers.growth.walk import Routes, draw
from solvers.seeds import settle

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon


class _Drawn(NamedTuple):
    nodes: list[int]
    games: int


def solve(request: AnigramRequest, lexicon: Lexicon, deadline: Deadline) -> AnigramResult:
    """Return a game drawn uniformly among all that the request allows, and how many there are.

    Raises BadInput where the letters break a rule, UnknownWord for an end that is no word,
    NoAnswer where no game does what was asked, saying how far one gets, and GaveUp in time.
    """
    sets = LetterSets(lexicon, request.avoid)
    seed = settle(request.seed)
    rng = Random(seed)  # noqa: S311 - a game's draw
    kept = _kept(request, sets)
    end = _end(request, sets)
    if kept and end:
        drawn = _between(kept[-1], end, sets, rng, deadline)
    elif kept:
        drawn = _onward(kept[-1], request.length, sets, rng)
    elif end:
        drawn = _back(end, sets, rng)
    else:
        drawn = _anywhere(request.length, sets, rng)
    nodes = [stage.node for stage in kept[:-1]] + drawn.nodes
    reach = sets.growth.size(nodes[-1]) + sets.growth.ahead.longest(nodes[-1])
    return AnigramResult(_stages(nodes, sets), drawn.games, reach, seed)


def _kept(request: AnigramRequest, sets: LetterSets) -> list[Named]:
    """Return the letter sets that the game is to begin with, none without a start."""
    if request.start is None:
        if request.added:
            raise refuse.nothing_to_add_to(letters_of(request.added))
        return []
    start = letters_of(request.start)
    if len(start) < FIRST_SIZE:
        raise refuse.too_few(start)
    letters = start + (letters_of(request.added) if request.added else "")
    stages = []
    for size in range(len(start), len(letters) + 1):
        node = sets.find(letters[:size])
        if node < 0:
            raise refuse.unknown_letters(letters[:size], sets)
        stages.append(sets.named(node, letters[:size]))
    return stages


def _end(request: AnigramRequest, sets: LetterSets) -> Named | None:
    if request.end is None:
        return None
    end = letters_of(request.end)
    if len(end) < FIRST_SIZE:
        raise refuse.too_few(end)
    node = sets.find(end)
    if node < 0:
        raise refuse.unknown_end(end, sets)
    if request.length not in {None, len(end)}:
        raise refuse.other_length(end, request.length)
    return sets.named(node, end)


def _between(low: Named, high: Named, sets: LetterSets, rng: Random, deadline: Deadline) -> _Drawn:
    refuse.unless_part(low, high)
    routes = Routes(sets.growth, low.node, high.node, deadline)
    if not routes.count:
        raise refuse.no_way(low, high, sets, deadline)
    return _Drawn(routes.draw(rng), routes.count)


def _onward(low: Named, length: int | None, sets: LetterSets, rng: Random) -> _Drawn:
    ahead, size = sets.growth.ahead, sets.growth.size(low.node)
    length = size + ahead.longest(low.node) if length is None else length
    if length < size:
        raise refuse.length_behind(low, length)
    games = ahead.paths(low.node, length - size)
    if not games:
        raise refuse.too_long_from(low, length, sets, rng)
    return _Drawn(sets.growth.draw_up(low.node, length - size, rng), games)


def _back(high: Named, sets: LetterSets, rng: Random) -> _Drawn:
    steps = sets.growth.size(high.node) - FIRST_SIZE
    games = sets.growth.behind.paths(high.node, steps)
    if not games:
        raise refuse.unreached(high, sets, rng)
    return _Drawn(sets.growth.draw_down(high.node, steps, rng), games)


def _anywhere(length: int | None, sets: LetterSets, rng: Random) -> _Drawn:
    if length is not None and length < FIRST_SIZE:
        raise refuse.short_length(length)
    ahead, starts = sets.growth.ahead, sets.growth.nodes(FIRST_SIZE)
    steps, lows, games = ahead.among(starts, None if length is None else length - FIRST_SIZE)
    if not lows:
        raise refuse.too_long(FIRST_SIZE + steps, sets, rng)
    return _Drawn(sets.growth.draw_up(draw(lows, games, rng), steps, rng), sum(games))


def _stages(nodes: list[int], sets: LetterSets) -> tuple[Stage, ...]:
    stages: list[Stage] = []
    for node in nodes:
        letters = sets.letters(node)
        added = _new_letter(stages[-1].letters, letters) if stages else ""
        stages.append(Stage(letters, added, sets.words(node)))
    return tuple(stages)


def _new_letter(before: str, after: str) -> str:
    """Return the one letter that sorted letters have more than those before them."""
    return next((b for a, b in zip(before, after, strict=False) if a != b), after[-1])
