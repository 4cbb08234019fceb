"""Cards, frozen dataclasses of words and numbers: kept in the store, shown, fetched again."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Self, TypeVar

import discord
from discord import ui
from pydantic import TypeAdapter, ValidationError

from bot.errors import CardExpired
from bot.logs import begin_request
from bot.services import Services
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page
from bot.ui.words import Meanings
from solvers.lexicon import Lexicon

Card = TypeVar("Card")

_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def dump(card: object) -> dict[str, Any]:
    """Return a card as plain JSON values."""
    content: dict[str, Any] = _adapter(type(card)).dump_python(card, mode="json")
    return content


def load(kind: type[Card], content: dict[str, Any]) -> Card:
    """Return the card that `dump` made of it; CardExpired when an older bot kept another form."""
    try:
        card: Card = _adapter(kind).validate_python(content)
    except ValidationError as error:
        raise CardExpired(
            "This answer is from an older version of the bot and its buttons have retired; "
            "use the command again for a fresh one."
        ) from error
    return card


@dataclass(frozen=True, slots=True)
class CardType(Generic[Card]):
    """The cards of one game: the kind they are kept as, their form, and how each is shown."""

    kind: str
    form: type[Card]
    present: Callable[[Card, str], Page]

    async def show(self, interaction: Interaction, card: Card) -> None:
        """Give a card as the answer, kept for its buttons before anyone sees it."""
        key = await self.keep(interaction.client.services, card)
        await replies.edit(interaction, self.present(card, key))

    async def keep(self, services: Services, card: Card) -> str:
        """Keep a card for its buttons, and return the key that they carry."""
        return await services.store.cards.add(self.kind, dump(card))

    async def fetch(self, services: Services, key: str) -> Card:
        """Return a card that was shown; raises CardExpired."""
        return load(self.form, await services.store.cards.get(self.kind, key))


KEY = r"(?P<key>[\w-]{12})"
"""The key of a card in a custom_id."""


class CardButton(ui.DynamicItem[ui.Button[Any]], template=r"(?!)"):
    """A button known by its custom_id, `kind:action:key`, so that it works after a restart.

    A subclass gives its template, with groups `action` and `key`, and says what `press` does.
    """

    def __init__(self, item: ui.Button[Any], action: str, key: str) -> None:
        super().__init__(item)
        self.action = action
        self.key = key

    @classmethod
    async def from_custom_id(
        cls, _ask: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        assert isinstance(item, ui.Button)
        return cls(item, match["action"], match["key"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button is for; failures go to the one handler."""
        begin_request(interaction.id)
        try:
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - the library would only log it
            await replies.answer_failure(interaction, error)

    async def press(self, interaction: Interaction) -> None:
        """Acknowledge and answer."""
        raise NotImplementedError


async def take_turn(interaction: Interaction) -> None:
    """Acknowledge a press that changes the card, so that `answers.edit` shows the new one.

    The card is its asker's: they see it change. Anyone else gets a copy of their own.
    """
    message = interaction.message
    asked = message.interaction_metadata if message else None
    if asked is not None and asked.user.id == interaction.user.id:
        await replies.defer_edit(interaction)
    else:
        await replies.defer(interaction, private=True)


def meanings(lexicon: Lexicon, words: Iterable[str]) -> Meanings:
    """Look up what words mean."""
    return Meanings({word: lexicon.define(word) for word in words}, lexicon.has_definitions)


TRIES = 16
"""Draws after which another one is no longer hoped for."""


async def redraw(draw: Callable[[], Awaitable[Card]], is_welcome: Callable[[Card], bool]) -> Card:
    """Return the first draw that is welcome, or the last of many that are not."""
    for _ in range(TRIES):
        drawn = await draw()
        if is_welcome(drawn):
            break
    return drawn
