"""Build lists worth playing: words that overlap, with traps for the greedy method.

Under pairs, joining the longest overlaps first goes wrong only because of cycles. If a snake could
be closed to a ring, greedy would be best (Blum, Jiang, Li, Tromp and Yannakakis, 1994). So a cycle
trap is a cycle of two words with a way in and a way out at the same letters, as in `outrage agent
enrage gentle`. A player who joins the way in to the way out leaves the cycle out, and loses one of
its joins. Under containment there is also the inner trap: a word made of the end of one word and
the beginning of another. Joined between the two it scores less than inside, once they touch.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence


_AFTER_Z = "{"
_TRIES = 100
_LONG = 3
"""The least overlap, in letters, that is worth a trap."""


class WordPool:
    """Words to build lists from, found by how they begin and end.

    `hidden` are words for inner traps, `overlaps` the lengths of overlaps to draw from.
    """

    def __init__(
        self,
        words: Iterable[str],
        hidden: Sequence[str],
        overlaps: Sequence[int],
        rng: random.Random,
    ) -> None:
        self.words = sorted(words)
        self.hidden = hidden
        self.overlaps = overlaps
        self.rng = rng
        self._backward = sorted(word[::-1] for word in self.words)

    def build(self, number: int, cycle_traps: int, inner_traps: int) -> tuple[str, ...]:
        """Return `number` words that overlap, with at most so many traps, in alphabetical order."""
        builder = _ListBuilder(self)
        for traps, add_trap, room in (
            (inner_traps, builder.add_inner_trap, 3),
            (cycle_traps, builder.add_cycle_trap, 4),
        ):
            left = traps
            while left and len(builder.words) + room <= number and add_trap():
                left -= 1
        while len(builder.words) < number:
            builder.add(builder.next())
        return tuple(sorted(builder.words))

    @cached_property
    def long(self) -> list[int]:
        """The overlaps that traps are made of."""
        return sorted({k for k in self.overlaps if k >= _LONG} or set(self.overlaps))

    @cached_property
    def cycles(self) -> list[tuple[str, str]]:
        """Pairs of letters: some word begins with one and ends with the other, and vice versa."""
        ways = {
            (word[:j], word[-k:])
            for word in self.words
            for j in self.long
            for k in self.long
            if j + k <= len(word)
        }
        return sorted((gate, turn) for gate, turn in ways if gate != turn and (turn, gate) in ways)

    def begins(self, letters: str) -> str | None:
        """Draw a word that begins with some letters."""
        return self._draw(self.words, letters)

    def ends(self, letters: str) -> str | None:
        """Draw a word that ends with some letters."""
        word = self._draw(self._backward, letters[::-1])
        return word and word[::-1]

    def between(self, head: str, tail: str) -> str | None:
        """Draw a word that begins and ends with some letters."""
        first, after = _range(self.words, head)
        fit = [word for word in self.words[first:after] if word.endswith(tail)]
        return self.rng.choice(fit) if fit else None

    def _draw(self, words: list[str], letters: str) -> str | None:
        first, after = _range(words, letters)
        return words[self.rng.randrange(first, after)] if first < after else None


def _range(words: list[str], letters: str) -> tuple[int, int]:
    """Return where the words that begin with some letters lie among sorted ones."""
    first = bisect_left(words, letters)
    return first, bisect_left(words, letters + _AFTER_Z, first)


class _ListBuilder:
    """A list that is being built. No word outside a trap begins or ends with the trap's letters."""

    def __init__(self, pool: WordPool) -> None:
        self.words: list[str] = []
        self._pool = pool
        self._rng = pool.rng
        self._levels = sorted(set(pool.overlaps))
        self._used: Counter[str] = Counter()
        self._reserved: set[str] = set()

    def add(self, *words: str, reserve: Iterable[str] = ()) -> None:
        for word in words:
            self.words.append(word)
            self._used.update(self._edges(word))
        self._reserved.update(reserve)

    def next(self) -> str:
        """Find a word that overlaps one that is there, most often the newest."""
        for _ in range(_TRIES if self.words else 0):
            k = self._rng.choice(self._pool.overlaps)
            stem = self.words[-1] if self._rng.random() < 0.6 else self._rng.choice(self.words)
            back = self._rng.random() < 0.3
            word = self._pool.ends(stem[:k]) if back else self._pool.begins(stem[-k:])
            if word and self._fit(word):
                return word
        return self._any()

    def _any(self) -> str:
        for _ in range(_TRIES):
            word = self._rng.choice(self._pool.words)
            if self._fit(word):
                return word
        taken = set(self.words)
        return self._rng.choice([word for word in self._pool.words if word not in taken])

    def add_cycle_trap(self) -> bool:
        """Add a cycle trap: way in, there, back, way out; return whether one was found."""
        pool = self._pool
        for gate, turn in self._rng.sample(pool.cycles, len(pool.cycles)):
            if self._used[gate] or self._used[turn]:
                continue
            there, back = pool.between(gate, turn), pool.between(turn, gate)
            way_in, way_out = pool.ends(gate), pool.begins(gate)
            if there and back and way_in and way_out:
                words = way_in, there, back, way_out
                edges = [edge for word in words for edge in self._edges(word)]
                if (edges.count(gate), edges.count(turn)) == (4, 2) and self._fit(*words):
                    self.add(*words, reserve=(gate, turn))
                    return True
        return False

    def add_inner_trap(self) -> bool:
        """Add an inner trap: a word, and two that it lies between; return whether one was found."""
        pool = self._pool
        for _ in range(_TRIES if pool.hidden else 0):
            word = self._rng.choice(pool.hidden)
            k = self._rng.choice(pool.long)
            left, right = pool.ends(word[:k]), pool.begins(word[k:])
            whole = len(word) - k in pool.long
            if whole and left and right and self._fit(left, word, right):
                self.add(left, word, right, reserve=(word[:k], word[k:]))
                return True
        return False

    def _fit(self, *words: str) -> bool:
        """Return whether words leave all traps intact, and none lies within another (dull)."""
        return all(
            self._reserved.isdisjoint(self._edges(word))
            and not any(word in other or other in word for other in (*self.words, *words[:i]))
            for i, word in enumerate(words)
        )

    def _edges(self, word: str) -> list[str]:
        return [edge for k in self._levels for edge in (word[:k], word[-k:])]
