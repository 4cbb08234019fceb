"""Anigram cards: drawn in a worker, walked a stage up or down, drawn again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.cards import Deck
from bot.present.anigram import AnigramCard, present_anigram
from solvers import anigram
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from bot.client import Kit
    from bot.house_rules import HouseRules
    from solvers.anigram import AnigramRequest, AnigramResult, Stage

DECK = Deck("anigram", AnigramCard, present_anigram)
QUICK_SECONDS = 5.0
"""Far more than any game takes."""
TRIES = 16
"""Draws after which another stage is no longer hoped for."""


async def draw(
    kit: Kit, request: AnigramRequest, tier: str, user: int, rules: HouseRules
) -> AnigramCard:
    """Solve the request, drawn again where a stage has only words that the server denies.

    Raises PuzzleError, DispatchError, or BadOption for a denied word.
    """
    rules.check((request.start, request.end))
    for _ in range(TRIES):
        result: AnigramResult = await kit.solving.run(
            anigram.solve, request, tier=tier, seconds=QUICK_SECONDS, user=user
        )
        chain = tuple(_as_typed(_without(stage, rules), request) for stage in result.chain)
        if all(stage.words for stage in chain):
            return AnigramCard(
                request, request, tier, chain, len(chain), result.games, result.reach
            )
    raise NoAnswer("Every game found needs a word that this server denies; ask for another.")


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
    for _ in range(TRIES):
        drawn = await _redraw(kit, shown, shown.instead(), user, rules)
        if drawn.seen != shown.seen:
            return drawn
        if drawn.games == 1:
            break
    raise NoAnswer("No other letter leads on here; step back with “One shorter” and try there.")


async def _redraw(
    kit: Kit, shown: AnigramCard, request: AnigramRequest, user: int, rules: HouseRules
) -> AnigramCard:
    """Draw what takes the place of a card, seen as far as that was."""
    drawn = await draw(kit, request, shown.tier, user, rules)
    chain = tuple(_as_typed(stage, shown.question) for stage in drawn.chain)
    seen = min(shown.shown, len(chain))
    return replace(drawn, question=shown.question, chain=chain, shown=seen)


def _without(stage: Stage, rules: HouseRules) -> Stage:
    """Return a stage without the words that the server denies."""
    return replace(stage, words=tuple(word for word in stage.words if word not in rules.denied))


def _as_typed(stage: Stage, question: AnigramRequest) -> Stage:
    """Return a stage with the word first that the player typed for it, if one was typed."""
    words = sorted(stage.words, key=lambda word: word not in {question.start, question.end})
    return replace(stage, words=tuple(words))
