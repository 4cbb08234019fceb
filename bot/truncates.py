"""Truncate cards: drawn in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.present.truncate import TruncateCard, present_truncate
from solvers import truncate
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.house_rules import HouseRules
    from solvers.truncate import TruncateRequest, TruncateResult

DECK = Deck("truncate", TruncateCard, present_truncate)
QUICK_SECONDS = 5.0
"""Far more than any sequence takes."""
TRIES = 16
"""Draws after which the same sequence is shown again."""


async def draw(
    kit: Kit, request: TruncateRequest, tier: str, user: int, rules: HouseRules
) -> TruncateCard:
    """Solve the request, drawn again where the sequence has a word that the server denies.

    Raises PuzzleError, DispatchError, or BadOption for a denied word.
    """
    rules.check((request.start, request.through, request.end))
    for _ in range(TRIES):
        result: TruncateResult = await kit.solving.run(
            truncate.solve, request, tier=tier, seconds=QUICK_SECONDS, user=user
        )
        if not rules.denied_in(result.sequence):
            return TruncateCard(request, tier, result.sequence, result.count)
    raise NoAnswer("Every sequence found needs a word that this server denies; ask for another.")


async def another(kit: Kit, shown: TruncateCard, user: int, rules: HouseRules) -> TruncateCard:
    """Return the card drawn again, until another sequence comes if there is one."""
    for _ in range(TRIES):
        drawn = await draw(kit, shown.request, shown.tier, user, rules)
        if drawn.sequence != shown.sequence or drawn.count == 1:
            break
    return drawn
