"""Where lists worth playing are grown: words found by how they begin and end, and traps for greed.

Under pairs, joining the longest overlaps first is wrong about nothing but circles: were snakes
allowed to bite their tails, it would give the best (Blum, Jiang, Li, Tromp and Yannakakis, 1994).
So a trap is a circle with a way in and a way out at the same letters, as in `outrage agent enrage
gentle`: who joins the way in to the way out leaves the circle apart, and loses one of its joins.
Under containment it is a word made of the end of one word and the beginning of another: joined
between the two it scores less than inside, once they touch.
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
"""Letters from which on an overlap is worth a trap."""


class Garden:
    """Words in alphabetical order, and in that of their reversals.

    `hidden` are words for traps under containment alone.
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

    def grow(self, number: int, circles: int, hideaways: int) -> tuple[str, ...]:
        """Return so many words that overlap, with at most so many traps, in alphabetical order."""
        bed = _Bed(self)
        for traps, plant, room in ((hideaways, bed.hideaway, 3), (circles, bed.circle, 4)):
            left = traps
            while left and len(bed.words) + room <= number and plant():
                left -= 1
        while len(bed.words) < number:
            bed.add(bed.next())
        return tuple(sorted(bed.words))

    @cached_property
    def long(self) -> list[int]:
        """The overlaps that traps are made of."""
        return sorted({k for k in self.overlaps if k >= _LONG} or set(self.overlaps))

    @cached_property
    def circles(self) -> list[tuple[str, str]]:
        """Beginnings and ends such that a word leads from one to the other, and a word back."""
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


class _Bed:
    """A list that grows. No word outside a trap begins or ends with the trap's letters."""

    def __init__(self, garden: Garden) -> None:
        self.words: list[str] = []
        self._garden = garden
        self._rng = garden.rng
        self._levels = sorted(set(garden.overlaps))
        self._used: Counter[str] = Counter()
        self._fenced: set[str] = set()

    def add(self, *words: str, fence: Iterable[str] = ()) -> None:
        for word in words:
            self.words.append(word)
            self._used.update(self._edges(word))
        self._fenced.update(fence)

    def next(self) -> str:
        """Find a word that overlaps one that is there, most often the newest."""
        for _ in range(_TRIES if self.words else 0):
            k = self._rng.choice(self._garden.overlaps)
            stem = self.words[-1] if self._rng.random() < 0.6 else self._rng.choice(self.words)
            back = self._rng.random() < 0.3
            word = self._garden.ends(stem[:k]) if back else self._garden.begins(stem[-k:])
            if word and self._fit(word):
                return word
        return self._any()

    def _any(self) -> str:
        for _ in range(_TRIES):
            word = self._rng.choice(self._garden.words)
            if self._fit(word):
                return word
        taken = set(self.words)
        return self._rng.choice([word for word in self._garden.words if word not in taken])

    def circle(self) -> bool:
        """Plant a trap for pairs: way in, there, back, way out; tell whether one was found."""
        garden = self._garden
        for gate, turn in self._rng.sample(garden.circles, len(garden.circles)):
            if self._used[gate] or self._used[turn]:
                continue
            there, back = garden.between(gate, turn), garden.between(turn, gate)
            way_in, way_out = garden.ends(gate), garden.begins(gate)
            if there and back and way_in and way_out:
                words = way_in, there, back, way_out
                edges = [edge for word in words for edge in self._edges(word)]
                if (edges.count(gate), edges.count(turn)) == (4, 2) and self._fit(*words):
                    self.add(*words, fence=(gate, turn))
                    return True
        return False

    def hideaway(self) -> bool:
        """Plant a trap for containment: a word, and two that it hides between."""
        garden = self._garden
        for _ in range(_TRIES if garden.hidden else 0):
            word = self._rng.choice(garden.hidden)
            k = self._rng.choice(garden.long)
            left, right = garden.ends(word[:k]), garden.begins(word[k:])
            whole = len(word) - k in garden.long
            if whole and left and right and self._fit(left, word, right):
                self.add(left, word, right, fence=(word[:k], word[k:]))
                return True
        return False

    def _fit(self, *words: str) -> bool:
        """Tell whether words spoil no trap, and none is a part of another: those joins are dull."""
        return all(
            self._fenced.isdisjoint(self._edges(word))
            and not any(word in other or other in word for other in (*self.words, *words[:i]))
            for i, word in enumerate(words)
        )

    def _edges(self, word: str) -> list[str]:
        return [edge for k in self._levels for edge in (word[:k], word[-k:])]
