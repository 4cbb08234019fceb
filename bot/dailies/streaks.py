"""Streaks: editions solved one after the other, with freezes that keep a missed one from ending it.

A streak earns a freeze at every seventh edition solved, and holds two at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

EARNED_EVERY = 7
MOST_FREEZES = 2


@dataclass(frozen=True, slots=True)
class Streak:
    """How many editions in a row, freezes in between not counted, and how many freezes are left.

    `done`: today's edition has been solved; else it still has to be to go on.
    """

    current: int
    longest: int
    freezes: int
    done: bool


def streak(solved: Iterable[int], today: int) -> Streak:
    """Return the streak of somebody who solved these editions live.

    `today` is the oldest that is open to them: it is not missed yet, nor is any that came after it.
    """
    solved = set(solved)
    run = longest = freezes = 0
    last: int | None = None
    for number in sorted(solved):
        missed = 0 if last is None else max(0, min(number, today) - last - 1)
        if missed > freezes:
            run, freezes = 0, 0
        else:
            freezes -= missed
        run += 1
        if run % EARNED_EVERY == 0:
            freezes = min(freezes + 1, MOST_FREEZES)
        longest, last = max(longest, run), number
    if last is None:
        return Streak(0, 0, 0, done=False)
    missed = max(0, today - last - 1)
    if missed > freezes:
        return Streak(0, longest, 0, done=False)
    return Streak(run, longest, freezes - missed, today in solved)
