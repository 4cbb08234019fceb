"""The order in which games take turns, and since when; the past never changes."""

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
    """From edition `since` on, these games take turns, in this order."""

    since: int
    games: tuple[str, ...]


@cache
def rotations() -> tuple[Rotation, ...]:
    """Return the rotations in order: a new one begins with each edition in which a game joins.

    A game may replace another, which leaves. As long as 7 does not divide the number of games, each
    game comes on every weekday.
    """
    games = makers()
    begins = sorted({one.since for one in games.values()})
    return tuple(
        Rotation(since, _turning([one for one in games.values() if one.since <= since]))
        for since in begins
    )


def _turning(joined: Iterable[Maker]) -> tuple[str, ...]:
    """Return the games that take turns after these joined, each in its place."""
    games: list[str] = []
    for one in joined:
        if one.instead_of:
            games[games.index(one.instead_of)] = one.game
        else:
            games.append(one.game)
    return tuple(games)


def successor(game: str) -> str:
    """Return the game that finally took over a game's turns, or the game itself."""
    after = {one.instead_of: one.game for one in makers().values()}
    while game in after:
        game = after[game]
    return game


def rotation_at(number: int) -> Rotation:
    """Return the rotation that an edition belongs to."""
    begun = (one for one in rotations() if one.since <= number)
    return max(begun, default=rotations()[0])


def planned_game(number: int) -> str:
    """Return the game whose turn an edition is. An edition already made keeps its game."""
    since, games = rotation_at(number)
    return games[(number - since) % len(games)]


def turns_of(number: int) -> Turns:
    """Return how many rounds were complete before an edition, in all rotations.

    A round is one turn of each game, or of each game on each weekday; a new rotation ends the
    current round early. So no two editions of a game have the same number.
    """
    begun = [one for one in rotations() if one.since <= number]
    over = [(one.games, after.since - one.since) for one, after in pairwise(begun)]
    days = number - begun[-1].since

    def rounds(length: Callable[[int], int]) -> int:
        before = sum(ceil(lasted / length(len(games))) for games, lasted in over)
        return before + days // length(len(begun[-1].games))

    return Turns(rounds(int), rounds(lambda games: lcm(games, len(LEVELS))))
