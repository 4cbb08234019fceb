"""Draws that are equal on every machine, and turns that keep puzzles from returning soon."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Thing = TypeVar("Thing")


class Turns(NamedTuple):
    """How many rounds came before an edition: of its game, and of its game on its weekday."""

    of_game: int
    of_weekday: int


FIRST = Turns(0, 0)


class Draw:
    """The random choices of one edition: always the same, but different for another secret.

    `rng` belongs to the edition. The secret has at most 64 ASCII characters. `turns`: the earlier
    turns of the edition's game.
    """

    def __init__(self, number: int, secret: str, turns: Turns = FIRST) -> None:
        self._turns = turns
        self._key = secret.encode()
        self.rng = Random(self.chance(f"edition {number}"))  # noqa: S311 - its state stays unseen

    def chance(self, text: str) -> int:
        """Return a number below 2**64 for a text, the same in all editions with this secret."""
        digest = hashlib.blake2b(text.encode(), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big")

    def shuffled(self, things: Iterable[Thing], name: Callable[[Thing], str]) -> list[Thing]:
        """Return things in an order that depends only on the secret."""
        return sorted(things, key=lambda thing: (self.chance(name(thing)), name(thing)))

    def in_turn(self, puzzles: Iterable[Thing], name: Callable[[Thing], str]) -> list[Thing]:
        """Return a game's puzzles of one level, beginning with the one whose turn it is.

        They take turns, one per round; a round that a new game cuts short may skip one. So none
        comes back before the others came, though editions are made independently.
        """
        return _from(self.shuffled(puzzles, name), self._turns.of_weekday)

    def in_turn_by_share(
        self,
        puzzles: Iterable[Thing],
        share_of: Callable[[Thing], int],
        name: Callable[[Thing], str],
    ) -> list[Thing]:
        """Return a game's puzzles of one level, beginning with the one whose turn it is.

        Their shares take turns, one per round, whatever the level, and puzzles within a share.
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
        """Return the things dealt to this edition, and to every `shares`-th edition of its game."""
        turn = self._turns.of_game % shares
        return self.shuffled(things, name)[turn::shares]

    def is_dealt(self, name: str, shares: int) -> bool:
        """Return whether an item is dealt to this edition, as to every `shares`-th of its game."""
        return self.chance(name) % shares == self._turns.of_game % shares


def _from(things: Sequence[Thing], turn: int) -> list[Thing]:
    """Return things in order, beginning with the one whose turn it is."""
    at = turn % max(1, len(things))
    return [*things[at:], *things[:at]]
