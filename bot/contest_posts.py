"""A contest's messages in Discord: announcement, results, and what organisers are told.

Implements `bot.contests.Poster`, over Discord's HTTP API alone, so that it works while the
gateway is down.
"""

from __future__ import annotations

import contextlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot import answers
from bot.errors import DispatchError, MessageGone, PostRefused
from bot.organisers import NEEDED
from bot.present import picture
from bot.present.contest_announcement import present_announcement
from bot.present.contest_results import present_results, sketch_of_par, winners
from bot.present.contest_trouble import present_trouble, sentence

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator
    from datetime import datetime

    from discord.abc import Messageable

    from bot.client import GameClient
    from bot.present.layout import Page
    from bot.store.records import Post

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
DRAW_SECONDS = 5.0
SLACK = timedelta(minutes=1)
"""How far Discord's clock and ours may be apart."""
LOOKED_THROUGH = 200
"""Messages after an interrupted attempt among which its own is looked for."""
MARKS = {"announcement": "contest:rules:", "results": "contest:review:"}
"""How the buttons begin by which a message is known; the contest's id follows."""


class ContestPoster:
    """Sends, edits and finds a contest's messages."""

    def __init__(self, client: GameClient) -> None:
        self._client = client

    async def find(self, post: Post) -> int | None:
        """Return the message that an interrupted attempt left, if there is one to be seen."""
        async for place in self._places(post):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                async for message in place.history(
                    limit=LOOKED_THROUGH, after=_before(post), oldest_first=True
                ):
                    if self._is(message, post):
                        return message.id
        return None

    async def send(self, post: Post) -> int:
        """Send the message, and return its id; raises PostRefused."""
        if post.text is not None:
            return await self._tell(post, post.text)
        page = await self._page(post)
        with self._refusals(post):
            return await answers.post(self._channel(post), page, post.nonce)

    async def edit(self, post: Post) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        if post.text is not None:
            return  # what was told stays told
        page = await self._page(post)
        assert post.message_id is not None
        with self._refusals(post):
            await answers.repaint(self._channel(post).get_partial_message(post.message_id), page)

    async def _page(self, post: Post) -> Page:
        """Return what the message shows as things are now."""
        read = self._client.kit.contests.read
        if post.kind == "announcement":
            return present_announcement(await read.get(post.contest_id))
        board = await read.board(post.contest_id)
        snakes = await read.snakes(post.contest_id, winners(board))
        return present_results(board, snakes, await self._drawn(post))

    async def _drawn(self, post: Post) -> bytes | None:
        """Draw the best snake; results do not wait for a picture that fails."""
        sketch = sketch_of_par(await self._client.kit.contests.read.get(post.contest_id))
        if sketch is None:
            return None
        try:
            drawn: bytes = await self._client.kit.solving.run(
                picture.draw, sketch, seconds=DRAW_SECONDS
            )
        except DispatchError as error:
            log.warning("results without their picture: %s", error)
            return None
        return drawn

    def _channel(self, post: Post) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)

    @contextlib.contextmanager
    def _refusals(self, post: Post) -> Iterator[None]:
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
            raise PostRefused(f"I may not post in {self._named(post)}: {NEEDED}.") from error

    def _named(self, post: Post) -> str:
        channel = self._client.get_channel(post.channel_id)
        name = getattr(channel, "name", None)
        return f"#{name}" if name else "its channel"

    # What organisers are told

    async def _tell(self, post: Post, text: str) -> int:
        """Write to the creator if they are still there and can be written to, else the owner."""
        guild = self._client.get_guild(post.guild_id)
        page = present_trouble(text, guild.name if guild else "a server")
        async for place in self._places(post):
            with contextlib.suppress(discord.Forbidden):
                return await answers.post(place, page, post.nonce)
        raise PostRefused("Neither the contest's creator nor the server's owner can be written to.")

    async def _places(self, post: Post) -> AsyncIterator[Messageable]:
        """Yield where the post belongs: its channel or, for a trouble, who may be told of it."""
        if post.text is None:
            yield self._channel(post)
            return
        for user in await self._responsible(post):
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                yield await self._client.create_dm(discord.Object(user))

    async def _responsible(self, post: Post) -> list[int]:
        """Return the contest's creator, unless they have left, and the server's owner."""
        guild = self._client.get_guild(post.guild_id)
        if guild is None:
            raise PostRefused("I am no longer in that server.")
        people = [] if guild.owner_id is None else [guild.owner_id]
        creator = (await self._client.kit.contests.read.get(post.contest_id)).created_by
        if creator is not None and creator not in people:
            with contextlib.suppress(discord.NotFound):
                await guild.fetch_member(creator)
                people.insert(0, creator)
        return people

    def _is(self, message: discord.Message, post: Post) -> bool:
        """Tell whether a message is this post, and not an answer that shows the same buttons."""
        ours = self._client.user
        if ours is None or message.author.id != ours.id or message.interaction_metadata:
            return False
        parts = list(_walk(message.components))
        if post.text is not None:
            told = {part.content for part in parts if isinstance(part, discord.TextDisplay)}
            return sentence(post.text) in told
        mark = f"{MARKS[post.kind]}{post.contest_id}"
        return any(getattr(part, "custom_id", None) == mark for part in parts)


def _before(post: Post) -> datetime | None:
    return post.first_attempt_at and post.first_attempt_at - SLACK


def _walk(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))
