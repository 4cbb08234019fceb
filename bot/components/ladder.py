"""The buttons of a ladder card: Another, Definitions, Next word, Show it all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot import answers
from bot.components.base import KEY, CardButton, meanings, take_turn
from bot.games import ladders
from bot.games.house_rules import rules_of
from bot.present.definitions import present_meanings

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.present.ladder import LadderCard


class LadderButton(CardButton, template=rf"ladder:(?P<action>another|definitions|next|all):{KEY}"):
    """Any of them."""

    async def press(self, ask: Ask) -> None:
        """Show the next card, or what its words mean."""
        kit = ask.client.kit
        if self.action == "definitions":
            await answers.defer(ask, private=True)
            shown = await ladders.DECK.fetch(kit, self.key)
            told = meanings(kit.lexicons[shown.tier], shown.words)
            await answers.edit(ask, present_meanings(f"What the words mean: {shown.title}", told))
            return
        await take_turn(ask)
        shown = await ladders.DECK.fetch(kit, self.key)
        await kit.dailies.guard.refuse_ladder(ask.created_at, *shown.words)
        onward = await self._next(ask, shown)
        await kit.dailies.guard.refuse_ladder(ask.created_at, *onward.words)
        await ladders.DECK.show(ask, onward)

    async def _next(self, ask: Ask, shown: LadderCard) -> LadderCard:
        if self.action == "next":
            return shown.hint_on()
        if self.action == "all":
            return replace(shown, reveal="full")
        return await ladders.another(ask.client.kit, shown, ask.user.id, await rules_of(ask))
