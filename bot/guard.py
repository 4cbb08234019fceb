"""No cheating by asking the bot: which lists are mostly the words of what is being played."""

from __future__ import annotations

ENOUGH = 4
"""Fewer words than this tell little; two or three that a list happens to share are let pass."""


def is_mostly(shared: int, asked: int, played: int) -> bool:
    """Tell whether a list of `asked` words, `shared` with that being played, would solve it.

    So it is when it has half of the words `played`, however many others are put in between, or
    when it is half made of them, a piece of it.
    """
    if shared < min(ENOUGH, played):
        return False
    return 2 * shared >= played or 2 * shared >= asked
