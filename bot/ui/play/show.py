"""Shows a card so that it never goes back to a state before an answer that overtook this one.

Answers about one play wait for each other, and a later one shows the play as it is by then. Another
process may have answered meanwhile, or an edit may have been held up on its way: so after each
answer the play is compared with what was shown.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Any, Generic
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.errors import BotError
from bot.play import EditorState, KeyT, PlayState, Receipt, StateT
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.games.faces import face_of
from bot.ui.layout import Page
from bot.ui.permissions import act_of
from bot.ui.play.card import ELSEWHERE, board_of, news_of, present_playing
from bot.ui.play.ids import Target
from bot.ui.play.mode import CARD_MODES, CardMode, News

log = logging.getLogger(__name__)

MOST_LOOKS = 5
"""How often one press shows a card again; a player who keeps playing shows it anyway."""


@dataclass(slots=True, weakref_slot=True)
class _Answers:
    """The answers about a person's play: one at a time, and how many there have been."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    count: int = 0


_answers: WeakValueDictionary[tuple[Target, int], _Answers] = WeakValueDictionary()


class Card(Generic[KeyT, StateT]):
    """A play of the person who pressed something, and how it is shown to them."""

    def __init__(self, interaction: Interaction, target: Target) -> None:
        self.interaction, self.target = interaction, target
        self.mode: CardMode[KeyT, StateT] = CARD_MODES[target.kind]
        self.playing = self.mode.playing(interaction.client.services)
        self.key, self.act = self.mode.key(interaction, target.key), act_of(interaction)
        self._answers = _answers.setdefault((target, self.act.user), _Answers())
        self._before = self._answers.count
        self._unsettled: Receipt[StateT] | None = None

    async def look(self) -> StateT:
        """Return the current state of the play."""
        return await self.playing.look(self.key, self.act)

    async def edit(self) -> EditorState[StateT]:
        """Return what the play's form shows."""
        return await self.playing.edit(self.key, self.act)

    def seen(self, state: StateT) -> Receipt[StateT]:
        """Return a receipt for a state that was only looked at."""
        return Receipt(state, state, self.act.interaction)

    async def show(
        self,
        receipt: Receipt[StateT],
        news: News | None = None,
        picked: int | None = None,
    ) -> None:
        """Put the play in place of a deferred answer, or of the card that was pressed.

        `picked`: a laid word that was tapped.
        """
        async with self._answers.lock:
            if self._answers.count != self._before:
                before = receipt
                receipt, news = await self._newest(receipt, news)
                if receipt.state.progress.words != before.state.progress.words:
                    picked = None  # it may no longer be laid
            await replies.edit(self.interaction, await self.page(receipt, news, picked))
            self._answers.count += 1
            await self._settle(receipt, news)

    async def replace(
        self, receipt: Receipt[StateT], news: News | None = None, picked: int | None = None
    ) -> None:
        """Replace the card that was pressed, at once, as the first answer.

        If other answers come or came first, acknowledge the press and show the newest state.
        """
        if self._answers.lock.locked() or self._answers.count != self._before:
            await replies.defer_edit(self.interaction)
            await self.show(receipt, news, picked)
            return
        async with self._answers.lock:
            await replies.replace(self.interaction, await self.page(receipt, news, picked))
            self._answers.count += 1
            self._unsettled = receipt

    async def put(self, page: Page) -> None:
        """Put something else in place of the card that was pressed."""
        async with self._answers.lock:
            await replies.edit(self.interaction, page)
            self._answers.count += 1

    async def settle(self) -> None:
        """Check a card that `replace` has shown at once, and correct it."""
        if self._unsettled is not None:
            async with self._answers.lock:
                await self._settle(self._unsettled, None)

    async def _settle(self, receipt: Receipt[StateT], news: News | None) -> None:
        """Show the play again while it differs from what was shown; log failures."""
        try:
            for _ in range(MOST_LOOKS):
                before = receipt
                receipt, news = await self._newest(receipt, news)
                if receipt is before:
                    return
                await replies.edit(self.interaction, await self.page(receipt, news))
        except (BotError, discord.HTTPException, aiohttp.ClientError) as error:
            log.warning("a card could not be shown again: %s", error)

    async def page(
        self, receipt: Receipt[StateT], news: News | None = None, picked: int | None = None
    ) -> Page:
        """Return the play as a card, unfinished or with its result."""
        state = receipt.state
        if state.ended:
            news = news or news_of(self.mode, receipt)
            return await self.mode.result(self.interaction, receipt, news)
        far = await self.playing.distances(self.key, state)
        around = await self.mode.around(self.interaction, state)
        puzzle, goal = state.puzzle, state.tells_goal
        face = face_of(puzzle)
        board = await board_of(self.interaction, face, puzzle, state.line, far=far, goal=goal)
        news = news or news_of(self.mode, receipt, far)
        return present_playing(self.target, state, around, board, news, picked=picked)

    async def _newest(
        self, receipt: Receipt[StateT], news: News | None
    ) -> tuple[Receipt[StateT], News | None]:
        """Return a receipt with the play's current state, and what to say if it has moved on.

        Return the same receipt if the play has not changed or cannot be read.
        """
        before = receipt.state
        try:
            state = await self.playing.again(before, self.act)
        except BotError:
            return receipt, news
        if state.version == before.version:
            return receipt, news
        wrong = receipt.verdict is not None and receipt.verdict.mistake is not None
        moved = state.progress.words != before.progress.words or before.ended > state.ended
        if news is None and moved and not wrong and not state.shared:
            news = ELSEWHERE  # news of the action would be about other words
        return replace(receipt, state=state), news


async def show_state(
    interaction: Interaction,
    mode: str,
    state: PlayState,
    news: News | None = None,
    *,
    page: Page | None = None,
) -> None:
    """Show a play that was opened, or a page about it, in place of the deferred answer."""
    card: Card[Any, Any] = Card(interaction, CARD_MODES[mode].target(state))
    if page is None:
        await card.show(card.seen(state), news)
    else:
        await card.put(page)


async def page_of(interaction: Interaction, mode: str, state: PlayState) -> Page:
    """Return the card of a play that has just been opened, for a new message."""
    card: Card[Any, Any] = Card(interaction, CARD_MODES[mode].target(state))
    return await card.page(card.seen(state))
