"""Cards, frozen dataclasses of words and numbers: stored as JSON, shown, fetched again.

A card is defined next to its game's logic. When its fields change, raise its `version` and
replace its example in `tests/golden/cards.json`: buttons of the old format then say that the
answer has expired.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.errors import BeingPlayed, BotError, CardExpired, NotKept, Unsaved
from bot.services import Services
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.drawing import AnySketch, draw_for
from bot.ui.layout import Page, shorten, without_buttons
from bot.ui.words import Meanings
from solvers.errors import PuzzleError
from solvers.lexicon import Lexicon

EXPIRED = "This answer has expired. Please use the command again."
UNSAVED = "I can’t save anything right now, so this answer has no buttons."
NO_KEY = "-" * 12
"""The key of a card that is not stored."""
FAULT_LENGTH = 1000
"""Stored characters of the reason why a form was refused; it may quote the whole form."""
TRIES = 40
"""Draws after which the last one is taken, welcome or not."""
GUARDED_TRIES = 5
"""Draws tried to find one that gives nothing away."""


class StoredCard(Protocol):
    """A dataclass with the version of its storage format."""

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
    present: Callable[..., Page]  # of a card, its key, and its pictures, if they could be drawn
    typed: bool = False  # holds a form as it was filled in
    sketches: Callable[[Card], Sequence[AnySketch | None]] = lambda _: ()

    async def show(self, interaction: Interaction, card: Card) -> None:
        """Give a card as the answer, stored for its buttons before anyone sees it.

        One that cannot be stored is shown without them, and says why.
        """
        drawn = await draw_for(interaction, *self.sketches(card))
        try:
            page = self.present(card, await self.keep(interaction, card), *drawn)
        except Unsaved as error:
            why = error.message if isinstance(error, NotKept) else UNSAVED
            page = without_buttons(self.present(card, NO_KEY, *drawn), why)
        await replies.edit(interaction, page)

    async def refuse(
        self, interaction: Interaction, card: Card, error: BotError | PuzzleError
    ) -> Page:
        """Return the page of a refused form, stored so that it can be fixed.

        Raises the error itself if the form cannot be stored.
        """
        noted: Any = card
        card = replace(noted, fault=shorten(error.message, FAULT_LENGTH))
        try:
            return self.present(card, await self.keep(interaction, card))
        except Unsaved:
            raise error from None

    async def keep(self, interaction: Interaction, card: Card) -> str:
        """Store a card for its buttons, and return the key that they carry; raises Unsaved."""
        return await interaction.client.services.store.cards.add(
            self.kind, dump(card), user=interaction.user.id, typed=self.typed
        )

    async def fetch(self, services: Services, key: str) -> Card:
        """Return a card that was shown; raises CardExpired."""
        return load(self.form, await services.store.cards.get(self.kind, key))


def meanings(lexicon: Lexicon, words: Iterable[str]) -> Meanings:
    """Look up what the words of an answer mean.

    The bot chose most of the words, so their meanings leave out drugs and sex, unless everything
    may be shown; /word shows those, too.
    """
    shown = lexicon if lexicon.policy == "all" else lexicon.showing("family")
    return Meanings({word: shown.define(word) for word in words}, lexicon.has_definitions)


async def redraw(
    draw: Callable[[], Awaitable[Drawn]], is_welcome: Callable[[Drawn], bool]
) -> Drawn:
    """Return the first draw that is welcome, or the last of TRIES if none is."""
    for _ in range(TRIES):
        drawn = await draw()
        if is_welcome(drawn):
            break
    return drawn


async def draw_guarded(
    draw: Callable[[], Awaitable[Drawn]], refuse: Callable[[Drawn], Awaitable[None]]
) -> Drawn:
    """Return the first draw that gives nothing away; raises BeingPlayed if all of them do."""
    for _ in range(GUARDED_TRIES):
        drawn = await draw()
        try:
            await refuse(drawn)
        except BeingPlayed as error:
            live = error
        else:
            return drawn
    raise live
