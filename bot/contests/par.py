"""Par: the best snake of a contest's words, worked out before it opens."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.errors import ParFailed, WorkerCrashed
from solvers import wordsnake
from solvers.wordsnake.solver import solve

if TYPE_CHECKING:
    from bot.solving import Solving, Watch
    from bot.store.records import Rule
    from solvers.wordsnake import Generated, SnakeResult

log = logging.getLogger(__name__)

ATTEMPTS = 3
SEED = 0
"""Par is worked out the same way every time."""


async def find_par(
    solving: Solving,
    words: tuple[str, ...],
    rule: Rule,
    user: int | None = None,
    watch: Watch | None = None,
) -> SnakeResult:
    """Return the best snake. A process that dies meanwhile is no reason to give up at once.

    Raises ParFailed when processes keep dying, and otherwise what the solver processes raise.
    """
    request = wordsnake.SnakeRequest(words, rule, seed=SEED)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            result: SnakeResult = await solving.run(solve, request, user=user, watch=watch)
        except WorkerCrashed as error:
            log.warning("par: attempt %d of %d: %s", attempt, ATTEMPTS, error)
        else:
            return result
    raise ParFailed(
        "The best snake could not be worked out: the solver died again and again. The contest "
        "stays a draft; try again, or with fewer words."
    )


async def draw_words(
    solving: Solving, number: int | None, difficulty: int, rule: Rule, user: int | None = None
) -> Generated:
    """Return a list worth playing, of so many words or as many as suit the difficulty.

    Raises BadInput for a number or difficulty out of range.
    """
    request = wordsnake.GenerateRequest(number, difficulty, rule)
    drawn: Generated = await solving.run(wordsnake.generate, request, tier="common", user=user)
    return drawn
