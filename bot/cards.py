"""Cards, frozen dataclasses of words and numbers: kept in the store, shown, fetched again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot import answers
from bot.errors import CardExpired

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.client import Ask, Kit
    from bot.present.layout import Page

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
class Deck(Generic[Card]):
    """The cards of one game: the kind they are kept as, their form, and how each is shown."""

    kind: str
    form: type[Card]
    present: Callable[[Card, str], Page]

    async def show(self, ask: Ask, card: Card) -> None:
        """Give a card as the answer, kept for its buttons before anyone sees it."""
        key = await self.keep(ask.client.kit, card)
        await answers.edit(ask, self.present(card, key))

    async def keep(self, kit: Kit, card: Card) -> str:
        """Keep a card for its buttons, and return the key that they carry."""
        return await kit.store.cards.add(self.kind, dump(card))

    async def fetch(self, kit: Kit, key: str) -> Card:
        """Return a card that was shown; raises CardExpired."""
        return load(self.form, await kit.store.cards.get(self.kind, key))
