"""The Discord client, which carries the services that commands and buttons work with."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, Literal

import aiohttp
import discord
import yarl
from cachetools import LRUCache
from discord import app_commands
from discord.app_commands import Parameter
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import metrics
from bot.caches import forget_person
from bot.errors import BadOption, BotError, CardExpired, DiscordUnreachable, Unread, Unsaved
from bot.logs import begin_request
from bot.pace import Pacer
from bot.services import Services
from bot.solving import Requester
from bot.ui import forms, rate_limit, replies, sharding
from bot.ui.attempts import SERVER_ERROR, TOO_MANY, Attempts, Limited, retry_after, trouble_of
from bot.ui.custom_ids import OUTDATED, CustomId
from bot.ui.members import Members
from bot.ui.proxy import is_loopback, proxy_for
from bot.ui.rate_limit import RateLimiter
from bot.ui.sharding import ShardedClient
from bot.ui.taps import Taps
from solvers.wordsnake import Explanation

log = logging.getLogger(__name__)

SLASH_COMMAND = 1
ACTIONS_PER_SECOND = 1.0
"""Commands, presses and forms that a person may use a second after using up `interaction_burst`."""
COMPLETIONS_AT_ONCE = 50
COMPLETIONS_PER_SECOND = 10.0
"""While somebody types: more than Discord's client asks for."""
VERSION = "/api/v10"
SCOPE = "X-RateLimit-Scope"
ANSWERS = {"webhooks", "interactions"}
"""Path segments of answers to people: these wait out limits while their tokens live."""
INVALID = {401, 403, TOO_MANY}
"""What Discord counts as invalid requests; it bans an address that makes too many."""
LONGEST_LIMIT = 30.0
"""Longest limit, in seconds, that the library may wait out; a longer one raises Limited at once.

The library's own option for this also refuses requests that no limit holds up.
"""
LOOK_SECONDS = 10
MOST_PAGES = 2000
"""Most cards of players that are taken up again at a start."""


