"""No cheating by asking the bot: which lists are mostly the words of a contest."""

from __future__ import annotations

ENOUGH = 4
"""Fewer words than this tell little; two or three that a contest happens to have are let pass."""


def is_mostly(shared: int, asked: int, contest: int) -> bool:
    """Tell whether a list of `asked` words, `shared` with a contest's, would solve the contest.

    So it is when it has half of the contest's words, however many others are put in between, or
    when it is half made of them, a piece of the contest.
    """
    if shared < min(ENOUGH, contest):
        return False
    return 2 * shared >= contest or 2 * shared >= asked
