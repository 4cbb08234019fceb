"""Sends, edits and finds the outbox's messages in Discord, and writes to organisers.

It uses only Discord's HTTP API, so that it works while the gateway is down.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import discord
from discord.abc import GuildChannel, Messageable

from bot.errors import ChannelGone, MessageGone, PostDelayed, PostRefused
from bot.store.schema import Message
from bot.ui import replies
from bot.ui.attempts import delay_of
from bot.ui.client import GameClient
from bot.ui.layout import Page, Tone, card, escape, shorten
from bot.ui.permissions import missing_to_post, refusal
from bot.ui.roles import unheard

Result = TypeVar("Result")

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
SLACK = timedelta(minutes=1)
"""How far Discord's clock and ours may differ."""
SEARCHED = 200
"""How many messages after an interrupted attempt are searched for the one it sent."""
LONGEST_NOTICE = 3000
"""Most characters of a notice that are shown."""


class ChannelPoster:
    """Posts messages in channels; a subclass says what they show and what identifies them.

    Implements `bot.outbox.Poster`.
    """

    def __init__(self, client: GameClient) -> None:
        self._client = client

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left, if it can be found."""
        since = message.first_attempt_at and message.first_attempt_at - SLACK
        async for place in self._places(message):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                async for seen in place.history(limit=SEARCHED, after=since, oldest_first=True):
                    if self._is_own(seen, message):
                        return seen.id
        return None

    async def send(self, message: Message) -> int:
        """Send the message, and return its id; raises PostRefused."""
        if message.is_notice:
            assert message.text is not None
            return await self._notify(message, message.text)
        return await self._send(message, await self._page(message))

    async def edit(self, message: Message) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        if message.is_notice:
            return  # a notice stays as it was sent
        assert message.message_id is not None
        page = await self._page(message)
        with self._refusals(message):
            async for place in self._places(message):
                channel: Any = place
                sent = channel.get_partial_message(message.message_id)
                show = partial(replies.edit_message, sent, page, attach=self._attaches(message))
                await self._opened(channel.id, show)
                return

    async def _page(self, message: Message) -> Page:
        """Return what the message should show now."""
        raise NotImplementedError

    async def _asker(self, message: Message) -> int | None:
        """Return the person who asked for the post, who is notified of failures first."""
        raise NotImplementedError

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:
        """Whether one of the bot's messages in Discord, with these buttons, is this message."""
        raise NotImplementedError

    async def _send(self, message: Message, page: Page) -> int:
        if not message.user_id:
            return await self._post(message, page)
        if (sent := await self._tell([message.user_id], page, message.nonce)) is None:
            raise PostRefused("I can’t write to them.", final=True)
        return sent

    async def _post(
        self, message: Message, page: Page, *, pinged: int | None = None, user: int | None = None
    ) -> int:
        """Send a page to the message's channel, as `replies.post` does; raises PostRefused."""
        channel, attach = self._channel(message), self._attaches(message)
        with self._refusals(message, posting=True):
            return await self._opened(
                channel.id,
                lambda: replies.post(
                    channel, page, message.nonce, pinged=pinged, user=user, attach=attach
                ),
            )

    async def _opened(self, channel_id: int, call: Callable[[], Awaitable[Result]]) -> Result:
        """Make a call in a channel; if that is an archived thread, open it and try again.

        Discord takes only new messages in archived threads, and in locked ones not even these.
        Raises PostRefused.
        """
        try:
            return await call()
        except discord.HTTPException as error:
            if error.code != ARCHIVED_THREAD:
                raise
        try:
            await self._client.http.edit_channel(channel_id, archived=False)
        except discord.Forbidden as error:
            raise PostRefused(
                "The thread is closed, and I can’t open it. Open it, or give me Manage Threads."
            ) from error
        return await call()

    def _permissions(self, message: Message) -> tuple[discord.Permissions, bool] | None:
        """Return what we may do in the message's channel, and whether it is a thread, if known."""
        channel = self._known_channel(message)
        thread = isinstance(channel, discord.Thread)
        if channel is None or (isinstance(channel, discord.Thread) and channel.parent is None):
            return None
        return channel.permissions_for(channel.guild.me), thread

    def _attaches(self, message: Message) -> bool:
        known = self._permissions(message)
        return known is None or known[0].attach_files

    def _channel(self, message: Message) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(message.channel_id, guild_id=message.guild_id)

    def _sent(self, message: Message) -> discord.PartialMessage:
        assert message.message_id is not None
        return self._channel(message).get_partial_message(message.message_id)

    @contextlib.contextmanager
    def _refusals(self, message: Message, *, posting: bool = False) -> Iterator[None]:
        """Turn Discord's final refusals into exceptions with a sentence.

        `posting`: do not even try what it would refuse, as far as we know: Discord counts refusals.
        """
        known = self._permissions(message)
        missing = [] if known is None else missing_to_post(known[0], in_thread=known[1])
        place = f"in {self._channel_name(message)}"
        if posting and missing:
            raise PostRefused(refusal(place, missing))
        try:
            yield
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                raise MessageGone("The message has been deleted.") from error
            if error.code == UNKNOWN_CHANNEL:
                raise ChannelGone from error
            raise
        except discord.Forbidden as error:
            raise PostRefused(refusal(place, missing)) from error

    def _channel_name(self, message: Message) -> str:
        channel = self._known_channel(message)
        return "its channel" if channel is None else f"#{channel.name}"

    def _known_channel(self, message: Message) -> GuildChannel | discord.Thread | None:
        guild = self._client.get_guild(message.guild_id)
        return None if guild is None else guild.get_channel_or_thread(message.channel_id)

    async def _usable(
        self, message: Message, role_id: int | None, why: str, *, pinged: bool = False
    ) -> int | None:
        """Return a role, None if it is gone; organisers hear about that once.

        They also hear about a ping that reaches nobody. `why`: what the role is for. The first to
        hear is the person who asked for the message or, for a role that is `pinged`, the person who
        changed the settings last.
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
                message.guild_id,
                role_id,
                services.clock(),
                f"{why} {trouble}",
                contest_id=None if pinged else message.contest_id,
            )
        return None if role is None else role_id

    # Notices to organisers

    async def _notify(self, message: Message, text: str) -> int:
        """Write to the person who asked, if they can be written to, else to the owner."""
        guild = await self._guild(message.guild_id)
        page = present_failure_notice(text, guild.name if guild else "a server")
        sent = await self._tell(await self._responsible(message), page, message.nonce)
        if sent is None:
            raise PostRefused("I can’t write to the organiser or the server’s owner.")
        return sent

    async def _tell(self, people: Iterable[int], page: Page, nonce: str) -> int | None:
        """Write to the first of some people who takes direct messages; None: nobody does."""
        for user_id in people:
            with contextlib.suppress(discord.Forbidden):
                conversation = await self._client.conversation(user_id)
                if conversation is not None:
                    return await replies.post(conversation, page, nonce)
        return None

    async def _guild(self, guild_id: int) -> discord.Guild | None:
        """Return the server, None if we left it; fetch it if it is on another process's shard."""
        if self._client.has_guild(guild_id):
            return self._client.get_guild(guild_id)
        with contextlib.suppress(discord.Forbidden, discord.NotFound):
            return await self._client.fetch_guild(guild_id, with_counts=False)
        return None

    async def _places(self, message: Message) -> AsyncIterator[Messageable]:
        """Yield where the message belongs: its channel, its person or a notice's recipients."""
        if not message.is_notice and not message.user_id:
            yield self._channel(message)
            return
        people = [message.user_id] if message.user_id else await self._responsible(message)
        for user_id in people:
            with contextlib.suppress(discord.Forbidden):
                if (conversation := await self._client.conversation(user_id)) is not None:
                    yield conversation

    async def _responsible(self, message: Message) -> list[int]:
        """Return the person who asked, unless they have left, and the server's owner."""
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
        """Whether this is the message itself, and not an answer with the same buttons."""
        ours = self._client.user
        if ours is None or seen.author.id != ours.id or seen.interaction_metadata:
            return False
        parts = list(walk(seen.components))
        if message.is_notice:
            assert message.text is not None
            texts = {part.content for part in parts if isinstance(part, discord.TextDisplay)}
            return sentence(message.text) in texts
        custom_ids = {key for part in parts if (key := getattr(part, "custom_id", None))}
        return self._shows(seen, custom_ids, message)


class Delaying:
    """Wraps a poster, and raises PostDelayed if Discord will only take something later.

    Implements `bot.outbox.Poster`.
    """

    def __init__(self, poster: ChannelPoster) -> None:
        self._poster = poster

    async def find(self, message: Message) -> int | None:
        """Find the message as the poster does."""
        with _delays():
            return await self._poster.find(message)

    async def send(self, message: Message) -> int:
        """Send the message as the poster does."""
        with _delays():
            return await self._poster.send(message)

    async def edit(self, message: Message) -> None:
        """Edit the message as the poster does."""
        with _delays():
            await self._poster.edit(message)


@contextlib.contextmanager
def _delays() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if (seconds := delay_of(error)) is None:
            raise
        raise PostDelayed(f"Discord takes it later: {error}", seconds) from error


def walk(components: Iterable[Any]) -> Iterator[Any]:
    """Yield components with all that they contain."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def sentence(text: str) -> str:
    """Return a notice's text as its message shows it, which identifies the message."""
    return shorten(escape(text), LONGEST_NOTICE)


def present_failure_notice(text: str, server: str) -> Page:
    """Return the notice; `server` is where it happened."""
    return Page(card(Tone.TROUBLE, [f"**{escape(server)}**", sentence(text)]))
