"""A contest's messages in Discord: announcement, results, and notices to organisers."""

from __future__ import annotations

import logging
from typing import Literal

import discord

from bot.contests import Contest
from bot.errors import SolvingError
from bot.store.records import Message
from bot.ui import picture
from bot.ui.contest.announcement_view import present_announcement
from bot.ui.contest.ids import ContestId
from bot.ui.contest.results_view import present_results, sketch_of_par, winners
from bot.ui.layout import Page
from bot.ui.permissions import NEEDED
from bot.ui.poster import ChannelPoster

log = logging.getLogger(__name__)

DRAW_SECONDS = 5.0
BUTTONS: dict[str, Literal["rules", "review"]] = {"announcement": "rules", "results": "review"}
"""The actions of the buttons by which a message is recognised."""


class ContestPoster(ChannelPoster):
    """Shows contests."""

    needed = NEEDED

    async def _page(self, message: Message) -> Page:
        queries = self._client.services.contests.queries
        contest = await self._contest(message)
        if message.kind == "announcement":
            return present_announcement(contest)
        board = await queries.board(contest.id)
        snakes = await queries.snakes(contest.id, winners(board))
        return present_results(board, snakes, await self._drawn(contest))

    async def _contest(self, message: Message) -> Contest:
        return await self._client.services.contests.queries.get(_contest_id(message))

    async def _drawn(self, contest: Contest) -> bytes | None:
        """Draw the best snake; results do not wait for a picture that fails."""
        sketch = sketch_of_par(contest)
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

    async def _asker(self, message: Message) -> int | None:
        return (await self._contest(message)).created_by

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:  # noqa: ARG002 - an override needs it
        return str(ContestId(BUTTONS[message.kind], _contest_id(message))) in custom_ids


def _contest_id(message: Message) -> str:
    assert message.contest_id is not None
    return message.contest_id
