"""A contest's messages in Discord: announcement, results, and notices to organisers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, Literal

import discord

from bot.contests import UNFINISHED, Contest, ContestTemplate, Scope, as_one, reminds_at
from bot.errors import PostRefused
from bot.names import tidy
from bot.store.schema import Message, MessageKind
from bot.ui.contest.announcement_view import (
    LEADERS,
    present_announcement,
    present_missed,
    present_moved,
    present_ping,
    present_start,
    sketch_of_given,
)
from bot.ui.contest.ids import (
    ContestId,
    ContestRemindId,
    PingId,
    RoundsId,
    SeasonId,
    TemplateId,
)
from bot.ui.contest.results_view import (
    RESULTS,
    present_leader,
    present_private_results,
    present_results,
    present_reveal,
    sketch_of_par,
    winners,
)
from bot.ui.contest.scheduled import create_event, delete_event, find_event, update_event
from bot.ui.contest.season_view import ENDED_ROWS, present_rounds, present_season_end
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import POST_PATIENCE, AnySketch, draw_or_none
from bot.ui.layout import Page, shorten
from bot.ui.permissions import WORDS_IN_A_FILE, no_thread
from bot.ui.poster import ChannelPoster
from bot.ui.roles import existing, has_powers

UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER = 10007, 10011, 10013
THREAD_EXISTS = 160004
"""Discord's error code for a message that already has a thread."""
THREAD_NAME_LENGTH = 100
ARCHIVED_AFTER: Final = 10_080
"""Minutes without a message until Discord archives a thread: a week, its maximum."""
HIDDEN = "Everybody would see the event, and not everybody sees the channel."
REASON = "the champion of a season"
BUTTONS: Mapping[MessageKind, Callable[[str], CustomId]] = {
    "announcement": partial(ContestId, "rules"),
    "results": partial(ContestId, "review"),
    "opening": partial(PingId, "opening"),
    "ending": partial(PingId, "ending"),
    "private_results": partial(ContestId, "review"),
    "rounds": RoundsId,
    "season": SeasonId,
    "missed": partial(TemplateId, "open"),
}
"""The button that identifies each kind of message."""


