"""The order in which games take turns, and since when: what has been played never changes."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, lcm
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.edition import GAMES, LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.daily.edition import Game


class Rotation(NamedTuple):
    """From edition `since` on these games take turns, the first of them first."""

    since: int
    games: tuple[Game, ...]


ROTATIONS = (Rotation(0, GAMES),)
"""In order; a further one begins with an edition that nobody has made yet.

As long as 7 does not divide the number of games, each comes to be on every weekday.
"""


class Turns(NamedTuple):
    """How often it was an edition's turn before: of its game's, and of those of its weekday too."""

    of_game: int
    of_weekday: int


def planned_game(number: int) -> Game:
    """Return the game whose turn an edition is. One that was made keeps the game it was made of."""
    begun = (one for one in ROTATIONS if one.since <= number)
    since, games = max(begun, default=ROTATIONS[0])
    return games[(number - since) % len(games)]


def turns_of(number: int) -> Turns:
    """Return how many rounds were over before an edition, in all rotations.

    A round is one turn of each game, or of each game on each weekday; where another rotation
    begins, the last one is over early. So no two editions of a game have as many behind them.
    """
    begun = [one for one in ROTATIONS if one.since <= number]
    over = [(one.games, after.since - one.since) for one, after in pairwise(begun)]
    days = number - begun[-1].since

    def rounds(length: Callable[[int], int]) -> int:
        before = sum(ceil(lasted / length(len(games))) for games, lasted in over)
        return before + days // length(len(begun[-1].games))

    return Turns(rounds(int), rounds(lambda games: lcm(games, len(LEVELS))))
