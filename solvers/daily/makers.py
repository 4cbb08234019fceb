"""The games: each is a module of this package whose `MAKER` says how to make its puzzles."""

from __future__ import annotations

import pkgutil

# The types of requests and results are needed at run time, as they come over a network.
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from solvers.lexicon.tiers import Policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers.daily.draw import Draw
    from solvers.daily.edition import Puzzle
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

    Make = Callable[[int, Lexicon, Draw, Deadline], Iterator[Puzzle]]

ONLY_HIDDEN = "The best answer to that has words I don’t show here. Try another puzzle."


@dataclass(frozen=True, slots=True)
class OwnRequest:
    """Asks about a puzzle, by its given words (`Puzzle.given`); words to `avoid` do not count.

    Words that `policy` hides count when played, but are not in shown answers.
    """

    game: str
    given: tuple[str, ...]
    avoid: tuple[str, ...] = ()
    policy: Policy = "standard"


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A best answer, in the form of `Puzzle.solution`; `result` is in the unit of `Puzzle.par`."""

    solution: tuple[str, ...]
    result: int


@dataclass(frozen=True, slots=True)
class LineRequest:
    """A player's right words, including the start if there is one; for an anigram its stages.

    avoid  words that do not count
    also   words that count even if the word list lacks them
    """

    game: str
    given: tuple[str, ...]
    line: tuple[str, ...]
    avoid: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def _none(_level: int, _lexicon: Lexicon, _draw: Draw, _deadline: Deadline) -> Iterator[Puzzle]:
    return iter(())


@dataclass(frozen=True)
class Maker:
    """How the puzzles of a game are made and solved.

    since      the first edition in which the game takes turns with the others
    place      its place among games that joined with the same edition
    instead_of the game whose turns it takes over, if any, which is then no longer daily
    in_turn    yields the puzzles of a level, beginning with the one whose turn it is
    more       yields more puzzles of a level, for when all others were played
    key        returns a key, from the given words, that equal puzzles share
    of_words   makes a puzzle from a person's own words
    best       returns a best answer to a person's own puzzle; None: the game has its own solver
    departure  returns the word of a line, from 0, at which it leaves every best answer, or None
    distances  returns the fewest steps from each word of a line to the target; None: the game has
               no target
    """

    game: str
    since: int
    place: int
    in_turn: Make
    more: Make = _none
    key: Callable[[Sequence[str]], Sequence[str]] = tuple
    instead_of: str = ""
    of_words: Callable[[tuple[str, ...], Deadline], Puzzle] | None = None
    best: Callable[[OwnRequest, Lexicon, Deadline], OwnResult] | None = None
    departure: Callable[[LineRequest, Lexicon, Deadline], int | None] | None = None
    distances: Callable[[LineRequest, Lexicon], tuple[int | None, ...]] | None = None


@cache
def makers() -> dict[str, Maker]:
    """Return the makers by game, in the order in which the games joined."""
    package = import_module(__package__)
    modules = (info.name for info in pkgutil.iter_modules(package.__path__))
    found = (getattr(import_module(f"{__package__}.{name}"), "MAKER", None) for name in modules)
    known = [one for one in found if isinstance(one, Maker)]
    places = {(one.since, one.place): one for one in known}  # their order decides the calendar
    if len(places) != len(known) or len({one.game for one in known}) != len(known):
        raise TypeError("Two makers have one game, or one place among those that join at once.")
    return {places[key].game: places[key] for key in sorted(places)}
