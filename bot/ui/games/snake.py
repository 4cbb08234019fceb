"""/snake: the best arrangement of a list of words."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.errors import BadOption, SolvingError, TimeLimit
from bot.services import Services
from bot.solving import Requester
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType
from bot.ui.client import Interaction, requester_of
from bot.ui.drawing import draw
from bot.ui.games.snake_card import (
    RejectedWords,
    SnakeCard,
    SnakeEditId,
    SnakeFormId,
    SnakeId,
    sketch,
    sketches,
)
from bot.ui.games.snake_explain import present_explanation
from bot.ui.games.snake_view import RULE, WORDS, SnakeModal, present_rejected, present_snake
from bot.ui.layout import FIELD_LENGTH
from bot.ui.options import read_file
from bot.ui.permissions import guard_of
from bot.ui.progress import Watched, showing_progress
from bot.ui.server_rules import rules_of
from solvers import wordsnake
from solvers.errors import BadInput, NoAnswer
from solvers.reading import read_words
from solvers.text import many
from solvers.wordsnake import (
    RULES,
    Explanation,
    Rule,
    ScoreRequest,
    SnakeRequest,
    SnakeResult,
    checked,
)

log = logging.getLogger(__name__)

OPTION_LENGTH = 6000
"""Most characters that Discord allows in an option."""
MOST_WORDS = 2000
"""Most words taken in chat; the command line takes as many as memory holds."""
QUICK_SECONDS = 4.0
"""Seconds of every first search, so that a quick one need not wait for a long one to end."""
EXPLAIN_SECONDS = 2.0
EXPLAINED = 500
"""Cards whose explanations are remembered, at most."""
NOTHING_SHARED = (
    "No two of these words share letters, so any order scores 0. Add words that begin as others "
    "end: nausEA + EArn share EA."
)
SNAKES = CardType("snake", SnakeCard, present_snake, sketches=sketches)
REJECTED = CardType("snake-rejected", RejectedWords, present_rejected, typed=True)


@app_commands.command()
@app_commands.describe(
    words="the words, with spaces or commas between them (default: a form to paste them into)",
    file="a text file of words, for long lists",
    rule="pairs: neighbours share letters; containment: words may also lie inside (default: pairs)",
    private="show the answer only to you (default: no)",
)
async def snake(
    interaction: Interaction,
    words: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    file: discord.Attachment | None = None,
    rule: Rule = "pairs",
    private: bool = False,
) -> None:
    """Find the best snake of your words: neighbours overlap, and shared letters score."""
    if words is None and file is None:
        await forms.show(interaction, SnakeModal(rule, private=private))
        return
    await replies.defer(interaction, private=private)
    if file is None:
        text = words or ""
    elif words is None:
        text = await read_file(file)
    else:
        raise BadOption("Give `words` or a `file`, not both.")
    await _answer_or_reject(interaction, RejectedWords(text, rule, private))


class SnakeButton(PersistentButton[SnakeId], ids=SnakeId):
    """Explain, or Picture."""

    async def press(self, interaction: Interaction) -> None:
        """Show why the snake is the best, or the card with its picture."""
        services = interaction.client.services
        if self.params.action == "explain":
            await replies.defer(interaction, private=True)
            shown = await SNAKES.fetch(services, self.params.key)
            missed = await explain(interaction, self.params.key, shown)
            await replies.edit(interaction, present_explanation(shown, missed))
        else:
            await defer_for_redraw(interaction)
            shown = await SNAKES.fetch(services, self.params.key)
            drawn = await draw(services, sketch(shown), requester=requester_of(interaction))
            await replies.edit(interaction, present_snake(shown, self.params.key, drawn))


class SnakeEditButton(PersistentButton[SnakeEditId], ids=SnakeEditId):
    """Open the form again, with the text that was sent in."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form."""
        rejected = await REJECTED.fetch(interaction.client.services, self.params.key)
        form = SnakeModal(rejected.rule, private=rejected.private, text=rejected.text)
        await forms.show(interaction, form)


class SnakeForm(forms.Form[SnakeFormId], ids=SnakeFormId):
    """The form that words are pasted into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Answer with the best snake; a refused text is not lost."""
        private = self.params.seen == "private"
        await replies.defer(interaction, private=private)
        typed = RejectedWords(values.text(WORDS), values.choice(RULE, RULES), private)
        await _answer_or_reject(interaction, typed)


async def _answer_or_reject(interaction: Interaction, typed: RejectedWords) -> None:
    """Answer what was typed; if it is refused, say why and offer to edit it in the form."""
    try:
        await answer(interaction, read_words(typed.text), typed.rule)
    except (BadInput, BadOption, NoAnswer) as error:
        if len(typed.text) > FIELD_LENGTH:
            raise
        await replies.reply_ephemeral(interaction, await REJECTED.refuse(interaction, typed, error))


async def answer(interaction: Interaction, words: tuple[str, ...], rule: Rule) -> None:
    """Find the best snake and show it; if that takes longer, show the search's progress.

    Raises BadInput, BadOption, NoAnswer, BeingPlayed, or a SolvingError.
    """
    request = SnakeRequest(checked(words, MOST_WORDS), rule, limit=MOST_WORDS)
    (await rules_of(interaction)).check(request.words)
    await guard_of(interaction).refuse("snake", interaction.created_at, *request.words)
    async with showing_progress(interaction, f"A snake of {many(len(words), 'word')}") as watched:
        result = await _solve(
            interaction.client.services, request, requester_of(interaction), watched
        )
    if not result.bound:
        raise NoAnswer(NOTHING_SHARED)
    # In a thread: scoring thousands of words in the order typed takes a while.
    shown = await asyncio.to_thread(SnakeCard.of, result)
    await SNAKES.show(interaction, shown)


async def explain(interaction: Interaction, key: str, shown: SnakeCard) -> Explanation | None:
    """Find the best change to the order as typed; None if nothing could be gained.

    It is found once for each card, as long as the bot remembers it.
    """
    if shown.typed == shown.score:
        return None
    client = interaction.client
    found = client.explanations.get(key)
    if found is None:
        found = await client.services.solving.run(
            wordsnake.explain,
            ScoreRequest(shown.words, rule=shown.rule),
            requester=requester_of(interaction),
            seconds=EXPLAIN_SECONDS,
        )
        client.explanations[key] = found
        if len(client.explanations) > EXPLAINED:
            del client.explanations[next(iter(client.explanations))]
    return found


async def _solve(
    services: Services, request: SnakeRequest, requester: Requester, watched: Watched
) -> SnakeResult:
    """Search briefly as a short job; if that does not settle it, search again as a long one."""
    quick: SnakeResult | None = None
    with contextlib.suppress(TimeLimit):  # a search that stops late; more time may be enough
        quick = await services.solving.run(
            wordsnake.solve,
            request,
            requester=requester,
            seconds=QUICK_SECONDS,
            watch=watched.watch,
        )
    if quick is not None and quick.proven:
        return quick
    try:
        long: SnakeResult = await services.solving.run(
            wordsnake.solve, request, requester=requester, watch=watched.watch
        )
    except SolvingError as error:
        if quick is None:
            raise
        log.warning("the long search failed, so the quick one's result is shown: %s", error)
        return quick
    if quick is None:  # it was stopped, but its time counts, too
        return replace(long, seconds=QUICK_SECONDS + long.seconds)
    best = max(long, quick, key=lambda result: result.score)
    bound = min(long.bound, quick.bound)
    seconds = quick.seconds + long.seconds
    return replace(best, bound=bound, proven=best.score == bound, seconds=seconds)
