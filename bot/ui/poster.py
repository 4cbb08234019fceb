"""What all posters have in common: a channel, what Discord refuses, messages of their own, people.

They speak Discord's HTTP API alone, so that they work while the gateway is down.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

import discord
from discord.abc import Messageable

from bot.errors import MessageGone, PostRefused
from bot.ui import replies
from bot.ui.client import GameClient
from bot.ui.layout import Page, Tone, card, escape, shorten

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
SLACK = timedelta(minutes=1)
"""How far Discord's clock and ours may be apart."""
LOOKED_THROUGH = 200
"""Messages after an interrupted attempt among which its own is looked for."""


class Posted(Protocol):
    """What is to be seen of a post; with a `text` it is a trouble that organisers are told of."""

    @property
    def guild_id(self) -> int: ...  # noqa: D102
    @property
    def channel_id(self) -> int: ...  # noqa: D102
    @property
    def message_id(self) -> int | None: ...  # noqa: D102
    @property
    def nonce(self) -> str: ...  # noqa: D102
    @property
    def text(self) -> str | None: ...  # noqa: D102
    @property
    def first_attempt_at(self) -> datetime | None: ...  # noqa: D102


PostT = TypeVar("PostT", bound=Posted)


class ChannelPoster(Generic[PostT]):
    """Sends, edits and finds messages; what they show and are known by, a subclass says."""

    needed: str
    """What the bot must be allowed to do where it posts, as a sentence's end."""

    def __init__(self, client: GameClient) -> None:
        self._client = client

    async def find(self, post: PostT) -> int | None:
        """Return the message that an interrupted attempt left, if there is one to be seen."""
        async for place in self._places(post):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                async for message in place.history(
                    limit=LOOKED_THROUGH, after=_before(post), oldest_first=True
                ):
                    if self._is_own(message, post):
                        return message.id
        return None

    async def send(self, post: PostT) -> int:
        """Send the message, and return its id; raises PostRefused."""
        if post.text is not None:
            return await self._tell(post, post.text)
        return await self._send(post, await self._page(post))

    async def edit(self, post: PostT) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        if post.text is not None:
            return  # what was told stays told
        page = await self._page(post)
        with self._refusals(post):
            await replies.edit_message(self._message(post), page)

    async def _page(self, post: PostT) -> Page:
        """Return what the message shows as things are now."""
        raise NotImplementedError

    async def _asker(self, post: PostT) -> int | None:
        """Return who asked for what is posted: they are told of troubles first."""
        raise NotImplementedError

    def _is(self, message: discord.Message, marks: set[str], post: PostT) -> bool:
        """Tell whether one of the bot's messages is this post; `marks` are its buttons' ids."""
        raise NotImplementedError

    async def _send(self, post: PostT, page: Page) -> int:
        with self._refusals(post):
            return await replies.post(self._channel(post), page, post.nonce)

    def _channel(self, post: PostT) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)

    def _message(self, post: PostT) -> discord.PartialMessage:
        assert post.message_id is not None
        return self._channel(post).get_partial_message(post.message_id)

    @contextlib.contextmanager
    def _refusals(self, post: PostT) -> Iterator[None]:
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
            raise PostRefused(f"I may not post in {self._named(post)}: {self.needed}.") from error

    def _named(self, post: PostT) -> str:
        channel = self._client.get_channel(post.channel_id)
        name = getattr(channel, "name", None)
        return f"#{name}" if name else "its channel"

    # What organisers are told

    async def _tell(self, post: PostT, text: str) -> int:
        """Write to who asked if they are still there and can be written to, else the owner."""
        guild = self._client.get_guild(post.guild_id)
        page = present_trouble(text, guild.name if guild else "a server")
        async for place in self._places(post):
            with contextlib.suppress(discord.Forbidden):
                return await replies.post(place, page, post.nonce)
        raise PostRefused("Neither the organiser nor the server's owner can be written to.")

    async def _places(self, post: PostT) -> AsyncIterator[Messageable]:
        """Yield where the post belongs: its channel or, for a trouble, who may be told of it."""
        if post.text is None:
            yield self._channel(post)
            return
        for user in await self._responsible(post):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                yield await self._client.create_dm(discord.Object(user))

    async def _responsible(self, post: PostT) -> list[int]:
        """Return who asked, unless they have left, and the server's owner."""
        guild = self._client.get_guild(post.guild_id)
        if guild is None:
            raise PostRefused("I am no longer in that server.")
        people = [] if guild.owner_id is None else [guild.owner_id]
        asker = await self._asker(post)
        if asker is not None and asker not in people:
            with contextlib.suppress(discord.NotFound):
                await guild.fetch_member(asker)
                people.insert(0, asker)
        return people

    def _is_own(self, message: discord.Message, post: PostT) -> bool:
        """Tell whether a message is this post, and not an answer that shows the same buttons."""
        ours = self._client.user
        if ours is None or message.author.id != ours.id or message.interaction_metadata:
            return False
        parts = list(_walk(message.components))
        if post.text is not None:
            told = {part.content for part in parts if isinstance(part, discord.TextDisplay)}
            return sentence(post.text) in told
        marks = {mark for part in parts if (mark := getattr(part, "custom_id", None))}
        return self._is(message, marks, post)


def _before(post: Posted) -> datetime | None:
    return post.first_attempt_at and post.first_attempt_at - SLACK


def _walk(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))


LONGEST = 3000


def sentence(text: str) -> str:
    """Return the trouble as its message has it: by this the message is known."""
    return shorten(escape(text), LONGEST)


def present_trouble(text: str, server: str) -> Page:
    """Return the message; `server` is where it happened."""
    return Page(card(Tone.TROUBLE, [f"**{escape(server)}**", sentence(text)]))
