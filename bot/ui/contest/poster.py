"""A contest's messages in Discord: announcement, results, and notices to organisers."""

from __future__ import annotations

from typing import Literal

import discord

from bot.contests import Contest
from bot.store.records import Message
from bot.ui.contest.announcement_view import present_announcement
from bot.ui.contest.ids import ContestId
from bot.ui.contest.results_view import RESULTS, present_results, sketch_of_par, winners
from bot.ui.games.snake_card import draw_or_none
from bot.ui.layout import Page
from bot.ui.permissions import NEEDED
from bot.ui.poster import ChannelPoster

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
        board = await queries.board(contest.id, size=RESULTS)
        snakes = await queries.snakes(contest.id, winners(board))
        sketch = sketch_of_par(contest)
        drawn = (
            None
            if sketch is None
            else await draw_or_none(self._client.services, sketch, requester=None)
        )
        return present_results(board, snakes, drawn)

    async def _contest(self, message: Message) -> Contest:
        return await self._client.services.contests.queries.get(_contest_id(message))

    async def _asker(self, message: Message) -> int | None:
        return (await self._contest(message)).created_by

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:  # noqa: ARG002 - an override needs it
        return str(ContestId(BUTTONS[message.kind], _contest_id(message))) in custom_ids


def _contest_id(message: Message) -> str:
    assert message.contest_id is not None
    return message.contest_id
