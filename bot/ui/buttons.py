"""Buttons and menus that outlive a restart: known by their custom id when they are pressed."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Generic, Self, TypeVar

import discord
from discord import ui

from bot import metrics
from bot.ui import rate_limit, replies
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId, IdT

NOTHING = re.compile(r"(?!)")
ItemT = TypeVar("ItemT", bound=ui.Item[Any])


class PersistentItem(ui.DynamicItem[ItemT], Generic[ItemT, IdT], template=NOTHING):
    """The handler of one class of custom ids; `params` is the id of what was pressed."""

    ids: ClassVar[type[CustomId] | None] = None
    cost: ClassVar[float] = 1.0
    """Rate-limit tokens that a press costs."""

    def __init_subclass__(cls, *, ids: type[CustomId] | None = None) -> None:
        super().__init_subclass__(template=NOTHING if ids is None else ids.template)
        cls.ids = ids

    params: IdT

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the item that was pressed."""
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run `press`; failures go to the one error handler."""
        assert self.ids is not None
        outcome: metrics.Outcome = "answered"
        try:
            rate_limit.begin(interaction, self.cost)
            self.params = self.ids.parse(self._match)  # type: ignore[assignment]  # of IdT
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - the library would only log it
            outcome = await replies.answer_failure(interaction, error)
        metrics.note_end("button", self.ids.prefix, outcome)

    async def press(self, interaction: Interaction) -> None:
        """Acknowledge and answer."""
        raise NotImplementedError


class PersistentButton(PersistentItem[ui.Button[Any], IdT], Generic[IdT]):
    """A button's handler.

    A subclass names the class, as `PersistentButton[LadderId], ids=LadderId`, and has `press`.
    """


class PersistentMenu(PersistentItem[ui.Select[Any], IdT], Generic[IdT]):
    """The handler of a menu from which one thing is chosen."""

    @property
    def chosen(self) -> str:
        """The value of what was chosen."""
        return self.item.values[0]


async def defer_for_redraw(interaction: Interaction) -> None:
    """Acknowledge a press that changes the card, so that `replies.edit` shows the new one.

    The person who asked for the card sees it change. Anyone else gets a copy of their own.
    """
    message = interaction.message
    asked = message.interaction_metadata if message else None
    if asked is not None and asked.user.id == interaction.user.id:
        await replies.defer_edit(interaction)
    else:
        await replies.defer(interaction, private=True)
