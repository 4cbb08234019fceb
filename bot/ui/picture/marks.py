"""A snake's letters as a picture shows them: the words over each, and shared or inside ones."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.wordsnake import Scored


@dataclass(frozen=True, slots=True)
class Span:
    """Letters `start` to before `end` of the snake, and the points they earned."""

    start: int
    end: int
    points: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Marks:
    """A snake's letters with what a picture shows about them.

    `depth` counts, for each letter, the words laid over it (at least 1); words that lay wholly
    inside the snake are not counted but listed as `inside`. `owner` is the number of the first
    word over each letter. `begins` and `ends` are the letters before which a laid word begins, or
    has ended. At `seams` two words only touch. `shared` are the letters that a word shares with
    the snake before it.
    """

    letters: str
    depth: tuple[int, ...]
    owner: tuple[int, ...]
    begins: frozenset[int]
    ends: frozenset[int]
    seams: frozenset[int]
    shared: tuple[Span, ...]
    inside: tuple[Span, ...]

    @property
    def lanes(self) -> int:
        """How many lanes the words inside need."""
        return max((lane + 1 for _, lane in self.in_lanes()), default=0)

    def in_lanes(self) -> list[tuple[Span, int]]:
        """Return each inside word with the first lane, from 0, in which it meets no other."""
        ends: list[int] = []
        given: list[tuple[Span, int]] = []
        for span in sorted(self.inside, key=lambda span: (span.start, -span.end)):
            lane = next((n for n, end in enumerate(ends) if end <= span.start), len(ends))
            ends[lane : lane + 1] = [span.end]
            given.append((span, lane))
        return given


def mark(scored: Scored) -> Marks:
    """Find what to mark on a scored snake."""
    depth = [0] * len(scored.snake)
    owner = [-1] * len(scored.snake)
    begins: set[int] = set()
    ends: set[int] = set()
    seams: set[int] = set()
    shared: list[Span] = []
    inside: list[Span] = []
    length = laid = 0
    for placed in scored.order:
        start, end = placed.position, placed.position + len(placed.word)
        if end <= length:
            inside.append(Span(start, end, placed.score))
            continue
        for i in range(start, end):
            depth[i] += 1
            if owner[i] < 0:
                owner[i] = laid
        if start < length:
            shared.append(Span(start, length, placed.score))
        else:
            seams.add(start)
        begins.add(start)
        ends.add(end)
        length = end
        laid += 1
    return Marks(
        letters=scored.snake,
        depth=tuple(depth),
        owner=tuple(owner),
        begins=frozenset(begins - {0}),
        ends=frozenset(ends - {length}),
        seams=frozenset(seams - {0}),
        shared=tuple(shared),
        inside=tuple(inside),
    )
