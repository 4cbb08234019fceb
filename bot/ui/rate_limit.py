"""How often a person may act: one token bucket each for all commands, buttons and forms."""

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
"""The key in a command's `extras` for its cost in tokens; other commands cost one."""
REMEMBERED = 10_000
"""How many people are remembered, the latest to act: more cannot act within seconds."""


class RateLimiter:
    """Token buckets of `burst` tokens that gain `per_second` tokens, by the monotonic clock.

    For each bucket only the time is stored at which it will be full again.
    """

    def __init__(
        self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._interval = 1 / per_second
        self._capacity = burst * self._interval
        self._clock = clock
        self._full_at: LRUCache[int, float] = LRUCache(REMEMBERED)

    def take(self, person: int, cost: float = 1.0, *, credit: bool = False) -> float:
        """Take `cost` tokens and return 0; if too few are left, return the seconds to wait.

        An action that costs more than a bucket holds takes a full one. With `credit`, a bucket may
        owe as many tokens as it holds.
        """
        now = self._clock()
        before = max(self._full_at.get(person, now), now)
        taken = min(cost * self._interval, self._capacity)
        wait = before + taken - (1 + credit) * self._capacity - now
        self._full_at[person] = before if wait > 0 else before + taken
        return max(0.0, wait)


def begin(interaction: AnyInteraction, cost: float = 1.0, *, credit: bool = False) -> None:
    """Give the request its id in the log; raise TooFast for somebody who does too much at once.

    `cost` is a button's price in tokens; a command's is given in its definition. `credit` is for
    forms: a refused one could not be sent again, and its text would be lost.
    """
    if isinstance(interaction.command, app_commands.Command):
        cost = interaction.command.extras.get(COST, cost)
    begin_request(interaction.id)
    wait = interaction.client.actions.take(interaction.user.id, cost, credit=credit)
    if wait:
        raise TooFast(f"You’re faster than me! Try again in {many(math.ceil(wait), 'second')}.")
