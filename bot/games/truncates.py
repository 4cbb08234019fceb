"""Truncate cards: drawn in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.games.redraw import redraw
from bot.present.truncate import TruncateCard, present_truncate
from solvers import truncate
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.games.house_rules import HouseRules
    from solvers.truncate import TruncateRequest, TruncateResult

DECK = Deck("truncate", TruncateCard, present_truncate)
QUICK_SECONDS = 5.0
"""Far more than any sequence takes."""


async def draw(
    kit: Kit, request: TruncateRequest, tier: str, user: int, rules: HouseRules
) -> TruncateCard:
    """Solve the request, drawn again where the sequence has a word that the server denies.

    Raises PuzzleError, DispatchError, or BadOption for a denied word.
    """
    rules.check((request.start, request.through, request.end))

    async def once() -> TruncateResult:
        result: TruncateResult = await kit.solving.run(
            truncate.solve, request, tier=tier, seconds=QUICK_SECONDS, user=user
        )
        return result

    result = await redraw(once, lambda drawn: not rules.denied_in(drawn.sequence))
    if rules.denied_in(result.sequence):
        raise NoAnswer(
            "Every sequence found needs a word that this server denies; ask for another."
        )
    return TruncateCard(request, tier, result.sequence, result.count)


async def another(kit: Kit, shown: TruncateCard, user: int, rules: HouseRules) -> TruncateCard:
    """Return the card drawn again, until another sequence comes if there is one."""
    return await redraw(
        lambda: draw(kit, shown.request, shown.tier, user, rules),
        lambda drawn: drawn.count == 1 or drawn.sequence != shown.sequence,
    )
