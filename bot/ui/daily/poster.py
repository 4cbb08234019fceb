"""A daily puzzle's messages in Discord: the edition, its solution, and what organisers are told.

Implements `bot.dailies.DailyPoster`.
"""

from __future__ import annotations

import discord

from bot.dailies import DailyPost
from bot.errors import PostRefused
from bot.ui import replies
from bot.ui.daily.post_view import mark, present_edition, present_solution, thread_name
from bot.ui.layout import Page
from bot.ui.permissions import NEEDED_DAILY
from bot.ui.poster import ChannelPoster

THREAD_THERE = 160004
"""Discord's code where a message has its thread already."""


class EditionPoster(ChannelPoster[DailyPost]):
    """Shows daily puzzles; the pace is kept before every request but an attempt's first."""

    needed = NEEDED_DAILY

    async def find(self, post: DailyPost) -> int | None:
        """Return the message that an interrupted attempt left; of a thread, Discord tells."""
        return None if post.kind == "thread" else await super().find(post)

    async def send(self, post: DailyPost) -> int:
        """Send the message or begin the thread, and return its id; raises PostRefused."""
        return await (self._begin_thread if post.kind == "thread" else super().send)(post)

    async def _page(self, post: DailyPost) -> Page:
        queries = self._client.services.dailies.queries
        edition = await queries.edition(post.number)
        if post.kind == "solution":
            board = await queries.board(post.guild_id, post.closes_at, "day", post.number)
            return present_solution(edition, board)
        return present_edition(edition, post.closes_at, await self._role(post), closed=post.closed)

    async def _send(self, post: DailyPost, page: Page) -> int:
        if post.attempts:  # it was looked for, first
            await self._client.services.pacer()
        channel = self._channel(post)
        with self._refusals(post):
            if post.kind == "solution":
                beside = await self._edition_message(post)
                return await replies.post(channel, page, post.nonce, beside=beside)
            pinged = await self._role(post)
            return await replies.post(channel, page, post.nonce, pinged=pinged)

    async def _begin_thread(self, post: DailyPost) -> int:
        """Begin the thread, unless it is there; raises PostRefused where there cannot be one."""
        message = await self._edition_message(post)
        if message is None:
            raise PostRefused("The message whose thread it is to be is not there.")
        try:
            await message.create_thread(name=thread_name(post.number))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            if error.code != THREAD_THERE:
                place = self._named(post)
                raise PostRefused(f"No thread can be begun in {place}: {error}.") from error
        return message.id

    async def _edition_message(self, post: DailyPost) -> discord.PartialMessage | None:
        """Return the message to which a solution or a thread belongs."""
        edition = await self._client.services.dailies.queries.post(post.guild_id, post.number)
        return None if edition is None or edition.message_id is None else self._message(edition)

    async def _role(self, post: DailyPost) -> int | None:
        setup = await self._client.services.dailies.queries.setup(post.guild_id)
        return None if setup is None else setup.role_id

    async def _asker(self, post: DailyPost) -> int | None:
        setup = await self._client.services.dailies.queries.setup(post.guild_id)
        return None if setup is None else setup.set_by

    def _is(self, message: discord.Message, marks: set[str], post: DailyPost) -> bool:
        reply = message.reference is not None
        return str(mark(post.number)) in marks and reply == (post.kind == "solution")
