"""Cards from before all modes shared one: their buttons show the current state of the play."""

from __future__ import annotations

import re
from typing import Annotated, Any

from bot.puzzles import LIST_GAME
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import KEY, CustomId, Field
from bot.ui.layout import Tone
from bot.ui.play.buttons import CardForm, define
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


def _race(text: str) -> Target:
    """Read "write:A1b2C3d4E5_-:1:2"; in a tap's id the tapped words follow the round."""
    _, race, number, *_ = text.split(":")
    return Target("race", f"{race}:{number}")


def _daily_form(text: str) -> Target:
    return Target("daily", text)


def _train_form(text: str) -> Target:
    return Target("train", text)


def _race_form(text: str) -> Target:
    return Target("race", text)


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


class OldRaceId(CustomId, prefix="race:play"):
    """A button of a round's card."""

    target: Annotated[
        Target,
        Field(rf"(?:write|undo|done|refresh|remove):{KEY.pattern}:\d{{1,3}}:\d{{1,3}}", _race),
    ]


class OldRaceTapId(CustomId, prefix="race:tap"):
    """A button of a snake on a round's card."""

    target: Annotated[
        Target, Field(rf"(?:tap|undo|reset|send):{KEY.pattern}:\d{{1,3}}:{TAPPED}", _race)
    ]


class OldRaceFormId(CustomId, prefix="race:form"):
    """The form of a round's card."""

    target: Annotated[Target, Field(rf"{KEY.pattern}:\d{{1,3}}", _race_form)]


class OldDailyFormId(CustomId, prefix="daily:form"):
    """The form of an edition's card."""

    target: Annotated[Target, Field(r"\d{1,6}", _daily_form)]


class OldTrainFormId(CustomId, prefix="train:form"):
    """The form of a card of training."""

    target: Annotated[Target, Field(rf"{GAME}:\d{{1,9}}", _train_form)]


class OldButton(PersistentButton[Any]):
    """Any button of an old card."""

    cost = 0.2

    async def press(self, interaction: Interaction) -> None:
        """Define words if asked to, otherwise show the card in its current state."""
        card: Card[Any, Any] = Card(interaction, self.params.target)
        if ":words:" in self.custom_id:
            await define(interaction, card)
            return
        await replies.defer_edit(interaction)
        await card.show(card.seen(await card.look()), UPDATED)


class OldDailyButton(OldButton, ids=OldDailyId):
    """Any button of an edition's card."""


class OldTrainButton(OldButton, ids=OldTrainId):
    """Any button of a card of training."""


class OldRaceButton(OldButton, ids=OldRaceId):
    """Any button of a round's card."""


class OldRaceTapButton(OldButton, ids=OldRaceTapId):
    """Any button of a snake on a round's card."""


class OldRaceForm(CardForm, ids=OldRaceFormId):
    """A form that was open during the update."""


class OldDailyForm(CardForm, ids=OldDailyFormId):
    """A form that was open during the update."""


class OldTrainForm(CardForm, ids=OldTrainFormId):
    """A form that was open during the update."""
