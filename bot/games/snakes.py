"""Snakes: sought in a worker while its progress is shown, kept, explained and drawn."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot import answers
from bot.cards import Deck, dump
from bot.errors import DispatchError
from bot.games.house_rules import rules_of
from bot.games.searching import showing_progress
from bot.present import picture
from bot.present.layout import many
from bot.present.snake import SnakeCard, can_be_drawn, is_drawn_at_once, present_snake, sketch
from bot.present.snake_form import SnakeDraft, present_draft
from solvers import wordsnake
from solvers.errors import NoAnswer
from solvers.wordsnake import ScoreRequest, SnakeRequest, checked
from solvers.wordsnake.solver import solve

if TYPE_CHECKING:
    from bot.client import Ask, Kit
    from bot.games.searching import Watched
    from solvers.wordsnake import Explanation, Rule, SnakeResult

log = logging.getLogger(__name__)

SNAKES = Deck("snake", SnakeCard, present_snake)
DRAFTS = Deck("snake-draft", SnakeDraft, present_draft)
MOST_WORDS = 2000
"""Words that are taken in chat; the command line takes as many as memory holds."""
QUICK_SECONDS = 4.0
"""What every search gets at first, so that a quick one need not wait for a long one's end."""
EXPLAIN_SECONDS = 2.0
DRAW_SECONDS = 5.0


async def answer(ask: Ask, words: tuple[str, ...], rule: Rule) -> None:
    """Find the best snake and show it, and how the search gets on if it takes longer.

    Raises BadInput, BadOption, LiveContest, LiveEdition, or a DispatchError.
    """
    request = SnakeRequest(checked(words, MOST_WORDS), rule, limit=MOST_WORDS)
    (await rules_of(ask)).check(request.words)
    await ask.client.kit.contests.guard.refuse(ask.user.id, request.words)
    await ask.client.kit.dailies.guard.refuse_snake(ask.created_at, request.words)
    async with showing_progress(ask, f"A snake of {many(len(words), 'word')}") as watched:
        result = await _solve(ask.client.kit, request, ask.user.id, watched)
    # In a thread: to lay thousands of words in the order they were typed takes a while.
    shown = await asyncio.to_thread(SnakeCard.of, result)
    key = await SNAKES.keep(ask.client.kit, shown)
    await answers.edit(ask, present_snake(shown, key, await _drawn_at_once(ask, shown)))


async def _drawn_at_once(ask: Ask, shown: SnakeCard) -> bytes | None:
    """Draw the snake if the answer is to bring its picture; it does without if that fails."""
    if not is_drawn_at_once(shown):
        return None
    try:
        return await draw(ask.client.kit, shown, ask.user.id)
    except DispatchError as error:
        log.warning("answered without the picture: %s", error)
        return None


async def explain(kit: Kit, shown: SnakeCard, user: int) -> Explanation | None:
    """Find the change that the order as typed missed; None where nothing was to be gained."""
    if shown.typed == shown.score:
        return None
    request = ScoreRequest(shown.words, rule=shown.rule)
    found: Explanation = await kit.solving.run(
        wordsnake.explain, request, seconds=EXPLAIN_SECONDS, user=user
    )
    return found


async def draw(kit: Kit, shown: SnakeCard, user: int) -> bytes:
    """Draw a card's snake, in a worker: that takes a while in which nobody else shall wait."""
    if not can_be_drawn(shown.scored()):
        raise NoAnswer(f"A picture holds at most {picture.MOST_LETTERS} letters.")
    drawn: bytes = await kit.solving.run(
        picture.draw, sketch(shown), seconds=DRAW_SECONDS, user=user
    )
    return drawn


async def keep_draft(kit: Kit, draft: SnakeDraft) -> str:
    """Keep what was written in a form, to be mended."""
    return await kit.store.cards.add(DRAFTS.kind, dump(draft))


async def _solve(kit: Kit, request: SnakeRequest, user: int, watched: Watched) -> SnakeResult:
    """Search for a moment, among the short jobs; what is not settled by then, as a long one."""
    quick: SnakeResult = await kit.solving.run(
        solve, request, seconds=QUICK_SECONDS, user=user, watch=watched.watch
    )
    if quick.proven:
        return quick
    try:
        long: SnakeResult = await kit.solving.run(solve, request, user=user, watch=watched.watch)
    except DispatchError as error:
        log.warning("the long search failed, the quick one is answered with: %s", error)
        return quick
    best = max(long, quick, key=lambda result: result.score)
    bound = min(long.bound, quick.bound)
    seconds = quick.seconds + long.seconds
    return replace(best, bound=bound, proven=best.score == bound, seconds=seconds)
