"""/privacy: what the bot keeps about you, all of it, and having it forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.present.privacy import present_asking, present_export, present_kept

if TYPE_CHECKING:
    from bot.client import Ask

privacy = app_commands.Group(name="privacy", description="What I keep about you")


@privacy.command()
async def show(ask: Ask) -> None:
    """Show how much is kept about you."""
    await answers.defer(ask, private=True)
    kept = await ask.client.kit.store.privacy.show(ask.user.id)
    await answers.edit(ask, present_kept(kept))


@privacy.command()
async def export(ask: Ask) -> None:
    """Get everything that is kept about you, as a JSON file."""
    await answers.defer(ask, private=True)
    kept = await ask.client.kit.store.privacy.export(ask.user.id)
    await answers.edit(ask, present_export(kept))


@privacy.command()
async def forget(ask: Ask) -> None:
    """Have everything about you forgotten; you are asked once more."""
    await answers.defer(ask, private=True)
    kept = await ask.client.kit.store.privacy.show(ask.user.id)
    await answers.edit(ask, present_asking(kept))
