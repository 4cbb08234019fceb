"""The buttons of a ladder card: Another, Definitions, Next word, Show it all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot import answers, ladders
from bot.components.base import KEY, CardButton, take_turn
from bot.present.ladder import present_definitions, present_ladder

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.present.ladder import LadderCard


class LadderButton(CardButton, template=rf"ladder:(?P<action>another|definitions|next|all):{KEY}"):
    """Any of them."""

    async def press(self, ask: Ask) -> None:
        """Show the next card, or what its words mean."""
        if self.action == "definitions":
            await answers.defer(ask, private=True)
            shown = await ladders.fetch(ask.client.kit, self.key)
            lexicon = ask.client.kit.lexicons[shown.tier]
            meanings = {word: lexicon.define(word) for word in shown.words}
            known = lexicon.has_definitions
            await answers.edit(ask, present_definitions(shown, meanings, known=known))
            return
        await take_turn(ask)
        card = await self._next(ask, await ladders.fetch(ask.client.kit, self.key))
        key = await ladders.keep(ask.client.kit, card)
        await answers.edit(ask, present_ladder(card, key))

    async def _next(self, ask: Ask, shown: LadderCard) -> LadderCard:
        if self.action == "next":
            return shown.hint_on()
        if self.action == "all":
            return replace(shown, reveal="full")
        kit = ask.client.kit
        return await ladders.draw(kit, shown.request, shown.tier, shown.reveal, ask.user.id)
