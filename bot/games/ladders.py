"""Ladder cards: drawn in a worker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.games.redraw import redraw
from bot.present.definitions import gloss
from bot.present.ladder import LadderCard, Reveal, present_ladder
from bot.present.rareness import rarest_of
from solvers import ladder

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.games.house_rules import HouseRules
    from solvers.ladder import Ladder, LadderRequest, LadderResult

DECK = Deck("ladder", LadderCard, present_ladder)
QUICK_SECONDS = 5.0
"""Far more than any ladder takes, but for one of an exact number of steps."""


async def draw(
    kit: Kit,
    request: LadderRequest,
    tier: str,
    reveal: Reveal,
    user: int,
    *,
    rules: HouseRules,
) -> LadderCard:
    """Solve the request; raises PuzzleError, DispatchError, or BadOption for a denied word."""
    rules.check((request.start, request.target, *request.via))
    seconds = QUICK_SECONDS if request.steps is None else None
    lexicon = kit.lexicons[tier]
    # The card keeps the request as it was made: denied words are not to be read in it.
    denied = rules.denied_in(lexicon)
    asked = replace(request, avoid=tuple(dict.fromkeys((*request.avoid, *denied))))
    result: LadderResult = await kit.solving.run(
        ladder.solve, asked, tier=tier, seconds=seconds, user=user
    )
    shortest, common = result.shortest, result.common
    words = {word for each in (shortest, common) if each for word in each.words}
    glosses = {word: gloss(senses) for word in words if (senses := lexicon.define(word))}
    return LadderCard(
        request=request,
        tier=tier,
        reveal=reveal,
        group=result.group,
        shortest=shortest,
        common=common,
        rarest_of_shortest=rarest_of(shortest.words[1:], lexicon) if shortest else None,
        rarest_of_common=rarest_of(common.words[1:], lexicon) if common else None,
        gave_up=result.gave_up,
        glosses=glosses,
    )


async def another(kit: Kit, shown: LadderCard, user: int, rules: HouseRules) -> LadderCard:
    """Return the card drawn again, until both of its ladders are others if there are such."""
    return await redraw(
        lambda: draw(kit, shown.request, shown.tier, shown.reveal, user, rules=rules),
        lambda drawn: (
            _is_other(drawn.shortest, shown.shortest) and _is_other(drawn.common, shown.common)
        ),
    )


def _is_other(drawn: Ladder | None, shown: Ladder | None) -> bool:
    """Tell whether a ladder is another one, or there is no other to be had."""
    return drawn is None or shown is None or drawn.count == 1 or drawn.words != shown.words
