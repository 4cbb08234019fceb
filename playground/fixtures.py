"""The people and places a new playground begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import permissions

if TYPE_CHECKING:
    from playground.world import World

PEOPLE = (
    ("Olive", "organiser"),
    ("Pia", "player"),
    ("Quinn", "player"),
    ("Ravi", "player"),
    ("Noor", "no rights"),
    ("Solo", "in no server"),
)


def populate(world: World) -> None:
    """Add six people, two servers and everyone's direct messages with the bot.

    Olive owns both servers' events: she may manage events and the server. Pia, Quinn and Ravi
    play. Noor may not run commands in the first server. Solo is in no server and has the bot
    installed for himself.
    """
    olive, pia, quinn, ravi, noor, solo = (
        world.create_user(name.lower(), name, about) for name, about in PEOPLE
    )
    first = world.create_guild("Word House", olive)
    second = world.create_guild("Puzzle Garden", pia)
    organiser = world.create_role(
        first, "Organiser", permissions.MANAGE_EVENTS | permissions.MANAGE_GUILD, 0x2E8B57
    )
    player = world.create_role(first, "Player", color=0x4682B4)
    first.members[olive.id].roles.append(organiser.id)
    for user in (pia, quinn, ravi):
        world.add_member(first, user, player)
    world.add_member(first, noor)
    for user in (olive, quinn):
        world.add_member(second, user)
    world.create_channel(first, "contests", topic="Who finds the best snake?")
    world.create_channel(first, "daily", topic="A puzzle a day")
    quiet = permissions.USE_APPLICATION_COMMANDS | permissions.SEND_MESSAGES
    for channel_id in first.channels:
        world.overwrite(world.channels[channel_id], noor.id, deny=quiet)
    for user in (olive, pia, quinn, ravi, noor, solo):
        world.conversation(world.bot, user)
