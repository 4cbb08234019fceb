"""What the bot says, once, in a server that it has joined."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord

from bot.ui import replies
from bot.ui.client import GameClient
from bot.ui.layout import Page, Tone, card
from bot.ui.server.help import mentions

log = logging.getLogger(__name__)


async def say_hello(client: GameClient, guild: discord.Guild) -> None:
    """Post first steps in the system channel, if there is one and the bot may write there."""
    channel = guild.system_channel
    if channel is None:
        return
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        return
    try:
        await replies.post(channel, present_hello(mentions(client)))
    except discord.HTTPException as error:  # nobody asked for it, so nobody misses it
        log.info("could not say hello in a new server: %d, code %d", error.status, error.code)


def present_hello(mentions: Mapping[str, str]) -> Page:
    """Return the message with three first steps."""
    now = f"{mentions['ladder']} climbs from cold to warm; {mentions['snake']} makes words overlap"
    first = (
        f"- **Play now:** {now}.",
        f"- **A puzzle a day:** {mentions['daily setup']} posts one here every day.",
        f"- **Play against each other:** {mentions['contest create']} starts a contest.",
    )
    more = f"-# {mentions['help']} shows everything else."
    return Page(card(Tone.NOTE, ("## Hi! I’m here for word games.", "\n".join(first), more)))
