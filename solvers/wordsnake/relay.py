"""Lay a snake's letters again: the best sequence of words that spells the same text.

Local search moves words, and most moves change the letters. Where many words are powers of one word
(aa, aaa, aaaaa), the same letters can be laid in many ways, and local search seldom finds the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.deadline import Deadline

    Path = tuple["Path", int, int] | None

_MOST = 300
"""The most sets of words kept at each place, the best ones; mostly there are fewer."""


def relay(words: Sequence[str], text: str, deadline: Deadline) -> list[tuple[int, int]] | None:
    """Return the words that make the snake longer, each with its overlap, under containment.

    Dynamic programming by the number of letters laid and the set of words laid that could be laid
    again further on. Laying a word of L letters over k of them costs L² - k². It is the best unless
    there are more than `_MOST` sets at some place. Returns None if the words do not spell the text,
    or the deadline came first.

    >>> from solvers.deadline import Deadline
    >>> relay(("aa", "aaa", "aaaaa"), "aaaaa", Deadline.never())
    [(0, 0), (1, 0)]
    """
    places = [(word, at) for word, each in enumerate(words) for at in _places(each, text)]
    last = [0] * len(words)  # where each word ends for the last time
    for word, at in places:
        last[word] = at + len(words[word])
    again = [sum(1 << w for w, to in enumerate(last) if to > end) for end in range(len(text) + 1)]
    reached: list[dict[int, tuple[int, Path]]] = [{} for _ in range(len(text) + 1)]
    reached[0][0] = 0, None
    for end in range(len(text)):
        if deadline.passed():
            return None
        here = [(w, at) for w, at in places if at <= end < at + len(words[w])]
        for laid, (cost, path) in sorted(reached[end].items(), key=lambda item: item[1][0])[:_MOST]:
            for word, at in here:
                if laid >> word & 1:
                    continue
                after = at + len(words[word])
                then = (laid | 1 << word) & again[after]
                more = cost + len(words[word]) ** 2 - (end - at) ** 2
                if then not in reached[after] or more < reached[after][then][0]:
                    reached[after][then] = more, (path, word, end - at)
    if not reached[-1]:
        return None
    _, path = min(reached[-1].values(), key=lambda each: each[0])
    plan = []
    while path is not None:
        path, word, overlap = path
        plan.append((word, overlap))
    return plan[::-1]


def _places(word: str, text: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)
