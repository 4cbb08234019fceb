"""The referee: lay words one by one and count, under both rules.

The only part of the wordsnake code that solver and verifier share.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING

from solvers.errors import BadInput
from solvers.wordsnake.types import Placed, Scored, ScoreRequest
from solvers.wordsnake.words import LONGEST_LISTED, check_permutation, checked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.wordsnake.types import Rule

_ENDING = 3


def overlap(a: str, b: str) -> int:
    """Return the length of the longest suffix of a that is a prefix of b.

    >>> overlap("nausea", "seasick")
    3
    """
    for k in range(min(len(a), len(b)), 0, -1):
        if a.endswith(b[:k]):
            return k
    return 0


def joins(order: Sequence[str]) -> list[int]:
    """Return how many letters each word shares with the one before, from the second on.

    >>> joins(["run", "nausea", "seasick"])
    [1, 3]
    """
    return [overlap(before, word) for before, word in itertools.pairwise(order)]


def score(request: ScoreRequest) -> Scored:
    """Score an order or a placed list.

    Raises BadInput, which names the first word that breaks the rules.

    >>> score(ScoreRequest(("wombat", "bats"), (0, 3), "containment")).score
    9
    """
    order = checked(request.order, longest=LONGEST_LISTED)
    if request.words is not None:
        check_permutation(order, checked(request.words, longest=LONGEST_LISTED))
    if request.positions is not None and request.rule == "pairs":
        raise BadInput(
            "Positions belong to the containment rule; leave them out or choose that rule.",
            code="bad_position",
        )
    if request.positions is None:
        return score_laid(order, request.rule)
    if len(request.positions) != len(order):
        raise BadInput("Give every word a position, or none.", code="bad_position")
    return score_placed(order, request.positions)


def score_laid(order: Sequence[str], rule: Rule) -> Scored:
    """Score the words laid so far of a checked list: maybe one word, or none.

    >>> score_laid(["baab", "aab"], "containment").score, score_laid([], "pairs").score
    (9, 0)
    """
    if not order:
        return Scored(rule, 0, "", ())
    return score_pairs(order) if rule == "pairs" else _score_order(order)


def score_pairs(order: Sequence[str]) -> Scored:
    """Sum the squared overlaps of neighbours (rule: pairs)."""
    placed = [Placed(order[0], 0, 0)]
    pieces = [order[0]]
    length = len(order[0])
    for before, word in itertools.pairwise(order):
        k = overlap(before, word)
        placed.append(Placed(word, length - k, k * k))
        pieces.append(word[k:])
        length += len(word) - k
    return Scored("pairs", sum(p.score for p in placed), "".join(pieces), tuple(placed))


def _score_order(order: Sequence[str]) -> Scored:
    """Lay each word inside the snake where it fits, else with the longest overlap."""
    placed: list[Placed] = []
    snake = Growing(order)
    for word in order:
        position = snake.first.get(word)
        if position is not None:
            placed.append(Placed(word, position, len(word) ** 2))
            continue
        k = overlap(snake.tail, word)
        placed.append(Placed(word, snake.length - k, k * k))
        snake.grow(word[k:])
    return Scored("containment", sum(p.score for p in placed), snake.text(), tuple(placed))


def score_placed(order: Sequence[str], positions: Sequence[int]) -> Scored:
    """Lay each word exactly where it says (rule: containment), in time linear in the letters."""
    placed: list[Placed] = []
    snake = bytearray()
    for word, position in zip(order, positions, strict=True):
        if position < 0 or position > len(snake):
            where = (
                f"the snake before it ends at {len(snake)}" if snake else "the first begins at 0"
            )
            raise BadInput(
                f"“{word}” at {position} leaves a gap: {where}.", code="position_leaves_gap"
            )
        letters = word.encode()
        under = bytes(snake[position : position + len(letters)])
        if not letters.startswith(under):
            at = next(i for i, letter in enumerate(under) if letter != letters[i])
            raise BadInput(
                f"“{word}” at {position} disagrees with the snake: its letter {at + 1} is "
                f"“{word[at]}”, the snake has “{chr(under[at])}” there.",
                code="position_disagrees",
            )
        placed.append(Placed(word, position, len(under) ** 2))
        snake += letters[len(under) :]
    return Scored("containment", sum(p.score for p in placed), snake.decode(), tuple(placed))


class Growing:
    """A snake that knows where each word of a list first occurs in it."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = frozenset(words)
        self.first: dict[str, int] = {}
        self.tail = ""
        self.length = 0
        self._longest = max(map(len, words))
        self._pieces: list[str] = []
        # Few words end as the snake does at a given letter, so few lengths need checking there.
        ending: defaultdict[str, set[int]] = defaultdict(set)
        for word in words:
            ending[word[-_ENDING:]].add(len(word))
        self._lengths = {letters: tuple(lengths) for letters, lengths in ending.items()}
        self._endings = sorted({len(letters) for letters in ending})

    def grow(self, letters: str) -> None:
        """Append letters and note every word they complete."""
        window = self.tail + letters
        offset = self.length - len(self.tail)
        # A slice that starts before the window is empty or shorter, but still ends in the right
        # place.
        for end in range(len(self.tail) + 1, len(window) + 1):
            for size in self._endings:
                for length in self._lengths.get(window[end - size : end], ()):
                    word = window[end - length : end]
                    if word in self.words:
                        self.first.setdefault(word, offset + end - len(word))
        self.length += len(letters)
        self._pieces.append(letters)
        self.tail = window[-self._longest :]

    def text(self) -> str:
        """Return the whole snake."""
        return "".join(self._pieces)
