"""The order in which games take turns, and since when: what has been played never changes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import ceil, lcm
from typing import TYPE_CHECKING, NamedTuple

from solvers.daily.draw import Turns
from solvers.daily.edition import LEVELS
from solvers.daily.makers import makers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from solvers.daily.makers import Maker


class Rotation(NamedTuple):
    """From edition `since` on these games take turns, the first of them first."""

    since: int
    games: tuple[str, ...]


@cache
def rotations() -> tuple[Rotation, ...]:
    """Return the rotations, in order: one begins with each edition from which on a game joins.

    It may take the place of another, which leaves. As long as 7 does not divide the number of
    games, each comes to be on every weekday.
    """
    games = makers()
    begins = sorted({one.since for one in games.values()})
    return tuple(
        Rotation(since, _turning([one for one in games.values() if one.since <= since]))
        for since in begins
    )


def _turning(joined: Iterable[Maker]) -> tuple[str, ...]:
    """Return the games that take turns, of those that have joined, each in its place."""
    games: list[str] = []
    for one in joined:
        if one.instead_of:
            games[games.index(one.instead_of)] = one.game
        else:
            games.append(one.game)
    return tuple(games)


def successor(game: str) -> str:
    """Return the game that took a game's turns over, or took those of the one that did; else it."""
    after = {one.instead_of: one.game for one in makers().values()}
    while game in after:
        game = after[game]
    return game


def rotation_at(number: int) -> Rotation:
    """Return the rotation that an edition belongs to."""
    begun = (one for one in rotations() if one.since <= number)
    return max(begun, default=rotations()[0])


def planned_game(number: int) -> str:
    """Return the game whose turn an edition is. One that was made keeps the game it was made of."""
    since, games = rotation_at(number)
    return games[(number - since) % len(games)]


def turns_of(number: int) -> Turns:
    """Return how many rounds were over before an edition, in all rotations.

    A round is one turn of each game, or of each game on each weekday; where another rotation
    begins, the last one is over early. So no two editions of a game have as many behind them.
    """
    begun = [one for one in rotations() if one.since <= number]
    over = [(one.games, after.since - one.since) for one, after in pairwise(begun)]
    days = number - begun[-1].since

    def rounds(length: Callable[[int], int]) -> int:
        before = sum(ceil(lasted / length(len(games))) for games, lasted in over)
        return before + days // length(len(begun[-1].games))

    return Turns(rounds(int), rounds(lambda games: lcm(games, len(LEVELS))))
