"""The buttons of an anigram card: One shorter, One longer, Another, All words of this stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.components.base import KEY, CardButton, meanings, take_turn
from bot.games import anigrams
from bot.games.house_rules import rules_of
from bot.present.anigram import present_stage

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.present.anigram import AnigramCard


class AnigramButton(
    CardButton, template=rf"anigram:(?P<action>shorter|longer|another|words):{KEY}"
):
    """Any of them."""

    async def press(self, ask: Ask) -> None:
        """Walk the chain, or show the words of the stage where the player stands."""
        kit = ask.client.kit
        if self.action == "words":
            await answers.defer(ask, private=True)
            shown = await anigrams.DECK.fetch(kit, self.key)
            told = meanings(kit.lexicons[shown.tier], shown.stage.words)
            await answers.edit(ask, present_stage(shown, told))
            return
        await take_turn(ask)
        shown = await anigrams.DECK.fetch(kit, self.key)
        asked = shown.question.start, shown.question.end, shown.stage.letters
        await kit.dailies.guard.refuse_anigram(ask.created_at, *asked)
        onward = await self._next(ask, shown)
        await kit.dailies.guard.refuse_anigram(ask.created_at, *onward.path)
        await anigrams.DECK.show(ask, onward)

    async def _next(self, ask: Ask, shown: AnigramCard) -> AnigramCard:
        if self.action == "shorter":
            return shown.shorter()
        step = anigrams.longer if self.action == "longer" else anigrams.another
        return await step(ask.client.kit, shown, ask.user.id, await rules_of(ask))
