"""A daily ladder between two everyday words that belong together: opposites, kinds, companions.

The pairs are those of `data/pairs.txt`, each at its level. There are at least two shortest ways,
and one of them has familiar words only.

Difficulty: 1.75 for each step beyond three, and 2.4 divided by the number of the shortest ways that
have familiar words only, and 0.55.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.common import (
    EVERYDAY,
    check,
    familiar,
    level_of_difficulty,
    measured,
    strangeness,
)
from solvers.daily.edition import Puzzle
from solvers.daily.makers import ONLY_HIDDEN, Maker, OwnResult
from solvers.errors import BadInput, NoAnswer
from solvers.ladder.request import LadderRequest
from solvers.ladder.solver import ranked
from solvers.ladder.solver import solve as solve_ladder
from solvers.library import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from solvers.daily.draw import Draw
    from solvers.daily.makers import LineRequest, OwnRequest
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

PAIRS = DATA / "pairs.txt"
STEPS = range(3, 11)
"""How many steps a ladder may have."""
LENGTHS = (3, 4, 5)
DRAWS = 600
"""How many pairs of words of each length are looked at beyond those of `data/pairs.txt`."""
APART = {"no_links", "different_groups"}
"""Why there is no ladder between two words, where adding and removing letters might help."""


class Ways(NamedTuple):
    """The shortest ways from one word to another.

    ways      how many there are
    familiar  how many of them have familiar words only
    path      the one of these whose words are least strange in sum
    """

    ways: int
    familiar: int
    path: tuple[str, ...]

    @property
    def difficulty(self) -> float:
        """How hard it is to find one."""
        return measured(1.75 * (len(self.path) - 4) + 2.4 / self.familiar + 0.55)


@cache
def pairs(level: int) -> list[tuple[str, str]]:
    """Return the pairs of a level."""
    rows = (line.split() for line in PAIRS.read_text("ascii").splitlines() if line[0] != "#")
    return [(one, other) for at, one, other, _ in rows if int(at) == level]


class Climber:
    """Finds ladders by the words of a lexicon, of which it prefers the familiar ones."""

    def __init__(self, lexicon: Lexicon, length: int) -> None:
        self._lexicon = lexicon
        self._familiar: AbstractSet[int] = {
            lexicon.find(word) for word in familiar(lexicon, [length])
        }

    def ways(self, start: str, target: str) -> Ways | None:
        """Search breadth first; None where no familiar way is among the shortest."""
        lexicon, end = self._lexicon, self._lexicon.find(target)
        first = lexicon.find(start)
        ways = {first: 1}  # by word of the newest layer
        # The same by familiar words: ways, strangeness, path.
        best: dict[int, tuple[int, float, tuple[str, ...]]] = {first: (1, 0.0, (start,))}
        seen = {first}
        for _ in range(STEPS[-1]):
            onward: dict[int, int] = {}
            easy: dict[int, tuple[int, float, tuple[str, ...]]] = {}
            for here, count in ways.items():
                for near in lexicon.neighbours(here):
                    if near in seen:
                        continue
                    onward[near] = onward.get(near, 0) + count
                    if here in best and near in self._familiar:
                        word = lexicon.word(near)
                        number, strange, path = best[here]
                        new = strange + strangeness(lexicon, word), (*path, word)
                        known = easy.get(near, (0, *new))
                        easy[near] = (known[0] + number, *min(known[1:], new))
            ways, best = onward, easy
            seen.update(ways)
            if end in ways:
                return Ways(ways[end], best[end][0], best[end][2]) if end in best else None
        return None


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the ladders of a level, the one whose turn it is first."""
    for pair in draw.in_turn(pairs(level), " ".join):
        check(deadline)
        start, target = draw.rng.sample(pair, 2)
        if start not in lexicon or target not in lexicon:
            continue
        found = Climber(lexicon, len(start)).ways(start, target)
        if found is None or level_of_difficulty(found.difficulty) != level:
            continue
        steps = len(found.path) - 1
        given = (start, target)
        yield Puzzle("ladder", level, found.difficulty, given, steps, 0, found.path, found.ways)


def more(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield ladders between any two everyday words."""
    for length in LENGTHS:
        words, climber = familiar(lexicon, [length], EVERYDAY), Climber(lexicon, length)
        for _ in range(DRAWS if len(words) > 1 else 0):
            check(deadline)
            start, target = draw.rng.sample(words, 2)
            found = climber.ways(start, target)
            if found is None or found.ways < 2 or len(found.path) <= STEPS[0]:
                continue
            if level_of_difficulty(found.difficulty) == level:
                given, steps = (start, target), len(found.path) - 1
                yield Puzzle(
                    "ladder", level, found.difficulty, given, steps, 0, found.path, found.ways
                )


def best(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a shortest ladder of somebody's own, of these the one with the commonest words."""
    start, target = request.given
    if len(start) != len(target):
        raise BadInput(
            f"“{start}” has {len(start)} letters and “{target}” {len(target)}. Choose words of the"
            " same length.",
            code="different_lengths",
        )
    asked = LadderRequest(
        start, target, request.avoid, want=("shortest",), policy=request.policy, seed=0
    )
    try:
        (shown,) = ranked(asked, 1, lexicon, deadline).shortest
    except NoAnswer as error:
        if error.code not in APART:
            raise
        text = f"No ladder leads from “{start}” to “{target}”. Choose other words."
        raise NoAnswer(text, code=error.code) from None
    best = solve_ladder(replace(asked, policy="all"), lexicon, deadline).shortest
    if best is None or best.steps < shown.steps:
        raise NoAnswer(ONLY_HIDDEN, code="only_hidden")
    return OwnResult(shown.words, shown.steps, shown.rareness)


def departure(request: LineRequest, lexicon: Lexicon) -> int | None:
    """Return at which word a ladder leaves every shortest one."""
    line, (start, target) = request.line, request.given
    far = _steps_between(target, start, lexicon, frozenset(request.avoid))
    most = far[start]
    steps = (number + far.get(word, most + 1) for number, word in enumerate(line))
    return next((number for number, step in enumerate(steps) if step != most), None)


def _steps_between(
    target: str, start: str, lexicon: Lexicon, avoid: frozenset[str]
) -> dict[str, int]:
    """Return how many steps words are from a target, of all that are no farther than the start."""
    far, layer = {target: 0}, [target]
    while layer and start not in far:
        near = {
            lexicon.word(id_) for word in layer for id_ in lexicon.neighbours(lexicon.find(word))
        }
        layer = [word for word in near if word not in far and word not in avoid]
        far.update(dict.fromkeys(layer, 1 + max(far.values())))
    return far


MAKER = Maker("ladder", 0, 0, in_turn, more, key=sorted, best=best, departure=departure)
