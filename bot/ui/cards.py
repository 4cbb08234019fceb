"""Cards, frozen dataclasses of words and numbers: stored as JSON, shown, fetched again.

A card is defined next to its game's logic. When its fields change, raise its `version` and
replace its example in `tests/golden/cards.json`: buttons of the old format then say that the
answer has expired.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.errors import CardExpired
from bot.services import Services
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page
from bot.ui.words import Meanings
from solvers.lexicon import Lexicon

EXPIRED = "This answer has expired; use the command again."
TRIES = 16
"""Draws after which no other result is hoped for."""


class StoredCard(Protocol):
    """A dataclass with the version of the format that it is stored in."""

    version: ClassVar[int]


Card = TypeVar("Card", bound=StoredCard)
Drawn = TypeVar("Drawn")

_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def dump(card: StoredCard) -> dict[str, Any]:
    """Return a card as plain JSON values, with the version of its format."""
    return {"version": card.version, **_adapter(type(card)).dump_python(card, mode="json")}


def load(form: type[Card], content: dict[str, Any]) -> Card:
    """Return the card that `dump` wrote; raises CardExpired for one of another format."""
    try:
        if content.get("version") == form.version:
            card: Card = _adapter(form).validate_python(content)
            return card
    except ValidationError as error:
        raise CardExpired(EXPIRED) from error
    raise CardExpired(EXPIRED)


@dataclass(frozen=True, slots=True)
class CardType(Generic[Card]):
    """The cards of one game: the kind they are stored as, their class, and how each is shown."""

    kind: str
    form: type[Card]
    present: Callable[[Card, str], Page]

    async def show(self, interaction: Interaction, card: Card) -> None:
        """Give a card as the answer, stored for its buttons before anyone sees it."""
        key = await self.keep(interaction.client.services, card)
        await replies.edit(interaction, self.present(card, key))

    async def keep(self, services: Services, card: Card) -> str:
        """Store a card for its buttons, and return the key that they carry."""
        return await services.store.cards.add(self.kind, dump(card))

    async def fetch(self, services: Services, key: str) -> Card:
        """Return a card that was shown; raises CardExpired."""
        return load(self.form, await services.store.cards.get(self.kind, key))


def meanings(lexicon: Lexicon, words: Iterable[str]) -> Meanings:
    """Look up what words mean."""
    return Meanings({word: lexicon.define(word) for word in words}, lexicon.has_definitions)


async def redraw(
    draw: Callable[[], Awaitable[Drawn]], is_welcome: Callable[[Drawn], bool]
) -> Drawn:
    """Return the first draw that is welcome, or the last of many that are not."""
    for _ in range(TRIES):
        drawn = await draw()
        if is_welcome(drawn):
            break
    return drawn
