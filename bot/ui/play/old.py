"""Cards from before all modes had the same one: their buttons show the play as it is now."""

from __future__ import annotations

import re
from typing import Annotated, Any

from bot.puzzles import LIST_GAME
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId, Field
from bot.ui.layout import Tone
from bot.ui.play.buttons import send
from bot.ui.play.card import WORDS
from bot.ui.play.ids import Target
from bot.ui.play.mode import News
from bot.ui.play.show import Card

UPDATED = News("I’ve been updated since, so here’s your card as it is now.", Tone.HINT)
TAPPED = r"[0-9a-z_]{0,21}:(?:-|\d{1,2})"
GAME = r"[a-z]{1,16}"


def _daily(text: str) -> Target:
    """Read "write:324", "undo:324:2", "hint:word:324:0" or "tap:324:01:-"."""
    found = re.search(r"(?<=:)\d{1,6}", text)
    assert found is not None
    return Target("daily", found[0])


def _train(text: str) -> Target:
    """Read "write:ladder:5", "undo:ladder:5:2", "hint:word:ladder:5:0" or "tap:tap:5:01:-"."""
    found = re.search(r"([a-z]+):(\d{1,9})", text)
    assert found is not None
    game = LIST_GAME if text.startswith("tap:") else found[1]
    return Target("train", f"{game}:{found[2]}")


def _daily_form(text: str) -> Target:
    return Target("daily", text)


def _train_form(text: str) -> Target:
    return Target("train", text)


class OldDailyId(CustomId, prefix="daily"):
    """A button of an edition's card."""

    target: Annotated[
        Target,
        Field(
            rf"(?:write|ask|quit|back|words):\d{{1,6}}|undo:\d{{1,6}}:\d{{1,6}}"
            rf"|hint:(?:letter|word):\d{{1,6}}:\d{{1,6}}"
            rf"|(?:tap|undo|reset|send):\d{{1,6}}:{TAPPED}",
            _daily,
        ),
    ]


class OldTrainId(CustomId, prefix="train"):
    """A button of a card of training."""

    target: Annotated[
        Target,
        Field(
            rf"(?:write|ask|quit|back|words):{GAME}:\d{{1,9}}|undo:{GAME}:\d{{1,9}}:\d{{1,3}}"
            rf"|hint:(?:letter|word):{GAME}:\d{{1,9}}:\d{{1,3}}"
            rf"|tap:(?:tap|undo|reset|send):\d{{1,9}}:{TAPPED}",
            _train,
        ),
    ]


class OldDailyFormId(CustomId, prefix="daily:form"):
    """The form of an edition's card."""

    target: Annotated[Target, Field(r"\d{1,6}", _daily_form)]


class OldTrainFormId(CustomId, prefix="train:form"):
    """The form of a card of training."""

    target: Annotated[Target, Field(rf"{GAME}:\d{{1,9}}", _train_form)]


async def show(interaction: Interaction, target: Target) -> None:
    """Show a play in place of its old card."""
    await replies.defer_edit(interaction)
    card: Card[Any, Any] = Card(interaction, target)
    await card.show(card.seen(await card.open()), UPDATED)


class OldDailyButton(PersistentButton[OldDailyId], ids=OldDailyId):
    """Any button of an edition's card."""

    async def press(self, interaction: Interaction) -> None:
        """Show the card as it is now."""
        await show(interaction, self.params.target)


class OldTrainButton(PersistentButton[OldTrainId], ids=OldTrainId):
    """Any button of a card of training."""

    async def press(self, interaction: Interaction) -> None:
        """Show the card as it is now."""
        await show(interaction, self.params.target)


class OldDailyForm(forms.Form[OldDailyFormId], ids=OldDailyFormId):
    """A form that was open during the update."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Take the words."""
        await send(interaction, self.params.target, values.text(WORDS))


class OldTrainForm(forms.Form[OldTrainFormId], ids=OldTrainFormId):
    """A form that was open during the update."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Take the words."""
        await send(interaction, self.params.target, values.text(WORDS))
