"""What a person does in Discord's client: run a command, type, press, choose, submit, write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground import interactions, payloads, permissions, posting
from playground.client import commands
from playground.client.command_line import read_options, words_of
from playground.client.forms import OPTION_TYPES, answers
from playground.client.options import Reader
from playground.clock import moment_of
from playground.errors import Refused
from playground.message_view import walk
from playground.model import THREADS, ChannelType, Flags, Kind, Message, User
from playground.validation.commands import MESSAGE_MENU, USER_MENU
from playground.validation.components import BUTTON, SELECTS, STRING_SELECT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.model import JSON, Channel, Interaction
    from playground.world import World

WITHOUT_SLOWMODE = (
    permissions.MANAGE_MESSAGES | permissions.MANAGE_CHANNELS | permissions.BYPASS_SLOWMODE
)
"""Any one of them lets a member write without waiting."""


def run_line(
    world: World,
    user: User,
    channel: Channel,
    line: str,
    values: Mapping[str, Any] | None = None,
) -> Interaction:
    """Run a command typed on one line; `values` adds options, such as files, by name."""
    entry = commands.find(world, user, channel, words_of(line))
    given = read_options(line, len(entry.path), entry.options)
    return _run(world, user, channel, entry, {**given, **(values or {})})


def _run(
    world: World,
    user: User,
    channel: Channel,
    entry: commands.Entry,
    values: Mapping[str, Any],
) -> Interaction:
    _check_open(channel)
    reader = Reader(world, channel)
    data = commands.option_data(entry, reader.read(entry.options, values))
    if reader.resolved:
        data["resolved"] = reader.resolved
    return interactions.begin(world, Kind.COMMAND, user, channel, data, name=entry.name)


def use_menu(
    world: World, user: User, channel: Channel, name: str, target: User | Message
) -> Interaction:
    """Run a command from the menu of a person or a message."""
    _check_open(channel)
    reader = Reader(world, channel)
    if isinstance(target, User):
        kind = USER_MENU
        reader.resolve_user(target)
        resolved = reader.resolved
    else:
        kind = MESSAGE_MENU
        if not target.visible_to(user) or target.flags & Flags.EPHEMERAL:
            raise Refused("This message has no menu of apps.")
        resolved = {"messages": {str(target.id): payloads.message(target)}}
    command = commands.find_menu(world, user, channel, name, kind)
    data = commands.menu_data(command, target.id, resolved)
    return interactions.begin(world, Kind.COMMAND, user, channel, data, name=name)


def complete(
    world: World,
    user: User,
    channel: Channel,
    path: str,
    *,
    values: Mapping[str, Any],
    focused: str,
) -> Interaction:
    """Ask the bot for the choices of the option being typed."""
    entry = commands.find(world, user, channel, words_of(path))
    option = next((one for one in entry.options if one["name"] == focused), None)
    if option is None or not option.get("autocomplete"):
        raise Refused(f"/{entry.name} has no option “{focused}” that completes as you type.")
    reader = Reader(world, channel)
    data = commands.option_data(entry, reader.read_partly(entry.options, values, focused))
    if reader.resolved:
        data["resolved"] = reader.resolved
    return interactions.begin(world, Kind.AUTOCOMPLETE, user, channel, data, name=entry.name)


def _component(user: User, message: Message, custom_id: str) -> JSON:
    if not message.visible_to(user):
        raise Refused("This message is not there (any more).")
    for component in walk(message.components):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise Refused("This is disabled.")
            return component
    raise Refused(f"The message has no button or select “{custom_id}”.")


def press(world: World, user: User, message: Message, custom_id: str) -> Interaction:
    """Press a button."""
    component = _component(user, message, custom_id)
    if component["type"] != BUTTON:
        raise Refused("This is not a button.")
    data = {"custom_id": custom_id, "component_type": BUTTON, "id": component["id"]}
    return _use(world, user, message, data)


def choose(
    world: World, user: User, message: Message, custom_id: str, values: list[Any]
) -> Interaction:
    """Choose values in a select."""
    component = _component(user, message, custom_id)
    if component["type"] not in SELECTS:
        raise Refused("This is not a select.")
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not low <= len(values) <= high:
        raise Refused(f"Choose {low} to {high} values.")
    data: JSON = {
        "custom_id": custom_id,
        "component_type": component["type"],
        "id": component["id"],
    }
    if component["type"] == STRING_SELECT:
        offered = {option["value"] for option in component["options"]}
        for value in values:
            if value not in offered:
                raise Refused(f"“{value}” is not one of the options.")
        data["values"] = values
    else:
        reader = Reader(world, message.channel)
        kind = OPTION_TYPES[component["type"]]
        about = {"name": custom_id, "type": kind, "channel_types": component.get("channel_types")}
        data["values"] = [reader.value(about, value) for value in values]
        data["resolved"] = reader.resolved
    return _use(world, user, message, data)


def _use(world: World, user: User, message: Message, data: JSON) -> Interaction:
    if message.author is not world.bot:
        raise Refused("Only the bot's messages have components.")
    return interactions.begin(world, Kind.COMPONENT, user, message.channel, data, message=message)


def submit(world: World, shown: Interaction, values: Mapping[str, Any]) -> Interaction:
    """Submit the modal that answered an interaction; values are by custom id.

    It may be submitted once, and again each time the bot failed to accept it.
    """
    sent = shown.submission
    if shown.modal is None or (sent is not None and sent.failure is None):
        raise Refused("There is no form to submit.")
    reader = Reader(world, shown.channel)
    data: JSON = {
        "custom_id": shown.modal["custom_id"],
        "components": answers(shown.modal, values, reader),
    }
    if reader.resolved:
        data["resolved"] = reader.resolved
    shown.submission = interactions.begin(
        world, Kind.MODAL, shown.user, shown.channel, data, message=shown.message
    )
    return shown.submission


def write(world: World, user: User, channel: Channel, text: str) -> Message:
    """Write an ordinary message."""
    _check_may_write(world, user, channel)
    if not 1 <= len(text.strip()) <= 2_000:
        raise Refused("A message is 1 to 2,000 characters long.")
    message = posting.build(world, channel, user, {"content": text}, {})
    posting.post(world, message)
    return message


def forward(world: World, user: User, target: Message, channel: Channel) -> Message:
    """Forward a message to a channel."""
    seen = world.can_see(target.channel, user) and target.visible_to(user)
    if not seen or target.flags & (Flags.EPHEMERAL | Flags.LOADING):
        raise Refused("This message cannot be forwarded.")
    _check_may_write(world, user, channel)
    message = posting.forward(world, channel, user, target)
    posting.post(world, message)
    return message


def _check_open(channel: Channel) -> None:
    if channel.archived:
        raise Refused("This thread is archived: write in it to open it again.")


def _check_may_write(world: World, user: User, channel: Channel) -> None:
    may = world.permissions_in(channel, user)
    in_thread = channel.type in THREADS
    needed = permissions.SEND_MESSAGES_IN_THREADS if in_thread else permissions.SEND_MESSAGES
    if channel.type is ChannelType.FORUM:
        raise Refused("Nobody writes in a forum itself: begin a post, or write in one.")
    if not may & needed:
        raise Refused(f"{user.display_name} may not write here.")
    if channel.locked and not may & permissions.MANAGE_THREADS:
        raise Refused("This thread is locked.")
    if channel.slowmode and not may & WITHOUT_SLOWMODE:
        mine = (one for one in reversed(channel.messages.values()) if one.author is user)
        last = next(mine, None)
        wait = 0.0 if last is None else moment_of(last.id) + channel.slowmode
        if wait > world.clock.now():
            raise Refused(f"Slow mode: write again in {wait - world.clock.now():.0f} seconds.")


def post_in_forum(world: World, user: User, forum: Channel, title: str, text: str) -> Message:
    """Start a post in a forum: a thread with a first message."""
    if not world.permissions_in(forum, user) & permissions.SEND_MESSAGES:
        raise Refused(f"{user.display_name} may not post here.")
    if not 1 <= len(title) <= 100:
        raise Refused("A post has a title of 1 to 100 characters.")
    return write(world, user, world.create_thread(forum, title, user), text)


def dismiss(world: World, user: User, message: Message) -> None:
    """Dismiss a message that only this user sees."""
    if message.only_for is not user or not message.flags & Flags.EPHEMERAL:
        raise Refused("Only a message meant for you alone can be dismissed.")
    posting.delete(world, message)
