"""The playground under a program's control: people run commands, press buttons, read answers.

async with await playground.serve() as server:
    harness = Harness(server)
    ...start a bot with server.api_url and server.token...
    await harness.bot_ready("ping")
    olive = harness.person("olive")
    exchange = await olive.run("/ladder cat dog")
    message = await exchange.reply()
    assert "cot" in message.text
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.client import actions
from playground.client.commands import Entry, available
from playground.exchange import PATIENCE, Exchange, Post
from playground.faults import Fault
from playground.files import named

if TYPE_CHECKING:
    from playground.model import JSON, Channel, Guild, Interaction, User
    from playground.server import Playground


class Harness:
    """A playground server under a program's control."""

    def __init__(self, server: Playground) -> None:
        self.server = server
        self.world = server.world

    async def bot_ready(self, *commands: str, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until the bot is connected and has registered these commands."""

        def ready() -> bool:
            registered = self.world.commands.values()
            names = {command["name"] for some in registered for command in some.values()}
            return self.world.hub.online and names >= set(commands)

        await self.world.hub.signal.until(ready, timeout)

    async def bot_gone(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until no bot is connected."""
        await self.world.hub.signal.until(lambda: not self.world.hub.online, timeout)

    # People and places

    def person(self, name: str) -> Person:
        """Return the person of this name: olive, pia, quinn, ravi, noor, solo or one you made."""
        for user in self.world.users.values():
            if user.name == name and not user.bot:
                return Person(self, user)
        raise LookupError(f"there is no user {name!r} in this playground")

    def create_person(self, name: str, *guilds: Guild) -> Person:
        """Add a person to these servers; to the first one if none is named."""
        user = self.world.create_user(name)
        for guild in guilds or (next(iter(self.world.guilds.values())),):
            self.world.add_member(guild, user)
        return Person(self, user)

    def guild(self, name: str) -> Guild:
        """Return the server of this name."""
        return next(one for one in self.world.guilds.values() if one.name == name)

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Return the first channel of this name, in a server if one is given."""
        for channel in self.world.channels.values():
            if channel.name == name and (guild is None or channel.guild_id == guild.id):
                return channel
        raise LookupError(f"there is no channel {name!r} in this playground")

    # Time and faults

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self.world.advance(seconds)

    def fail(self, path: str = "*", status: int = 500, **about: Any) -> Fault:
        """Make requests to an API path (a pattern like `/webhooks/*`) fail; see `faults.Fault`."""
        return self.world.faults.add(Fault(status=status, path=path, **about))

    def slow(self, path: str = "*", seconds: float = 1.0, **about: Any) -> Fault:
        """Delay answers to requests to an API path."""
        return self.world.faults.add(Fault(status=0, path=path, delay=seconds, **about))

    def drop_gateway(self, *, closed_for: float = 0.0) -> None:
        """Cut the bot's connection, and refuse new ones for `closed_for` seconds."""
        if closed_for:
            self.world.faults.close_gateway(closed_for)
        self.world.hub.drop()

    def forbid_bot(self, channel: Channel | str, denied: int) -> None:
        """Take permissions away from the bot in a channel; 0 gives them back."""
        place = self.channel(channel) if isinstance(channel, str) else channel
        self.world.overwrite(place, self.world.bot.id, deny=denied)

    def ban(self, seconds: float) -> None:
        """Refuse the bot's address for `seconds` of real time, as Discord's edge does."""
        self.world.faults.ban(seconds)

    def no_limits(self) -> None:
        """Announce rate limits but never enforce them."""
        self.server.api.limits.enforced = False
        self.server.api.limits.old_edits = None


class Person:
    """A person who uses Discord's client."""

    def __init__(self, harness: Harness, user: User) -> None:
        self._harness = harness
        self._world = harness.world
        self.user = user

    def __repr__(self) -> str:
        return f"<Person {self.user.name}>"

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def dm(self) -> Channel:
        """The direct messages with the bot."""
        return self._world.conversation(self._world.bot, self.user)

    def conversation(self, *others: Person) -> Channel:
        """Return direct messages with other people, without the bot."""
        return self._world.conversation(self.user, *(other.user for other in others))

    def place(self, channel: Channel | str | None = None) -> Channel:
        """Return a channel, given itself or its name; by default the first one the person sees."""
        if channel is None:
            seen = (one for one in self._world.channels.values() if self._sees(one))
            return next(seen)
        if isinstance(channel, str):
            return self._harness.channel(channel)
        return channel

    def _sees(self, channel: Channel) -> bool:
        return self._world.can_see(channel, self.user)

    def commands(self, channel: Channel | str | None = None) -> dict[str, Entry]:
        """Return the commands that the person finds in a channel, by full name."""
        place = self.place(channel)
        return {entry.name: entry for entry in available(self._world, self.user, place)}

    async def run(
        self, line: str, channel: Channel | str | None = None, /, **values: Any
    ) -> Exchange:
        """Run a command typed on one line, `/ladder cat dog`; raise Refused as Discord would.

        `values` gives options by name, such as `file=("words.txt", b"…")`.
        """
        given = {name: _upload(value) for name, value in values.items()}
        place = self.place(channel)
        return self._exchange(actions.run_line(self._world, self.user, place, line, given))

    async def use(
        self, menu: str, on: Post | Person, channel: Channel | str | None = None
    ) -> Exchange:
        """Run a command from the menu of a message, or of a person in a channel."""
        if isinstance(on, Post):
            interaction = actions.use_menu(
                self._world, self.user, on.message.channel, menu, on.message
            )
        else:
            place = self.place(channel)
            interaction = actions.use_menu(self._world, self.user, place, menu, on.user)
        return self._exchange(interaction)

    async def complete(
        self,
        command: str,
        option: str,
        typed: str,
        channel: Channel | str | None = None,
        /,
        **values: Any,
    ) -> list[JSON]:
        """Type into an option and return the choices offered: [{"name": …, "value": …}, …]."""
        place = self.place(channel)
        given = {**values, option: typed}
        exchange = self._exchange(
            actions.complete(self._world, self.user, place, command, values=given, focused=option)
        )
        return await exchange.choices()

    async def press(self, post: Post, button: str) -> Exchange:
        """Press a button, named by its label or its custom id."""
        custom_id = post.custom_id_of(button)
        return self._exchange(actions.press(self._world, self.user, post.message, custom_id))

    async def choose(self, post: Post, select: str, *values: Any) -> Exchange:
        """Choose values in a select, named by its placeholder or its custom id."""
        custom_id = post.custom_id_of(select)
        interaction = actions.choose(self._world, self.user, post.message, custom_id, list(values))
        return self._exchange(interaction)

    async def submit(self, exchange: Exchange, **values: Any) -> Exchange:
        """Fill in and submit the form that an exchange opened; fields are by label or custom id."""
        await exchange.form()
        given = {exchange.field_id(name): _upload(value) for name, value in values.items()}
        return self._exchange(actions.submit(self._world, exchange.interaction, given))

    async def write(self, text: str, channel: Channel | str | None = None) -> Post:
        """Write an ordinary message."""
        message = actions.write(self._world, self.user, self.place(channel), text)
        return Post(message)

    async def post(self, title: str, text: str, forum: Channel | str) -> Post:
        """Start a post in a forum; return its first message."""
        place = self.place(forum)
        return Post(actions.post_in_forum(self._world, self.user, place, title, text))

    async def forward(self, post: Post, channel: Channel | str | None = None) -> Post:
        """Forward a message to a channel."""
        return Post(actions.forward(self._world, self.user, post.message, self.place(channel)))

    async def dismiss(self, post: Post) -> None:
        """Dismiss a message meant for this person alone."""
        actions.dismiss(self._world, self.user, post.message)

    def transcript(self, channel: Channel | str | None = None) -> list[Post]:
        """Return what this person sees in a channel, oldest first."""
        messages = self.place(channel).messages.values()
        return [Post(message) for message in messages if message.visible_to(self.user)]

    async def sees(
        self,
        text: str,
        channel: Channel | str | None = None,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Post:
        """Wait until a message with this text is in a channel; return the newest one."""
        place = self.place(channel)

        def found() -> list[Post]:
            return [post for post in self.transcript(place) if text in post.text]

        await place.signal.until(found, timeout)
        return found()[-1]

    def _exchange(self, interaction: Interaction) -> Exchange:
        return Exchange(self._world, interaction)


def _upload(value: Any) -> Any:
    """Turn (name, bytes) into an uploaded file, also within a list; leave other values alone."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes):
        return named(value[0], value[1])
    if isinstance(value, list):
        return [_upload(one) for one in value]
    return value
