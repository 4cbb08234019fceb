"""The buttons of a snake card, and the form that words are pasted into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers, forms
from bot.components.base import KEY, CardButton, take_turn
from bot.errors import BadOption
from bot.games import snakes
from bot.games.word_lists import split_words
from bot.present.snake import present_snake
from bot.present.snake_explain import present_explanation
from bot.present.snake_form import RULE, WORDS, SnakeDraft, SnakeForm, present_draft
from solvers.errors import BadInput
from solvers.wordsnake import RULES

if TYPE_CHECKING:
    from bot.client import Ask


class SnakeButton(CardButton, template=rf"snake:(?P<action>explain|picture):{KEY}"):
    """Explain, or Picture."""

    async def press(self, ask: Ask) -> None:
        """Show why the snake is the best, or the card with its picture."""
        kit = ask.client.kit
        if self.action == "explain":
            await answers.defer(ask, private=True)
            shown = await snakes.SNAKES.fetch(kit, self.key)
            missed = await snakes.explain(kit, shown, ask.user.id)
            await answers.edit(ask, present_explanation(shown, missed))
        else:
            await take_turn(ask)
            shown = await snakes.SNAKES.fetch(kit, self.key)
            drawn = await snakes.draw(kit, shown, ask.user.id)
            await answers.edit(ask, present_snake(shown, self.key, drawn))


class MendButton(CardButton, template=rf"snake:(?P<action>mend):{KEY}"):
    """Open the form again, with what was written in it."""

    async def press(self, ask: Ask) -> None:
        """Show the form."""
        draft = await snakes.DRAFTS.fetch(ask.client.kit, self.key)
        await forms.show(ask, SnakeForm(draft.rule, private=draft.private, text=draft.text))


class PastedWords(forms.Form):
    """The form that words are pasted into."""

    template = r"snake:form:(?P<seen>public|private)"

    async def submit(self, ask: Ask, values: forms.Values) -> None:
        """Answer with the best snake; what was written is not lost when it cannot be taken."""
        private = self.match["seen"] == "private"
        await answers.defer(ask, private=private)
        text, rule = values[WORDS], next(rule for rule in RULES if rule in values[RULE])
        try:
            await snakes.answer(ask, split_words(text), rule)
        except (BadInput, BadOption) as error:
            draft = SnakeDraft(text, rule, private, error.message)
            key = await snakes.keep_draft(ask.client.kit, draft)
            await answers.whisper(ask, present_draft(draft, key))
