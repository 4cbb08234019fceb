"""The buttons and the form of cards on which a puzzle is played, in any mode."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.errors import BeingPlayed, Refused, Unread, Unsaved
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.cards import meanings
from bot.ui.client import Interaction
from bot.ui.play.card import (
    ELSEWHERE,
    WORDS,
    WordsModal,
    present_asking,
    present_lost,
    present_stuck,
)
from bot.ui.play.ids import (
    CardFormId,
    CardHintId,
    CardId,
    CardSendId,
    CardTapId,
    CardUndoId,
    Target,
)
from bot.ui.play.show import Card
from bot.ui.tapping import TappingButton, kept, laid
from bot.ui.taps import Tapped
from bot.ui.words import present_meanings


class CardButton(PersistentButton[CardId], ids=CardId):
    """Next word or Type; Stuck?; Give up, and what it asks: Show it, Keep playing; Definitions."""

    async def press(self, interaction: Interaction) -> None:
        """Open the form, offer help, ask before giving up, end it, go on, or define words."""
        card: Card[Any, Any] = Card(interaction, self.params.target)
        action = self.params.action
        if action == "write":  # a form must be the first answer, so nothing is stored before
            editor = await card.edit()
            if editor.state.refusal is not None:
                raise editor.state.refusal
            title = card.mode.title(editor.state)
            await forms.show(interaction, WordsModal(card.target, title, editor))
            return
        if action == "words":
            await define(interaction, card)
            return
        await replies.defer_edit(interaction)
        if action == "quit":
            await card.show(await card.playing.give_up(card.key, card.act))
            return
        state = await card.look()
        if action == "back" or state.refusal is not None:
            await card.show(card.seen(state))
            return
        title = card.mode.title(state)
        if action == "stuck":
            around = await card.mode.around(interaction, state)
            lexicon = interaction.client.services.lexicons[card.playing.tier]
            defined = lexicon.has_definitions
            await card.put(present_stuck(card.target, title, state, around, defined=defined))
        else:
            what = await card.mode.ending(interaction, state)
            await card.put(present_asking(card.target, title, what))


async def define(interaction: Interaction, card: Card[Any, Any]) -> None:
    """Say what the words on the card mean."""
    await replies.defer(interaction, private=True)
    state = await card.look()
    lexicon = interaction.client.services.lexicons[card.playing.tier]
    found = meanings(lexicon, card.mode.meant(state))
    await replies.edit(interaction, present_meanings(card.mode.title(state), found))


class CardUndoButton(PersistentButton[CardUndoId], ids=CardUndoId):
    """Undo, Start over, Try for better."""

    cost = 0.5

    async def press(self, interaction: Interaction) -> None:
        """Take words back, and show the words that are left."""
        await replies.defer_edit(interaction)
        card: Card[Any, Any] = Card(interaction, self.params.target)
        left, seen = self.params.left, self.params.seen
        state = await card.playing.undo(card.key, card.act, left, seen)
        await card.show(card.seen(state))


class CardSendButton(PersistentButton[CardSendId], ids=CardSendId):
    """Submit."""

    async def press(self, interaction: Interaction) -> None:
        """Send in the words that the card shows, if they are still there."""
        await replies.defer_edit(interaction)
        card: Card[Any, Any] = Card(interaction, self.params.target)
        receipt = await card.playing.send(card.key, card.act, self.params.seen)
        await card.show(receipt, ELSEWHERE if receipt.missed else None)


class CardHintButton(PersistentButton[CardHintId], ids=CardHintId):
    """Letter, Meaning, Word. Pressed twice, it gives one: its id says which hint that is."""

    async def press(self, interaction: Interaction) -> None:
        """Note the hint and show it."""
        await replies.defer_edit(interaction)
        card: Card[Any, Any] = Card(interaction, self.params.target)
        kind, seen = self.params.kind, self.params.seen
        await card.show(await card.playing.hint(card.key, card.act, kind, seen))


class CardForm(forms.Form[CardFormId], ids=CardFormId):
    """The form that words are written into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Judge the words, and show the outcome in place of the card."""
        await send(interaction, self.params.target, values.text(WORDS))


async def send(interaction: Interaction, target: Target, text: str) -> None:
    """Take words as they were written, and show the outcome in place of the card."""
    await replies.defer_edit(interaction)
    await take(interaction, target, text)


async def take(interaction: Interaction, target: Target, text: str) -> None:
    """Take words after acknowledging, and answer; words that may be sent again are given back."""
    card: Card[Any, Any] = Card(interaction, target)
    try:
        receipt = await card.playing.submit(card.key, card.act, text)
    except (Unsaved, Unread, BeingPlayed, Refused) as error:
        if isinstance(error, Refused) and error.reason != "cooling down":
            raise
        await card.put(present_lost(error.message, text, card.target))
        return
    await card.show(receipt)


class CardTapButton(TappingButton[CardTapId], ids=CardTapId):
    """A word to be laid, Undo or Take out, Start over, Submit."""

    _card: Card[Any, Any] | None = None

    async def press(self, interaction: Interaction) -> None:
        """Show what is tapped after this press, or send it in; then check the card."""
        await super().press(interaction)
        if self._card is not None:
            await self._card.settle()

    async def answer(self, interaction: Interaction, tapped: Tapped, seen: Tapped) -> Tapped:
        """Keep what is tapped, unless the player has gone on elsewhere; show the words kept."""
        card: Card[Any, Any] = Card(interaction, self.params.target)
        order, before = partial(laid, tapped=tapped), partial(laid, tapped=seen)
        receipt = card.seen(await card.playing.lay(card.key, card.act, order, before))
        shown = kept(receipt.state.puzzle.given, receipt.state.progress.words, tapped)
        news = None if shown == tapped else ELSEWHERE
        await card.replace(receipt, news, shown.picked)
        self._card = card
        return shown

    async def send(self, interaction: Interaction) -> None:
        """Have the order judged, and show the result."""
        await replies.defer_edit(interaction)
        card: Card[Any, Any] = Card(interaction, self.params.target)
        order = laid((await card.look()).puzzle.given, self.params.tapped)
        await card.show(await card.playing.submit_words(card.key, card.act, order))
