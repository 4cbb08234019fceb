"""The games: each is a module of this package that says, as `MAKER`, how its puzzles are made."""

from __future__ import annotations

import pkgutil

# The types of requests and results are there at run time, too: they come over a network.
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
    """A puzzle by what its players are given (`Puzzle.given`); no word to `avoid` counts.

    Words that `policy` hides count when they are played, but are in no answer that is shown.
    """

    game: str
    given: tuple[str, ...]
    avoid: tuple[str, ...] = ()
    policy: Policy = "standard"


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A best answer, as `Puzzle.solution` has it; `result` in the unit of `Puzzle.par`."""

    solution: tuple[str, ...]
    result: int


@dataclass(frozen=True, slots=True)
class LineRequest:
    """Right words of a player, with the start if there is one; of an anigram its stages.

    avoid  words that do not count
    also   words that count though the word list may not have them
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

    since      the edition from which on the game takes turns with the others
    place      where it stands among those that joined with the same edition
    instead_of the game whose turns it takes over, if any: that one is played on, but not daily
    in_turn    yields the puzzles of a level, the one whose turn it is first
    more       yields more of a level, where those have all been played
    key        returns what puzzles share that are the same, of what they give
    of_words   makes a puzzle of words of somebody's own
    best       returns a best answer to a puzzle of somebody's own; none: the game has a solver
    departure  returns which word of a line, from 0, no best answer goes on from; None: none
    distances  returns in how few steps each word of a line leads to what is to be reached; none:
               nothing is
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
    """Return the makers by the names of their games, in the order in which these joined."""
    package = import_module(__package__)
    modules = (info.name for info in pkgutil.iter_modules(package.__path__))
    found = (getattr(import_module(f"{__package__}.{name}"), "MAKER", None) for name in modules)
    known = [one for one in found if isinstance(one, Maker)]
    places = {(one.since, one.place): one for one in known}  # their order is the calendar's
    if len(places) != len(known) or len({one.game for one in known}) != len(known):
        raise TypeError("Two makers have one game, or one place among those that join at once.")
    return {places[key].game: places[key] for key in sorted(places)}
