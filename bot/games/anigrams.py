"""Anigram cards: drawn in a worker, walked a stage up or down, drawn again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.games.redraw import redraw
from bot.present.anigram import AnigramCard, present_anigram
from solvers import anigram
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.games.house_rules import HouseRules
    from solvers.anigram import AnigramRequest, AnigramResult, Stage

DECK = Deck("anigram", AnigramCard, present_anigram)
QUICK_SECONDS = 5.0
"""Far more than any game takes."""


async def draw(
    kit: Kit,
    request: AnigramRequest,
    tier: str,
    user: int,
    *,
    rules: HouseRules,
    question: AnigramRequest | None = None,
) -> AnigramCard:
    """Solve the request without the words that the server denies.

    `question`: what the player typed, where the request goes on from what they were shown.
    Raises PuzzleError, DispatchError, or BadOption for a denied word.
    """
    asked = question or request
    rules.check((asked.start, asked.end))
    # The card keeps the request as it was made: denied words are not to be read in it.
    solved = replace(request, avoid=rules.denied_in(kit.lexicons[tier]))
    result: AnigramResult = await kit.solving.run(
        anigram.solve, solved, tier=tier, seconds=QUICK_SECONDS, user=user
    )
    chain = tuple(_as_typed(stage, asked) for stage in result.chain)
    return AnigramCard(asked, request, tier, chain, len(chain), result.games, result.reach)


async def longer(kit: Kit, shown: AnigramCard, user: int, rules: HouseRules) -> AnigramCard:
    """Return the card with one stage more: of its chain, or beyond it of a longest one."""
    onward = shown
    if shown.shown == len(shown.chain):
        onward = await _redraw(kit, shown, shown.onward(), user, rules)
    if onward.shown == len(onward.chain):
        raise NoAnswer("No letter can be added here so that a word comes out.")
    return replace(onward, shown=onward.shown + 1)


async def another(kit: Kit, shown: AnigramCard, user: int, rules: HouseRules) -> AnigramCard:
    """Return the card drawn again: the whole game, or the last stage of one that is walked.

    Raises NoAnswer where there is no other.
    """
    drawn = await redraw(
        lambda: _redraw(kit, shown, shown.instead(), user, rules),
        lambda drawn: drawn.games == 1 or drawn.path != shown.path,
    )
    if drawn.path != shown.path:
        return drawn
    if shown.shown == 1:
        raise NoAnswer("No other letters to begin with lead on here.")
    raise NoAnswer("No other letter leads on here; step back with “One shorter” and try there.")


async def _redraw(
    kit: Kit, shown: AnigramCard, request: AnigramRequest, user: int, rules: HouseRules
) -> AnigramCard:
    """Draw what takes the place of a card, seen as far as that was."""
    drawn = await draw(kit, request, shown.tier, user, rules=rules, question=shown.question)
    return replace(drawn, shown=min(shown.shown, len(drawn.chain)))


def _as_typed(stage: Stage, question: AnigramRequest) -> Stage:
    """Return a stage with the word first that the player typed for it, if one was typed."""
    words = sorted(stage.words, key=lambda word: word not in {question.start, question.end})
    return replace(stage, words=tuple(words))
