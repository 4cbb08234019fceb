"""No cheating by asking the bot: which lists are mostly the words of what is being played."""

from __future__ import annotations

ENOUGH = 4
"""Fewer words than this tell little; two or three that a list happens to share are let pass."""


def is_suspicious(shared: int, played: int) -> bool:
    """Tell whether a list that shares so many words with those `played` tells much of them."""
    return shared >= min(ENOUGH, played)


def overlaps_enough(shared: int, asked: int, played: int, before: int = 0) -> bool:
    """Tell whether a list of `asked` words, `shared` with that being played, would solve it.

    So it is when it is half made of such words, a piece of it; or when it has half of the words
    `played`, however many others are put in between, with those `before`: others of them that the
    same person was told of in answers to lists that tell.
    """
    if not is_suspicious(shared, played):
        return False
    return 2 * (shared + before) >= played or 2 * shared >= asked