class GameClient(ShardedClient):
    """A client without privileged intents that mentions nobody and caches no messages."""

    def __init__(
        self,
        services: Services,
        form_types: Sequence[type[forms.Form[Any]]],
        button_ids: Sequence[type[CustomId]],
        greet: Callable[[GameClient, discord.Guild], Awaitable[None]],
        attempts: Attempts,
    ) -> None:
        """Make a client that dispatches forms to these handlers (see `registry.make_client`).

        `button_ids` are the ids of the buttons that have handlers; `greet` is called once for each
        server that the bot joins; `attempts` connects the client.
        """
        # The library would warn at every start that voice support, which is not used, is missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        proxy = proxy_for(Route.BASE)  # for the gateway, too, as the library has one for both
        if proxy.url is not None:
            log.info("Discord is reached through the proxy %s", proxy.url)
        super().__init__(
            services.settings.shard_plan,
            self._take_turn,
            attempts,
            services.clock,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            http_trace=self._watch(services.pacer),
            proxy=proxy.url,
            proxy_auth=proxy.auth,
        )
        self.services = services
        self.tree = GameTree(self)
        self.command_ids: dict[str, int] = {}  # by name, once `note_commands` was called
        self.taps = Taps()
        # Players' own cards that come to life when their race starts, by the person and the race.
        self.private_pages: LRUCache[tuple[int, str], Interaction] = LRUCache(MOST_PAGES)
        self.explanations: dict[str, Explanation] = {}  # of snakes, by the key of their cards
        self.actions = RateLimiter(services.settings.interaction_burst, ACTIONS_PER_SECOND)
        self.completions = RateLimiter(COMPLETIONS_AT_ONCE, COMPLETIONS_PER_SECOND)
        self.members = Members()
        self.pending_replies: set[asyncio.Task[Any]] = set()  # acknowledged, not yet answered
        self.guilds_changed = asyncio.Event()  # since the store was last updated
        self.form_types = form_types
        self.button_ids = button_ids
        self._greet = greet

    def _watch(self, pacer: Pacer) -> aiohttp.TraceConfig:
        """Return a trace that reads Discord's time and its limits from all responses.

        The library waits out limits on its own, but the pacer must know them, too: otherwise all
        messages would go out at once afterwards. While this address is banned, no request is made.
        """

        async def begin(_session: object, context: Any, about: Any) -> None:
            if str(about.url).startswith(Route.BASE) and (seconds := pacer.banned_for):
                raise Limited(seconds)  # a request would prolong the ban
            context.asked_at = self.services.clock.elapsed()

        async def look(_session: object, context: Any, about: Any) -> None:
            said = about.response
            if not str(about.url).startswith(Route.BASE):
                return  # not Discord's API: an attachment, say
            # An HTML page comes from a portal or a proxy, which has its own clock.
            if said.content_type != "text/html" and (date := said.headers.get("Date")):
                self.services.clock.hear_date(date, context.asked_at)
            wait = retry_after(said.headers) if "Retry-After" in said.headers else 0.0
            if said.status in INVALID and said.headers.get(SCOPE) != "shared":
                metrics.INVALID_REQUESTS.labels(said.status).inc()
                pacer.note_invalid()
            if said.status == TOO_MANY:
                scope, wait = scope_of_limit(said.headers), retry_after(said.headers)
                metrics.RATE_LIMITED.labels(scope).inc()
                if scope != "route":
                    pacer.pause_for(wait, banned=scope == "ban")
                elif wait > LONGEST_LIMIT and self._tells_limits(about.url.path):
                    said.close()
                    raise Limited(wait)
            self.attempts.note_answer(said.status, wait)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(begin)
        trace.on_request_end.append(look)
        return trace

    def _tells_limits(self, path: str) -> bool:
        """Return whether a long limit raises at once: not for answers to people or `attempts`."""
        return not self.attempts.under_way() and ANSWERS.isdisjoint(path.split("/"))

    async def conversation(self, user_id: int) -> discord.PartialMessageable | None:
        """Return a person's direct messages; None if nobody has that id any more.

        Channels are stored, because Discord stops a bot that opens many at once. Raises Forbidden
        if the channel may not be opened.
        """
        ours, kept = self.user, self.services.store.conversations
        assert ours is not None
        channel_id = await kept.find(user_id, ours.id)
        if channel_id is None:
            try:
                opened = await self.create_dm(discord.Object(user_id))
            except discord.NotFound:
                return None
            channel_id = opened.id
            await kept.keep(user_id, ours.id, channel_id)
        return self.get_partial_messageable(channel_id)

    async def open_conversation(self, user_id: int) -> None:
        """Open a person's direct messages when they ask for a message later.

        Then they need not be opened when many messages are due at once. If it fails now, they are
        opened when the message is due.
        """
        with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, Unsaved, Unread):
            await self.conversation(user_id)

    def note_commands(self, ids: dict[str, int]) -> None:
        """Note the ids of the commands that Discord has, which answers use as links."""
        self.command_ids = ids

    def forget(self, user_id: int) -> None:
        """Forget what is in memory about a person."""
        self.members.forget(user_id)
        forget_person(self.private_pages, user_id)

    async def _take_turn(self, shards: int, group: int) -> float:
        """Take a group's next turn to identify a shard; return the seconds until then."""
        now = self.services.clock()
        interval = timedelta(seconds=sharding.IDENTIFY_SECONDS)
        name = f"identify {group}"
        turn = await self.services.store.facts.take_turn(name, now, interval, most=shards)
        return (turn - now).total_seconds()

    async def on_ready(self) -> None:
        """Note that all servers are known, after a start."""
        self._note_servers()

    async def on_shard_ready(self, _shard_id: int) -> None:
        """Note that a shard's servers are known again, after its connection was lost for long."""
        self._note_servers()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot joined a server, and greet it."""
        self._note_servers()
        await self._greet(self, guild)

    async def on_guild_available(self, _guild: discord.Guild) -> None:
        """Note a server that became available; it may have been joined during an outage."""
        self._note_servers()

    async def on_guild_remove(self, _guild: discord.Guild) -> None:
        """Note that the bot left a server."""
        self._note_servers()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a channel was deleted, so that organisers hear of it at once."""
        await self._note_gone(channel.guild.id, channel.id, channel)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Note that a thread was deleted; an archived thread is no longer cached."""
        thread = payload.thread
        public = thread is not None and not thread.is_private()
        parent = thread.parent if public and thread is not None else None
        await self._note_gone(payload.guild_id, payload.thread_id, parent)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Note that a role was deleted, so that organisers hear at once if nobody can play."""
        services = self.services
        await services.contests.gone.note_role(role.guild.id, role.id, services.clock())
        services.scheduler.wake()

    async def _note_gone(
        self, guild_id: int, channel_id: int, seen: discord.abc.GuildChannel | None
    ) -> None:
        """Note that a channel is gone; its viewers were the viewers of `seen`."""
        everyone = None if seen is None else seen.permissions_for(seen.guild.default_role)
        public = everyone is not None and everyone.view_channel
        services = self.services
        await services.contests.gone.note(guild_id, channel_id, services.clock(), public=public)
        services.scheduler.wake()

    def _note_servers(self) -> None:
        self.guilds_changed.set()
        self.services.scheduler.wake()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Dispatch forms and refuse unknown buttons; the library dispatches everything else."""
        if interaction.type is discord.InteractionType.modal_submit:
            await forms.dispatch(interaction, self.form_types)
        elif interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            if not any(ids.template.fullmatch(data["custom_id"]) for ids in self.button_ids):
                try:
                    rate_limit.begin(interaction)
                    raise CardExpired(OUTDATED)
                except BotError as error:
                    outcome = await replies.answer_failure(interaction, error)
                    metrics.note_end("button", forms.UNKNOWN, outcome)

    async def on_app_command_completion(
        self,
        _interaction: Interaction,
        command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        """Note that a command was answered."""
        metrics.note_end("command", command.qualified_name, "answered")


class GameTree(app_commands.CommandTree[GameClient]):
    """Commands for servers and for people, anywhere; failures go to the one handler."""

    def __init__(self, client: GameClient) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def interaction_check(self, interaction: discord.Interaction[GameClient], /) -> bool:
        """Refuse those who do too much at once, and options that Discord should have refused."""
        if interaction.type is discord.InteractionType.autocomplete:
            begin_request(interaction.id)
            return not self.client.completions.take(interaction.user.id)
        try:
            rate_limit.begin(interaction)
            _check_options(interaction)
        except BotError as error:
            await self.on_error(interaction, error)
            return False
        return True

    async def on_error(
        self,
        interaction: discord.Interaction[GameClient],
        error: app_commands.AppCommandError | BotError,
        /,
    ) -> None:
        """Answer a failed command."""
        outcome = await replies.answer_failure(interaction, error)
        command = interaction.command
        name = command.qualified_name if command is not None else forms.UNKNOWN
        metrics.note_end("command", name, outcome)


Interaction = discord.Interaction[GameClient]
"""A command, a button or a form of this client."""

_TYPES: dict[discord.AppCommandOptionType, type] = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}


def _check_options(interaction: Interaction) -> None:
    """Raise BadOption for a value of a wrong type, not among the choices, or out of range."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        slash = interaction.data is None or interaction.data.get("type", 1) == SLASH_COMMAND
        if not slash and command is None:
            raise BadOption("I don’t have that command any more. See what I have with /help.")
        return
    options = _options_of(command)
    for name, value in interaction.namespace:
        option = options.get(name)
        if option is None or value is None:
            continue
        if type(value) is not _TYPES.get(option.type, type(value)):
            raise BadOption(
                f"I can’t use that for `{option.display_name}`. Pick one from the list."
            )
        if option.choices and value not in {choice.value for choice in option.choices}:
            names = ", ".join(choice.name for choice in option.choices)
            raise BadOption(f"`{option.display_name}` takes one of {names}.")
        low, high = option.min_value, option.max_value
        if low is not None and high is not None:
            what = f"`{option.display_name}` takes "
            if isinstance(value, str) and not low <= len(value) <= high:
                raise BadOption(f"{what}{low:,} to {high:,} characters.")
            if isinstance(value, int) and not low <= value <= high:
                raise BadOption(f"{what}a number from {low:,} to {high:,}.")


