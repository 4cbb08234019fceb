"""The buttons of hosting: a test post, and the role that is called, to be taken or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import answers
from bot.components.base import CardButton
from bot.daily_desk.setups import has_powers, post_test
from bot.errors import BadSetup, NotAllowed
from bot.organisers import guild_of, require_manager
from bot.present.daily_setup import present_role, present_tested

if TYPE_CHECKING:
    from bot.client import Ask

NUMBER = r"(?P<key>\d{1,20})"
REASON = "asked for by the button of a daily puzzle"


class TestButton(CardButton, template=rf"daily:(?P<action>test):{NUMBER}"):
    """Post a test."""

    async def press(self, ask: Ask) -> None:
        """Post it, if whoever presses may set things up."""
        await answers.defer(ask, private=True)
        setup = await post_test(ask, require_manager(ask, "Posting a test takes"))
        await answers.edit(ask, present_tested(setup.channel_id))


class RoleButton(CardButton, template=rf"daily:(?P<action>role):{NUMBER}"):
    """Call me or not; which role that is, the server's setup says."""

    async def press(self, ask: Ask) -> None:
        """Give the role to whoever presses, or take it away."""
        await answers.defer(ask, private=True)
        guild_id = guild_of(ask)
        setup = await ask.client.kit.dailies.read.setup(guild_id)
        guild = ask.client.get_guild(guild_id)
        role = guild and setup and setup.role_id and guild.get_role(setup.role_id)
        if not isinstance(role, discord.Role) or not isinstance(ask.user, discord.Member):
            raise BadSetup("No role is called in this server any more.")
        has = ask.user.get_role(role.id) is not None
        if has_powers(role) and not has:
            raise NotAllowed("That role has permissions of its own by now; I no longer give it.")
        try:
            if has:
                await ask.user.remove_roles(role, reason=REASON)
            else:
                await ask.user.add_roles(role, reason=REASON)
        except discord.Forbidden as error:
            raise NotAllowed(
                f"I may not give or take @{role.name}: tell those who run this server that I "
                "need Manage Roles, and a role of mine above it."
            ) from error
        await answers.edit(ask, present_role(role.id, given=not has))
