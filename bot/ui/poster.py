"""Sends, edits and finds the outbox's messages in Discord, and writes to organisers.

It speaks Discord's HTTP API alone, so that it works while the gateway is down.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import timedelta
from typing import Any

import discord
from discord.abc import Messageable

from bot.errors import MessageGone, PostRefused
from bot.store.records import Message
from bot.ui import replies
from bot.ui.client import GameClient
from bot.ui.layout import Page, Tone, card, escape, shorten
from bot.ui.roles import unheard

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
SLACK = timedelta(minutes=1)
"""How far Discord's clock and ours may be apart."""
SEARCHED = 200
"""How many messages after an interrupted attempt are searched for its own."""
LONGEST = 3000
"""Characters of a notice that are shown."""


class ChannelPoster:
    """Posts messages in channels; a subclass says what they show and how they are recognised.

    Implements `bot.outbox.Poster`.
    """

    needed: str
    """What the bot must be allowed to do where it posts, as a sentence's end."""

    def __init__(self, client: GameClient) -> None:
        self._client = client

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left, if there is one to be seen."""
        since = message.first_attempt_at and message.first_attempt_at - SLACK
        async for place in self._places(message):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                async for seen in place.history(limit=SEARCHED, after=since, oldest_first=True):
                    if self._is_own(seen, message):
                        return seen.id
        return None

    async def send(self, message: Message) -> int:
        """Send the message, and return its id; raises PostRefused."""
        if message.text is not None:
            return await self._notify(message, message.text)
        return await self._send(message, await self._page(message))

    async def edit(self, message: Message) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        if message.text is not None:
            return  # a notice stays as it was sent
        assert message.message_id is not None
        page = await self._page(message)
        with self._refusals(message):
            async for place in self._places(message):
                sent: Any = place
                await replies.edit_message(sent.get_partial_message(message.message_id), page)
                return

    async def _page(self, message: Message) -> Page:
        """Return what the message shows as things are now."""
        raise NotImplementedError

    async def _asker(self, message: Message) -> int | None:
        """Return who asked for what is posted: they are notified of failures first."""
        raise NotImplementedError

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:
        """Whether one of the bot's messages in Discord, with these buttons, is this message."""
        raise NotImplementedError

    async def _send(self, message: Message, page: Page) -> int:
        with self._refusals(message):
            return await replies.post(self._channel(message), page, message.nonce)

    def _channel(self, message: Message) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(message.channel_id, guild_id=message.guild_id)

    def _sent(self, message: Message) -> discord.PartialMessage:
        assert message.message_id is not None
        return self._channel(message).get_partial_message(message.message_id)

    @contextlib.contextmanager
    def _refusals(self, message: Message) -> Iterator[None]:
        """Turn what Discord refuses for good into a sentence."""
        try:
            yield
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                raise MessageGone("The message has been deleted.") from error
            if error.code == UNKNOWN_CHANNEL:
                raise PostRefused("The channel is gone.", final=True) from error
            raise
        except discord.Forbidden as error:
            place = self._channel_name(message)
            raise PostRefused(f"I’m not allowed to post in {place}. {self.needed}.") from error

    def _channel_name(self, message: Message) -> str:
        channel = self._client.get_channel(message.channel_id)
        name = getattr(channel, "name", None)
        return f"#{name}" if name else "its channel"

    async def _usable(
        self, message: Message, role_id: int | None, why: str, *, pinged: bool = False
    ) -> int | None:
        """Return a role, None where it is gone: organisers are told once.

        They are told, too, where a ping reaches nobody. `why`: what it is for.
        """
        guild = self._client.get_guild(message.guild_id)
        if role_id is None or guild is None or guild.unavailable:
            return role_id
        role = guild.get_role(role_id)
        trouble: str | None = None
        if role is None:
            trouble = "That role was deleted."
        elif pinged:
            trouble = unheard(role, guild.me.guild_permissions)
        if trouble is not None:
            services = self._client.services
            await services.store.guilds.tell_gone(
                message.guild_id, role_id, services.clock(), f"{why} {trouble}"
            )
        return None if role is None else role_id

    # Notices to organisers

    async def _notify(self, message: Message, text: str) -> int:
        """Write to the person who asked, if they can be written to, else to the owner."""
        guild = await self._guild(message.guild_id)
        page = present_failure_notice(text, guild.name if guild else "a server")
        async for place in self._places(message):
            with contextlib.suppress(discord.Forbidden):
                return await replies.post(place, page, message.nonce)
        raise PostRefused("I can’t write to the organiser or the server’s owner.")

    async def _guild(self, guild_id: int) -> discord.Guild | None:
        """Return the server, None if we left it; one of another process's shards is asked for."""
        if self._client.has_guild(guild_id):
            return self._client.get_guild(guild_id)
        with contextlib.suppress(discord.Forbidden, discord.NotFound):
            return await self._client.fetch_guild(guild_id, with_counts=False)
        return None

    async def _places(self, message: Message) -> AsyncIterator[Messageable]:
        """Yield where the message belongs: its channel or, for a notice, who may get it."""
        if message.text is None:
            yield self._channel(message)
            return
        for user in await self._responsible(message):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                yield await self._client.create_dm(discord.Object(user))

    async def _responsible(self, message: Message) -> list[int]:
        """Return who asked, unless they have left, and the server's owner."""
        guild = await self._guild(message.guild_id)
        if guild is None:
            raise PostRefused("I’m no longer in that server.")
        people = [] if guild.owner_id is None else [guild.owner_id]
        asker = await self._asker(message)
        if asker is not None and asker not in people:
            with contextlib.suppress(discord.NotFound):
                await guild.fetch_member(asker)
                people.insert(0, asker)
        return people

    def _is_own(self, seen: discord.Message, message: Message) -> bool:
        """Whether this is the message, and not an answer that shows the same buttons."""
        ours = self._client.user
        if ours is None or seen.author.id != ours.id or seen.interaction_metadata:
            return False
        parts = list(walk(seen.components))
        if message.text is not None:
            texts = {part.content for part in parts if isinstance(part, discord.TextDisplay)}
            return sentence(message.text) in texts
        custom_ids = {key for part in parts if (key := getattr(part, "custom_id", None))}
        return self._shows(seen, custom_ids, message)


def walk(components: Iterable[Any]) -> Iterator[Any]:
    """Yield components with all that they contain."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def sentence(text: str) -> str:
    """Return a notice as its message shows it: by this the message is recognised."""
    return shorten(escape(text), LONGEST)


def present_failure_notice(text: str, server: str) -> Page:
    """Return the notice; `server` is where it happened."""
    return Page(card(Tone.TROUBLE, [f"**{escape(server)}**", sentence(text)]))