@cache
def _options_of(command: app_commands.Command[Any, ..., Any]) -> Mapping[str, Parameter]:
    return {option.display_name: option for option in command.parameters}


def requester_of(interaction: Interaction) -> Requester:
    """Return who asks, and where, for the jobs that an interaction starts."""
    return Requester(interaction.user.id, interaction.guild_id)


def scope_of_limit(headers: Mapping[str, str]) -> Literal["global", "ban", "route"]:
    """Return what a 429 limits: the whole bot (either header may say so), its address, or a route.

    A 429 that did not pass through Discord's own servers is a ban of the address.
    """
    if "X-RateLimit-Global" in headers or headers.get(SCOPE) == "global":
        return "global"
    return "route" if "Via" in headers else "ban"


async def point_at(address: str) -> None:
    """Point discord.py at this address, and at the gateway that it names.

    The library has both as globals, so one process has one Discord. Raises DiscordUnreachable, or
    what aiohttp raises for an answer after which another attempt may succeed.
    """
    base = address.rstrip("/")
    if base.startswith("http://") and not is_loopback(yarl.URL(base).host or ""):
        log.warning("DISCORD_API_URL is not https: the bot's token crosses the network in clear")
    if "/api" not in base:
        base += VERSION
    proxy = proxy_for(base)
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=LOOK_SECONDS)) as session,
            session.get(f"{base}/gateway", proxy=proxy.url, proxy_auth=proxy.auth) as answer,
        ):
            answer.raise_for_status()
            gateway = yarl.URL((await answer.json())["url"])
            if gateway.scheme not in {"ws", "wss"} or not gateway.host:
                raise ValueError("this is no gateway")  # noqa: TRY301 - it is said below
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, aiohttp.ClientResponseError) and (
            error.status == TOO_MANY or error.status >= SERVER_ERROR
        ):
            raise  # it may do so later
        raise DiscordUnreachable(
            f"DISCORD_API_URL {address}: nothing there answers as Discord's API does "
            f"({trouble_of(error).reason})."
        ) from error
    Route.BASE = base
    DiscordWebSocket.DEFAULT_GATEWAY = gateway
