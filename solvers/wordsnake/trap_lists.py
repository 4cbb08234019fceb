"""Build lists worth playing: words that overlap, with traps for the greedy method.

Under pairs, joining the longest overlaps first goes wrong only because of cycles. If a snake could
be closed to a ring, greedy would be best (Blum, Jiang, Li, Tromp and Yannakakis, 1994). So a cycle
trap is a cycle of two words with a way in and a way out at the same letters, as in `outrage agent
enrage gentle`. A player who joins the way in to the way out leaves the cycle out, and loses one of
its joins. The join at the turn may be short: few words make cycles with overlaps of three letters,
so lists made only of such cycles would repeat themselves. Under containment there is also the inner
trap: a word made of the end of one word and the beginning of another. Joined between the two, it
scores less than when they touch and it lies inside.
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
_LONG, _SHORT = 3, 2
"""The overlaps that traps use, in letters; inner traps use long ones."""
_FEW, _FEWER = 16, 3
"""The draw acts as if at least this many words began or ended as asked (`_FEW`), or did both
(`_FEWER`): otherwise a word that is one of few would be in every list."""


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

    def build(self, number: int, by_cycles: float, inner_traps: int) -> tuple[str, ...]:
        """Return `number` words that overlap, in alphabetical order.

        At most `inner_traps` of them are inner traps, and greedy loses about `by_cycles` points to
        cycle traps, as far as there is room.
        """
        builder = _ListBuilder(self)
        left, lost = inner_traps, by_cycles
        while left and len(builder.words) + 3 <= number and builder.add_inner_trap():
            left -= 1
        while lost >= 1 and len(builder.words) + 4 <= number and (loss := builder.add_cycle_trap()):
            lost -= loss
        while len(builder.words) < number:
            builder.add(builder.next())
        return tuple(sorted(builder.words))

    @cached_property
    def long(self) -> list[int]:
        """The overlaps that traps are made of."""
        return sorted({k for k in self.overlaps if k >= _LONG} or set(self.overlaps))

    @cached_property
    def cycles(self) -> list[tuple[str, str]]:
        """Pairs of letters: some word begins with one and ends with the other, and vice versa.

        The second of a pair is the shorter one, where one is.
        """
        found = []
        for j, k in ((_SHORT, _SHORT), (_LONG, _SHORT), (_LONG, _LONG)):
            words = [word for word in self.words if len(word) >= j + k]
            there = {word[:j] + word[-k:] for word in words}
            back = {word[-j:] + word[:k] for word in words}
            found += [(way[:j], way[j:]) for way in sorted(there & back) if way[:j] != way[j:]]
        return found

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
        at = self.rng.randrange(max(len(fit), _FEWER))
        return fit[at] if at < len(fit) else None

    def _draw(self, words: list[str], letters: str) -> str | None:
        """Draw one of the words; if they are few, mostly none, or they would be in every list."""
        first, after = _range(words, letters)
        at = first + self.rng.randrange(max(after - first, _FEW))
        return words[at] if at < after else None


def _range(words: list[str], letters: str) -> tuple[int, int]:
    """Return the range of sorted words that begin with some letters."""
    first = bisect_left(words, letters)
    return first, bisect_left(words, letters + _AFTER_Z, first)


class _ListBuilder:
    """A list under construction. No word outside a trap begins or ends with the trap's letters."""

    def __init__(self, pool: WordPool) -> None:
        self.words: list[str] = []
        self._pool = pool
        self._rng = pool.rng
        self._levels = sorted({_SHORT, *pool.overlaps})
        self._used: Counter[str] = Counter()
        self._reserved: set[str] = set()

    def add(self, *words: str, reserve: Iterable[str] = ()) -> None:
        for word in words:
            self.words.append(word)
            self._used.update(self._edges(word))
        self._reserved.update(reserve)

    def next(self) -> str:
        """Find a word that overlaps one in the list, most often the newest."""
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

    def add_cycle_trap(self) -> float:
        """Add a cycle trap: way in, there, back, way out; return what greedy loses to it.

        Greedy loses the join at the turn, every second time. Returns 0 if no trap was found.
        """
        pool = self._pool
        for gate, turn in self._rng.sample(pool.cycles, min(_TRIES, len(pool.cycles))):
            if self._used[gate] or self._used[turn]:
                continue
            there, back = pool.between(gate, turn), pool.between(turn, gate)
            way_in, way_out = pool.ends(gate), pool.begins(gate)
            if there and back and way_in and way_out:
                words = way_in, there, back, way_out
                edges = [edge for word in words for edge in self._edges(word)]
                if (edges.count(gate), edges.count(turn)) == (4, 2) and self._fit(*words):
                    self.add(*words, reserve=(gate, turn))
                    return len(turn) ** 2 / 2
        return 0

    def add_inner_trap(self) -> bool:
        """Add an inner trap: a word and the two it lies between; return whether one was found."""
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
        """Return whether the words leave all traps intact, and none lies within another (dull)."""
        return all(
            self._reserved.isdisjoint(self._edges(word))
            and not any(word in other or other in word for other in (*self.words, *words[:i]))
            for i, word in enumerate(words)
        )

    def _edges(self, word: str) -> list[str]:
        return [edge for k in self._levels for edge in (word[:k], word[-k:])]
