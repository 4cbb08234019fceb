"""Ladders by trying everything, independent of the solver."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence


def leads(one: str, other: str, moves: Collection[str]) -> bool:
    """Return whether one of the moves turns one word into the other."""
    if one == other:
        return False
    if len(one) == len(other):
        differs = [i for i in range(len(one)) if one[i] != other[i]]
        if "change" in moves and len(differs) == 1:
            return True
        if "anagram" in moves and sorted(one) == sorted(other):
            return True
        if "swap" not in moves or len(differs) != 2 or differs[1] != differs[0] + 1:
            return False
        i, j = differs
        return one[i] == other[j] and one[j] == other[i]
    if "insert" in moves and len(other) == len(one) + 1:
        return any(other[:i] + other[i + 1 :] == one for i in range(len(other)))
    if "delete" in moves and len(other) == len(one) - 1:
        return any(one[:i] + one[i + 1 :] == other for i in range(len(one)))
    return False


class Brute:
    """All ladders on a tiny word list."""

    def __init__(
        self, rareness: Mapping[str, int], moves: Collection[str], avoid: Collection[str] = ()
    ) -> None:
        self.rareness = rareness
        words = [word for word in rareness if word not in avoid]
        self.near = {one: [w for w in words if leads(one, w, moves)] for one in words}

    def simple(self, start: str, target: str) -> Iterator[list[str]]:
        """Yield every path from start to target that repeats no word."""

        def onward(path: list[str]) -> Iterator[list[str]]:
            if path[-1] == target:
                yield path
                return
            for word in self.near[path[-1]]:
                if word not in path:
                    yield from onward([*path, word])

        yield from onward([start])

    def by_legs(self, stops: Sequence[str]) -> list[list[str]]:
        """Return every ladder made of simple legs from stop to stop."""
        ladders = [[stops[0]]]
        for one, other in pairwise(stops):
            legs = list(self.simple(one, other))
            ladders = [ladder + leg[1:] for ladder in ladders for leg in legs]
        return ladders

    def of_steps(self, stops: Sequence[str], steps: int) -> list[list[str]]:
        """Return every ladder of `steps` steps, no word twice, that passes the stops in order."""
        return [
            path
            for path in self.simple(stops[0], stops[-1])
            if len(path) == steps + 1 and [word for word in path if word in stops] == list(stops)
        ]

    def cost(self, ladder: Sequence[str]) -> int:
        """Return the sum of rareness over the words after the start."""
        return sum(self.rareness[word] for word in ladder[1:])

    def shortest(self, ladders: list[list[str]]) -> list[list[str]]:
        """Return the ladders with the fewest steps."""
        fewest = min(map(len, ladders))
        return [ladder for ladder in ladders if len(ladder) == fewest]

    def common(self, ladders: list[list[str]]) -> list[list[str]]:
        """Return the ladders of the lowest rareness that have the fewest steps among them."""
        lowest = min(map(self.cost, ladders))
        return self.shortest([ladder for ladder in ladders if self.cost(ladder) == lowest])
