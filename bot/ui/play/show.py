"""Showing a card so that it never goes back: not to what was there before an answer that overtook.

Answers about one play wait for each other, and each shows the play as it is by then. Another
process may have answered meanwhile, or an edit been held up on its way: so after each it is looked
whether the play is still as it was shown.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Generic
from weakref import WeakValueDictionary

from bot.errors import BotError
from bot.play import EditorState, KeyT, PlayState, Receipt, StateT
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page
from bot.ui.permissions import act_of
from bot.ui.play.card import news_of, present_playing
from bot.ui.play.ids import Target
from bot.ui.play.mode import CARD_MODES, CardMode, News

MOST_LOOKS = 5
"""How often a card is shown again for one press: whoever plays on and on shows it anyway."""
_answering: WeakValueDictionary[tuple[Target, int], asyncio.Lock] = WeakValueDictionary()


class Card(Generic[KeyT, StateT]):
    """A play of the person who pressed something, and how it is shown to them."""

    def __init__(self, interaction: Interaction, target: Target) -> None:
        self.interaction, self.target = interaction, target
        self.mode: CardMode[KeyT, StateT] = CARD_MODES[target.mode]
        self.playing = self.mode.playing(interaction.client.services)
        self.key, self.act = self.mode.key(interaction, target.name), act_of(interaction)

    async def open(self) -> StateT:
        """Begin the play, or go on with it."""
        return await self.playing.open(self.key, self.act)

    async def edit(self) -> EditorState[StateT]:
        """Return what its form shows."""
        return await self.playing.edit(self.key, self.act)

    def seen(self, state: StateT) -> Receipt[StateT]:
        """Return a receipt of nothing but a look."""
        return Receipt(state, state, self.act.interaction)

    async def show(self, receipt: Receipt[StateT], news: News | None = None) -> None:
        """Put the play in place of what was deferred, or of the card that was pressed."""
        async with self.turn() as waited:
            if waited:
                receipt = await self._again(receipt)
            await replies.edit(self.interaction, await self.page(receipt, news))
            await self.settle(receipt, news)

    async def settle(self, receipt: Receipt[StateT], news: News | None = None) -> None:
        """Show the play again for as long as it is not as it was shown."""
        for _ in range(MOST_LOOKS):
            newest = await self._again(receipt)
            if newest.state.version == receipt.state.version:
                return
            receipt = newest
            await replies.edit(self.interaction, await self.page(receipt, news))

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[bool]:
        """Wait for the answers before this one; tell whether there were any."""
        lock = _answering.setdefault((self.target, self.act.user), asyncio.Lock())
        waited = lock.locked()
        async with lock:
            yield waited

    async def page(
        self, receipt: Receipt[StateT], news: News | None = None, picked: int | None = None
    ) -> Page:
        """Return the play as a card: as it goes on, or what came of it."""
        news = news or news_of(self.mode, receipt)
        if receipt.state.ended:
            return await self.mode.result(self.interaction, receipt, news)
        around = await self.mode.around(self.interaction, receipt.state)
        return present_playing(self.target, receipt.state, around, news, picked)

    async def _again(self, receipt: Receipt[StateT]) -> Receipt[StateT]:
        """Return the receipt with the play as it is by now; as it was where that cannot be told."""
        try:
            return replace(receipt, state=await self.playing.again(receipt.state))
        except BotError:
            return receipt


async def page_of(interaction: Interaction, mode: str, state: PlayState) -> Page:
    """Return the card of a play that has just been opened."""
    card: Card[Any, Any] = Card(interaction, CARD_MODES[mode].target(state))
    return await card.page(card.seen(state))
