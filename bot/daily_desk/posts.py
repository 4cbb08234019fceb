"""A daily puzzle's messages in Discord: the edition, its solution, and what organisers are told.

Implements `bot.dailies.DailyPoster`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot import answers
from bot.channel_posts import ChannelPoster
from bot.dailies import DailyPost
from bot.organisers import NEEDED_DAILY
from bot.present.daily_post import mark, present_edition, present_solution, thread_name

if TYPE_CHECKING:
    from bot.client import GameClient
    from bot.dailies import Pacer
    from bot.present.layout import Page

log = logging.getLogger(__name__)

THREAD_THERE = 160004
"""Discord's code where a message has its thread already."""


class EditionPoster(ChannelPoster[DailyPost]):
    """Shows daily puzzles; the pace is kept before every request but an attempt's first."""

    needed = NEEDED_DAILY

    def __init__(self, client: GameClient, pace: Pacer) -> None:
        super().__init__(client)
        self._pace = pace

    async def edit(self, post: DailyPost) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        await super().edit(post)
        if post.kind == "edition" and not post.closed:
            await self._begin_thread(post, self._message(post))

    async def _page(self, post: DailyPost) -> Page:
        read = self._client.kit.dailies.read
        edition = await read.edition(post.number)
        if post.kind == "solution":
            board = await read.board(post.guild_id, post.closes_at, "day", post.number)
            return present_solution(edition, board)
        return present_edition(edition, post.closes_at, await self._role(post), closed=post.closed)

    async def _send(self, post: DailyPost, page: Page) -> int:
        if post.attempts:  # it was looked for, first
            await self._pace()
        channel = self._channel(post)
        with self._refusals(post):
            if post.kind == "solution":
                beside = await self._edition_message(post)
                return await answers.post(channel, page, post.nonce, beside=beside)
            pinged = await self._role(post)
            sent = await answers.post(channel, page, post.nonce, pinged=pinged)
        await self._begin_thread(post, channel.get_partial_message(sent))
        return sent

    async def _begin_thread(self, post: DailyPost, message: discord.PartialMessage) -> None:
        """Open the thread that the server wants; the puzzle does without one that fails."""
        setup = await self._client.kit.dailies.read.setup(post.guild_id)
        if setup is None or not setup.thread:
            return
        await self._pace()
        try:
            await message.create_thread(name=thread_name(post.number))
        except discord.HTTPException as error:
            if error.code != THREAD_THERE:
                log.warning("%s: no thread: %s", post, error)

    async def _edition_message(self, post: DailyPost) -> discord.PartialMessage | None:
        """Return the message that a solution replies to."""
        edition = await self._client.kit.dailies.read.post(post.guild_id, post.number)
        return None if edition is None or edition.message_id is None else self._message(edition)

    async def _role(self, post: DailyPost) -> int | None:
        setup = await self._client.kit.dailies.read.setup(post.guild_id)
        return None if setup is None else setup.role_id

    async def _asker(self, post: DailyPost) -> int | None:
        setup = await self._client.kit.dailies.read.setup(post.guild_id)
        return None if setup is None else setup.set_by

    def _is(self, message: discord.Message, marks: set[str], post: DailyPost) -> bool:
        reply = message.reference is not None
        return mark(post.number) in marks and reply == (post.kind == "solution")
