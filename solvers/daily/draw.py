"""Draws that are the same on every machine, and turns that keep puzzles from coming back soon."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Thing = TypeVar("Thing")


class Turns(NamedTuple):
    """How often it was an edition's turn before: of its game's, and of those of its weekday too."""

    of_game: int
    of_weekday: int


FIRST = Turns(0, 0)


class Draw:
    """What chance decides for one edition: the same every time, another for another secret.

    `rng` is the edition's own. The secret has at most 64 characters of ASCII. `turns`: those that
    the edition's game had before.
    """

    def __init__(self, number: int, secret: str, turns: Turns = FIRST) -> None:
        self._turns = turns
        self._key = secret.encode()
        self.rng = Random(self.chance(f"edition {number}"))  # noqa: S311 - its state is not seen

    def chance(self, text: str) -> int:
        """Return a number below 2**64 that a text stands for, in all editions of this secret."""
        digest = hashlib.blake2b(text.encode(), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big")

    def shuffled(self, things: Iterable[Thing], name: Callable[[Thing], str]) -> list[Thing]:
        """Return things in an order that is the secret's own."""
        return sorted(things, key=lambda thing: (self.chance(name(thing)), name(thing)))

    def in_turn(self, puzzles: Iterable[Thing], name: Callable[[Thing], str]) -> list[Thing]:
        """Return a game's puzzles of one level, the one whose turn it is first.

        They take turns, one a round; a round that a new game cuts short may leave one out. So none
        comes again before the others were there, though editions are made independently.
        """
        return _from(self.shuffled(puzzles, name), self._turns.of_weekday)

    def in_turn_by_share(
        self,
        puzzles: Iterable[Thing],
        share_of: Callable[[Thing], int],
        name: Callable[[Thing], str],
    ) -> list[Thing]:
        """Return a game's puzzles of one level, the one whose turn it is first.

        Their shares take turns, one a round, whatever the level, and in a share its puzzles.
        """
        shares: defaultdict[int, list[Thing]] = defaultdict(list)
        for puzzle in self.shuffled(puzzles, name):
            shares[share_of(puzzle)].append(puzzle)
        order = self.shuffled(shares, lambda share: f"share {share}")
        first, turn = self._turns.of_game % max(1, len(order)), self._turns.of_weekday
        return [
            puzzle
            for share in order[first:] + order[:first]
            for puzzle in _from(shares[share], turn // len(order))
        ]

    def share(
        self, things: Iterable[Thing], name: Callable[[Thing], str], shares: int
    ) -> list[Thing]:
        """Return what is dealt to this edition, and again to every so many'th of its game."""
        turn = self._turns.of_game % shares
        return self.shuffled(things, name)[turn::shares]

    def is_dealt(self, name: str, shares: int) -> bool:
        """Return whether this edition is dealt a thing: every so many'th of its game is."""
        return self.chance(name) % shares == self._turns.of_game % shares


def _from(things: Sequence[Thing], turn: int) -> list[Thing]:
    """Return things in order, from the one on whose turn it is."""
    at = turn % max(1, len(things))
    return [*things[at:], *things[:at]]
