"""A contest's messages in Discord: announcement, results, and what organisers are told.

Implements `bot.contests.Poster`.
"""

from __future__ import annotations

import logging
from typing import Literal

import discord

from bot.errors import SolvingError
from bot.store.records import Post
from bot.ui import picture
from bot.ui.contest.announcement_view import present_announcement
from bot.ui.contest.ids import ContestId
from bot.ui.contest.results_view import present_results, sketch_of_par, winners
from bot.ui.layout import Page
from bot.ui.permissions import NEEDED
from bot.ui.poster import ChannelPoster

log = logging.getLogger(__name__)

DRAW_SECONDS = 5.0
MARKS: dict[str, Literal["rules", "review"]] = {"announcement": "rules", "results": "review"}
"""The actions of the buttons by which a message is known."""


class ContestPoster(ChannelPoster[Post]):
    """Shows contests."""

    needed = NEEDED

    async def _page(self, post: Post) -> Page:
        queries = self._client.services.contests.queries
        if post.kind == "announcement":
            return present_announcement(await queries.get(post.contest_id))
        board = await queries.board(post.contest_id)
        snakes = await queries.snakes(post.contest_id, winners(board))
        return present_results(board, snakes, await self._drawn(post))

    async def _drawn(self, post: Post) -> bytes | None:
        """Draw the best snake; results do not wait for a picture that fails."""
        sketch = sketch_of_par(await self._client.services.contests.queries.get(post.contest_id))
        if sketch is None:
            return None
        try:
            drawn: bytes = await self._client.services.solving.run(
                picture.draw, sketch, seconds=DRAW_SECONDS
            )
        except SolvingError as error:
            log.warning("results without their picture: %s", error)
            return None
        return drawn

    async def _asker(self, post: Post) -> int | None:
        return (await self._client.services.contests.queries.get(post.contest_id)).created_by

    def _is(self, message: discord.Message, marks: set[str], post: Post) -> bool:  # noqa: ARG002 - the base passes it
        return str(ContestId(MARKS[post.kind], post.contest_id)) in marks
