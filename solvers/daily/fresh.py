"""Draw a puzzle that some people have not met: a daily one in all but its date.

It comes from the same generators as the daily puzzles, at a level of choice. Ladders that have run
out are drawn from all everyday words; where a level has nothing new left, the nearest that has.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import ceil
from typing import TYPE_CHECKING

from solvers.daily.common import EVERYDAY, check, familiar, level_of_difficulty
from solvers.daily.draw import Draw
from solvers.daily.edition import LEVELS, Game, Puzzle
from solvers.daily.ladder import STEPS, Climber
from solvers.daily.make import MAKERS
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

LENGTHS = (3, 4, 5)
PAIRS = 600
"""How many pairs of words of each length are looked at for a ladder."""
OWN_LEVEL = 4
SOLVED = 0.75
"""The part of best that counts as solved in a list of somebody's own."""


@dataclass(frozen=True, slots=True)
class FreshRequest:
    """A puzzle that is none of `avoid` (see `puzzle_key`) and has none of the words `denied`.

    `seed` decides the draw, within 64 characters of ASCII. With `words`, a snake of these is made.
    """

    game: Game
    level: int
    seed: str
    avoid: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


def puzzle_key(puzzle: Puzzle) -> str:
    """Return what two puzzles share that are the same puzzle; a ladder is, both ways round.

    >>> from dataclasses import replace
    >>> one = Puzzle("ladder", 1, 1.0, ("lift", "drop"), 6, 0, (), 0)
    >>> puzzle_key(one) == puzzle_key(replace(one, given=("drop", "lift")))
    True
    """
    return key_of(puzzle.game, puzzle.given)


def key_of(game: Game, given: Sequence[str]) -> str:
    """Return the `puzzle_key` of a puzzle that gives this."""
    ordered = sorted(given) if game == "ladder" else given
    return blake2b(" ".join((game, *ordered)).encode(), digest_size=12).hexdigest()


def make_fresh(request: FreshRequest, lexicon: Lexicon, deadline: Deadline) -> Puzzle:
    """Return a new puzzle; the lexicon is that of `full`.

    Raises NoAnswer where nothing is left, GaveUp when the deadline passes.
    """
    if request.words:
        return _of_own_words(request.words, deadline)
    for level in sorted(LEVELS, key=lambda level: abs(level - request.level)):
        for puzzle in _candidates(request, level, lexicon, deadline):
            words = {*puzzle.given, *puzzle.solution}
            if puzzle_key(puzzle) not in request.avoid and words.isdisjoint(request.denied):
                return puzzle
    raise NoAnswer("I’ve no new puzzle left there. Try another game.")


def _candidates(
    request: FreshRequest, level: int, lexicon: Lexicon, deadline: Deadline
) -> Iterator[Puzzle]:
    draw = Draw(0, request.seed)
    yield from MAKERS[request.game](level, lexicon, draw, deadline)
    if request.game == "ladder":
        yield from _ladders(level, lexicon, draw, deadline)


def _ladders(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield ladders between any two everyday words."""
    for length in LENGTHS:
        words, climber = familiar(lexicon, [length], EVERYDAY), Climber(lexicon, length)
        for _ in range(PAIRS if len(words) > 1 else 0):
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


def _of_own_words(words: tuple[str, ...], deadline: Deadline) -> Puzzle:
    """Return the snake of somebody's own list, at an ordinary level."""
    # Imported here, as it loads HiGHS.
    from solvers.wordsnake import SnakeRequest  # noqa: PLC0415
    from solvers.wordsnake.solver import solve  # noqa: PLC0415

    listed = tuple(sorted(set(words)))
    best = solve(SnakeRequest(listed, seed=0), None, deadline)
    solution = tuple(placed.word for placed in best.order)
    goal = ceil(best.score * SOLVED)
    return Puzzle("snake", OWN_LEVEL, float(OWN_LEVEL), listed, best.score, goal, solution, 0)
