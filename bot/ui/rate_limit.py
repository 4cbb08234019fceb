"""How often one person may act: one token bucket a person over commands, buttons and forms."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from cachetools import LRUCache
from discord import app_commands

from bot.errors import TooFast
from bot.logs import begin_request
from bot.ui.replies import AnyInteraction
from solvers.text import many

COST = "cost"
"""The key in a command's `extras` under which its tokens stand; others cost one."""
REMEMBERED = 10_000
"""How many people are remembered, those who acted last: more cannot act within seconds."""


class RateLimiter:
    """Token buckets of `burst` tokens that fill by `per_second`, by the monotonic clock.

    Of each only the moment is kept at which it is full again.
    """

    def __init__(
        self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._interval = 1 / per_second
        self._capacity = burst * self._interval
        self._clock = clock
        self._full_at: LRUCache[int, float] = LRUCache(REMEMBERED)

    def take(self, person: int, cost: float = 1.0, *, credit: bool = False) -> float:
        """Take `cost` tokens and return 0; if they are not there, return in how many seconds.

        What costs more than a bucket holds takes a full one. On credit a bucket may owe as many as
        it holds.
        """
        now = self._clock()
        before = max(self._full_at.get(person, now), now)
        taken = min(cost * self._interval, self._capacity)
        wait = before + taken - (1 + credit) * self._capacity - now
        self._full_at[person] = before if wait > 0 else before + taken
        return max(0.0, wait)


def begin(interaction: AnyInteraction, cost: float = 1.0, *, credit: bool = False) -> None:
    """Give the request its id in the log; raise TooFast for somebody who does too much at once.

    `cost`, in tokens, is what a button costs; of a command it is said where it is defined. On
    credit comes what cannot be done again: a form, whose text would be lost.
    """
    if isinstance(interaction.command, app_commands.Command):
        cost = interaction.command.extras.get(COST, cost)
    begin_request(interaction.id)
    wait = interaction.client.actions.take(interaction.user.id, cost, credit=credit)
    if wait:
        raise TooFast(f"You’re faster than me! Try again in {many(math.ceil(wait), 'second')}.")