class ContestPoster(ChannelPoster):
    """Shows contests."""

    async def find(self, message: Message) -> int | None:
        """Return the message that an interrupted attempt left.

        Discord begins no thread and gives no role twice; a leader who is named twice does no harm.
        """
        if message.kind in {"talk", "leader", "champion"}:
            return None
        if message.kind == "event":
            address = (await self._announced(message)).jump_url
            return await find_event(self._client.http, message.guild_id, self._id, address)
        return await super().find(message)

    async def send(self, message: Message) -> int:
        """Send the message, begin the thread, create the event or hand over the role.

        Return its id. Raises PostRefused.
        """
        if message.kind == "talk":
            return await self._begin_thread(message)
        if message.kind == "champion":
            return await self._hand_over(message)
        if message.kind == "event":
            address = (await self._announced(message)).jump_url
            contest = await self._contest(message)
            if not await self._is_public(contest):
                raise PostRefused(HIDDEN, final=True)
            return await create_event(self._client.http, contest, self._id, address)
        return await super().send(message)

    async def edit(self, message: Message) -> None:
        """Bring the message up to date; a thread is opened for talk once all is over."""
        if message.kind == "talk":
            await self._lock(message, await self._contest(message))
        elif message.kind == "event":
            assert message.message_id is not None
            address = (await self._announced(message)).jump_url
            contest = await self._contest(message)
            if not await self._is_public(contest):
                await delete_event(self._client.http, contest, message.message_id)
                raise PostRefused(HIDDEN, final=True)
            await update_event(self._client.http, contest, message.message_id, address)
        else:
            await super().edit(message)

    @property
    def _id(self) -> int:
        """The bot's user id."""
        assert self._client.user is not None
        return self._client.user.id

    async def _is_public(self, contest: Contest) -> bool:
        """Whether everybody in the server sees the contest's channel, as they see its event.

        A thread whose channel is unknown counts as private. Raises PostRefused.
        """
        guild = await self._guild(contest.guild_id)
        if guild is None or guild.unavailable:
            raise PostRefused("I can’t see that server.")
        place = contest.parent_id or contest.channel_id
        try:
            channel = guild.get_channel(place) or await guild.fetch_channel(place)
        except (discord.Forbidden, discord.NotFound):
            return False
        if isinstance(channel, discord.Thread):
            return False
        return channel.permissions_for(guild.default_role).view_channel

    async def _begin_thread(self, message: Message) -> int:
        """Begin the thread, locked while the contest runs; raises PostRefused."""
        contest = await self._contest(message)
        announced = await self._announced(message)
        try:
            name = shorten(contest.title, THREAD_NAME_LENGTH)
            await announced.create_thread(name=name, auto_archive_duration=ARCHIVED_AFTER)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise PostRefused(f"I can’t start a thread: {error}.", final=True) from error
        await self._lock(replace(message, message_id=announced.id), contest)
        return announced.id

    async def _lock(self, message: Message, contest: Contest) -> None:
        """Lock the thread while the contest runs, unlock it afterwards, where the bot may do so.

        The thread may have been archived, and must be reopened before anything else can change.
        Raises PostRefused if it stays locked although all is over.
        """
        assert message.message_id is not None
        locked = contest.state in UNFINISHED
        known = self._permissions(message)
        if locked and known is not None and not known[0].manage_threads:
            return
        try:
            await self._client.http.edit_channel(message.message_id, archived=False, locked=locked)
        except discord.NotFound:
            return
        except discord.Forbidden as error:
            if locked:
                return
            # Fetched, as archived threads are not cached; it may never have been locked.
            found = await self._client.fetch_channel(message.message_id)
            if not isinstance(found, discord.Thread) or not found.locked:
                return
            why = f"The thread of “{contest.title}” is locked, and I may not open it any more."
            services = self._client.services
            await services.store.guilds.tell_gone(
                message.guild_id,
                message.message_id,
                services.clock(),
                f"{why} Unlock it, or give me Manage Threads.",
            )
            raise PostRefused(why) from error

    async def _hand_over(self, message: Message) -> int:
        """Give the champions of a season their role, and take it from those before them.

        Each step is noted, so that another attempt continues from there. Raises PostRefused.
        """
        services, http = self._client.services, self._client.http
        seasons = services.contests.seasons
        handover = await seasons.handover(_about(message))
        if handover is None:
            return message.id
        guild = await self._guild(message.guild_id)
        role = None if guild is None else guild.get_role(handover.role_id)
        if role is not None and has_powers(role):
            raise PostRefused(
                f"@{tidy(role.name)} now has special permissions, so I can’t hand it out.",
                final=True,
            )
        change = (message.guild_id, handover.role_id)
        for place in handover.give:
            if await self._with_role(http.add_role, change, place.user_id):
                await seasons.note_role(place, services.clock(), has_role=True)
        for place in handover.take:
            await self._with_role(http.remove_role, change, place.user_id)
            await seasons.note_role(place, services.clock(), has_role=False)
        return message.id

    async def _with_role(
        self, change: Callable[..., Awaitable[None]], where: tuple[int, int], user_id: int | None
    ) -> bool:
        """Give or take a role; False: they have left. Raises PostRefused."""
        guild_id, role_id = where
        try:
            await change(guild_id, user_id, role_id, reason=REASON)
        except discord.NotFound as error:
            if error.code in {UNKNOWN_MEMBER, UNKNOWN_USER}:
                return False
            if error.code == UNKNOWN_ROLE:
                raise PostRefused("The role is gone.", final=True) from error
            raise
        except discord.Forbidden as error:
            raise PostRefused("I need Manage Roles and a role of mine above it.") from error
        return True

    async def _announced(self, message: Message) -> discord.PartialMessage:
        """Return the announcement, or the post of rounds; raises PostRefused."""
        queries = self._client.services.contests.queries
        announced = await queries.announcement(message)
        if announced is None or announced.message_id is None:
            raise PostRefused("The announcement isn’t there yet.")
        return self._sent(announced)

    async def _send(self, message: Message, page: Page) -> int:
        if message.kind == "leader":
            message = replace(message, channel_id=(await self._announced(message)).id)
        if message.kind in {"opening", "ending"}:
            return await self._post(message, page, pinged=await self._role(message))
        return await super()._send(message, page)

    async def _role(self, message: Message) -> int | None:
        """Return the role that is pinged for contests, if any."""
        settings = await self._client.services.store.guilds.settings(message.guild_id)
        why = "I ping a role for contests; /settings contest-ping chooses another."
        return await self._usable(message, settings.ping_role_id, why, pinged=True)

    async def _page(self, message: Message) -> Page:
        match message.kind:
            case "announcement":
                return await self._announcement(message)
            case "results":
                return await self._results(message)
            case "leader":
                return await self._leader(message)
            case "opening" | "ending":
                return await self._ping(message, message.kind)
            case "start":
                return await self._start(message)
            case "private_results":
                return await self._private_results(message)
            case "rounds":
                return await self._rounds(message)
            case "season":
                return await self._season_end(message)
            case "missed":
                return await self._missed(message)
            case other:
                raise AssertionError(other)

    async def _announcement(self, message: Message) -> Page:
        queries = self._client.services.contests.queries
        contest = await self._contest(message)
        # For rounds, only their common post has the button.
        pings = contest.season_id is None and await self._role(message) is not None
        board = await queries.board(contest.id, size=LEADERS + 1)
        if contest.state in UNFINISHED:
            why = (
                f"“{contest.title}” is for members with a role; choose another with /contest "
                "manage, or nobody can play."
            )
            role_id = await self._usable(message, contest.role_id, why)
            contest = replace(contest, role_id=contest.role_id and (role_id or 0))
        guild = self._client.get_guild(message.guild_id)
        if contest.talk and no_thread(guild, message.channel_id) is not None:
            begun = await queries.post(contest.id, "talk")
            contest = replace(contest, talk=begun is not None and begun.stands)
        attaches = self._attaches(message)
        drawn = await self._draw(attaches and sketch_of_given(contest))
        coming = await queries.coming(contest)
        page = present_announcement(contest, board, coming=coming, pings=pings, drawn=drawn)
        if page.files and not attaches:
            place = f"in {self._channel_name(message)}"
            raise PostRefused(WORDS_IN_A_FILE.format(place=place))
        return page

    async def _results(self, message: Message) -> Page:
        queries = self._client.services.contests.queries
        contest = await self._contest(message)
        if contest.state != "revealed":
            return present_reveal(await queries.reveal(contest.id))
        board = await queries.board(contest.id, size=RESULTS)
        answers = await queries.answers(contest.id, winners(board))
        drawn = await self._draw(sketch_of_par(contest))
        return present_results(board, answers, drawn)

    async def _leader(self, message: Message) -> Page:
        queries = self._client.services.contests.queries
        return present_leader(await queries.board(_about(message), size=1))

    async def _private_results(self, message: Message) -> Page:
        queries = self._client.services.contests.queries
        board = await queries.board(_about(message), viewer=message.user_id, size=1)
        post = await queries.post(_about(message), "results")
        url = self._sent(post).jump_url if post is not None and post.stands else None
        return present_private_results(board, url)

    async def _rounds(self, message: Message) -> Page:
        pings = await self._role(message) is not None
        rounds = await self._client.services.contests.seasons.rounds(_about(message))
        return present_rounds(rounds, pings=pings)

    async def _season_end(self, message: Message) -> Page:
        seasons = self._client.services.contests.seasons
        scope = Scope(message.guild_id)
        found = await seasons.standings(_about(message), scope, limit=ENDED_ROWS)
        if found.season is not None:
            role_id = existing(self._client.get_guild(message.guild_id), found.season.role_id)
            found = replace(found, season=replace(found.season, role_id=role_id))
        return present_season_end(found)

    async def _missed(self, message: Message) -> Page:
        template = await self._template(message)
        return present_missed(template, message, self._client.services.clock())

    async def _draw(self, sketch: AnySketch | Literal[False] | None) -> bytes | None:
        """Draw the picture of a message, if it has one."""
        if not sketch:
            return None
        services = self._client.services
        return await draw_or_none(services, sketch, requester=None, patience=POST_PATIENCE)

    async def _ping(self, message: Message, under: Literal["opening", "ending"]) -> Page:
        """Return a ping; a sent one is edited once the end has moved or the contest is over."""
        contest = await self._contest(message)
        if contest.state != "open" and message.message_id is None:
            raise PostRefused("It’s over.", final=True)
        role_id, link = await self._role(message), (await self._announced(message)).jump_url
        if role_id is None and message.message_id is None:
            raise PostRefused("Nobody is to be pinged.", final=True)
        again = reminds_at(contest)
        moved = again is not None and again > self._client.services.clock()
        if under == "ending" and message.message_id is not None and moved:
            return present_moved(contest, link)
        return present_ping(contest, under, role_id, link)

    async def _start(self, message: Message) -> Page:
        contest = await self._contest(message)
        if contest.state != "open" and message.message_id is None:
            raise PostRefused("It isn’t open.", final=contest.state != "draft")
        return present_start(
            contest, _remind_id(message), (await self._announced(message)).jump_url
        )

    async def _contest(self, message: Message) -> Contest:
        """Return the contest, or rounds as one."""
        if message.season_id is not None:
            rounds = await self._client.services.contests.seasons.rounds(message.season_id)
            return as_one(rounds.season, rounds.lists)
        return await self._client.services.contests.queries.get(_about(message))

    async def _template(self, message: Message) -> ContestTemplate:
        """Return the template that a message is about."""
        service = self._client.services.contests.templates
        return await service.get(message.guild_id, _about(message))

    async def _asker(self, message: Message) -> int | None:
        if message.kind == "gone" and message.contest_id is None:
            return await self._client.services.store.guilds.last_changed_by(message.guild_id)
        if message.template_id is not None:
            return (await self._template(message)).set_by
        if message.season_id is not None:
            season = await self._client.services.contests.seasons.get(message.season_id)
            return season.created_by
        return (await self._contest(message)).created_by

    def _shows(self, seen: discord.Message, custom_ids: set[str], message: Message) -> bool:  # noqa: ARG002 - an override needs it
        if message.kind == "start":
            return str(_remind_id(message)) in custom_ids
        return str(BUTTONS[message.kind](_about(message))) in custom_ids


def _remind_id(message: Message) -> ContestRemindId:
    return ContestRemindId("contest" if message.season_id is None else "rounds", _about(message))


def _about(message: Message) -> str:
    """Return the id of the contest, season or template."""
    key = message.contest_id or message.season_id or message.template_id
    assert key is not None
    return key
