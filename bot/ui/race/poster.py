"""A race's message in Discord: posted and edited by the bot or, where it cannot, by a token."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors import PostRefused
from bot.races import RaceStatus, RoundKey, state_for_all
from bot.store.schema import Message
from bot.ui import replies
from bot.ui.drawing import ANSWER_PATIENCE, POST_PATIENCE, AnySketch, draw_or_none
from bot.ui.games.faces import face_of
from bot.ui.games.rows import Far
from bot.ui.layout import Page
from bot.ui.poster import ChannelPoster, walk
from bot.ui.race.post_view import present_post, shared_words, winning_sketch

ORIGINAL: Any = "@original"
"""The id of a token's first answer; the library is typed for numbers only, but sends either."""


class RacePoster(ChannelPoster):
    """Shows races."""

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left; none for a token, sent only once."""
        return None if message.is_elsewhere else await super().find(message)

    async def send(self, message: Message) -> int:
        """Send the message, and return its id; raises PostRefused."""
        if message.is_elsewhere:
            return await self._answer(message)
        status = await self._status(message)
        race, page = status.race, await self._present(status)
        # No second call after somebody has deleted the message.
        first = not message.delivered_version
        calls = race.notifies and first and race.state == "lobby" and race.round == 1
        return await self._post(message, page, user=race.challenged_user_id if calls else None)

    async def edit(self, message: Message) -> None:
        """Bring the message up to date; raises PostRefused or MessageGone."""
        if message.is_elsewhere:
            await self._answer(message)
        else:
            await super().edit(message)

    async def _answer(self, message: Message) -> int:
        """Put the page in place of the first answer to the latest interaction."""
        status = await self._status(message)
        token, application = status.race.token, self._client.application_id
        if token is None or application is None:
            raise PostRefused("Nobody has pressed anything here for a while.")
        webhook = discord.Webhook.partial(application, token, client=self._client)
        page = await self._page(message)
        try:
            return await replies.edit_answer(webhook, ORIGINAL, page)
        except (discord.NotFound, discord.Forbidden) as error:
            raise PostRefused(f"I can’t show it any more: {error}.") from error
        except discord.HTTPException as error:
            if error.code in replies.TOO_LATE:
                raise PostRefused("Nobody has pressed anything here for a while.") from error
            raise

    async def _page(self, message: Message) -> Page:
        return await self._present(await self._status(message))

    async def _present(self, status: RaceStatus) -> Page:
        """Return the page, with a picture of the shared words or, at the end, the winner's."""
        race, services, patience = status.race, self._client.services, ANSWER_PATIENCE
        sketch: AnySketch | None = None
        far: Far = ()
        if race.state == "running" and (words := shared_words(status)) is not None:
            assert status.puzzle is not None
            far = await services.races.play.distances(
                RoundKey(race.guild_id, race.id, race.round), state_for_all(status)
            )
            sketch = face_of(status.puzzle).board(status.puzzle, words, far)
        elif race.state in {"between", "over"}:
            sketch, patience = winning_sketch(status), POST_PATIENCE
        if sketch is None:
            return present_post(status, None, far)
        drawn = await draw_or_none(services, sketch, requester=None, patience=patience)
        return present_post(status, drawn, far)

    async def _status(self, message: Message) -> RaceStatus:
        assert message.race_id is not None
        return await self._client.services.races.queries.status(message.race_id)

    def _is_own(self, seen: discord.Message, message: Message) -> bool:
        """Whether this is the message; it may be the answer to the command."""
        ours, race_id = self._client.user, message.race_id
        assert race_id is not None
        keys = (getattr(part, "custom_id", None) or "" for part in walk(seen.components))
        return (
            ours is not None and seen.author.id == ours.id and any(race_id in key for key in keys)
        )
