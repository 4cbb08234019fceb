"""A daily puzzle's messages: the post and its thread, reminders, and notices to organisers."""

from __future__ import annotations

import logging

import discord

from bot.dailies import Edition
from bot.errors import MessageGone, PostRefused, SolvingError
from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.store.schema import Message
from bot.ui.daily.ids import DailyRemindId
from bot.ui.daily.post_view import board_button_id, present_edition
from bot.ui.daily.remind_view import present_reminder
from bot.ui.daily.text import title
from bot.ui.games.faces import face_of
from bot.ui.layout import Page
from bot.ui.picture.shape import draw
from bot.ui.poster import ChannelPoster
from bot.zones import stored_zone

log = logging.getLogger(__name__)

THREAD_EXISTS = 160004
"""Discord's error code for a message that already has a thread."""


class EditionPoster(ChannelPoster):
    """Shows daily puzzles; every request awaits the pacer right before it is sent.

    With turns taken earlier, a busy machine would send late, and many requests at once.
    """

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left; Discord begins no thread twice."""
        if message.kind == "thread":
            return None
        await self._client.services.pacer()
        return await super().find(message)

    async def send(self, message: Message) -> int:
        """Send the message or begin the thread, and return its id; raises PostRefused."""
        return await (self._begin_thread if message.kind == "thread" else super().send)(message)

    async def _page(self, message: Message) -> Page:
        page = await self._present(message)
        await self._client.services.pacer()
        return page

    async def _notify(self, message: Message, text: str) -> int:
        await self._client.services.pacer()
        return await super()._notify(message, text)

    async def _present(self, message: Message) -> Page:
        if message.kind == "reminder":
            return await self._reminder(message)
        services = self._client.services
        queries = services.dailies.queries
        assert message.closes_at is not None
        await self._tell_zone(message)
        edition = await queries.edition(_number(message), requester=None)
        shown = await queries.bulletin(message)
        before = None
        if shown.yesterday is not None:
            before = await queries.edition(shown.yesterday.number, requester=None)
        drawn = None
        if not message.closed:
            drawn = await draw_shape(services, edition, requester=None)
        return present_edition(
            edition,
            message.closes_at,
            shown,
            await self._role(message),
            closed=message.closed,
            before=before,
            drawn=drawn,
            code=await queries.code(edition.number),
        )

    async def _reminder(self, message: Message) -> Page:
        """Return a reminder; raises MessageGone if there is nothing left to remind of."""
        services = self._client.services
        assert message.closes_at is not None
        at = services.clock()
        streak = await services.dailies.reminders.streak(message.user_id, message.guild_id, at)
        if streak is None and message.message_id is None:
            raise MessageGone("There is nothing to remind of any more.")
        post = await services.dailies.queries.post(message.guild_id, _number(message))
        if not self._client.has_guild(message.guild_id):
            await services.pacer()
        guild = await self._guild(message.guild_id)
        if guild is not None and message.message_id is None:
            try:
                await guild.fetch_member(message.user_id)
            except discord.NotFound as error:
                raise MessageGone("They have left that server.") from error
        place = "a server" if guild is None else guild.name
        url = None
        if post is not None and post.message_id is not None:
            url = self._sent(post).jump_url
        number = _number(message)
        game = await services.dailies.queries.game(number)
        return present_reminder(number, streak, message.closes_at, place, url, game=game)

    async def _send(self, message: Message, page: Page) -> int:
        if message.kind == "edition":
            return await self._post(message, page, pinged=await self._role(message))
        return await super()._send(message, page)

    async def _begin_thread(self, message: Message) -> int:
        """Begin the thread unless it exists; raises PostRefused if there cannot be one."""
        queries = self._client.services.dailies.queries
        post = await queries.post(message.guild_id, _number(message))
        if post is None or post.message_id is None:
            raise MessageGone("The post that the thread belongs to is gone.")
        edition, number = self._sent(post), _number(message)
        game = await queries.game(number)
        await self._client.services.pacer()
        try:
            await edition.create_thread(name=title(game, number))
        except discord.DiscordServerError:
            raise
        except discord.NotFound as error:
            raise MessageGone("The post that the thread belongs to is gone.") from error
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                place = self._channel_name(message)
                raise PostRefused(
                    f"I can’t start threads in {place}. Give me Create Public Threads there, or "
                    "switch threads off with /daily setup."
                ) from error
        return edition.id

    async def _tell_zone(self, message: Message) -> None:
        """Tell organisers once if the server's zone is no longer known."""
        setup = await self._client.services.dailies.queries.setup(message.guild_id)
        if setup is None or stored_zone(setup.time_zone).key == setup.time_zone:
            return
        services = self._client.services
        await services.store.guilds.tell_gone(
            message.guild_id,
            0,
            services.clock(),
            f"There is no time zone {setup.time_zone} any more, so daily puzzles go by UTC. Choose "
            "another with /daily setup.",
        )

    async def _role(self, message: Message) -> int | None:
        setup = await self._client.services.dailies.queries.setup(message.guild_id)
        role_id = None if setup is None else setup.role_id
        why = "I ping a role for daily puzzles; /daily setup chooses another."
        return await self._usable(message, role_id, why, pinged=True)

    async def _asker(self, message: Message) -> int | None:
        setup = await self._client.services.dailies.queries.setup(message.guild_id)
        return None if setup is None else setup.set_by

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:  # noqa: ARG002 - an override needs it
        number = _number(message)
        known = (
            DailyRemindId("off", number) if message.kind == "reminder" else board_button_id(number)
        )
        return str(known) in custom_ids


async def draw_shape(
    services: Services, edition: Edition, *, requester: Requester | None
) -> bytes | None:
    """Draw an edition's shape in a worker; None if that fails: the post then has no picture."""
    shape = face_of(edition.puzzle).blank(edition.puzzle)
    try:
        drawn: bytes = await services.pictures.run(
            draw,
            shape,
            seconds=SHORT_SECONDS,
            quick=True,
            requester=requester,
        )
    except SolvingError as error:
        log.warning("posted without the picture: %s", error)
        return None
    return drawn


def _number(message: Message) -> int:
    assert message.number is not None
    return message.number
