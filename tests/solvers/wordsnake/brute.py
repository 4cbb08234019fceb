"""Brute force over every order and every legal placement. Shares no code with the product."""

from __future__ import annotations

from functools import cache
from itertools import permutations


def best_by_pairs(words: list[str]) -> int:
    def shared(a: str, b: str) -> int:
        return max(k for k in range(min(len(a), len(b)) + 1) if a[len(a) - k :] == b[:k])

    joins = {(a, b): shared(a, b) ** 2 for a in words for b in words if a != b}
    return max(
        sum(joins[order[i], order[i + 1]] for i in range(len(order) - 1))
        for order in permutations(words)
    )


def best_by_containment(words: list[str]) -> int:
    @cache
    def best(snake: str, left: frozenset[str]) -> int:
        if not left:
            return 0
        found = []
        for word in left:
            for position in range(len(snake) + 1) if snake else [0]:
                covered = snake[position : position + len(word)]
                if word[: len(covered)] == covered:
                    grown = snake + word[len(covered) :]
                    found.append(len(covered) ** 2 + best(grown, left - {word}))
        return max(found)

    return best("", frozenset(words))


BEST = {"pairs": best_by_pairs, "containment": best_by_containment}
