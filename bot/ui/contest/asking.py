"""The forms of organisers' panels: opened by a button, answered, and opened again if need be."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import BotError
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType
from bot.ui.client import Interaction
from bot.ui.contest import manage, moderation, seasons, templates
from bot.ui.contest.asks import Ask, read
from bot.ui.contest.cards import AskTyped
from bot.ui.contest.forms import OptionsModal, present_ask, read_texts
from bot.ui.contest.ids import AskAgainId, Asked, AskFormId, AskId
from bot.ui.permissions import require_organiser
from solvers.errors import PuzzleError

ASKS: Mapping[Asked, Ask] = {
    "change": manage.CHANGE,
    "change all": manage.CHANGE_ALL,
    "who": manage.WHO,
    "disqualify": moderation.DISQUALIFY,
    "reinstate": moderation.REINSTATE,
    "template": templates.SAVE,
    "repeat": templates.REPEAT_CONTEST,
    "dates": templates.REPEAT,
    "season": seasons.START,
    "counting": seasons.COUNTING,
}
ASKED = CardType("contest-ask", AskTyped, present_ask, typed=True)


class AskButton(PersistentButton[AskId], ids=AskId):
    """Change, Disqualify, Repeat weekly and the others: opens the form."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, filled in with the current values."""
        await require_organiser(interaction)
        fields = await ASKS[self.params.form].fields(interaction, self.params.key)
        texts = {option.name: text for option, text in fields}
        await _open(interaction, AskTyped(self.params.form, self.params.key, texts))


class AskAgainButton(PersistentButton[AskAgainId], ids=AskAgainId):
    """Fix it: opens a refused form again."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, as it was filled in."""
        await require_organiser(interaction)
        typed = await ASKED.fetch(interaction.client.services, self.params.key)
        await _open(interaction, typed, again="again")


class AskForm(forms.Form[AskFormId], ids=AskFormId):
    """One of the forms."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Do it, or say what is wrong."""
        form, key = self.params.form, self.params.key
        if ASKS[form].beside and self.params.again is None:
            await replies.defer(interaction, private=True)
        else:
            await defer_for_redraw(interaction)
        guild_id = await require_organiser(interaction)
        options = [option for option, _ in await ASKS[form].fields(interaction, key)]
        texts = read_texts(options, values, everybody=str(guild_id))
        try:
            page = await ASKS[form].do(interaction, key, read(options, texts))
        except (BotError, PuzzleError) as error:
            page = await ASKED.refuse(interaction, AskTyped(form, key, texts), error)
        await replies.edit(interaction, page)


async def _open(interaction: Interaction, typed: AskTyped, again: str | None = None) -> None:
    ask = ASKS[typed.form]
    options = [option for option, _ in await ask.fields(interaction, typed.key)]
    custom_id = AskFormId(typed.form, typed.key, again=again)
    await forms.show(interaction, OptionsModal(ask.heading, custom_id, options, typed.texts))
