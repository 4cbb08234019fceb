"""/snake: the best arrangement of a list of words."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.errors import BadOption, SolvingError
from bot.services import Services
from bot.ui import forms, picture, replies
from bot.ui.cards import KEY, CardButton, CardType, dump, take_turn
from bot.ui.client import Interaction
from bot.ui.games.snake_explain import present_explanation
from bot.ui.games.snake_view import (
    RULE,
    WORDS,
    SnakeCard,
    SnakeDraft,
    SnakeForm,
    can_be_drawn,
    is_drawn_at_once,
    present_draft,
    present_snake,
    sketch,
)
from bot.ui.layout import many
from bot.ui.options import read_file, split_words
from bot.ui.progress import Watched, showing_progress
from bot.ui.server_rules import rules_of
from solvers import wordsnake
from solvers.errors import BadInput, NoAnswer
from solvers.wordsnake import (
    RULES,
    Explanation,
    Rule,
    ScoreRequest,
    SnakeRequest,
    SnakeResult,
    checked,
)
from solvers.wordsnake.solve import solve

OPTION_LENGTH = 6000
"""Characters that Discord lets an option hold."""


@app_commands.command()
@app_commands.describe(
    words="the words, with blanks or commas between them; neither this nor a file opens a form",
    file="a text file of words, for long lists",
    rule="pairs: neighbours share letters; containment: words may also lie inside (usually: pairs)",
    private="show the answer to you alone",
)
async def snake(
    interaction: Interaction,
    words: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    file: discord.Attachment | None = None,
    rule: Rule = "pairs",
    private: bool = False,
) -> None:
    """Arrange words into the best snake: they overlap, and shared letters score."""
    if words is None and file is None:
        await forms.show(interaction, SnakeForm(rule, private=private))
        return
    await replies.defer(interaction, private=private)
    if file is None:
        text = words or ""
    elif words is None:
        text = await read_file(file)
    else:
        raise BadOption("Give `words` or a `file`, not both.")
    await answer(interaction, split_words(text), rule)


class SnakeButton(CardButton, template=rf"snake:(?P<action>explain|picture):{KEY}"):
    """Explain, or Picture."""

    async def press(self, interaction: Interaction) -> None:
        """Show why the snake is the best, or the card with its picture."""
        services = interaction.client.services
        if self.action == "explain":
            await replies.defer(interaction, private=True)
            shown = await SNAKES.fetch(services, self.key)
            missed = await explain(services, shown, interaction.user.id)
            await replies.edit(interaction, present_explanation(shown, missed))
        else:
            await take_turn(interaction)
            shown = await SNAKES.fetch(services, self.key)
            drawn = await draw(services, shown, interaction.user.id)
            await replies.edit(interaction, present_snake(shown, self.key, drawn))


class EditAgainButton(CardButton, template=rf"snake:(?P<action>mend):{KEY}"):
    """Open the form again, with what was written in it."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form."""
        draft = await DRAFTS.fetch(interaction.client.services, self.key)
        await forms.show(interaction, SnakeForm(draft.rule, private=draft.private, text=draft.text))


class PastedWords(forms.Form):
    """The form that words are pasted into."""

    template = r"snake:form:(?P<seen>public|private)"

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Answer with the best snake; what was written is not lost when it cannot be taken."""
        private = self.match["seen"] == "private"
        await replies.defer(interaction, private=private)
        text, rule = values[WORDS], next(rule for rule in RULES if rule in values[RULE])
        try:
            await answer(interaction, split_words(text), rule)
        except (BadInput, BadOption) as error:
            draft = SnakeDraft(text, rule, private, error.message)
            key = await keep_draft(interaction.client.services, draft)
            await replies.reply_ephemeral(interaction, present_draft(draft, key))


log = logging.getLogger(__name__)

SNAKES = CardType("snake", SnakeCard, present_snake)
DRAFTS = CardType("snake-draft", SnakeDraft, present_draft)
MOST_WORDS = 2000
"""Words that are taken in chat; the command line takes as many as memory holds."""
QUICK_SECONDS = 4.0
"""What every search gets at first, so that a quick one need not wait for a long one's end."""
EXPLAIN_SECONDS = 2.0
DRAW_SECONDS = 5.0


async def answer(interaction: Interaction, words: tuple[str, ...], rule: Rule) -> None:
    """Find the best snake and show it, and how the search gets on if it takes longer.

    Raises BadInput, BadOption, LiveContest, LiveEdition, or a SolvingError.
    """
    request = SnakeRequest(checked(words, MOST_WORDS), rule, limit=MOST_WORDS)
    (await rules_of(interaction)).check(request.words)
    await interaction.client.services.contests.guard.refuse(interaction.user.id, request.words)
    await interaction.client.services.dailies.guard.refuse_snake(
        interaction.created_at, request.words
    )
    async with showing_progress(interaction, f"A snake of {many(len(words), 'word')}") as watched:
        result = await _solve(interaction.client.services, request, interaction.user.id, watched)
    # In a thread: to lay thousands of words in the order they were typed takes a while.
    shown = await asyncio.to_thread(SnakeCard.of, result)
    key = await SNAKES.keep(interaction.client.services, shown)
    await replies.edit(
        interaction, present_snake(shown, key, await _drawn_at_once(interaction, shown))
    )


async def _drawn_at_once(interaction: Interaction, shown: SnakeCard) -> bytes | None:
    """Draw the snake if the answer is to bring its picture; it does without if that fails."""
    if not is_drawn_at_once(shown):
        return None
    try:
        return await draw(interaction.client.services, shown, interaction.user.id)
    except SolvingError as error:
        log.warning("answered without the picture: %s", error)
        return None


async def explain(services: Services, shown: SnakeCard, user: int) -> Explanation | None:
    """Find the change that the order as typed missed; None where nothing was to be gained."""
    if shown.typed == shown.score:
        return None
    request = ScoreRequest(shown.words, rule=shown.rule)
    found: Explanation = await services.solving.run(
        wordsnake.explain, request, seconds=EXPLAIN_SECONDS, user=user
    )
    return found


async def draw(services: Services, shown: SnakeCard, user: int) -> bytes:
    """Draw a card's snake, in a worker: that takes a while in which nobody else shall wait."""
    if not can_be_drawn(shown.scored()):
        raise NoAnswer(f"A picture holds at most {picture.MOST_LETTERS} letters.")
    drawn: bytes = await services.solving.run(
        picture.draw, sketch(shown), seconds=DRAW_SECONDS, user=user
    )
    return drawn


async def keep_draft(services: Services, draft: SnakeDraft) -> str:
    """Keep what was written in a form, to be mended."""
    return await services.store.cards.add(DRAFTS.kind, dump(draft))


async def _solve(
    services: Services, request: SnakeRequest, user: int, watched: Watched
) -> SnakeResult:
    """Search for a moment, among the short jobs; what is not settled by then, as a long one."""
    quick: SnakeResult = await services.solving.run(
        solve, request, seconds=QUICK_SECONDS, user=user, watch=watched.watch
    )
    if quick.proven:
        return quick
    try:
        long: SnakeResult = await services.solving.run(
            solve, request, user=user, watch=watched.watch
        )
    except SolvingError as error:
        log.warning("the long search failed, the quick one is answered with: %s", error)
        return quick
    best = max(long, quick, key=lambda result: result.score)
    bound = min(long.bound, quick.bound)
    seconds = quick.seconds + long.seconds
    return replace(best, bound=bound, proven=best.score == bound, seconds=seconds)
