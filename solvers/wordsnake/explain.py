"""Finds what an order missed: the single move, swap or reversal that gains most."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from solvers.errors import BadInput
from solvers.wordsnake.score import score
from solvers.wordsnake.types import Explanation, ScoreRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

    Ints = NDArray[np.int64]
    Change = tuple[str, int, int]

MOST_WORDS = 4_000
"""Longest list to explain, because all pairs of words are tried."""


def explain(
    request: ScoreRequest,
    lexicon: Lexicon | None,  # noqa: ARG001 - all solvers have the same signature
    deadline: Deadline,
) -> Explanation:
    """Find the change of an order that gains most. Raises BadInput, like `score`.

    Under pairs every change is tried. Under containment, where one change can affect the whole
    snake, as many are tried as the deadline allows.

    >>> from solvers.deadline import Deadline
    >>> request = ScoreRequest(("seasick", "run", "nausea"))
    >>> explain(request, None, Deadline.never()).sentence
    'Put *seasick* after *nausea* to gain 9.'
    """
    if len(request.order) > MOST_WORDS:
        raise BadInput(
            f"Only orders of at most {MOST_WORDS:,} words can be explained; this one has "
            f"{len(request.order):,}.",
            code="too_many_words",
        )
    scored = score(request)
    order = tuple(placed.word for placed in scored.order)
    if request.rule == "pairs":
        gain, change, complete = *_best_for_pairs(order), True
    else:
        gain, change, complete = _best_by_laying(order, scored.score, deadline)
        laid = score(ScoreRequest(order, rule=request.rule)).score - scored.score
        if laid > 0 and laid >= gain:  # only for a list with positions
            sentence = f"Lay each word where it fits best, in the same order, to gain {laid}."
            return Explanation(
                kind="lay", word=None, other=None, gain=laid, sentence=sentence, order=order
            )
    if change is None:
        missed = "No single change gains anything."
        sentence = missed if complete else f"{missed[:-1]}, as far as there was time to look."
        return Explanation(kind=None, word=None, other=None, gain=0, sentence=sentence, order=order)
    return _described(order, change, gain)


def _described(order: tuple[str, ...], change: Change, gain: int) -> Explanation:
    kind, i, j = change
    after = _changed(order, change)
    word, other = order[i], order[j]
    if kind == "move":
        at = after.index(word)
        where = f"after *{after[at - 1]}*" if at else "first"
        before = after[at - 1] if at else None
        return Explanation(
            kind="move",
            word=word,
            other=before,
            gain=gain,
            sentence=f"Put *{word}* {where} to gain {gain}.",
            order=after,
        )
    if kind == "swap":
        said = f"Swap *{word}* and *{other}* to gain {gain}."
        return Explanation(
            kind="swap", word=word, other=other, gain=gain, sentence=said, order=after
        )
    said = f"Reverse everything from *{word}* to *{other}* to gain {gain}."
    return Explanation(
        kind="reverse", word=word, other=other, gain=gain, sentence=said, order=after
    )


def _changed(order: tuple[str, ...], change: Change) -> tuple[str, ...]:
    """Apply a change: move word i to behind j of the others, swap i and j, or reverse i to j."""
    kind, i, j = change
    if kind == "move":
        rest = order[:i] + order[i + 1 :]
        return (*rest[:j], order[i], *rest[j:])
    if kind == "swap":
        return (*order[:i], order[j], *order[i + 1 : j], order[i], *order[j + 1 :])
    return (*order[:i], *reversed(order[i : j + 1]), *order[j + 1 :])


def _best_for_pairs(order: Sequence[str]) -> tuple[int, Change | None]:
    gain, change = max(_promising(order), key=lambda found: found[0])
    return (gain, change) if gain > 0 else (0, None)


def _promising(order: Sequence[str]) -> Iterator[tuple[int, Change]]:
    """Yield for each word and kind of change the change that gains most under pairs.

    A table of all overlaps makes each change a sum of a few of them.
    """
    n = len(order)
    shared = _table(order)  # row and column 0 stand for nothing; word i has number i + 1
    here = np.arange(n + 1)
    joins = shared[here, (here + 1) % (n + 1)]  # joins[i]: between places i and i + 1
    joins[n] = 0
    forth = np.concatenate(([0], np.cumsum(joins)))
    back = np.concatenate(([0], np.cumsum(shared[(here + 1) % (n + 1), here])))
    after = np.append(here[1:], 0)  # the place after each
    for i in range(1, n + 1):
        before, behind = i - 1, after[i]
        out = shared[before, behind] - joins[i - 1] - joins[i]
        gains = shared[here, i] + shared[i, after] - joins + out
        gains[[i - 1, i]] = 0
        others = np.concatenate((gains[:i], gains[i + 1 :]))
        yield _most(others, "move", i, 0)
        j = here[i + 2 :]
        swapped = (
            shared[before, j] + shared[j, behind] - joins[i - 1] - joins[i]
            + shared[j - 1, i] + shared[i, after[j]] - joins[j - 1] - joins[j]
        )  # fmt: skip
        if len(j):
            yield _most(swapped, "swap", i, i + 1)
        j = here[i + 1 :]
        turned = (back[j] - back[i]) - (forth[j] - forth[i])
        ends = shared[before, j] + shared[i, after[j]] - joins[i - 1] - joins[j]
        if len(j):
            yield _most(ends + turned, "reverse", i, i)


def _most(gains: Ints, kind: str, i: int, first: int) -> tuple[int, Change]:
    at = int(np.argmax(gains))
    return int(gains[at]), (kind, i - 1, first + at)


def _table(order: Sequence[str]) -> Ints:
    """Return the squared overlap of each ordered pair of words, numbered from 1."""
    table = np.zeros((len(order) + 1, len(order) + 1), np.int64)
    for k in range(1, max(map(len, order)) + 1):
        heads: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(order, 1):
            if len(word) >= k:
                heads[word[:k]].append(number)
        for number, word in enumerate(order, 1):
            if len(word) >= k and word[-k:] in heads:
                table[number, heads[word[-k:]]] = k * k
    np.fill_diagonal(table, 0)
    return table


def _best_by_laying(
    order: tuple[str, ...], now: int, deadline: Deadline
) -> tuple[int, Change | None, bool]:
    """Lay every changed order from scratch, until the deadline, first the best ones under pairs."""
    best: tuple[int, Change | None] = (0, None)
    promising = sorted(_promising(order), key=lambda found: -found[0])
    for change in chain((change for _, change in promising), _changes(len(order))):
        if deadline.passed():
            return *best, False
        changed = ScoreRequest(_changed(order, change), rule="containment")
        gain = score(changed).score - now
        if gain > best[0]:
            best = gain, change
    return *best, True


def _changes(n: int) -> Iterator[Change]:
    yield from (("move", i, j) for i in range(n) for j in range(n) if i != j)
    yield from (("swap", i, j) for i in range(n) for j in range(i + 2, n))
    yield from (("reverse", i, j) for i in range(n) for j in range(i + 2, n))
