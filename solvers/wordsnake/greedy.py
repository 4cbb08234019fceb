"""The greedy method: always join the two pieces that overlap most. Quick, but rarely best."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def greedy_order(words: Sequence[str]) -> tuple[str, ...]:
    """Return an order of the words, joined from the longest overlap down.

    It takes time linear in the number of letters.

    >>> greedy_order(["seasick", "run", "nausea"])
    ('run', 'nausea', 'seasick')
    """
    follower: dict[int, int] = {}
    start = list(range(len(words)))  # by a piece's last word: its first word
    end = list(range(len(words)))
    lacks_before = set(range(len(words)))
    lacks_after = list(range(len(words)))
    for k in range(max(map(len, words)), 0, -1):
        heads: defaultdict[str, list[int]] = defaultdict(list)
        for word in lacks_before:
            if len(words[word]) >= k:
                heads[words[word][:k]].append(word)
        for word in lacks_after:
            options = heads.get(words[word][-k:]) if len(words[word]) >= k else None
            if not options:
                continue
            own = start[word]
            last_option = len(options) - 1 - (options[-1] == own)
            if last_option < 0:
                continue
            other = options.pop(last_option)
            follower[word] = other
            lacks_before.discard(other)
            first, last = start[word], end[other]
            start[last], end[first] = first, last
        lacks_after = [word for word in lacks_after if word not in follower]
    order: list[str] = []
    for word in sorted(lacks_before):
        at: int | None = word
        while at is not None:
            order.append(words[at])
            at = follower.get(at)
    return tuple(order)
