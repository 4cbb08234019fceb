"""What all buttons of cards have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from discord import ui

from bot import answers, failures
from bot.logs import begin_request
from bot.present.definitions import Meanings

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

    from discord import Interaction

    from bot.client import Ask
    from solvers.lexicon import Lexicon

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
        cls, _ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        assert isinstance(item, ui.Button)
        return cls(item, match["action"], match["key"])

    async def callback(self, ask: Interaction[Any]) -> None:
        """Do what the button is for; failures go to the one handler."""
        begin_request(ask.id)
        try:
            await self.press(ask)
        except Exception as error:  # noqa: BLE001 - the library would only log it
            await failures.answer(ask, error)

    async def press(self, ask: Ask) -> None:
        """Acknowledge and answer."""
        raise NotImplementedError


async def take_turn(ask: Ask) -> None:
    """Acknowledge a press that changes the card, so that `answers.edit` shows the new one.

    The card is its asker's: they see it change. Anyone else gets a copy of their own.
    """
    message = ask.message
    asked = message.interaction_metadata if message else None
    if asked is not None and asked.user.id == ask.user.id:
        await answers.defer_edit(ask)
    else:
        await answers.defer(ask, private=True)


def meanings(lexicon: Lexicon, words: Iterable[str]) -> Meanings:
    """Look up what words mean."""
    return Meanings({word: lexicon.define(word) for word in words}, lexicon.has_definitions)
