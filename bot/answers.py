"""Sending pages: the one place where what is shown meets Discord's way of sending it."""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from discord.abc import Messageable
    from discord.ui import LayoutView

    from bot.present.layout import Page

Interaction = discord.Interaction[Any]

_WAITING = "waiting"  # in an interaction's extras: how its answer was deferred, until it is given


async def defer(interaction: Interaction, *, private: bool) -> None:
    """Acknowledge at once with "thinking…", seen by all or by the asker alone: that stays so."""
    await interaction.response.defer(ephemeral=private, thinking=True)
    interaction.extras[_WAITING] = "private" if private else "public"
    _begun(interaction)


async def defer_edit(interaction: Interaction) -> None:
    """Acknowledge a press at once, with nothing to be seen until the message is edited."""
    await interaction.response.defer()
    _begun(interaction)


async def edit(interaction: Interaction, page: Page) -> None:
    """Put a page in place of what was deferred, or of the message whose button was pressed."""
    await update(interaction, page)
    interaction.extras.pop(_WAITING, None)


async def update(interaction: Interaction, page: Page) -> None:
    """Show meanwhile how an answer gets on; it is still owed."""
    await interaction.edit_original_response(view=_view(page), attachments=_files(page))


async def replace(interaction: Interaction, page: Page) -> None:
    """Answer a press at once with a page in place of the message whose button was pressed."""
    await interaction.response.edit_message(view=_view(page), attachments=_files(page))


async def whisper(interaction: Interaction, page: Page) -> None:
    """Show a page to the one who asked alone, whatever the state of the answer is."""
    waiting = interaction.extras.get(_WAITING)
    if not interaction.response.is_done():
        await interaction.response.send_message(
            view=_view(page), files=_files(page), ephemeral=True
        )
    elif waiting == "private":
        await edit(interaction, page)
    else:
        if waiting == "public":
            # Taken away first: the message that follows a public "thinking…" is as public.
            with contextlib.suppress(discord.NotFound):  # a moderator was faster
                await interaction.delete_original_response()
        await interaction.followup.send(view=_view(page), files=_files(page), ephemeral=True)


async def announce(interaction: Interaction, page: Page) -> None:
    """Show a page to everybody in the channel, and leave the message that was pressed as it is."""
    await interaction.followup.send(view=_view(page), files=_files(page))


async def post(
    channel: Messageable,
    page: Page,
    nonce: str,
    *,
    pinged: int | None = None,
    beside: discord.PartialMessage | None = None,
) -> int:
    """Send a page as a message of its own and return its id.

    For some minutes Discord answers the same nonce with the same message, sent once. Of the
    roles that the page mentions only `pinged` is; it replies to `beside`, if that is still there.
    """
    more: dict[str, Any] = {}
    if pinged is not None:
        more["allowed_mentions"] = discord.AllowedMentions(
            everyone=False, users=False, roles=[discord.Object(pinged)], replied_user=False
        )
    if beside is not None:
        more["reference"] = beside.to_reference(fail_if_not_exists=False)
    sent = await channel.send(view=_view(page), files=_files(page), nonce=nonce, **more)
    return sent.id


async def repaint(message: discord.PartialMessage, page: Page) -> None:
    """Put a page in place of a message that `post` sent."""
    await message.edit(view=_view(page), attachments=_files(page))


def _view(page: Page) -> LayoutView:
    """Return the page's layout, finished.

    Its buttons are served by dynamic items, by their ids. A view that is not finished would
    also be kept in memory by the library: one for every answer ever given.
    """
    page.view.stop()
    return page.view


def _begun(interaction: Interaction) -> None:
    """Note that an answer is owed, so that a bot that stops gives it first."""
    task = asyncio.current_task()
    if task is not None:
        interaction.client.owing.add(task)
        task.add_done_callback(interaction.client.owing.discard)


def _files(page: Page) -> list[discord.File]:
    return [discord.File(io.BytesIO(file.content), file.name) for file in page.files]
