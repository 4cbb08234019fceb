"""A daily ladder between two everyday words that belong together: opposites, kinds, companions.

The pairs come from `data/pairs.txt`, each with its level. There are at least two shortest ways, and
one has familiar words only.

Difficulty: 1.75 for each step beyond three, plus 2.4 divided by the number of shortest ways with
familiar words only, plus 0.55.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from solvers.daily.climb import Climber
from solvers.daily.common import (
    EVERYDAY,
    check,
    familiar,
    level_of_difficulty,
    measured,
    rareness_of,
)
from solvers.daily.edition import Puzzle
from solvers.daily.makers import ONLY_HIDDEN, Maker, OwnResult
from solvers.errors import BadInput, NoAnswer
from solvers.ladder.moves import graph_with
from solvers.ladder.request import LadderRequest
from solvers.ladder.solver import ranked
from solvers.library import DATA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from solvers.daily.climb import Ways
    from solvers.daily.draw import Draw
    from solvers.daily.makers import LineRequest, OwnRequest
    from solvers.deadline import Deadline
    from solvers.ladder.moves import Node
    from solvers.lexicon import Lexicon

PAIRS = DATA / "pairs.txt"
FEWEST_STEPS = 3
LENGTHS = (3, 4, 5)
DRAWS = 600
"""How many pairs of words of each length to try besides `data/pairs.txt`."""
APART = {"no_links", "different_groups"}
"""Error codes for two words without a ladder where adding and removing letters might help."""


@cache
def pairs(level: int) -> list[tuple[str, str]]:
    """Return the pairs of a level."""
    rows = (line.split() for line in PAIRS.read_text("ascii").splitlines() if line[0] != "#")
    return [(one, other) for at, one, other, _ in rows if int(at) == level]


def difficulty_of(ways: Ways) -> float:
    """Return how hard it is to find a shortest ladder."""
    return measured(1.75 * (ways.steps - 3) + 2.4 / ways.familiar + 0.55)


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the ladders of a level, beginning with the one whose turn it is."""
    for pair in draw.in_turn(pairs(level), " ".join):
        check(deadline)
        start, target = draw.rng.sample(pair, 2)
        if start not in lexicon or target not in lexicon:
            continue
        found = Climber(lexicon, [len(start)]).ways(start, target)
        if found is not None and level_of_difficulty(difficulty_of(found)) == level:
            yield _puzzle(level, found)


def _puzzle(level: int, found: Ways) -> Puzzle:
    given = found.path[0], found.path[-1]
    difficulty = difficulty_of(found)
    return Puzzle(
        game="ladder",
        level=level,
        difficulty=difficulty,
        given=given,
        par=found.steps,
        goal=0,
        solution=found.path,
        ways=found.ways,
    )


def more(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield ladders between any two everyday words."""
    for length in LENGTHS:
        words, climber = familiar(lexicon, [length], EVERYDAY), Climber(lexicon, [length])
        for _ in range(DRAWS if len(words) > 1 else 0):
            check(deadline)
            start, target = draw.rng.sample(words, 2)
            found = climber.ways(start, target)
            if found is None or found.ways < 2 or found.steps < FEWEST_STEPS:
                continue
            if level_of_difficulty(difficulty_of(found)) == level:
                yield _puzzle(level, found)


def best(
    request: OwnRequest,
    lexicon: Lexicon,
    deadline: Deadline,
    *,
    moves: tuple[str, ...] = ("change",),
) -> OwnResult:
    """Return a best way, by `measure`, between a person's own words."""
    start, target = request.given
    if moves == ("change",) and len(start) != len(target):
        raise BadInput(
            f"“{start}” has {len(start)} letters and “{target}” {len(target)}. Choose words of the"
            " same length.",
            code="different_lengths",
        )
    asked = LadderRequest(start, target, request.avoid, moves=moves, policy=request.policy)
    try:
        shown = _best(asked, lexicon, deadline)
    except NoAnswer as error:
        if error.code not in APART:
            raise
        text = f"No {request.game} leads from “{start}” to “{target}”. Choose other words."
        raise NoAnswer(text, code=error.code) from None
    best = _best(replace(asked, policy="all"), lexicon, deadline)
    if measure(best, lexicon) < measure(shown, lexicon):
        raise NoAnswer(ONLY_HIDDEN, code="only_hidden")
    return OwnResult(shown, len(shown) - 1)


def measure(way: Sequence[str], lexicon: Lexicon) -> tuple[int, int]:
    """Return the rank of a way, lower is better: its steps, then its words' total rareness."""
    return len(way) - 1, rareness_of(way[1:], lexicon)


def _best(asked: LadderRequest, lexicon: Lexicon, deadline: Deadline) -> tuple[str, ...]:
    """Return the alphabetically first of the ways with the least measure."""
    asked = replace(asked, want=("shortest",), cost="rareness", seed=0)
    (found,) = ranked(asked, 1, lexicon, deadline).shortest
    return found.words


def departure(
    request: LineRequest,
    lexicon: Lexicon,
    deadline: Deadline,
    *,
    moves: tuple[str, ...] = ("change",),
) -> int | None:
    """Return the word, by number, at which a line leaves every best way."""
    line, target, least = request.line, request.given[1], None
    avoid = tuple(word for word in request.avoid if word in lexicon)
    for number, word in enumerate(line):
        if word not in lexicon or word in avoid:
            return number
        asked = LadderRequest(word, target, avoid, moves=moves, policy="all")
        onward = (target,) if word == target else _best(asked, lexicon, deadline)
        found = measure((*line[:number], *onward), lexicon)
        least = least or found
        if found != least:
            return number
    return None


def distances(
    request: LineRequest, lexicon: Lexicon, *, moves: tuple[str, ...] = ("change",)
) -> tuple[int | None, ...]:
    """Return the fewest steps from each word of a line to the target.

    None if no way leads there, or it is no word.
    """
    node, near = graph_with(lexicon, frozenset(moves), request.also)
    avoid = frozenset(map(node, request.avoid))
    target = node(request.given[1])
    return tuple(_steps_between(node(word), target, near, avoid) for word in request.line)


def _steps_between(
    one: Node | None,
    other: Node | None,
    near: Callable[[Node], Iterable[Node]],
    avoid: frozenset[Node | None],
) -> int | None:
    """Return the fewest steps between two words, searching from both, the smaller side next.

    `near` must be symmetric. `avoid`: no way may pass through these. None stands for no word.
    """
    if one is None or other is None:
        return None
    through = avoid - {one, other}
    steps, sides, seen = 0, ({one}, {other}), (set(through), set(through))
    while all(sides):
        if sides[0] & sides[1]:
            return steps
        side = len(sides[0]) > len(sides[1])
        seen[side].update(sides[side])
        onward = {word for here in sides[side] for word in near(here)} - seen[side]
        sides = (sides[0], onward) if side else (onward, sides[1])
        steps += 1
    return None


MAKER = Maker(
    "ladder",
    0,
    0,
    in_turn,
    more,
    key=sorted,
    best=best,
    departure=departure,
    distances=distances,
)
