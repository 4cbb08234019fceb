"""/privacy duels and /privacy block: who may challenge you."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.errors import BadOption
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card
from bot.ui.permissions import act_of
from bot.ui.server.privacy import privacy


@privacy.command()
@app_commands.describe(allow="let people challenge you to duels")
async def duels(interaction: Interaction, allow: bool) -> None:
    """Let people challenge you, or not."""
    await replies.defer(interaction, private=True)
    races = interaction.client.services.races
    await races.consent.set_duels(act_of(interaction), wanted=allow)
    await replies.edit(interaction, present_duels(allow=allow))


@privacy.command()
@app_commands.describe(user="who", unblock="take challenges from them again (default: no)")
async def block(interaction: Interaction, user: discord.User, unblock: bool = False) -> None:
    """Take no challenges from somebody."""
    await replies.defer(interaction, private=True)
    if user.id == interaction.user.id:
        raise BadOption("That’s you. Choose somebody else.")
    races = interaction.client.services.races
    await races.consent.block(act_of(interaction), user.id, blocked=not unblock)
    await replies.edit(interaction, present_blocked(user.id, blocked=not unblock))


def present_duels(*, allow: bool) -> Page:
    """Say whether somebody can be challenged."""
    said = (
        "People can challenge you to duels."
        if allow
        else "Nobody can challenge you any more. `/privacy duels` turns it on again."
    )
    return Page(card(Tone.ANSWER, [said]))


def present_blocked(user_id: int, *, blocked: bool) -> Page:
    """Say whether somebody can challenge somebody else."""
    said = (
        f"<@{user_id}> can’t challenge you any more, nor you them. They aren’t told."
        if blocked
        else f"<@{user_id}> can challenge you again."
    )
    return Page(card(Tone.ANSWER, [said]))
