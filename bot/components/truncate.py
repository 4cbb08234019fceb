"""The buttons of a truncate card: Another, Definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.components.base import KEY, CardButton, meanings, take_turn
from bot.games import truncates
from bot.games.house_rules import rules_of
from bot.present.definitions import present_meanings

if TYPE_CHECKING:
    from bot.client import Ask


class TruncateButton(CardButton, template=rf"truncate:(?P<action>another|definitions):{KEY}"):
    """Either of them."""

    async def press(self, ask: Ask) -> None:
        """Show another sequence, or what the words of this one mean."""
        kit = ask.client.kit
        if self.action == "definitions":
            await answers.defer(ask, private=True)
            shown = await truncates.DECK.fetch(kit, self.key)
            told = meanings(kit.lexicons[shown.tier], shown.sequence)
            await answers.edit(ask, present_meanings(f"What the words mean: {shown.title}", told))
            return
        await take_turn(ask)
        shown = await truncates.DECK.fetch(kit, self.key)
        asked = shown.request.start, shown.request.through
        await kit.dailies.guard.refuse_truncate(ask.created_at, *asked)
        drawn = await truncates.another(kit, shown, ask.user.id, await rules_of(ask))
        await kit.dailies.guard.refuse_truncate(ask.created_at, *drawn.sequence)
        await truncates.DECK.show(ask, drawn)
