"""Truncate cards: drawn in a worker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.games.redraw import redraw
from bot.present.truncate import TruncateCard, present_truncate
from solvers import truncate

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.games.house_rules import HouseRules
    from solvers.truncate import TruncateRequest, TruncateResult

DECK = Deck("truncate", TruncateCard, present_truncate)
QUICK_SECONDS = 5.0
"""Far more than any sequence takes."""


async def draw(
    kit: Kit, request: TruncateRequest, tier: str, user: int, *, rules: HouseRules
) -> TruncateCard:
    """Solve the request without the words that the server denies.

    Raises PuzzleError, DispatchError, or BadOption for a denied word.
    """
    rules.check((request.start, request.through, request.end))
    # The card keeps the request as it was made: denied words are not to be read in it.
    solved = replace(request, avoid=rules.denied_in(kit.lexicons[tier]))
    result: TruncateResult = await kit.solving.run(
        truncate.solve, solved, tier=tier, seconds=QUICK_SECONDS, user=user
    )
    return TruncateCard(request, tier, result.sequence, result.count)


async def another(kit: Kit, shown: TruncateCard, user: int, rules: HouseRules) -> TruncateCard:
    """Return the card drawn again, until another sequence comes if there is one."""
    return await redraw(
        lambda: draw(kit, shown.request, shown.tier, user, rules=rules),
        lambda drawn: drawn.count == 1 or drawn.sequence != shown.sequence,
    )
