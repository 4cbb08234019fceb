"""The routes of the page's API: what a user sees, does, and breaks on purpose."""

from __future__ import annotations

from aiohttp import web
from dataclasses import asdict
from playground import acts
from playground import interactions
from playground.control import views
from playground.control.answers import answer
from playground.control.answers import posted
from playground.control.fields import digits_field
from playground.control.fields import field
from playground.errors import Refused
from playground.faults import Fault
from typing import Any
import asyncio
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from playground.control.answers import Act
    from playground.model import Channel
    from playground.model import JSON
    from playground.model import Message
    from playground.model import User
    from playground.server import Playground


KEEP_ALIVE = 15.0  # seconds
CHOICES_WAIT = 3.5  # seconds, a little more than the bot has
MOST_MESSAGES = 1_000


class Control:
    """Serves /playground."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._world = playground.world

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        router = app.router
        router.add_get("/playground/overview", self._overview)
        router.add_get("/playground/commands", self._commands)
        router.add_get("/playground/messages", self._messages)
        router.add_get("/playground/events", self._events)
        acts_: dict[str, Act] = {
            "run": self._run,
            "complete": self._complete,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "write": self._write,
            "dismiss": self._dismiss,
            "people": self._people,
            "clock": self._clock,
            "faults": self._faults,
            "gateway": self._gateway,
            "restart": self._restart,
        }
        for name, act in acts_.items():
            router.add_post(f"/playground/{name}", posted(act))
        app.on_shutdown.append(self._send_watchers_away)

    async def _send_watchers_away(self, _app: web.Application) -> None:
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
            restarts = self._playground.on_restart is not None
            return {**views.overview(self._world, user), "restarts": restarts}

        return answer(overview)

    async def _commands(self, request: web.Request) -> web.Response:
        def commands() -> list[JSON]:
            user = self._user(request.query)
            channel = self._channel(user, request.query)
            return views.commands(self._world, user, channel)

        return answer(commands)

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
        """Send news to a page as server-sent events until it goes."""
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
                    news = await asyncio.wait_for(watcher.news.get(), KEEP_ALIVE)
                except TimeoutError:
                    await response.write(b": still here\n\n")
                    continue
                if news is None:
                    return response
                await response.write(b"data: " + json.dumps(news).encode() + b"\n\n")
        except ConnectionError:
            return response
        finally:
            self._world.feed.leave(watcher)

    # What a user does

    async def _run(self, about: JSON) -> JSON:
        user = self._user(about)
        channel = self._channel(user, about)
        values = {**field(about, "values", {}), **about["files"]}
        return interactions.outline(
            acts.run_line(self._world, user, channel, field(about, "line", ""), values)
        )

    async def _complete(self, about: JSON) -> JSON:
        user = self._user(about)
        interaction = acts.complete(
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
        return interactions.outline(interaction)

    async def _press(self, about: JSON) -> JSON:
        user = self._user(about)
        message = self._message(user, about)
        return interactions.outline(
            acts.press(self._world, user, message, field(about, "custom_id", ""))
        )

    async def _choose(self, about: JSON) -> JSON:
        user = self._user(about)
        message = self._message(user, about)
        values = field(about, "values", [])
        return interactions.outline(
            acts.choose(self._world, user, message, field(about, "custom_id", ""), values)
        )

    async def _submit(self, about: JSON) -> JSON:
        user = self._user(about)
        shown = self._world.interactions.get(digits_field(about, "interaction"))
        if shown is None or shown.user is not user:
            raise Refused("There is no form to submit.")
        values: dict[str, Any] = {**field(about, "values", {}), **about["files"]}
        return interactions.outline(acts.submit(self._world, shown, values))

    async def _write(self, about: JSON) -> JSON:
        user = self._user(about)
        channel = self._channel(user, about)
        message = acts.write(self._world, user, channel, field(about, "text", ""))
        return {"id": str(message.id)}

    async def _dismiss(self, about: JSON) -> JSON:
        user = self._user(about)
        acts.dismiss(self._world, user, self._message(user, about))
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

    # What goes wrong on purpose

    async def _clock(self, about: JSON) -> JSON:
        try:
            self._world.clock.advance(field(about, "advance", 0.0))
        except ValueError as error:
            raise Refused(f"{error}.") from None
        self._world.changed("clock")
        return views.clock(self._world)

    async def _faults(self, about: JSON) -> JSON:
        faults = self._world.faults
        if field(about, "clear", False):
            faults.clear()
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
        """Ask whoever runs the bot in this process to stop it and start it anew."""
        if self._playground.on_restart is None:
            raise Refused("Nobody here can restart the bot: start it anew where it runs.")
        self._playground.on_restart()
        return {}
