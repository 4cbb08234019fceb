"""The routes of the page's API: what a user sees and does, and faults."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground import interactions
from playground.client import actions, moderation
from playground.control import views
from playground.control.answers import answer, posted
from playground.control.fields import digits_field, field
from playground.errors import Refused
from playground.faults import Fault
from playground.model import ChannelType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playground.control.answers import Action
    from playground.model import JSON, Channel, Message, User
    from playground.world import World

KEEP_ALIVE = 15.0  # seconds
CHOICES_WAIT = 3.5  # seconds, a little more than the bot has
MOST_MESSAGES = 1_000


class Control:
    """Serves /playground."""

    def __init__(self, world: World, restart: Callable[[], Callable[[], None] | None]) -> None:
        """Serve a world; `restart` returns a function that restarts the bot, or None."""
        self._world = world
        self._restart_of_bot = restart

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        router = app.router
        router.add_get("/playground/overview", self._overview)
        router.add_get("/playground/commands", self._commands)
        router.add_get("/playground/menus", self._menus)
        router.add_get("/playground/messages", self._messages)
        router.add_get("/playground/events", self._events)
        actions_by_name: dict[str, Action] = {
            "run": self._run,
            "menu": self._menu,
            "complete": self._complete,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "write": self._write,
            "forward": self._forward,
            "dismiss": self._dismiss,
            "people": self._people,
            "clock": self._clock,
            "moderate": self._moderate,
            "faults": self._faults,
            "gateway": self._gateway,
            "restart": self._restart,
        }
        for name, action in actions_by_name.items():
            router.add_post(f"/playground/{name}", posted(action))
        app.on_shutdown.append(self._close_feed)

    async def _close_feed(self, _app: web.Application) -> None:
        self._world.feed.close()

    # What a user sees

    def _user(self, about: Mapping[str, Any]) -> User:
        users = [one for one in self._world.users.values() if not one.bot]
        value = field(about, "user", "")
        if not value:
            return users[0]
        found = next((one for one in users if value in {str(one.id), one.name}), None)
        if found is None:
            raise Refused(f"There is no user “{value}”.")
        return found

    def _channel(self, user: User, about: Mapping[str, Any]) -> Channel:
        channel = self._world.channels.get(digits_field(about, "channel"))
        if channel is None or not self._world.can_see(channel, user):
            raise Refused(f"{user.display_name} sees no such channel.")
        return channel

    def _message(self, user: User, about: JSON) -> Message:
        message = self._channel(user, about).messages.get(digits_field(about, "message"))
        if message is None or not message.visible_to(user):
            raise Refused("This message is not there (any more).")
        return message

    async def _overview(self, request: web.Request) -> web.Response:
        def overview() -> JSON:
            user = self._user(request.query)
            restarts = self._restart_of_bot() is not None
            return {**views.overview(self._world, user), "restarts": restarts}

        return answer(overview)

    async def _commands(self, request: web.Request) -> web.Response:
        def commands() -> list[JSON]:
            user = self._user(request.query)
            channel = self._channel(user, request.query)
            return views.commands(self._world, user, channel)

        return answer(commands)

    async def _menus(self, request: web.Request) -> web.Response:
        def menus() -> list[JSON]:
            user = self._user(request.query)
            return views.menus(self._world, user, self._channel(user, request.query))

        return answer(menus)

    async def _messages(self, request: web.Request) -> web.Response:
        def messages() -> list[JSON]:
            query = request.query
            user = self._user(query)
            channel = self._channel(user, query)
            before = digits_field(query, "before") or None
            limit = min(digits_field(query, "limit") or 100, MOST_MESSAGES)
            return views.messages(channel, user, before, limit)

        return answer(messages)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send a page its events as server-sent events until it leaves."""
        try:
            watcher = self._world.feed.watch(self._user(request.query))
        except Refused as refused:
            raise web.HTTPBadRequest(text=str(refused)) from None
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        try:
            await response.prepare(request)
            await response.write(b": welcome\n\n")
            while True:
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        event = await watcher.events.get()
                except TimeoutError:
                    await response.write(b": still here\n\n")
                    continue
                if event is None:
                    return response
                await response.write(b"data: " + json.dumps(event).encode() + b"\n\n")
        except ConnectionError:
            return response
        finally:
            self._world.feed.leave(watcher)

    # What a user does

    async def _run(self, about: JSON) -> JSON:
        user = self._user(about)
        channel = self._channel(user, about)
        values = {**field(about, "values", {}), **about["files"]}
        return interactions.summary(
            actions.run_line(self._world, user, channel, field(about, "line", ""), values)
        )

    async def _menu(self, about: JSON) -> JSON:
        """Run a command from the menu of a message or a person."""
        user = self._user(about)
        channel, name = self._channel(user, about), field(about, "name", "")
        target: User | Message | None
        if "person" in about:
            target = self._world.users.get(digits_field(about, "person"))
            if target is None or not self._world.can_see(channel, target):
                raise Refused("There is no such person here.")
        else:
            target = self._message(user, about)
        return interactions.summary(actions.use_menu(self._world, user, channel, name, target))

    async def _complete(self, about: JSON) -> JSON:
        user = self._user(about)
        interaction = actions.complete(
            self._world,
            user,
            self._channel(user, about),
            field(about, "command", ""),
            values=field(about, "values", {}),
            focused=field(about, "focused", ""),
        )

        def done() -> bool:
            return interaction.choices is not None or interaction.failure is not None

        await interaction.signal.until(done, CHOICES_WAIT)
        return interactions.summary(interaction)

    async def _press(self, about: JSON) -> JSON:
        user = self._user(about)
        message = self._message(user, about)
        return interactions.summary(
            actions.press(self._world, user, message, field(about, "custom_id", ""))
        )

    async def _choose(self, about: JSON) -> JSON:
        user = self._user(about)
        message = self._message(user, about)
        values = field(about, "values", [])
        return interactions.summary(
            actions.choose(self._world, user, message, field(about, "custom_id", ""), values)
        )

    async def _submit(self, about: JSON) -> JSON:
        user = self._user(about)
        shown = self._world.interactions.get(digits_field(about, "interaction"))
        if shown is None or shown.user is not user:
            raise Refused("There is no form to submit.")
        values: dict[str, Any] = {**field(about, "values", {}), **about["files"]}
        return interactions.summary(actions.submit(self._world, shown, values))

    async def _write(self, about: JSON) -> JSON:
        user = self._user(about)
        channel = self._channel(user, about)
        text = field(about, "text", "")
        if channel.type is ChannelType.FORUM:  # the page has one box: its first line is the title
            title, _, rest = text.strip().partition("\n")
            message = actions.post_in_forum(
                self._world, user, channel, title, rest.strip() or title
            )
        else:
            message = actions.write(self._world, user, channel, text)
        return {"id": str(message.id), "channel_id": str(message.channel.id)}

    async def _forward(self, about: JSON) -> JSON:
        user = self._user(about)
        to = self._channel(user, {"channel": about.get("to")})
        message = actions.forward(self._world, user, self._message(user, about), to)
        return {"id": str(message.id)}

    async def _dismiss(self, about: JSON) -> JSON:
        user = self._user(about)
        actions.dismiss(self._world, user, self._message(user, about))
        return {}

    async def _people(self, about: JSON) -> JSON:
        """Add a person to every server."""
        display_name = field(about, "name", "").strip()
        name = display_name.lower()
        if not 2 <= len(name) <= 32 or any(one.name == name for one in self._world.users.values()):
            raise Refused("Give a new name of 2 to 32 characters.")
        user = self._world.create_user(name, display_name)
        for guild in self._world.guilds.values():
            self._world.add_member(guild, user)
        self._world.conversation(self._world.bot, user)
        return {"id": str(user.id), "username": user.name}

    async def _moderate(self, about: JSON) -> JSON:
        channel = self._channel(self._user(about), about)
        moderation.moderate(self._world, channel, field(about, "action", ""))
        return {}

    # Faults and the clock

    async def _clock(self, about: JSON) -> JSON:
        try:
            self._world.advance(field(about, "advance", 0.0))
        except ValueError as error:
            raise Refused(f"{error}.") from None
        return views.clock(self._world)

    async def _faults(self, about: JSON) -> JSON:
        faults = self._world.faults
        if field(about, "clear", False):
            faults.clear()
        elif seconds := field(about, "ban", 0.0):
            faults.ban(seconds)
        elif "status" in about:
            usual = asdict(Fault())
            fault = Fault(**{name: field(about, name, value) for name, value in usual.items()})
            if about.get("times", fault.times) is None:
                fault.times = None
            faults.add(fault)
        self._world.changed("faults")
        return {"faults": views.faults(self._world)}

    async def _gateway(self, about: JSON) -> JSON:
        hub = self._world.hub
        closed_for = field(about, "closed_for", 0.0)
        resumable = field(about, "resumable", False)
        if closed_for:
            self._world.faults.close_gateway(closed_for)
        match field(about, "action", ""):
            case "drop":
                hub.drop()
            case "reconnect":
                hub.ask_to_reconnect()
            case "invalidate":
                hub.invalidate(resumable=resumable)
            case _:
                raise Refused("The gateway can drop, reconnect or invalidate.")
        return views.bot(self._world)

    async def _restart(self, _about: JSON) -> JSON:
        """Restart the bot, if the program that runs it in this process supports that."""
        restart = self._restart_of_bot()
        if restart is None:
            raise Refused("Nobody here can restart the bot: start it again where it runs.")
        restart()
        return {}
