"""A card, a frozen dataclass of words and numbers, to and from what the store keeps of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.errors import CardExpired

if TYPE_CHECKING:
    from collections.abc import Callable

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
