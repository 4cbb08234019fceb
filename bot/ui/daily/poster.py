"""A daily puzzle's messages in Discord: the edition, its solution, and notices to organisers."""

from __future__ import annotations

import discord

from bot.errors import PostRefused
from bot.store.records import Message
from bot.ui import replies
from bot.ui.daily.post_view import (
    MOST_ON_PODIUM,
    board_button_id,
    present_edition,
    present_solution,
    thread_name,
)
from bot.ui.layout import Page
from bot.ui.permissions import NEEDED_DAILY
from bot.ui.poster import ChannelPoster

THREAD_EXISTS = 160004
"""Discord's code where a message has its thread already."""


class EditionPoster(ChannelPoster):
    """Shows daily puzzles; the pace is kept before every request but an attempt's first."""

    needed = NEEDED_DAILY

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left; Discord begins no thread twice."""
        return None if message.kind == "thread" else await super().find(message)

    async def send(self, message: Message) -> int:
        """Send the message or begin the thread, and return its id; raises PostRefused."""
        return await (self._begin_thread if message.kind == "thread" else super().send)(message)

    async def _page(self, message: Message) -> Page:
        queries = self._client.services.dailies.queries
        number, closes_at = _number(message), message.closes_at
        assert closes_at is not None
        edition = await queries.edition(number, requester=None)
        if message.kind == "solution":
            board = await queries.board(
                message.guild_id, closes_at, "day", number, size=MOST_ON_PODIUM
            )
            return present_solution(edition, board)
        role = await self._role(message)
        return present_edition(edition, closes_at, role, closed=message.closed)

    async def _send(self, message: Message, page: Page) -> int:
        if message.attempts:  # it was looked for, first
            await self._client.services.pacer()
        channel = self._channel(message)
        with self._refusals(message):
            if message.kind == "solution":
                reply_to = await self._edition_message(message)
                return await replies.post(channel, page, message.nonce, reply_to=reply_to)
            pinged = await self._role(message)
            return await replies.post(channel, page, message.nonce, pinged=pinged)

    async def _begin_thread(self, message: Message) -> int:
        """Begin the thread, unless it is there; raises PostRefused where there cannot be one."""
        edition = await self._edition_message(message)
        if edition is None:
            raise PostRefused("The post that the thread belongs to is gone.")
        try:
            await edition.create_thread(name=thread_name(_number(message)))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                place = self._channel_name(message)
                raise PostRefused(f"I can’t start a thread in {place}: {error}.") from error
        return edition.id

    async def _edition_message(self, message: Message) -> discord.PartialMessage | None:
        """Return the message to which a solution or a thread belongs."""
        queries = self._client.services.dailies.queries
        edition = await queries.post(message.guild_id, _number(message))
        return None if edition is None or edition.message_id is None else self._sent(edition)

    async def _role(self, message: Message) -> int | None:
        setup = await self._client.services.dailies.queries.setup(message.guild_id)
        return None if setup is None else setup.role_id

    async def _asker(self, message: Message) -> int | None:
        setup = await self._client.services.dailies.queries.setup(message.guild_id)
        return None if setup is None else setup.set_by

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:
        is_reply = seen.reference is not None
        has_button = str(board_button_id(_number(message))) in custom_ids
        return has_button and is_reply == (message.kind == "solution")


def _number(message: Message) -> int:
    assert message.number is not None
    return message.number
