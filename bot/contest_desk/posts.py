"""A contest's messages in Discord: announcement, results, and what organisers are told.

Implements `bot.contests.Poster`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.channel_posts import ChannelPoster
from bot.errors import DispatchError
from bot.organisers import NEEDED
from bot.present import picture
from bot.present.contest_announcement import present_announcement
from bot.present.contest_results import present_results, sketch_of_par, winners
from bot.store.records import Post

if TYPE_CHECKING:
    import discord

    from bot.present.layout import Page

log = logging.getLogger(__name__)

DRAW_SECONDS = 5.0
MARKS = {"announcement": "contest:rules:", "results": "contest:review:"}
"""How the buttons begin by which a message is known; the contest's id follows."""


class ContestPoster(ChannelPoster[Post]):
    """Shows contests."""

    needed = NEEDED

    async def _page(self, post: Post) -> Page:
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

    async def _asker(self, post: Post) -> int | None:
        return (await self._client.kit.contests.read.get(post.contest_id)).created_by

    def _is(self, message: discord.Message, marks: set[str], post: Post) -> bool:  # noqa: ARG002 - the base passes it
        return f"{MARKS[post.kind]}{post.contest_id}" in marks
